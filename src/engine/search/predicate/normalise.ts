/**
 * One form for predicates that mean the same: what capsules and traces keep. Groups lose equal children, values their
 * repetitions, and both are sorted by their JSON text; everything else stays.
 */
import type { Predicate } from "./types.ts";

export function normalise(predicate: Predicate): Predicate {
  switch (predicate.op) {
    case "and":
    case "or":
      return { op: predicate.op, predicates: sorted(predicate.predicates.map(normalise)) };
    case "not":
      return { op: "not", predicate: normalise(predicate.predicate) };
    case "in":
    case "nin":
    case "all":
      return { op: predicate.op, key: predicate.key, values: sorted<never>(predicate.values as never[]) };
    default:
      return { op: predicate.op, key: predicate.key, value: predicate.value } as Predicate;
  }
}

/** By code units of the JSON text, which are the same in every place and language. */
function sorted<Item>(items: readonly Item[]): Item[] {
  const byText = new Map(items.map((item) => [JSON.stringify(item), item]));
  return [...byText].sort(([a], [b]) => (a < b ? -1 : 1)).map(([, item]) => item);
}
