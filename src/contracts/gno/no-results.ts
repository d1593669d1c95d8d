/** Why a query that is not empty could find nothing at all: said in the text of an answer without hits. */
import { planQuery } from "../../engine/search/query.ts";

/** @returns undefined when the query had something to look for. */
export function whyNothing(query: string): string | undefined {
  const plan = planQuery(query);
  if (plan === undefined || plan.words.length + plan.phrases.length > 0) return undefined;
  return plan.negatives.length > 0
    ? "The query only says what to leave out; add a word to look for."
    : "The query holds no letters or digits to look for.";
}
