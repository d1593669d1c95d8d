/** A `.gram` document in memory: its state at one revision, and what a revision is. */
import type { JsonValue } from "./canonical.ts";

/** One value, or the values of a repeating field in the order in which they were written. */
export type FieldValue = string | readonly string[];

/** A node of a gram-rich/1 tree. Unknown types and attributes are kept as they are. */
export interface TreeNode {
  readonly id: string;
  readonly type: string;
  readonly attrs?: Readonly<Record<string, JsonValue>>;
  readonly children?: readonly TreeNode[];
}

/** A piece of an owner's body: Markdown as written, or a tree where Markdown cannot say the same. */
export type Block = MarkdownBlock | TreeBlock;

export interface MarkdownBlock {
  readonly node: string;
  readonly type: string;
  readonly md: string;
}

export interface TreeBlock {
  readonly node: string;
  readonly type: string;
  readonly tree: TreeNode;
}

export function isTreeBlock(block: Block): block is TreeBlock {
  return "tree" in block;
}

/** `[predicate, target]` */
export type Link = readonly [predicate: string, target: string];

/** What the document and its records have in common. */
export interface Owner {
  readonly fields: ReadonlyMap<string, FieldValue>;
  readonly blocks: readonly Block[];
}

export interface GramRecord extends Owner {
  readonly id: string;
  readonly type: string;
  readonly links: readonly Link[];
  /** Its text in the canonical state, once it was made: written by canonical.ts, cleared by whoever changes the record. */
  canonical?: string | undefined;
}

/** A document at one revision. */
export interface GramState extends Owner {
  /** `d_` and 32 hex. */
  readonly id: string;
  /** Source order. */
  readonly records: readonly GramRecord[];
  record(id: string): GramRecord | undefined;
}

/** Where something is put: behind a sibling, in front of all (`null`), or at the end (`undefined`). */
export type Position = string | null | undefined;

/** One line of a block, and the lines of text that belong to it. `owner` is a record id, or `.` for the document. */
export type Op =
  | { readonly op: "record"; readonly id: string; readonly type: string; readonly after: Position }
  | { readonly op: "drop"; readonly id: string }
  | { readonly op: "order"; readonly id: string; readonly after: string | null }
  | { readonly op: "set"; readonly owner: string; readonly field: string; readonly value: string }
  | { readonly op: "unset"; readonly owner: string; readonly field: string }
  | { readonly op: "add" | "take"; readonly owner: string; readonly field: string; readonly value: string }
  | {
      readonly op: "link" | "unlink";
      readonly owner: string;
      readonly predicate: string;
      readonly target: string;
    }
  | {
      readonly op: "block";
      readonly owner: string;
      readonly node: string;
      readonly type: string;
      readonly after: Position;
      readonly md: string;
    }
  | {
      readonly op: "text";
      readonly owner: string;
      readonly node: string;
      readonly type: string | undefined;
      readonly md: string;
    }
  | { readonly op: "cut"; readonly owner: string; readonly node: string }
  | { readonly op: "place"; readonly owner: string; readonly node: string; readonly after: string | null }
  | {
      readonly op: "rich";
      readonly owner: string;
      readonly node: string;
      readonly after: Position;
      readonly tree: TreeNode;
    };

/** The document itself as the owner of a line. */
export const DOCUMENT = ".";

/** 16 hex zeros: the hash of a document that does not exist yet. */
export const NO_HASH = "0".repeat(16);

/** A revision as its block in the file tells it. */
export interface Revision {
  /** 1, 2, 3 … */
  readonly n: number;
  /** Writing time: ISO 8601, UTC, milliseconds. */
  readonly at: string;
  /** Name and version of the client, or `-`. */
  readonly by: string;
  readonly requestId: string;
  /** SHA-256 of the request, 64 hex. */
  readonly digest: string;
  /** First 16 hex of the SHA-256 of the canonical state after it. */
  readonly hash: string;
  /** SHA-256 over the chain before, the bytes of the block and `hash`: 64 hex. */
  readonly chain: string;
  /** Where its lines begin in the file, bytes. */
  readonly start: number;
  /** Where the next block begins, bytes. */
  readonly end: number;
  /** Its operation lines. */
  readonly body: string;
}
