/** Turns a request into the operations of one revision, on a draft of the document. Any fault refuses the whole request. */
import { bodyOps } from "./body.ts";
import type { Change, CreateInput, Planned, Refused } from "./changes.ts";
import type { Fold } from "./fold.ts";
import { MAX_CHANGES } from "./limits.ts";
import { normalizeText, splitBlocks } from "./markdown.ts";
import {
  checkBody,
  checkLink,
  checkText,
  fieldsOps,
  insertOps,
  linkOps,
  ownerOf,
  PlanError,
  recordOps,
} from "./plan-record.ts";
import { richOps } from "./rich-ops.ts";
import { type Block, DOCUMENT, type GramRecord, type Op, type Owner, type Position } from "./types.ts";

/** @param draft empty, and after the call in the state of the new document */
export function planCreate(draft: Fold, input: CreateInput): Planned | Refused {
  return planned((ids) => {
    const ops: Op[] = [];
    const add = (where: string, make: () => readonly Op[]) => {
      const made = at(where, make);
      draft.apply(made);
      ops.push(...made);
    };
    add("t", () => fieldsOps(DOCUMENT, draft.state.fields, { t: input.t }));
    const { t: _title, ...fields } = input.fields ?? {};
    add("fields", () => fieldsOps(DOCUMENT, draft.state.fields, fields));
    const reserved = given(input.records ?? []);
    (input.records ?? []).forEach((record, index) => {
      add(`records[${index}]`, () => {
        const made = recordOps(draft, record, draft.state.records.at(-1)?.id, reserved);
        ids.push([index, made.id]);
        return made.ops;
      });
    });
    add("body", () => rewriteBody(draft, DOCUMENT, input.body ?? ""));
    return ops;
  });
}

/** @param draft in the state of the base revision, and after the call in that of the new one */
export function planPatch(draft: Fold, changes: readonly Change[]): Planned | Refused {
  return planned((ids) => {
    if (changes.length > MAX_CHANGES) throw new PlanError(`changes: at most ${MAX_CHANGES} in one patch`);
    const reserved = given(changes.flatMap((change) => (change.op === "add" ? [change.record] : [])));
    return changes.flatMap((change, index) => {
      const made = at(`changes[${index}]`, () => {
        if (change.op !== "add") return changeOps(draft, change);
        const after = recordPlace(draft, change.after);
        const record = recordOps(draft, change.record, after, reserved);
        ids.push([index, record.id]);
        return record.ops;
      });
      draft.apply(made);
      for (const owner of new Set(made.map(grown))) {
        if (owner !== undefined) at(`changes[${index}]`, () => checkBody(ownerState(draft, owner).blocks));
      }
      return made;
    });
  });
}

function planned(make: (ids: [number, string][]) => readonly Op[]): Planned | Refused {
  const ids: [number, string][] = [];
  try {
    return { kind: "planned", ops: make(ids), ids };
  } catch (error) {
    if (!(error instanceof PlanError)) throw error;
    return error.missing === undefined
      ? { kind: "change", message: error.message }
      : { kind: "no-record", id: error.missing };
  }
}

/** Says where in the request a fault is. */
function at<T>(where: string, make: () => T): T {
  try {
    return make();
  } catch (error) {
    if (error instanceof PlanError) throw new PlanError(`${where}: ${error.message}`, error.missing);
    throw error;
  }
}

function given(records: readonly { readonly id?: string }[]): ReadonlySet<string> {
  return new Set(records.flatMap(({ id }) => id ?? []));
}

/** The owner whose text an operation may have made longer. */
function grown(op: Op): string | undefined {
  return op.op === "block" || op.op === "text" || op.op === "rich" ? op.owner : undefined;
}

function changeOps(draft: Fold, change: Exclude<Change, { op: "add" }>): readonly Op[] {
  switch (change.op) {
    case "set": {
      const owner = ownerOf(draft, change.id);
      return fieldsOps(owner, ownerState(draft, owner).fields, change.fields);
    }
    case "link": {
      const record = recordState(draft, change.id);
      return linkOps(record.id, record.links, change.links);
    }
    case "unlink": {
      const record = recordState(draft, change.id);
      const gone = new Set(change.links.map((link) => checkLink(link).join(" ")));
      return record.links
        .filter((link) => gone.has(link.join(" ")))
        .map(([predicate, target]) => ({ op: "unlink", owner: record.id, predicate, target }));
    }
    case "remove":
      return [{ op: "drop", id: recordState(draft, change.id).id }];
    case "order": {
      const { id } = recordState(draft, change.id);
      if (change.after === id) throw new PlanError(`${id} cannot stand behind itself`);
      const after = change.after === "first" ? null : recordState(draft, change.after).id;
      const before = draft.state.records[draft.state.records.findIndex((each) => each.id === id) - 1]?.id;
      return (before ?? null) === after ? [] : [{ op: "order", id, after }];
    }
    case "body":
      return rewriteBody(draft, ownerOf(draft, change.id), change.text);
    case "insert": {
      const owner = ownerOf(draft, change.id);
      const { blocks } = ownerState(draft, owner);
      const pieces = splitBlocks(checkText(normalizeText(change.text)));
      return insertOps(owner, pieces, blockPlace(blocks, change.after), nodes(draft, owner));
    }
    case "replace": {
      const owner = ownerOf(draft, change.id);
      const old = blockOf(ownerState(draft, owner).blocks, change.node);
      const pieces = splitBlocks(checkText(normalizeText(change.text)));
      const [only] = pieces;
      if (only === undefined || pieces.length > 1) {
        return [
          ...insertOps(owner, pieces, old.node, nodes(draft, owner)),
          { op: "cut", owner, node: old.node },
        ];
      }
      if ("md" in old && old.type === only.type && old.md === only.md) return [];
      return [
        {
          op: "text",
          owner,
          node: old.node,
          type: old.type === only.type ? undefined : only.type,
          md: only.md,
        },
      ];
    }
    case "delete": {
      const owner = ownerOf(draft, change.id);
      return [{ op: "cut", owner, node: blockOf(ownerState(draft, owner).blocks, change.node).node }];
    }
    case "move": {
      const owner = ownerOf(draft, change.id);
      const { blocks } = ownerState(draft, owner);
      const { node } = blockOf(blocks, change.node);
      const after = blockPlace(blocks, change.after) ?? null;
      if (after === node) {
        if (change.after === "last") return [];
        throw new PlanError(`${node} cannot stand behind itself`);
      }
      const before = blocks[blocks.findIndex((block) => block.node === node) - 1]?.node ?? null;
      return before === after ? [] : [{ op: "place", owner, node, after }];
    }
    case "rich": {
      const owner = ownerOf(draft, change.id);
      return richOps(owner, blockOf(ownerState(draft, owner).blocks, change.node), change.changes);
    }
  }
}

function rewriteBody(draft: Fold, owner: string, text: string): readonly Op[] {
  const pieces = splitBlocks(checkText(normalizeText(text)));
  return bodyOps(owner, ownerState(draft, owner).blocks, pieces, nodes(draft, owner));
}

function nodes(draft: Fold, owner: string): () => string {
  let number = draft.nextNode(owner);
  return () => `b${number++}`;
}

function ownerState(draft: Fold, owner: string): Owner {
  return owner === DOCUMENT ? draft.state : recordState(draft, owner);
}

function recordState(draft: Fold, id: string): GramRecord {
  const record = draft.state.record(id);
  if (record !== undefined) return record;
  if (id === draft.state.id)
    throw new PlanError("the document itself has no links and no place among records");
  throw new PlanError(`there is no record ${id}`, id);
}

function recordPlace(draft: Fold, after: string | undefined): Position {
  const { records } = draft.state;
  if (after === undefined) return records.at(-1)?.id;
  if (after !== "first") return recordState(draft, after).id;
  return records.length === 0 ? undefined : null;
}

function blockPlace(blocks: readonly Block[], after: string): Position {
  if (blocks.length === 0 && (after === "first" || after === "last")) return undefined;
  if (after === "first") return null;
  return after === "last" ? blocks.at(-1)?.node : blockOf(blocks, after).node;
}

function blockOf(blocks: readonly Block[], node: string): Block {
  const block = blocks.find((each) => each.node === node);
  if (block === undefined) throw new PlanError(`there is no block ${node}`);
  return block;
}
