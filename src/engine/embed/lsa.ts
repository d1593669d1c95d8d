/**
 * Latent semantic analysis fitted to a corpus (Deerwester et al., 1990): tf-idf rows, truncated singular value
 * decomposition by subspace iteration with Cholesky orthonormalisation. New texts are folded in by projection.
 */

export interface LsaOptions {
  readonly dims: number;
  /** Rounds of subspace iteration; 4 are enough for the leading directions of text. */
  readonly rounds?: number;
  /** Terms in fewer documents are left out. */
  readonly minDocuments?: number;
  /** The most frequent terms that fit; bounds memory at terms × dims floats. */
  readonly maxTerms?: number;
}

export interface LsaModel {
  /** Width of a vector; a corpus that spans fewer directions leaves the last ones zero. */
  readonly dims: number;
  /** Row of a term. */
  readonly terms: ReadonlyMap<string, number>;
  readonly idf: Float32Array;
  /** Right singular vectors, one row a term, quantised per row: value = scale × integer. */
  readonly basis: Int8Array;
  readonly scales: Float32Array;
}

/** Counted terms of one text. */
export type Bag = ReadonlyMap<string, number>;

/** Extra directions that are dropped at the end: they let the wanted ones converge faster. */
const OVERSAMPLE = 8;

export function bag(tokens: Iterable<string>): Map<string, number> {
  const counts = new Map<string, number>();
  for (const token of tokens) counts.set(token, (counts.get(token) ?? 0) + 1);
  return counts;
}

/** Fewer texts than this say nothing about which words go together. */
const MIN_TEXTS = 24;

/** Texts as numbered terms and their counts: a tenth of the memory that one map a text would take. */
export class Corpus {
  readonly #numbers = new Map<string, number>();
  readonly #starts: number[] = [0];
  #columns = new Uint32Array(1 << 14);
  #counts = new Uint16Array(1 << 14);
  #size = 0;

  add(tokens: Iterable<string>): void {
    const from = this.#size;
    for (const [token, count] of bag(tokens)) {
      let number = this.#numbers.get(token);
      if (number === undefined) {
        number = this.#numbers.size;
        this.#numbers.set(ownCopy(token), number);
      }
      if (this.#size === this.#columns.length) this.#grow();
      this.#columns[this.#size] = number;
      this.#counts[this.#size] = Math.min(count, 0xffff);
      this.#size += 1;
    }
    if (this.#size > from) this.#starts.push(this.#size);
  }

  /** Texts that hold a term. */
  get texts(): number {
    return this.#starts.length - 1;
  }

  /** By number of the term, in the order of their first occurrence. */
  get terms(): Iterable<string> {
    return this.#numbers.keys();
  }

  /** In how many texts each term occurs. */
  frequencies(): Uint32Array {
    const out = new Uint32Array(this.#numbers.size);
    for (let at = 0; at < this.#size; at += 1) out[this.#columns[at]!]! += 1;
    return out;
  }

  /**
   * Weights (1 + ln tf) × idf of the terms that have a row, each text of length 1. Made in place of the counts, which
   * would need as much again: nothing can be asked of the corpus after this.
   */
  matrix(rowOf: Int32Array, idf: Float32Array): Sparse {
    const columns = this.#columns;
    const starts = new Uint32Array(this.texts + 1);
    let size = 0;
    for (let at = 0; at < this.#size; at += 1) if (rowOf[columns[at]!]! >= 0) size += 1;
    const values = new Float32Array(size);
    let to = 0;
    for (let text = 0; text < this.texts; text += 1) {
      for (let at = this.#starts[text]!; at < this.#starts[text + 1]!; at += 1) {
        const row = rowOf[columns[at]!]!;
        if (row < 0) continue;
        columns[to] = row;
        values[to] = (1 + Math.log(this.#counts[at]!)) * idf[row]!;
        to += 1;
      }
      starts[text + 1] = to;
      normalise(values, starts[text]!, to - starts[text]!);
    }
    this.#numbers.clear();
    this.#counts = new Uint16Array(0);
    this.#columns = new Uint32Array(0);
    return { starts, columns, values };
  }

  #grow(): void {
    const columns = new Uint32Array(this.#columns.length * 2);
    const counts = new Uint16Array(this.#counts.length * 2);
    columns.set(this.#columns);
    counts.set(this.#counts);
    this.#columns = columns;
    this.#counts = counts;
  }
}

/** A long part of a text is kept as a view that keeps the whole text alive: a corpus of terms would be one of texts. */
function ownCopy(token: string): string {
  return Buffer.from(token).toString();
}

/** @returns undefined when the corpus is too small. */
export function fitLsa(corpus: Corpus, options: LsaOptions): LsaModel | undefined {
  const { dims, rounds = 4, minDocuments = 2, maxTerms = 40_000 } = options;
  const { terms, rowOf, idf } = chooseTerms(corpus, minDocuments, maxTerms);
  const spanned = Math.min(dims, Math.floor(corpus.texts / 4), Math.floor(terms.size / 4));
  if (corpus.texts < MIN_TEXTS || spanned < 4) return undefined;
  const width = spanned + OVERSAMPLE;
  const texts = corpus.texts;
  const matrix = corpus.matrix(rowOf, idf);
  let basis = seedBasis(terms.size, width);
  let next: Float32Array = new Float32Array(basis.length);
  orthonormalise(basis, terms.size, width);
  const projected = new Float32Array(texts * width);
  for (let round = 0; round < rounds; round += 1) {
    multiply(matrix, basis, projected, width);
    multiplyTransposed(matrix, projected, next, width);
    orthonormalise(next, terms.size, width);
    [basis, next] = [next, basis];
  }
  const vectors = rotate(matrix, basis, projected, terms.size, width, spanned);
  return { dims, terms, idf, ...quantise(vectors, terms.size, spanned, dims) };
}

/** Writes the unit vector of a text to `into[offset …]`. @returns false when no term is known: the part stays zero. */
export function foldIn(model: LsaModel, counts: Bag, into: Float32Array, offset: number): boolean {
  const { dims, basis, scales } = model;
  for (const [term, count] of counts) {
    const row = model.terms.get(term);
    if (row === undefined) continue;
    const weight = (1 + Math.log(count)) * model.idf[row]! * scales[row]!;
    const base = row * dims;
    for (let k = 0; k < dims; k += 1) into[offset + k]! += weight * basis[base + k]!;
  }
  return normalise(into, offset, dims);
}

export function normalise(vector: Float32Array, offset: number, length: number): boolean {
  let sum = 0;
  for (let k = offset; k < offset + length; k += 1) sum += vector[k]! * vector[k]!;
  if (sum < 1e-20) return false;
  const factor = 1 / Math.sqrt(sum);
  for (let k = offset; k < offset + length; k += 1) vector[k]! *= factor;
  return true;
}

/** The most frequent terms, each with its row, and how rare it is. */
function chooseTerms(corpus: Corpus, minDocuments: number, maxTerms: number) {
  const frequencies = corpus.frequencies();
  const kept: { term: string; number: number }[] = [];
  let number = 0;
  for (const term of corpus.terms) {
    if (frequencies[number]! >= minDocuments) kept.push({ term, number });
    number += 1;
  }
  const df = (one: { number: number }): number => frequencies[one.number]!;
  // Ties by the term itself: the same corpus gives the same model, whatever the order of its texts.
  kept.sort((a, b) => df(b) - df(a) || (a.term < b.term ? -1 : 1));
  kept.length = Math.min(kept.length, maxTerms);
  const rowOf = new Int32Array(frequencies.length).fill(-1);
  const idf = new Float32Array(kept.length);
  for (const [row, one] of kept.entries()) {
    rowOf[one.number] = row;
    idf[row] = Math.log((corpus.texts + 1) / (df(one) + 0.5));
  }
  return { terms: new Map(kept.map(({ term }, row) => [term, row])), rowOf, idf };
}

/** Rows of one text each. */
interface Sparse {
  readonly starts: Uint32Array;
  readonly columns: Uint32Array;
  readonly values: Float32Array;
}

/** A fixed pseudo-random start: a fit has no other source of randomness. */
function seedBasis(count: number, width: number): Float32Array {
  const basis = new Float32Array(count * width);
  let state = 0x2545f491;
  for (let at = 0; at < basis.length; at += 1) {
    state = Math.imul(state ^ (state >>> 15), 0x2c1b3c6d) + 0x9e3779b9;
    basis[at] = (state >> 8) / 8_388_608;
  }
  return basis;
}

/** out = matrix · dense */
function multiply(matrix: Sparse, dense: Float32Array, out: Float32Array, width: number): void {
  out.fill(0);
  const { starts, columns, values } = matrix;
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const base = row * width;
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const value = values[at]!;
      const from = columns[at]! * width;
      for (let k = 0; k < width; k += 1) out[base + k]! += value * dense[from + k]!;
    }
  }
}

/** out = matrixᵀ · dense */
function multiplyTransposed(matrix: Sparse, dense: Float32Array, out: Float32Array, width: number): void {
  out.fill(0);
  const { starts, columns, values } = matrix;
  for (let row = 0; row + 1 < starts.length; row += 1) {
    const base = row * width;
    for (let at = starts[row]!; at < starts[row + 1]!; at += 1) {
      const value = values[at]!;
      const to = columns[at]! * width;
      for (let k = 0; k < width; k += 1) out[to + k]! += value * dense[base + k]!;
    }
  }
}

/** denseᵀ · dense, in double precision. */
function gram(dense: Float32Array, count: number, width: number): Float64Array {
  const out = new Float64Array(width * width);
  for (let row = 0; row < count; row += 1) {
    const base = row * width;
    for (let i = 0; i < width; i += 1) {
      const value = dense[base + i]!;
      if (value === 0) continue;
      for (let j = i; j < width; j += 1) out[i * width + j]! += value * dense[base + j]!;
    }
  }
  for (let i = 0; i < width; i += 1) for (let j = 0; j < i; j += 1) out[i * width + j] = out[j * width + i]!;
  return out;
}

/** Cholesky QR: dense ← dense · L⁻ᵀ with dense­ᵀ·dense = L·Lᵀ. */
function orthonormalise(dense: Float32Array, count: number, width: number): void {
  const lower = gram(dense, count, width);
  for (let j = 0; j < width; j += 1) {
    for (let k = 0; k < j; k += 1) {
      const factor = lower[j * width + k]!;
      for (let i = j; i < width; i += 1) lower[i * width + j]! -= lower[i * width + k]! * factor;
    }
    // A direction that the others already span gets a tiny pivot instead of a division by zero.
    const pivot = Math.sqrt(Math.max(lower[j * width + j]!, 1e-12));
    for (let i = j; i < width; i += 1) lower[i * width + j]! /= pivot;
  }
  for (let row = 0; row < count; row += 1) {
    const base = row * width;
    for (let j = 0; j < width; j += 1) {
      let value = dense[base + j]!;
      for (let k = 0; k < j; k += 1) value -= dense[base + k]! * lower[j * width + k]!;
      dense[base + j] = value / lower[j * width + j]!;
    }
  }
}

/** Turns the spanned space into singular vectors (eigenvectors of the small Gram matrix) and keeps the strongest. */
function rotate(
  matrix: Sparse,
  basis: Float32Array,
  projected: Float32Array,
  count: number,
  width: number,
  dims: number,
): Float32Array {
  multiply(matrix, basis, projected, width);
  const { vectors, values } = eigen(gram(projected, projected.length / width, width), width);
  const order = [...values.keys()].sort((a, b) => values[b]! - values[a]!).slice(0, dims);
  const out = new Float32Array(count * dims);
  for (let row = 0; row < count; row += 1) {
    for (let k = 0; k < dims; k += 1) {
      let sum = 0;
      for (let j = 0; j < width; j += 1) sum += basis[row * width + j]! * vectors[j * width + order[k]!]!;
      out[row * dims + k] = sum;
    }
  }
  return out;
}

/** Rows of `from` floats to rows of `to` integers with one scale each; 8 bits cost no measurable quality. */
function quantise(
  vectors: Float32Array,
  count: number,
  from: number,
  to: number,
): { basis: Int8Array; scales: Float32Array } {
  const basis = new Int8Array(count * to);
  const scales = new Float32Array(count);
  for (let row = 0; row < count; row += 1) {
    let largest = 1e-12;
    for (let k = 0; k < from; k += 1) largest = Math.max(largest, Math.abs(vectors[row * from + k]!));
    scales[row] = largest / 127;
    for (let k = 0; k < from; k += 1)
      basis[row * to + k] = Math.round((vectors[row * from + k]! / largest) * 127);
  }
  return { basis, scales };
}

/** Eigenvectors of a symmetric matrix by cyclic Jacobi rotations. Columns of `vectors`. */
function eigen(symmetric: Float64Array, width: number): { vectors: Float64Array; values: Float64Array } {
  const a = Float64Array.from(symmetric);
  const vectors = new Float64Array(width * width);
  for (let i = 0; i < width; i += 1) vectors[i * width + i] = 1;
  for (let sweep = 0; sweep < 12; sweep += 1) {
    let off = 0;
    for (let p = 0; p < width; p += 1) {
      for (let q = p + 1; q < width; q += 1) {
        const apq = a[p * width + q]!;
        off += apq * apq;
        if (Math.abs(apq) < 1e-14) continue;
        const theta = (a[q * width + q]! - a[p * width + p]!) / (2 * apq);
        const t = Math.sign(theta || 1) / (Math.abs(theta) + Math.sqrt(theta * theta + 1));
        const c = 1 / Math.sqrt(t * t + 1);
        const s = t * c;
        for (let k = 0; k < width; k += 1) turn(a, k * width + p, k * width + q, c, s);
        for (let k = 0; k < width; k += 1) turn(a, p * width + k, q * width + k, c, s);
        for (let k = 0; k < width; k += 1) turn(vectors, k * width + p, k * width + q, c, s);
      }
    }
    if (off < 1e-18) break;
  }
  return { vectors, values: Float64Array.from({ length: width }, (_, i) => a[i * width + i]!) };
}

function turn(values: Float64Array, p: number, q: number, c: number, s: number): void {
  const left = values[p]!;
  const right = values[q]!;
  values[p] = c * left - s * right;
  values[q] = s * left + c * right;
}
