/**
 * Where a filter lets few documents pass, an index finds them. A start is a query for ids of documents that finds at least
 * all that pass; the narrowest one goes before the exact condition, and a list of all that pass begins with it.
 */
import type { Reader } from "../../documents/reader.ts";
import { type Condition, matchingRows } from "./sql.ts";
import type { Predicate } from "./types.ts";

/** None for a predicate that holds for documents without its keys. */
export function startsOf(predicate: Predicate): readonly Condition[] {
  switch (predicate.op) {
    case "and":
      return predicate.predicates.flatMap(startsOf);
    case "or": {
      const children = predicate.predicates.map((child) => startsOf(child)[0]);
      const known = children.filter((child) => child !== undefined);
      if (known.length < children.length) return [];
      return [
        {
          sql: known.map(({ sql }) => sql).join(" UNION ALL "),
          params: known.flatMap(({ params }) => params),
        },
      ];
    }
    case "not":
      return [];
    case "exists":
      return predicate.value ? [start(predicate)] : [];
    case "nin":
      return [start({ op: "exists", key: predicate.key, value: true })];
    default:
      return [start(predicate)];
  }
}

function start(leaf: Parameters<typeof matchingRows>[0]): Condition {
  const { sql, params } = matchingRows(leaf);
  return { sql: `SELECT v.document_id FROM document_value v WHERE ${sql}`, params };
}

/** Documents that a start may find: looking each up in a set of so many still costs less than reading its row. */
const startLimit = 5_000;
/** Each costs a look at an index before one is chosen. */
const maxStarts = 8;

/** The start that finds the fewest; undefined when all find many. */
export function narrowest(reader: Reader, starts: readonly Condition[]): Condition | undefined {
  let best: Condition | undefined;
  let least = startLimit + 1;
  for (const candidate of starts.slice(0, maxStarts)) {
    const found = reader.get<{ n: number }>(
      `SELECT count(*) AS n FROM (SELECT 1 FROM (${candidate.sql}) LIMIT ?)`,
      ...candidate.params,
      least,
    );
    if (found === undefined || found.n >= least) continue;
    least = found.n;
    best = candidate;
  }
  return best;
}
