/** What revisions did to owners: fields, links, blocks and places that differ from the revision before. */

import type { History } from "./history.ts";
import { ownersOf } from "./ops.ts";
import { DOCUMENT, type GramState, type Op, type Owner } from "./types.ts";

export interface OwnerChange {
  /** A record id, or the document's own id. */
  readonly owner: string;
  readonly op: "create" | "update" | "remove";
  readonly rev: number;
  /** Sorted names: fields, `links`, `blocks`, `order`; of the document `body` for its blocks. */
  readonly what: readonly string[];
}

/** Rows in the order of revisions, inside one in source order, what was removed last. */
export function ownerChanges(history: History, revisions: readonly number[]): readonly OwnerChange[] {
  const wanted = new Set(revisions);
  const last = Math.max(0, ...revisions);
  const first = Math.min(...revisions);
  if (revisions.length === 0) return [];
  const found: OwnerChange[] = [];
  const fold = history.draft(first - 1);
  for (let rev = first; rev <= last; rev++) {
    const ops = history.ops(rev);
    if (!wanted.has(rev)) {
      fold.apply(ops);
      continue;
    }
    const owners = ownersOf(ops);
    const before = new Map([...owners].map((owner) => [owner, keep(fold.state, owner)]));
    const order = fold.state.records.map(({ id }) => id);
    fold.apply(ops);
    found.push(...compare(fold.state, rev, before, order, ops));
  }
  return found;
}

interface Kept {
  readonly fields: ReadonlyMap<string, string>;
  readonly links: string;
  readonly blocks: string;
}

function ownerIn(state: GramState, owner: string): Owner | undefined {
  return owner === DOCUMENT ? state : state.record(owner);
}

function keep(state: GramState, id: string): Kept | undefined {
  const owner = ownerIn(state, id);
  if (owner === undefined) return undefined;
  return {
    fields: new Map([...owner.fields].map(([name, value]) => [name, JSON.stringify(value)])),
    links: JSON.stringify("links" in owner ? owner.links : []),
    blocks: JSON.stringify(owner.blocks),
  };
}

function compare(
  state: GramState,
  rev: number,
  before: ReadonlyMap<string, Kept | undefined>,
  order: readonly string[],
  ops: readonly Op[],
): readonly OwnerChange[] {
  const moved = new Set(ops.flatMap((op) => (op.op === "order" ? [op.id] : [])));
  const rows: OwnerChange[] = [];
  const places = new Map([DOCUMENT, ...state.records.map(({ id }) => id)].map((id, at) => [id, at]));
  const owners = [...before.keys()].sort(
    (a, b) =>
      (places.get(a) ?? Number.MAX_SAFE_INTEGER) - (places.get(b) ?? Number.MAX_SAFE_INTEGER) ||
      order.indexOf(a) - order.indexOf(b),
  );
  for (const id of owners) {
    const old = before.get(id);
    const now = keep(state, id);
    const owner = id === DOCUMENT ? state.id : id;
    // A document has its first revision, not a first change.
    const created = old === undefined || (id === DOCUMENT && rev === 1);
    if (now === undefined) {
      if (old !== undefined) rows.push({ owner, op: "remove", rev, what: namesOf(undefined, old, id) });
    } else {
      const what = namesOf(now, created ? undefined : old, id);
      const reordered = !created && moved.has(id);
      const names = reordered ? [...what, "order"].sort() : what;
      if (created || names.length > 0)
        rows.push({ owner, op: created ? "create" : "update", rev, what: names });
    }
  }
  return rows;
}

function namesOf(a: Kept | undefined, b: Kept | undefined, id: string): readonly string[] {
  const names: string[] = [];
  for (const field of new Set([...(a?.fields.keys() ?? []), ...(b?.fields.keys() ?? [])])) {
    if (a?.fields.get(field) !== b?.fields.get(field)) names.push(field);
  }
  if ((a?.links ?? "[]") !== (b?.links ?? "[]")) names.push("links");
  if ((a?.blocks ?? "[]") !== (b?.blocks ?? "[]")) names.push(id === DOCUMENT ? "body" : "blocks");
  return names.sort();
}
