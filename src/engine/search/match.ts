/** Query plans as FTS5 expressions. The only file that writes MATCH syntax: every text in it is a quoted string. */
import type { QueryPlan, Term } from "./query.ts";

function quoted(term: Term, prefix = term.prefix): string {
  return `"${term.text.replaceAll('"', " ")}"${prefix ? "*" : ""}`;
}

/** An empty string parts to no token and is ignored beside others, unlike under an explicit AND. */
export function allOf(terms: readonly Term[]): string {
  return terms.map((term) => quoted(term)).join(" ");
}

export function anyOf(terms: readonly Term[]): string {
  return terms.map((term) => quoted(term)).join(" OR ");
}

export function startsOf(terms: readonly Term[]): string {
  return terms.map((term) => quoted(term, true)).join(" OR ");
}

export function phraseOf(term: Term): string {
  return quoted(term);
}

/** What has to be absent, as one expression; undefined when nothing has. */
export function noneOf(plan: QueryPlan): string | undefined {
  return plan.negatives.length === 0 ? undefined : anyOf(plan.negatives);
}
