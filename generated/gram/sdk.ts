// Generated from schemas/gram and spec/gram.md. Do not edit.
// To change it, edit those and run: npm run codegen

import { type CallOptions, type ConnectOptions, createClient } from "../../src/sdk/client.ts";
import type {
  GramBriefInput,
  GramBriefOutput,
  GramCapabilitiesInput,
  GramCapabilitiesOutput,
  GramChangesInput,
  GramChangesOutput,
  GramContextInput,
  GramContextOutput,
  GramCreateInput,
  GramCreateOutput,
  GramGetInput,
  GramGetOutput,
  GramListInput,
  GramListOutput,
  GramPatchInput,
  GramPatchOutput,
  GramProfileInput,
  GramProfileOutput,
  GramProjectsInput,
  GramProjectsOutput,
  GramRangeInput,
  GramRangeOutput,
  GramReadInput,
  GramReadOutput,
  GramRecallInput,
  GramRecallOutput,
  GramRelationsInput,
  GramRelationsOutput,
  GramStateInput,
  GramStateOutput,
  GramTools,
} from "./types.ts";

export { ConnectionError, isToolCallError, ToolCallError } from "../../src/sdk/client.ts";
export type { CallOptions, ConnectOptions };
export type * from "./types.ts";

export type GramProfileError = GramTools["gram_profile"]["errors"];
export type GramCapabilitiesError = GramTools["gram_capabilities"]["errors"];
export type GramProjectsError = GramTools["gram_projects"]["errors"];
export type GramBriefError = GramTools["gram_brief"]["errors"];
export type GramReadError = GramTools["gram_read"]["errors"];
export type GramChangesError = GramTools["gram_changes"]["errors"];
export type GramRecallError = GramTools["gram_recall"]["errors"];
export type GramListError = GramTools["gram_list"]["errors"];
export type GramGetError = GramTools["gram_get"]["errors"];
export type GramContextError = GramTools["gram_context"]["errors"];
export type GramRelationsError = GramTools["gram_relations"]["errors"];
export type GramRangeError = GramTools["gram_range"]["errors"];
export type GramStateError = GramTools["gram_state"]["errors"];
export type GramCreateError = GramTools["gram_create"]["errors"];
export type GramPatchError = GramTools["gram_patch"]["errors"];

/** A connected server. A failed call throws a ToolCallError whose code is the tool's own union, such as GramProfileError. */
export interface Gram {
  /**
   * Write and read contract of .gram documents: the vocabulary, the Markdown body with its gram-rich/1 nodes,
   * and how documents are shown. Ask for it before the first write.
   */
  profile(args?: GramProfileInput, options?: CallOptions): Promise<GramProfileOutput>;
  /** Which tools there are, whether semantic search works right now, and what of the folder is indexed. */
  capabilities(args?: GramCapabilitiesInput, options?: CallOptions): Promise<GramCapabilitiesOutput>;
  /**
   * The folder that is shared with agents and the collections mounted beside it: local project folders with
   * their number of documents, and mounts as {key, id, kind, name, count, access}. A mount key is the prefix
   * of every path in it (@mounts/<mount-id>/notes.gram); @mounts is reserved, so no mount hides a local
   * project, and no mount allows more than the agent may do at all.
   */
  projects(args?: GramProjectsInput, options?: CallOptions): Promise<GramProjectsOutput>;
  /**
   * Orientation in a vault, folder or document: documents, records counted by type and status, open work,
   * what is due, decisions that stand and what was written last. Sections that were cut are named in more.
   */
  brief(args?: GramBriefInput, options?: CallOptions): Promise<GramBriefOutput>;
  /**
   * A document as text, as it was written: the Markdown body with mentions and placements unresolved, then
   * its records. Long documents come in pages.
   */
  read(args: GramReadInput, options?: CallOptions): Promise<GramReadOutput>;
  /**
   * What was written, oldest first: one row for each owner and revision, with the names of what changed.
   * Limited by writing time, or to what came after a base revision of one document.
   */
  changes(args?: GramChangesInput, options?: CallOptions): Promise<GramChangesOutput>;
  /**
   * Searches by relevance. from and to bound the dates of records, both inclusive: a date without a time
   * covers its day, YYYY-MM and YYYY a whole month or year; date names the field, by default at of events,
   * observed of metrics, due of tasks, else at. A query that is a date, month or year matches record dates in
   * keyword, exact and auto mode. scope is exact membership in the s tags; type is the record type. Filters
   * take further candidates until top_k are found. The last value of a hit, where it is a number, is a
   * cosine: compare it only within one query and model. When semantic hits are loose, ask with hybrid or
   * keyword.
   */
  recall(args: GramRecallInput, options?: CallOptions): Promise<GramRecallOutput>;
  /**
   * Without a path every document as [path, title, rev]; with the path of a folder the documents in it. With
   * select {type?, status?, tag?, from?, to?, date?} the matching records as [path#id, type, title,
   * status|null, date?], in an inclusive span of dates and sorted by the selected date; a date without a time
   * covers its day, YYYY-MM and YYYY a month or year. The date is at of events, observed of metrics, due of
   * tasks, else at; date names another field. With the path of a document its entity ids in source order, at
   * a past revision too.
   */
  list(args?: GramListInput, options?: CallOptions): Promise<GramListOutput>;
  /**
   * The exact structure of the document or one record: fields, links and blocks with their node ids. With
   * outline the top-level blocks of the body as [node id, node type, shown as, label], whose ids serve for
   * editing.
   */
  get(args: GramGetInput, options?: CallOptions): Promise<GramGetOutput>;
  /**
   * The document or one record as plain text in which mentions, items and collections read as the records
   * they point at, with its fields and links. A decision also carries implemented: the date, as written, of
   * the earliest event in the same document that implements it.
   */
  context(args: GramContextInput, options?: CallOptions): Promise<GramContextOutput>;
  /**
   * Links of a record, or of all records of a document, in and out, up to three steps: [from, predicate, to,
   * other type, other title, hops?]. Ends in other documents are resolved by document id.
   */
  relations(args: GramRelationsInput, options?: CallOptions): Promise<GramRelationsOutput>;
  /**
   * How values ran through a span of time: by writing time each value with its start and end, or by the own
   * dates of records.
   */
  range(args: GramRangeInput, options?: CallOptions): Promise<GramRangeOutput>;
  /**
   * What held at one point: the records of a document at a revision or writing time, without those whose own
   * date starts later than effective_at.
   */
  state(args: GramStateInput, options?: CallOptions): Promise<GramStateOutput>;
  /**
   * Makes a new document in one revision: title, fields, body and records together. Repeating the request id
   * with the same arguments gives the same answer and writes nothing.
   */
  create(args: GramCreateInput, options?: CallOptions): Promise<GramCreateOutput>;
  /**
   * Changes a document in one revision, made on the revision and hash that were read: add and set records,
   * link, order, and write, insert, replace or move blocks. Any fault refuses the whole patch. Repeating the
   * request id with the same arguments gives the same answer and writes nothing.
   */
  patch(args: GramPatchInput, options?: CallOptions): Promise<GramPatchOutput>;
  /** Ends the connection, and the server when it was started by `connect`. */
  close(): Promise<void>;
}

/** Tool by method. */
export const methods = {
  profile: "gram_profile",
  capabilities: "gram_capabilities",
  projects: "gram_projects",
  brief: "gram_brief",
  read: "gram_read",
  changes: "gram_changes",
  recall: "gram_recall",
  list: "gram_list",
  get: "gram_get",
  context: "gram_context",
  relations: "gram_relations",
  range: "gram_range",
  state: "gram_state",
  create: "gram_create",
  patch: "gram_patch",
} as const;

/** Tools that may be called again after a broken connection. */
export const idempotent: readonly string[] = [
  "gram_profile",
  "gram_capabilities",
  "gram_projects",
  "gram_brief",
  "gram_read",
  "gram_changes",
  "gram_recall",
  "gram_list",
  "gram_get",
  "gram_context",
  "gram_relations",
  "gram_range",
  "gram_state",
  "gram_create",
  "gram_patch",
];

/** Starts or reaches a server of the contract gram. */
export function connect(options: ConnectOptions): Promise<Gram> {
  return createClient<Gram>(options, methods, idempotent);
}
