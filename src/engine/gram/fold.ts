/**
 * Folds operations into a state, one after another. The state grows in place, so a new revision costs only its own
 * lines. Copies share their records until one of them changes a record: then it changes a copy of its own.
 */
import {
  type Block,
  DOCUMENT,
  type FieldValue,
  type GramRecord,
  type GramState,
  type Link,
  type Op,
  type Position,
} from "./types.ts";
import { isRepeating } from "./vocabulary.ts";

/** A line that makes no sense where it stands. */
export class FoldError extends Error {}

interface FoldedOwner {
  /** The fold that may change it. */
  readonly holder: Holder;
  readonly fields: Map<string, FieldValue>;
  readonly blocks: Block[];
}

interface FoldedRecord extends FoldedOwner {
  readonly id: string;
  readonly type: string;
  readonly links: Link[];
  canonical: string | undefined;
}

/** Stands for one fold between two copies of it. */
interface Holder {
  readonly kind: "holder";
}

function newHolder(): Holder {
  return { kind: "holder" };
}

export interface Fold {
  /** The same object as long as the fold lives: it changes with each `apply`. */
  readonly state: GramState;
  /** @throws FoldError; what was applied before the bad operation stays applied */
  apply(ops: readonly Op[]): void;
  /** The number of the next block that the owner may get: numbers are never used again. */
  nextNode(owner: string): number;
  /** The smallest number that no record of this letter ever had. */
  nextRecord(letter: string): number;
  /** Whether a record of this id is or was there. */
  used(id: string): boolean;
  /** An independent fold in the same state. */
  copy(): Fold;
}

export function createFold(documentId: string): Fold {
  return foldOver({
    id: documentId,
    document: { holder: newHolder(), fields: new Map(), blocks: [] },
    records: [],
    byId: new Map(),
    nodes: new Map(),
    dropped: new Set(),
  });
}

interface Content {
  readonly id: string;
  readonly document: FoldedOwner;
  readonly records: FoldedRecord[];
  readonly byId: Map<string, FoldedRecord>;
  /** Highest block number an owner ever had. */
  readonly nodes: Map<string, number>;
  /** Ids of records that are no longer there. */
  readonly dropped: Set<string>;
}

function foldOver(content: Content): Fold {
  const { records, byId, nodes, dropped } = content;
  let { document } = content;
  let holder = newHolder();
  let touched: FoldedRecord | undefined;
  const state: GramState = {
    id: content.id,
    get fields() {
      return document.fields;
    },
    get blocks() {
      return document.blocks;
    },
    records,
    record: (id): GramRecord | undefined => byId.get(id),
  };

  function recordOf(id: string): FoldedRecord {
    const record = byId.get(id);
    if (record === undefined) throw new FoldError(`there is no record ${id}`);
    return record;
  }

  /** The record, to be changed. Most operations concern the same one as the one before. */
  function ownRecord(id: string): FoldedRecord {
    if (touched?.id !== id) {
      const record = recordOf(id);
      touched = record.holder === holder ? record : copyOf(record);
    }
    touched.canonical = undefined;
    return touched;
  }

  function copyOf(record: FoldedRecord): FoldedRecord {
    const { id } = record;
    const own: FoldedRecord = {
      holder,
      id,
      type: record.type,
      fields: new Map(record.fields),
      links: [...record.links],
      blocks: [...record.blocks],
      canonical: undefined,
    };
    records[records.lastIndexOf(record)] = own;
    byId.set(id, own);
    return own;
  }

  /** The record or the document, to be changed. */
  function ownerOf(owner: string): FoldedOwner {
    if (owner !== DOCUMENT) return ownRecord(owner);
    if (document.holder !== holder) {
      document = { holder, fields: new Map(document.fields), blocks: [...document.blocks] };
    }
    return document;
  }

  function addBlock(owner: string, block: Block, after: Position): void {
    const { blocks } = ownerOf(owner);
    if (indexOfNode(blocks, block.node) >= 0)
      throw new FoldError(`${owner} has a block ${block.node} already`);
    insert(blocks, block, after, indexOfNode);
    const number = Number.parseInt(block.node.slice(1), 10);
    if (number > (nodes.get(owner) ?? 0)) nodes.set(owner, number);
  }

  function apply(op: Op): void {
    switch (op.op) {
      case "record": {
        if (byId.has(op.id)) throw new FoldError(`there is a record ${op.id} already`);
        const record: FoldedRecord = {
          holder,
          id: op.id,
          type: op.type,
          fields: new Map(),
          links: [],
          blocks: [],
          canonical: undefined,
        };
        insert(records, record, op.after, indexOfRecord);
        byId.set(op.id, record);
        touched = record;
        return;
      }
      case "drop":
        records.splice(records.indexOf(recordOf(op.id)), 1);
        byId.delete(op.id);
        dropped.add(op.id);
        touched = undefined;
        return;
      case "order": {
        const record = recordOf(op.id);
        records.splice(records.indexOf(record), 1);
        insert(records, record, op.after, indexOfRecord);
        return;
      }
      case "set":
        ownerOf(op.owner).fields.set(op.field, isRepeating(op.field) ? [op.value] : op.value);
        return;
      case "unset":
        ownerOf(op.owner).fields.delete(op.field);
        return;
      case "add": {
        const { fields } = ownerOf(op.owner);
        fields.set(op.field, [...valuesOf(fields.get(op.field)), op.value]);
        return;
      }
      case "take": {
        const { fields } = ownerOf(op.owner);
        const values = [...valuesOf(fields.get(op.field))];
        const at = values.indexOf(op.value);
        if (at < 0) throw new FoldError(`${op.owner} has no such ${op.field}`);
        values.splice(at, 1);
        if (values.length === 0) fields.delete(op.field);
        else fields.set(op.field, values);
        return;
      }
      case "link":
        ownRecord(op.owner).links.push([op.predicate, op.target]);
        return;
      case "unlink": {
        const { links } = ownRecord(op.owner);
        const at = links.findIndex(
          ([predicate, target]) => predicate === op.predicate && target === op.target,
        );
        if (at < 0) throw new FoldError(`${op.owner} has no such link`);
        links.splice(at, 1);
        return;
      }
      case "block":
        addBlock(op.owner, { node: op.node, type: op.type, md: op.md }, op.after);
        return;
      case "rich": {
        const { blocks } = ownerOf(op.owner);
        const block: Block = { node: op.node, type: op.tree.type, tree: op.tree };
        const at = indexOfNode(blocks, op.node);
        if (at >= 0 && op.after === undefined) blocks[at] = block;
        else addBlock(op.owner, block, op.after);
        return;
      }
      case "text": {
        const { blocks } = ownerOf(op.owner);
        const at = nodeAt(blocks, op.node);
        blocks[at] = { node: op.node, type: op.type ?? (blocks[at] as Block).type, md: op.md };
        return;
      }
      case "cut": {
        const { blocks } = ownerOf(op.owner);
        blocks.splice(nodeAt(blocks, op.node), 1);
        return;
      }
      case "place": {
        const { blocks } = ownerOf(op.owner);
        const [block] = blocks.splice(nodeAt(blocks, op.node), 1);
        insert(blocks, block as Block, op.after, indexOfNode);
        return;
      }
    }
  }

  const used = (id: string): boolean => byId.has(id) || dropped.has(id);
  return {
    state,
    apply(ops) {
      for (const op of ops) apply(op);
    },
    nextNode: (owner) => (nodes.get(owner) ?? 0) + 1,
    nextRecord(letter) {
      let number = 1;
      while (used(`${letter}${number}`)) number++;
      return number;
    },
    used,
    copy() {
      holder = newHolder();
      touched = undefined;
      return foldOver({
        id: content.id,
        document,
        records: [...records],
        byId: new Map(byId),
        nodes: new Map(nodes),
        dropped: new Set(dropped),
      });
    },
  };
}

function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

function insert<T>(list: T[], item: T, after: Position, indexOf: (list: readonly T[], id: string) => number) {
  if (after === undefined) list.push(item);
  else if (after === null) list.unshift(item);
  else {
    const at = indexOf(list, after);
    if (at < 0) throw new FoldError(`there is no ${after} to stand behind`);
    list.splice(at + 1, 0, item);
  }
}

/** From the end, because most things are added there. */
function indexOfRecord(list: readonly { readonly id: string }[], id: string): number {
  return list.findLastIndex((record) => record.id === id);
}

function indexOfNode(list: readonly { readonly node: string }[], node: string): number {
  return list.findLastIndex((block) => block.node === node);
}

function nodeAt(blocks: readonly Block[], node: string): number {
  const at = indexOfNode(blocks, node);
  if (at < 0) throw new FoldError(`there is no block ${node}`);
  return at;
}
