/**
 * Keeps the copy in memory equal to the database, and answers from both: candidates by the copy, their scores in f32
 * from the rows. Everything happens inside one read transaction, so an answer never mixes two states.
 */
import type { Store } from "../store/open.ts";
import { createMirror, type Mirror } from "./mirror.ts";
import { chunkOf, fromBlob, type ModelRow, vectorId, vectorRange } from "./rows.ts";
import { scanVectors } from "./scan.ts";
import type { VectorHit } from "./types.ts";

export interface MirrorKeeper {
  /** Answers from the copy; while there is none, from the database. */
  search(
    model: ModelRow,
    query: Float32Array,
    k: number,
    allowed?: (chunkId: number) => boolean,
  ): VectorHit[];
  /** Makes the copy that the last search would have wanted. */
  warm(): void;
  /** Vectors in the copy; 0 while there is none. */
  readonly size: number;
}

export interface KeeperOptions {
  /** A copy larger than this is not made: the database then answers by itself, slowly. */
  readonly maxBytes?: number;
  /** sqlite-vec is loaded into the connection. */
  readonly canScan: boolean;
}

const MAX_BYTES = 1024 ** 3;
/** Candidates for each wanted hit, so that rounding to 8 bits loses none of the best. */
const DEPTH = 4;
const MIN_CANDIDATES = 100;
/** More candidates than are wanted, at most: a deep list loses nothing but at its end. */
const MAX_SPARE = 400;

interface Copy {
  readonly modelId: number;
  readonly mirror: Mirror;
  /** Number of the last change it holds. */
  seq: number;
}

export function createMirrorKeeper(
  store: Store,
  { maxBytes = MAX_BYTES, canScan }: KeeperOptions,
): MirrorKeeper {
  let copy: Copy | undefined;
  let wanted: ModelRow | undefined;

  const lastChange = (): number =>
    store.statement<[], { seq: number | null }>("SELECT max(seq) AS seq FROM vector_change").get()?.seq ?? 0;

  const build = (model: ModelRow): Copy => {
    const seq = lastChange();
    const mirror = createMirror(model.dimension);
    const rows = store.raw
      .prepare<[number, number], [number, Buffer]>(
        "SELECT id, embedding FROM vector WHERE id BETWEEN ? AND ? AND embedding IS NOT NULL",
      )
      .raw();
    for (const [id, blob] of rows.iterate(...vectorRange(model.id))) mirror.set(chunkOf(id), fromBlob(blob));
    return { modelId: model.id, mirror, seq };
  };

  /** @returns false when the log does not reach back so far, or so much changed that a new copy is cheaper. */
  const catchUp = (known: Copy): boolean => {
    const now = lastChange();
    if (now === known.seq) return true;
    const first =
      store.statement<[], { seq: number | null }>("SELECT min(seq) AS seq FROM vector_change").get()?.seq ??
      0;
    if (first > known.seq + 1 || now - known.seq > Math.max(1_000, known.mirror.size)) return false;
    const changed = store
      .statement<[number, number, number], { id: number; embedding: Buffer | null }>(
        `SELECT DISTINCT g.id, v.embedding FROM vector_change g LEFT JOIN vector v ON v.id = g.id
         WHERE g.seq > ? AND g.id BETWEEN ? AND ?`,
      )
      .iterate(known.seq, ...vectorRange(known.modelId));
    for (const { id, embedding } of changed) {
      if (embedding === null) known.mirror.remove(chunkOf(id));
      else known.mirror.set(chunkOf(id), fromBlob(embedding));
    }
    known.seq = now;
    return true;
  };

  const scan = (
    model: ModelRow,
    query: Float32Array,
    k: number,
    allowed: ((chunkId: number) => boolean) | undefined,
  ): VectorHit[] =>
    scanVectors(store, model, query, k, allowed === undefined ? undefined : { allows: allowed });

  const tooLarge = ({ id, dimension }: ModelRow): boolean => {
    const count =
      store
        .statement<[number], { n: number }>("SELECT count(*) AS n FROM chunk_vector WHERE model_id = ?")
        .get(id)?.n ?? 0;
    return count * dimension > maxBytes;
  };

  const rescored = (model: ModelRow, query: Float32Array, ids: readonly number[], k: number): VectorHit[] => {
    const read = store.statement<[number], { embedding: Buffer | null }>(
      "SELECT embedding FROM vector WHERE id = ?",
    );
    const hits: VectorHit[] = [];
    for (const chunkId of ids) {
      const blob = read.get(vectorId(model.id, chunkId))?.embedding;
      if (blob) hits.push({ chunkId, score: dot(query, fromBlob(blob)) });
    }
    return hits.sort((a, b) => b.score - a.score || a.chunkId - b.chunkId).slice(0, k);
  };

  return {
    get size() {
      return copy?.mirror.size ?? 0;
    },
    search(model, query, k, allowed) {
      return read(store, () => {
        if (copy?.modelId !== model.id || !catchUp(copy)) {
          // Let go before the next one is made: two would need the memory twice.
          copy = undefined;
          wanted = tooLarge(model) ? undefined : model;
          // Scanning once is quicker than copying first, and a program that asks once never needs the copy.
          if (canScan) return scan(model, query, k, allowed);
          copy = build(model);
        }
        const count = Math.max(Math.min(k * DEPTH, k + MAX_SPARE), MIN_CANDIDATES);
        const candidates = copy.mirror.search(query, count, allowed).map(({ id }) => id);
        return rescored(model, query, candidates, k);
      });
    },
    warm() {
      const model = wanted;
      wanted = undefined;
      if (model === undefined || copy !== undefined) return;
      copy = read(store, () => build(model));
    },
  };
}

function read<T>(store: Store, work: () => T): T {
  store.statement("BEGIN").run();
  try {
    return work();
  } finally {
    store.statement("COMMIT").run();
  }
}

/** Of unit vectors: their cosine. */
function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k]! * b[k]!;
  return Math.max(-1, Math.min(1, sum));
}
