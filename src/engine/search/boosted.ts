/** Content types in a search by words: the nudge moves a hit inside its class, never past a better one. */
import type { Reader } from "../documents/reader.ts";
import type { Booster } from "./boost.ts";
import { readFacts } from "./facts.ts";
import { type Ranked, scores } from "./score.ts";

/** Candidates for an answer: a lifted one may stand below the last that would be returned without. */
export function boostedDepth(limit: number): number {
  return Math.max(50, limit * 2);
}

/** Best first. `value` falls along the list, as scores have to. */
export function boosted<One extends Ranked>(
  reader: Reader,
  ranked: readonly One[],
  booster: Booster,
): (One & { readonly value: number })[] {
  const facts = readFacts(
    reader,
    ranked.map(({ id }) => id),
  );
  const base = scores(ranked);
  const nudged = ranked.map((one, at) => {
    const known = facts.get(one.id);
    return { ...one, value: (base[at] as number) + (known === undefined ? 0 : booster.nudge(known)) };
  });
  nudged.sort((a, b) => a.rank - b.rank || b.value - a.value);
  let most = Number.POSITIVE_INFINITY;
  return nudged.map((one) => {
    most = Math.min(most, one.value);
    return { ...one, value: most };
  });
}
