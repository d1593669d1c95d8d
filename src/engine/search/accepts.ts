/** What the SQL of `filters` leaves open of a document: excluded texts, and a typed filter of very many conditions. */
import type { Reader } from "../documents/reader.ts";
import { type ExcludeReach, holdsAny } from "./excluded.ts";
import type { CheckedRequest } from "./filters.ts";
import { isLarge, memberTest } from "./predicate/large.ts";

/** Asks once for each document; undefined = nothing is left open. */
export function acceptor(
  reader: Reader,
  { exclude, filter }: Pick<CheckedRequest, "exclude" | "filter">,
  reach: ExcludeReach,
): ((documentId: number) => boolean) | undefined {
  const tests: ((id: number) => boolean)[] = [];
  if (filter !== undefined && isLarge(filter)) tests.push(memberTest(reader, filter));
  if (exclude.length > 0) tests.push((id) => !holdsAny(reader, id, exclude, reach));
  if (tests.length === 0) return undefined;
  const known = new Map<number, boolean>();
  return (id) => {
    const answer = known.get(id) ?? tests.every((test) => test(id));
    known.set(id, answer);
    return answer;
  };
}
