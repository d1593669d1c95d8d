/** What a client may ask for in one revision, as the tools take it, and what comes of it. */
import type { JsonValue } from "./canonical.ts";
import type { Op } from "./types.ts";

/** `[predicate, target]` or `{predicate, target}`. */
export type LinkInput =
  | readonly [predicate: string, target: string]
  | { readonly predicate: string; readonly target: string };

export interface RecordBlockInput {
  readonly type: "reason" | "summary" | "quote" | "note";
  readonly text: string;
}

/** Fields stand beside these members. */
export interface RecordInput {
  readonly type: string;
  readonly t: string;
  readonly id?: string;
  readonly links?: readonly LinkInput[];
  readonly blocks?: readonly RecordBlockInput[];
  readonly [field: string]: unknown;
}

/** null clears; `t` cannot be cleared. */
export type FieldsInput = Readonly<Record<string, string | readonly string[] | null>>;

export interface CreateInput {
  readonly t: string;
  readonly fields?: FieldsInput;
  readonly body?: string;
  readonly records?: readonly RecordInput[];
}

/** A record id, or a node id where blocks are moved; `first`, and for blocks `last`. */
type Place = string;

export type Change =
  | { readonly op: "add"; readonly record: RecordInput; readonly after?: Place }
  | { readonly op: "set"; readonly id?: string; readonly fields: FieldsInput }
  | { readonly op: "link" | "unlink"; readonly id: string; readonly links: readonly LinkInput[] }
  | { readonly op: "remove"; readonly id: string }
  | { readonly op: "order"; readonly id: string; readonly after: Place }
  | { readonly op: "body"; readonly id?: string; readonly text: string }
  | { readonly op: "insert"; readonly id?: string; readonly text: string; readonly after: Place }
  | { readonly op: "replace"; readonly id?: string; readonly node: string; readonly text: string }
  | { readonly op: "delete"; readonly id?: string; readonly node: string }
  | { readonly op: "move"; readonly id?: string; readonly node: string; readonly after: Place }
  | {
      readonly op: "rich";
      readonly id?: string;
      readonly node: string;
      readonly changes: readonly RichChange[];
    };

/** gram-rich/1 r2: tuples whose first member names the change. */
export type RichChange = readonly JsonValue[];

/** The operations of one revision. The draft that they were planned on stands after them. */
export interface Planned {
  readonly kind: "planned";
  readonly ops: readonly Op[];
  /** Which member of the request became which record. */
  readonly ids: readonly (readonly [index: number, id: string])[];
}

/** Nothing of the request was applied. */
export type Refused =
  /** It cannot be done; the message begins with the place in the request. */
  | { readonly kind: "change"; readonly message: string }
  /** It names a record that is not there. */
  | { readonly kind: "no-record"; readonly id: string };
