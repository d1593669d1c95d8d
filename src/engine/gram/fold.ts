/**
 * Folds operations into a state, one after another. The state grows in place, so a new revision costs only its own
 * lines; whoever hands a state out to be kept takes a `snapshot`.
 */
import {
  type Block,
  DOCUMENT,
  type FieldValue,
  type GramRecord,
  type GramState,
  isTreeBlock,
  type Link,
  type Op,
  type Position,
} from "./types.ts";
import { isRepeating } from "./vocabulary.ts";

/** A line that makes no sense where it stands. */
export class FoldError extends Error {}

interface FoldedOwner {
  fields: Map<string, FieldValue>;
  blocks: Block[];
}

interface FoldedRecord extends FoldedOwner {
  readonly id: string;
  readonly type: string;
  links: Link[];
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
    document: { fields: new Map(), blocks: [] },
    records: [],
    nodes: new Map(),
    ids: new Set(),
  });
}

interface Content {
  readonly id: string;
  readonly document: FoldedOwner;
  readonly records: FoldedRecord[];
  /** Highest block number an owner ever had. */
  readonly nodes: Map<string, number>;
  /** Every record id the file ever had. */
  readonly ids: Set<string>;
}

function foldOver(content: Content): Fold {
  const { document, records, nodes, ids } = content;
  const byId = new Map(records.map((record) => [record.id, record]));
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

  function ownerOf(owner: string): FoldedOwner {
    return owner === DOCUMENT ? document : recordOf(owner);
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
        const record: FoldedRecord = { id: op.id, type: op.type, fields: new Map(), links: [], blocks: [] };
        insert(records, record, op.after, indexOfRecord);
        byId.set(op.id, record);
        ids.add(op.id);
        return;
      }
      case "drop":
        records.splice(records.indexOf(recordOf(op.id)), 1);
        byId.delete(op.id);
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
        recordOf(op.owner).links.push([op.predicate, op.target]);
        return;
      case "unlink": {
        const { links } = recordOf(op.owner);
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

  return {
    state,
    apply(ops) {
      for (const op of ops) apply(op);
    },
    nextNode: (owner) => (nodes.get(owner) ?? 0) + 1,
    nextRecord(letter) {
      let number = 1;
      while (ids.has(`${letter}${number}`)) number++;
      return number;
    },
    used: (id) => ids.has(id),
    copy: () =>
      foldOver({
        id: content.id,
        document: copyOwner(document),
        records: records.map((record) => ({
          ...copyOwner(record),
          id: record.id,
          type: record.type,
          links: [...record.links],
        })),
        nodes: new Map(nodes),
        ids: new Set(ids),
      }),
  };
}

/** Field values and blocks are never changed in place, so a copy of the containers is enough. */
function copyOwner({ fields, blocks }: FoldedOwner): FoldedOwner {
  return { fields: new Map(fields), blocks: [...blocks] };
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

/** A state that stays as it is. */
export function snapshot(fold: Fold): GramState {
  return fold.copy().state;
}

/** The whole text of an owner's Markdown, or undefined where a block has none. */
export function markdownOf(block: Block): string | undefined {
  return isTreeBlock(block) ? undefined : block.md;
}
