/**
 * Which documents a predicate is true of, where those, or the others, are few: each condition becomes a set of documents by
 * one walk over an index, and groups and negations are done on the sets. So a negation costs what it negates, and not a
 * look-up for each document.
 */
import type { Reader } from "../../documents/reader.ts";
import { type Leaf, matchingRows } from "./sql.ts";
import type { Predicate, Scalar } from "./types.ts";

/** Of documents whose values are readable; what stands in the lists about others decides nothing. */
export type Members =
  /** `ids`, as JSON, are all that it is true of. */
  | { readonly kind: "few"; readonly ids: string }
  /** `ids`, as JSON, are all that it is not true of. */
  | { readonly kind: "most"; readonly ids: string }
  | { readonly kind: "many" };

export interface Limits {
  /** Documents that a list may hold. */
  readonly list: number;
  /** Values read for one predicate, some 25 ms; beyond, each candidate is looked up by itself. */
  readonly values: number;
}

const measured: Limits = { list: 5_000, values: 200_000 };
/** A set is never larger than half a MB. */
const idLimit = 4_000_000;

const many: Members = { kind: "many" };

export function membersOf(reader: Reader, predicate: Predicate): Members {
  return reader.remembered(`members ${JSON.stringify(predicate)}`, () => findMembers(reader, predicate));
}

export function findMembers(reader: Reader, predicate: Predicate, limits = measured): Members {
  const { last, count } = reader.get<{ last: number | null; count: number }>(
    "SELECT (SELECT max(id) FROM document) AS last, (SELECT count(*) FROM document) AS count",
  ) ?? { last: null, count: 0 };
  if (last === null || last > idLimit) return many;
  const sets = createSets(reader, last, limits.values);
  const found = sets.of(predicate);
  if (found === undefined) return many;
  /** Numbers that no document has. */
  const gaps = last + 1 - count;
  const list = (set: Uint32Array): string | undefined => {
    const members = idsIn(set, last, limits.list + gaps);
    if (members === undefined) return undefined;
    if (members.length <= limits.list) return JSON.stringify(members);
    const there = sets.everything();
    const real = there && idsIn(intersected(set, there), last, limits.list);
    return real === undefined ? undefined : JSON.stringify(real);
  };
  const inside = list(found);
  if (inside !== undefined) return { kind: "few", ids: inside };
  const outside = list(flipped(found));
  return outside === undefined ? many : { kind: "most", ids: outside };
}

interface Sets {
  /** undefined = it would take too long. */
  of(predicate: Predicate): Uint32Array | undefined;
  everything(): Uint32Array | undefined;
}

function createSets(reader: Reader, last: number, values: number): Sets {
  let left = values;
  const read = (sql: string, params: readonly unknown[]): Uint32Array | undefined => {
    const ids = reader.column<number>(`${sql} LIMIT ?`, ...params, left + 1);
    left -= ids.length;
    if (left < 0) return undefined;
    const set = new Uint32Array((last >>> 5) + 1);
    // A document that came meanwhile has no place in the set.
    for (const id of ids) if (id <= last) set[id >>> 5]! |= 1 << (id & 31);
    return set;
  };
  const rowsOf = (leaf: Leaf, group = "", ...further: unknown[]) => {
    const { sql, params } = matchingRows(leaf);
    return read(`SELECT v.document_id FROM document_value v WHERE ${sql}${group}`, [...params, ...further]);
  };
  const ofLeaf = (leaf: Leaf): Uint32Array | undefined => {
    switch (leaf.op) {
      case "exists": {
        const there = rowsOf({ ...leaf, value: true });
        return leaf.value ? there : there && flipped(there);
      }
      case "nin": {
        const there = rowsOf({ op: "exists", key: leaf.key, value: true });
        const listed = there && rowsOf({ ...leaf, op: "in" });
        return listed && intersected(there, flipped(listed));
      }
      case "all":
        return rowsOf(leaf, " GROUP BY v.document_id HAVING count(*) = ?", new Set<Scalar>(leaf.values).size);
      default:
        return rowsOf(leaf);
    }
  };
  const of = (predicate: Predicate): Uint32Array | undefined => {
    switch (predicate.op) {
      case "and":
      case "or": {
        const combine = predicate.op === "and" ? intersected : united;
        let all: Uint32Array | undefined;
        for (const child of predicate.predicates) {
          const set = of(child);
          if (set === undefined) return undefined;
          all = all === undefined ? set : combine(all, set);
        }
        return all;
      }
      case "not": {
        const set = of(predicate.predicate);
        return set && flipped(set);
      }
      default:
        return ofLeaf(predicate);
    }
  };
  return { of, everything: () => read("SELECT id FROM document", []) };
}

function flipped(set: Uint32Array): Uint32Array {
  return set.map((word) => ~word);
}

function intersected(a: Uint32Array, b: Uint32Array): Uint32Array {
  return a.map((word, at) => word & b[at]!);
}

function united(a: Uint32Array, b: Uint32Array): Uint32Array {
  return a.map((word, at) => word | b[at]!);
}

/** @returns undefined when there are more than `most` */
function idsIn(set: Uint32Array, last: number, most: number): number[] | undefined {
  const ids: number[] = [];
  for (let at = 0; at < set.length; at += 1) {
    for (let rest = set[at]!; rest !== 0; rest &= rest - 1) {
      const id = at * 32 + 31 - Math.clz32(rest & -rest);
      if (id > last) break;
      if (ids.push(id) > most) return undefined;
    }
  }
  return ids;
}
