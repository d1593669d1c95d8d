/**
 * The compact word-vector file: typed-array views over one buffer, nothing to parse.
 *
 * Layout, little-endian, every block 8-byte aligned:
 * `CWV1` u32 dims u32 count u32 slots, then u32[slots] fingerprints (0 = free), u32[slots] word rank, f32[count] scales,
 * i8[count × dims] values. Words are in order of frequency, so the rank is the row. No strings are stored: a word is known
 * by its 32-bit fingerprint, and the builder proves that no two words of its list share one.
 */

const MAGIC = 0x31565743;
const HEADER_BYTES = 16;

export interface WordVectors {
  readonly dims: number;
  readonly count: number;
  /** Row of a word, which is also its frequency rank from 0; -1 = not in the list. */
  rank(word: string): number;
  /** Adds `weight` × the word's vector to `into`, starting at `offset`. */
  add(row: number, weight: number, into: Float32Array, offset: number): void;
}

/** FNV-1a over UTF-16 code units with a final mix; never 0, which marks a free slot. */
export function fingerprint(word: string): number {
  let hash = 0x811c9dc5;
  for (let at = 0; at < word.length; at += 1) hash = Math.imul(hash ^ word.charCodeAt(at), 0x01000193);
  hash ^= hash >>> 15;
  hash = Math.imul(hash, 0x2c1b3c6d);
  hash ^= hash >>> 13;
  return hash >>> 0 || 1;
}

export function openWordVectors(bytes: Uint8Array): WordVectors {
  const aligned = bytes.byteOffset % 8 === 0 ? bytes : new Uint8Array(bytes);
  const { buffer, byteOffset } = aligned;
  const [magic = 0, dims = 0, count = 0, slots = 0] = new Uint32Array(buffer, byteOffset, 4);
  const wanted = HEADER_BYTES + slots * 8 + count * 4 + count * dims;
  if (magic !== MAGIC || aligned.byteLength !== wanted) {
    throw new Error(
      `The word-vector file is damaged (${aligned.byteLength} bytes, expected ${wanted}). Reinstall the package.`,
    );
  }
  const { fingerprints, ranks, scales, values } = blocks(buffer, byteOffset, slots, count, dims);
  const mask = slots - 1;
  return {
    dims,
    count,
    rank(word) {
      const wantedPrint = fingerprint(word);
      for (let slot = wantedPrint & mask; ; slot = (slot + 1) & mask) {
        const found = fingerprints[slot];
        if (found === wantedPrint) return ranks[slot]!;
        if (found === 0) return -1;
      }
    },
    add(row, weight, into, offset) {
      const factor = weight * scales[row]!;
      const base = row * dims;
      for (let k = 0; k < dims; k += 1) into[offset + k]! += factor * values[base + k]!;
    },
  };
}

function blocks(buffer: ArrayBufferLike, start: number, slots: number, count: number, dims: number) {
  const table = start + HEADER_BYTES;
  return {
    fingerprints: new Uint32Array(buffer, table, slots),
    ranks: new Uint32Array(buffer, table + slots * 4, slots),
    scales: new Float32Array(buffer, table + slots * 8, count),
    values: new Int8Array(buffer, table + slots * 8 + count * 4, count * dims),
  };
}

/** The inverse of `openWordVectors`. `rows[n]` is the vector of `words[n]`. */
export function encodeWordVectors(words: readonly string[], rows: readonly Float32Array[]): Uint8Array {
  const count = words.length;
  const dims = rows[0]?.length ?? 0;
  const slots = 2 ** Math.ceil(Math.log2(count * 1.5));
  const bytes = new Uint8Array(HEADER_BYTES + slots * 8 + count * 4 + count * dims);
  new Uint32Array(bytes.buffer, 0, 4).set([MAGIC, dims, count, slots]);
  const { fingerprints, ranks, scales, values } = blocks(bytes.buffer, 0, slots, count, dims);
  words.forEach((word, row) => {
    const print = fingerprint(word);
    let slot = print & (slots - 1);
    while (fingerprints[slot] !== 0) {
      if (fingerprints[slot] === print)
        throw new Error(`"${word}" shares its fingerprint with "${words[ranks[slot]!]}"`);
      slot = (slot + 1) & (slots - 1);
    }
    fingerprints[slot] = print;
    ranks[slot] = row;
    const vector = rows[row]!;
    const largest = vector.reduce((most, value) => Math.max(most, Math.abs(value)), 1e-12);
    scales[row] = largest / 127;
    for (let k = 0; k < dims; k += 1) values[row * dims + k] = Math.round((vector[k]! / largest) * 127);
  });
  return bytes;
}
