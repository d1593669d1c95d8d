/** Joins what words found with what meaning found, by the rule of gno's hybrid search: a unit is what a document is there. */
import type { FusionRule } from "../../embed/port.ts";
import { fuse, listWeights } from "../../search/fuse.ts";
import type { Ranked } from "../../search/score.ts";
import type { Near } from "./meaning.ts";

export interface Combined {
  readonly unit: number;
  /** Rounded, so that what is equal but for the last bits is a tie. */
  readonly score: number;
}

/** @param words best first, classes rising; @param near best first */
export function combine(
  rule: FusionRule,
  words: readonly Ranked[],
  near: readonly Near[],
): readonly Combined[] {
  const weight = listWeights.query;
  const lexical = { weight, hits: words.map((one) => ({ ...one, document_date: null, mtime_ms: 0 })) };
  const vector = {
    weight,
    hits: near.map(({ unit, cosine }) => ({
      chunkId: unit,
      score: cosine,
      places: [{ chunkId: unit, documentId: unit, start: 0, end: 0, startLine: 1, language: undefined }],
    })),
  };
  return fuse(rule, [lexical], [vector]).map(({ documentId, words: own, meaning }) => ({
    unit: documentId,
    score: Math.round((own + meaning) * 1e6) / 1e6,
  }));
}
