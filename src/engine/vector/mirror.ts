/**
 * An int8 copy of the stored vectors, scanned exactly with WASM SIMD: above some 20,000 vectors it answers many times
 * faster than the database, whose rows stay the truth. Its candidates are rescored in f32 by the caller.
 */
import { type Kernel, loadKernel } from "./kernel.ts";

export interface Candidate {
  readonly id: number;
  /** Approximate cosine. */
  readonly score: number;
}

export interface Mirror {
  readonly dims: number;
  readonly size: number;
  /** Adds or replaces the unit vector of `id`. */
  set(id: number, vector: Float32Array): void;
  remove(id: number): void;
  /** The `k` best, best first, ties by id. `allowed` says which ids may be candidates; they are chosen before the cut. */
  search(query: Float32Array, k: number, allowed?: (id: number) => boolean): Candidate[];
}

const PAGE_BYTES = 65_536;
/** Rows a scan call covers: its scores stay in the cache. */
const BLOCK = 8_192;
const LANES = 16;

export function createMirror(dims: number, kernel: Kernel = loadKernel()): Mirror {
  const stride = Math.ceil(dims / LANES) * LANES;
  const scoresAt = stride;
  const rowsAt = scoresAt + BLOCK * 4;
  const rowOf = new Map<number, number>();
  let ids = new Float64Array(1_024);
  let scales = new Float32Array(1_024);
  let size = 0;

  const reserve = (rows: number) => {
    const bytes = rowsAt + rows * stride;
    const have = kernel.memory.buffer.byteLength;
    // Half as much again, so that filling it row by row does not copy each time.
    if (bytes > have) kernel.memory.grow(Math.ceil((Math.max(bytes, have * 1.5) - have) / PAGE_BYTES));
    if (rows > ids.length) {
      ids = grown(ids, new Float64Array(rows * 2));
      scales = grown(scales, new Float32Array(rows * 2));
    }
  };
  reserve(BLOCK);

  /** Quantises by the largest component; @returns the scale. */
  const write = (at: number, vector: Float32Array): number => {
    if (vector.length !== dims)
      throw new Error(`A vector of ${vector.length} dimensions does not fit a mirror of ${dims}.`);
    let largest = 1e-12;
    for (let k = 0; k < dims; k += 1) largest = Math.max(largest, Math.abs(vector[k]!));
    const bytes = new Int8Array(kernel.memory.buffer, at, stride);
    const factor = 127 / largest;
    for (let k = 0; k < dims; k += 1) bytes[k] = Math.round(vector[k]! * factor);
    return largest / 127;
  };

  return {
    dims,
    get size() {
      return size;
    },
    set(id, vector) {
      let row = rowOf.get(id);
      if (row === undefined) {
        row = size;
        reserve(row + 1);
        rowOf.set(id, row);
        size += 1;
      }
      ids[row] = id;
      scales[row] = write(rowsAt + row * stride, vector);
    },
    remove(id) {
      const row = rowOf.get(id);
      if (row === undefined) return;
      // The last row moves into the gap.
      const last = size - 1;
      new Uint8Array(kernel.memory.buffer).copyWithin(
        rowsAt + row * stride,
        rowsAt + last * stride,
        rowsAt + (last + 1) * stride,
      );
      ids[row] = ids[last]!;
      scales[row] = scales[last]!;
      rowOf.set(ids[row]!, row);
      rowOf.delete(id);
      size = last;
    },
    search(query, k, allowed) {
      const best = new TopK(k);
      const queryScale = write(0, query);
      for (let from = 0; from < size; from += BLOCK) {
        const count = Math.min(BLOCK, size - from);
        kernel.scan(0, rowsAt + from * stride, count, stride, scoresAt);
        const scores = new Int32Array(kernel.memory.buffer, scoresAt, count);
        for (let n = 0; n < count; n += 1) {
          const score = scores[n]! * scales[from + n]! * queryScale;
          if (score < best.floor) continue;
          const id = ids[from + n]!;
          if (allowed === undefined || allowed(id)) best.offer(id, score);
        }
      }
      return best.sorted();
    },
  };
}

function grown<T extends Float64Array | Float32Array>(from: T, to: T): T {
  to.set(from);
  return to;
}

/** The k best of a stream: a binary heap whose root is the worst one kept. */
class TopK {
  /** Scores below this are not among the best. */
  floor = Number.NEGATIVE_INFINITY;
  readonly #k: number;
  readonly #heap: Candidate[] = [];

  constructor(k: number) {
    this.#k = k;
  }

  offer(id: number, score: number): void {
    const heap = this.#heap;
    const entry = { id, score };
    if (heap.length < this.#k) {
      heap.push(entry);
      this.#up(heap.length - 1);
    } else if (heap.length > 0 && worse(heap[0]!, entry)) {
      heap[0] = entry;
      this.#down();
    }
    if (heap.length === this.#k && heap.length > 0) this.floor = heap[0]!.score;
  }

  sorted(): Candidate[] {
    return [...this.#heap].sort((a, b) => (worse(a, b) ? 1 : -1));
  }

  #up(from: number): void {
    const heap = this.#heap;
    for (let at = from; at > 0; ) {
      const parent = (at - 1) >> 1;
      if (!worse(heap[at]!, heap[parent]!)) return;
      [heap[at], heap[parent]] = [heap[parent]!, heap[at]!];
      at = parent;
    }
  }

  #down(): void {
    const heap = this.#heap;
    for (let at = 0; ; ) {
      let worst = at;
      for (const child of [2 * at + 1, 2 * at + 2]) {
        if (child < heap.length && worse(heap[child]!, heap[worst]!)) worst = child;
      }
      if (worst === at) return;
      [heap[at], heap[worst]] = [heap[worst]!, heap[at]!];
      at = worst;
    }
  }
}

function worse(a: Candidate, b: Candidate): boolean {
  return a.score < b.score || (a.score === b.score && a.id > b.id);
}
