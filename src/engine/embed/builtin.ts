/**
 * The built-in offline semantics, model name `builtin`: latent semantic analysis of the user's own chunks beside compact
 * English word vectors (smooth inverse frequency: Arora, Liang and Ma, 2017). One vector holds both parts, each scaled by
 * the root of its weight, so that one dot product is the weighted sum of both cosines.
 */
import { toIndexText } from "../search/tokens.ts";
import { bag, Corpus, fitLsa, foldIn, type LsaModel, normalise } from "./lsa.ts";
import type { Embedder, FusionRule } from "./port.ts";
import type { WordVectors } from "./words/format.ts";

/** Raised when equal text and equal fits could give another vector. */
const ALGORITHM = 1;
export const LSA_DIMS = 100;
/** Shares of the two cosines in the one that the vectors give. */
const LSA_WEIGHT = 0.8;
const WORD_WEIGHT = 0.2;
/** Of that cosine beside the words; chosen with one evaluation set left out (spec/decisions.md). */
export const builtinFusion: FusionRule = { kind: "score", weight: 1.2 };
/** `a` of a / (a + p(word)). */
const SMOOTHING = 1e-4;
const WORD = /[\p{L}\p{N}]+/gu;

export interface BuiltinOptions {
  readonly words: WordVectors;
  /** undefined until the first fit: the word vectors answer alone. */
  readonly lsa: LsaModel | undefined;
  /** Number of the fit, part of the fingerprint; 0 = none. */
  readonly fit: number;
}

/** Lower-case letter and digit runs; scripts without spaces give pairs of characters. */
export function semanticTerms(text: string): string[] {
  return toIndexText(text).toLowerCase().match(WORD) ?? [];
}

/** Fits the corpus part. @returns undefined for a corpus too small to say anything. */
export function fitCorpus(texts: Iterable<string>): LsaModel | undefined {
  const corpus = new Corpus();
  for (const text of texts) corpus.add(semanticTerms(text));
  return fitLsa(corpus, { dims: LSA_DIMS });
}

export function createBuiltin({ words, lsa, fit }: BuiltinOptions): Embedder {
  const dimension = LSA_DIMS + words.dims;
  const rarity = wordRarity(words.count);
  const lsaScale = Math.sqrt(LSA_WEIGHT);
  const wordScale = Math.sqrt(WORD_WEIGHT);

  const vector = (text: string): Float32Array => {
    const terms = semanticTerms(text);
    const out = new Float32Array(dimension);
    if (lsa !== undefined) {
      foldIn(lsa, bag(terms), out, 0);
      for (let k = 0; k < LSA_DIMS; k += 1) out[k]! *= lsaScale;
    }
    for (const term of terms) {
      const row = words.rank(term);
      if (row >= 0) words.add(row, rarity[row]!, out, LSA_DIMS);
    }
    normalise(out, LSA_DIMS, words.dims);
    for (let k = LSA_DIMS; k < dimension; k += 1) out[k]! *= wordScale;
    normalise(out, 0, dimension);
    return out;
  };

  return {
    name: "builtin",
    dimension,
    fingerprint: `builtin:${ALGORITHM}:${words.count}x${words.dims}:fit-${lsa === undefined ? 0 : fit}`,
    fusion: builtinFusion,
    batchSize: 256,
    embed: async (texts) => texts.map(vector),
    close: async () => undefined,
  };
}

/** a / (a + p) with Zipf's law for p: the file's order is the order of frequency. */
function wordRarity(count: number): Float32Array {
  const harmonic = Math.log(count) + 0.5772;
  return Float32Array.from(
    { length: count },
    (_, rank) => SMOOTHING / (SMOOTHING + 1 / ((rank + 1) * harmonic)),
  );
}
