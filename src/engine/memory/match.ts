/** How near a stored fact comes to a new one, by its words. Nothing is decided here: who asks sees and decides. */
import { planQuery, type QueryPlan } from "../search/query.ts";
import { normaliseText } from "./normalise.ts";
import type { CandidateFact, Fact } from "./types.ts";

/** From here on a candidate probably says the same thing. */
export const LIKELY = 0.5;

/** Any of its words. What would be an operator in a question is a sign like any other here. */
export function wordsOf(text: string): QueryPlan | undefined {
  return planQuery(normaliseText(text).replaceAll(/["*]|(?<!\S)-+/g, " "));
}

export function compareFacts(
  text: string,
  contentHash: string,
  facts: readonly Fact[],
): readonly CandidateFact[] {
  const own = tokens(text);
  return facts
    .map((fact): CandidateFact => {
      if (fact.contentHash === contentHash) return { ...fact, similarity: 1, match: "exact" };
      const similarity = jaccard(own, tokens(fact.text));
      return { ...fact, similarity, match: similarity >= LIKELY ? "likely" : "weak" };
    })
    .sort((a, b) => b.similarity - a.similarity || order(a, b));
}

function order(a: CandidateFact, b: CandidateFact): number {
  if (a.match !== b.match && (a.match === "exact" || b.match === "exact"))
    return a.match === "exact" ? -1 : 1;
  return a.recordId < b.recordId ? -1 : a.recordId > b.recordId ? 1 : 0;
}

function tokens(text: string): ReadonlySet<string> {
  return new Set(
    normaliseText(text)
      .toLowerCase()
      .match(/[\p{L}\p{N}]+/gu) ?? [],
  );
}

function jaccard(a: ReadonlySet<string>, b: ReadonlySet<string>): number {
  const both = [...a].filter((token) => b.has(token)).length;
  const all = a.size + b.size - both;
  return all === 0 ? 0 : both / all;
}
