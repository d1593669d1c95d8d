// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

import { type CallOptions, type ConnectOptions, createClient } from "../../src/sdk/client.ts";
import type {
  GnoAddCollectionInput,
  GnoAddCollectionOutput,
  GnoAskInput,
  GnoAskOutput,
  GnoAuditInput,
  GnoAuditOutput,
  GnoBacklinksInput,
  GnoBacklinksOutput,
  GnoCaptureInput,
  GnoCaptureOutput,
  GnoChangesInput,
  GnoChangesOutput,
  GnoClearCollectionEmbeddingsInput,
  GnoClearCollectionEmbeddingsOutput,
  GnoContextInput,
  GnoContextOutput,
  GnoContextVerifyInput,
  GnoContextVerifyOutput,
  GnoCreateFolderInput,
  GnoCreateFolderOutput,
  GnoDiffInput,
  GnoDiffOutput,
  GnoDuplicateNoteInput,
  GnoDuplicateNoteOutput,
  GnoEgressAuditDeleteInput,
  GnoEgressAuditDeleteOutput,
  GnoEgressAuditListInput,
  GnoEgressAuditListOutput,
  GnoEgressAuditPurgeInput,
  GnoEgressAuditPurgeOutput,
  GnoEgressAuditShowInput,
  GnoEgressAuditShowOutput,
  GnoEgressAuditStatusInput,
  GnoEgressAuditStatusOutput,
  GnoEgressCheckInput,
  GnoEgressCheckOutput,
  GnoEgressPolicyGetInput,
  GnoEgressPolicyGetOutput,
  GnoEgressPolicySetInput,
  GnoEgressPolicySetOutput,
  GnoEmbedInput,
  GnoEmbedOutput,
  GnoGetInput,
  GnoGetOutput,
  GnoGraphInput,
  GnoGraphNeighborsInput,
  GnoGraphNeighborsOutput,
  GnoGraphOutput,
  GnoGraphPathInput,
  GnoGraphPathOutput,
  GnoGraphQueryInput,
  GnoGraphQueryOutput,
  GnoImpactInput,
  GnoImpactOutput,
  GnoIndexInput,
  GnoIndexOutput,
  GnoJobStatusInput,
  GnoJobStatusOutput,
  GnoLinksInput,
  GnoLinksOutput,
  GnoListJobsInput,
  GnoListJobsOutput,
  GnoListTagsInput,
  GnoListTagsOutput,
  GnoMoveNoteInput,
  GnoMoveNoteOutput,
  GnoMultiGetInput,
  GnoMultiGetOutput,
  GnoPeekInput,
  GnoPeekOutput,
  GnoQueryDiagnoseInput,
  GnoQueryDiagnoseOutput,
  GnoQueryInput,
  GnoQueryOutput,
  GnoRecallInput,
  GnoRecallOutput,
  GnoRememberInput,
  GnoRememberOutput,
  GnoRemoveCollectionInput,
  GnoRemoveCollectionOutput,
  GnoRenameNoteInput,
  GnoRenameNoteOutput,
  GnoSearchInput,
  GnoSearchOutput,
  GnoSectionInput,
  GnoSectionOutput,
  GnoSimilarInput,
  GnoSimilarOutput,
  GnoStatusInput,
  GnoStatusOutput,
  GnoSyncInput,
  GnoSyncOutput,
  GnoTools,
  GnoTraceDeleteInput,
  GnoTraceDeleteOutput,
  GnoTraceExportInput,
  GnoTraceExportOutput,
  GnoTraceLabelInput,
  GnoTraceLabelOutput,
  GnoTraceListInput,
  GnoTraceListOutput,
  GnoTracePurgeInput,
  GnoTracePurgeOutput,
  GnoTraceShowInput,
  GnoTraceShowOutput,
  GnoVsearchInput,
  GnoVsearchOutput,
} from "./types.ts";

export { ConnectionError, isToolCallError, ToolCallError } from "../../src/sdk/client.ts";
export type { CallOptions, ConnectOptions };
export type * from "./types.ts";

export type GnoContextError = GnoTools["gno_context"]["errors"];
export type GnoContextVerifyError = GnoTools["gno_context_verify"]["errors"];
export type GnoAskError = GnoTools["gno_ask"]["errors"];
export type GnoRecallError = GnoTools["gno_recall"]["errors"];
export type GnoSearchError = GnoTools["gno_search"]["errors"];
export type GnoVsearchError = GnoTools["gno_vsearch"]["errors"];
export type GnoQueryError = GnoTools["gno_query"]["errors"];
export type GnoQueryDiagnoseError = GnoTools["gno_query_diagnose"]["errors"];
export type GnoGetError = GnoTools["gno_get"]["errors"];
export type GnoSectionError = GnoTools["gno_section"]["errors"];
export type GnoMultiGetError = GnoTools["gno_multi_get"]["errors"];
export type GnoPeekError = GnoTools["gno_peek"]["errors"];
export type GnoStatusError = GnoTools["gno_status"]["errors"];
export type GnoAuditError = GnoTools["gno_audit"]["errors"];
export type GnoEgressPolicyGetError = GnoTools["gno_egress_policy_get"]["errors"];
export type GnoEgressCheckError = GnoTools["gno_egress_check"]["errors"];
export type GnoEgressAuditListError = GnoTools["gno_egress_audit_list"]["errors"];
export type GnoEgressAuditShowError = GnoTools["gno_egress_audit_show"]["errors"];
export type GnoEgressAuditStatusError = GnoTools["gno_egress_audit_status"]["errors"];
export type GnoChangesError = GnoTools["gno_changes"]["errors"];
export type GnoDiffError = GnoTools["gno_diff"]["errors"];
export type GnoImpactError = GnoTools["gno_impact"]["errors"];
export type GnoTraceListError = GnoTools["gno_trace_list"]["errors"];
export type GnoTraceShowError = GnoTools["gno_trace_show"]["errors"];
export type GnoListTagsError = GnoTools["gno_list_tags"]["errors"];
export type GnoLinksError = GnoTools["gno_links"]["errors"];
export type GnoBacklinksError = GnoTools["gno_backlinks"]["errors"];
export type GnoSimilarError = GnoTools["gno_similar"]["errors"];
export type GnoGraphError = GnoTools["gno_graph"]["errors"];
export type GnoGraphQueryError = GnoTools["gno_graph_query"]["errors"];
export type GnoGraphNeighborsError = GnoTools["gno_graph_neighbors"]["errors"];
export type GnoGraphPathError = GnoTools["gno_graph_path"]["errors"];
export type GnoEgressPolicySetError = GnoTools["gno_egress_policy_set"]["errors"];
export type GnoEgressAuditDeleteError = GnoTools["gno_egress_audit_delete"]["errors"];
export type GnoEgressAuditPurgeError = GnoTools["gno_egress_audit_purge"]["errors"];
export type GnoTraceLabelError = GnoTools["gno_trace_label"]["errors"];
export type GnoTraceExportError = GnoTools["gno_trace_export"]["errors"];
export type GnoTraceDeleteError = GnoTools["gno_trace_delete"]["errors"];
export type GnoTracePurgeError = GnoTools["gno_trace_purge"]["errors"];
export type GnoRememberError = GnoTools["gno_remember"]["errors"];
export type GnoCaptureError = GnoTools["gno_capture"]["errors"];
export type GnoAddCollectionError = GnoTools["gno_add_collection"]["errors"];
export type GnoSyncError = GnoTools["gno_sync"]["errors"];
export type GnoEmbedError = GnoTools["gno_embed"]["errors"];
export type GnoIndexError = GnoTools["gno_index"]["errors"];
export type GnoRemoveCollectionError = GnoTools["gno_remove_collection"]["errors"];
export type GnoClearCollectionEmbeddingsError = GnoTools["gno_clear_collection_embeddings"]["errors"];
export type GnoCreateFolderError = GnoTools["gno_create_folder"]["errors"];
export type GnoRenameNoteError = GnoTools["gno_rename_note"]["errors"];
export type GnoMoveNoteError = GnoTools["gno_move_note"]["errors"];
export type GnoDuplicateNoteError = GnoTools["gno_duplicate_note"]["errors"];
export type GnoJobStatusError = GnoTools["gno_job_status"]["errors"];
export type GnoListJobsError = GnoTools["gno_list_jobs"]["errors"];

/** A connected server. A failed call throws a ToolCallError whose code is the tool's own union, such as GnoContextError. */
export interface Gno {
  /**
   * Compiles evidence for a goal into one Context Capsule: passages cut exactly from the documents, with
   * hashes, facets, gaps and omissions, all of it within budgetTokens and budgetBytes. Models write nothing;
   * the same index and request give the same bytes. Nothing is stored.
   */
  context(args: GnoContextInput, options?: CallOptions): Promise<GnoContextOutput>;
  /**
   * Compares a stored Context Capsule with the index as it is: each passage unchanged, stale or missing, its
   * rank unchanged or reranked, and whether configuration, models or index drifted. Nothing is compiled again
   * and nothing changes.
   */
  contextVerify(args: GnoContextVerifyInput, options?: CallOptions): Promise<GnoContextVerifyOutput>;
  /**
   * Answers a question from the indexed documents, or abstains. A model drafts from one closed Context
   * Capsule; each claim of the draft is judged against the passages it cites, and the draft is withheld
   * unless every claim is supported. verify must be true. Without a model that writes, the answer abstains,
   * says how to get one, and still carries the evidence.
   */
  ask(args: GnoAskInput, options?: CallOptions): Promise<GnoAskOutput>;
  /**
   * Recalls current facts from a memory-managed collection: those whose scopes meet the given ones, best
   * match first, within a budget of facts and tokens. Replaced facts are left out; each fact comes with its
   * cite, hash, scopes and origin.
   */
  recall(args: GnoRecallInput, options?: CallOptions): Promise<GnoRecallOutput>;
  /**
   * Searches documents by their words with BM25: terms, identifiers, quoted phrases and -exclusions, filtered
   * by collection, time, author, category and tag. Returns one hit per document with a snippet and the line
   * to read from.
   */
  search(args: GnoSearchInput, options?: CallOptions): Promise<GnoSearchOutput>;
  /**
   * Finds passages by meaning alone, nearest first, also where they share no word with the query. Hits are
   * passages, so a document can come more than once. Needs stored vectors; gno_query uses them beside the
   * words and works without.
   */
  vsearch(args: GnoVsearchInput, options?: CallOptions): Promise<GnoVsearchOutput>;
  /**
   * Finds documents by words and by meaning: BM25 and vector retrieval fused, with optional expansion,
   * reranking and one-hop link expansion. A stage whose model or index is missing is left out and shown in
   * meta (mode bm25_only, vectorsUsed false).
   */
  query(args: GnoQueryInput, options?: CallOptions): Promise<GnoQueryOutput>;
  /**
   * Tells why one document is or is not in the answer of gno_query: its rank and score after each stage, or
   * the filters that keep it out. Takes the arguments of gno_query and a target. A target that is not indexed
   * is a normal answer with status not_found.
   */
  queryDiagnose(args: GnoQueryDiagnoseInput, options?: CallOptions): Promise<GnoQueryDiagnoseOutput>;
  /**
   * Reads one document, or a range of its lines, by gno:// URI, #docid or collection/path. Returns the text
   * as stored with its title, line counts, source file and what can be done with it.
   */
  get(args: GnoGetInput, options?: CallOptions): Promise<GnoGetOutput>;
  /**
   * Makes a durable locator of one section of a Markdown document (action create), or finds the section that
   * a locator means now (action resolve). Resolving answers exact, recovered, ambiguous, stale or missing;
   * only the first two carry a citation.
   */
  section(args: GnoSectionInput, options?: CallOptions): Promise<GnoSectionOutput>;
  /**
   * Reads several documents by a list of references or by a glob pattern, exactly one of the two, each cut at
   * maxBytes. References that lead nowhere are listed with the reason, and the rest still comes back.
   */
  multiGet(args?: GnoMultiGetInput, options?: CallOptions): Promise<GnoMultiGetOutput>;
  /**
   * Returns a small snapshot of the index: counts, backlog, newest documents and whether a resident server
   * runs. Works before the first set-up and touches no model.
   */
  peek(args?: GnoPeekInput, options?: CallOptions): Promise<GnoPeekOutput>;
  /**
   * Returns the health of the index: documents, chunks and vectors by collection, backlog, errors, the
   * chunking policy and the state of the server process.
   */
  status(args?: GnoStatusInput, options?: CallOptions): Promise<GnoStatusOutput>;
  /**
   * Reports faults of the indexed knowledge without changing anything: links that lead nowhere or to several
   * documents, documents nothing links to, incomplete provenance, files that are gone or differ from the
   * index. Offline; findings keep their ids, totals are complete.
   */
  audit(args?: GnoAuditInput, options?: CallOptions): Promise<GnoAuditOutput>;
  /**
   * Shows how far content of one collection may go (local_only, lan or remote), whether the configuration
   * says so or the default does, and the revision that a change has to name.
   */
  egressPolicyGet(args: GnoEgressPolicyGetInput, options?: CallOptions): Promise<GnoEgressPolicyGetOutput>;
  /**
   * Says whether content of these collections may go to a destination, and why, without sending anything and
   * without keeping a receipt. A refusal is an answer, not an error. Default scope: all configured
   * collections.
   */
  egressCheck(args: GnoEgressCheckInput, options?: CallOptions): Promise<GnoEgressCheckOutput>;
  /**
   * Lists receipts of decisions on content for other machines, newest first: what was decided and why, never
   * the content, a name or an address. Kept for 30 days, at most 10000. Go on with nextCursor.
   */
  egressAuditList(args?: GnoEgressAuditListInput, options?: CallOptions): Promise<GnoEgressAuditListOutput>;
  /** Shows one receipt of a decision on content for another machine. */
  egressAuditShow(args: GnoEgressAuditShowInput, options?: CallOptions): Promise<GnoEgressAuditShowOutput>;
  /** Counts the receipts that are kept and says for how long. */
  egressAuditStatus(args?: GnoEgressAuditStatusInput, options?: CallOptions): Promise<GnoEgressAuditStatusOutput>;
  /**
   * Lists what syncs saw change, oldest first: creations, updates, renames and removals of documents, with
   * what differs in headings, links, typed edges and dates. It holds no text. Go on with nextCursor.
   */
  changes(args?: GnoChangesInput, options?: CallOptions): Promise<GnoChangesOutput>;
  /**
   * Shows one kept change of a document, by default the latest: what differs in its headings, links, typed
   * edges and dates. Texts of earlier versions are not kept.
   */
  diff(args: GnoDiffInput, options?: CallOptions): Promise<GnoDiffOutput>;
  /**
   * Lists the documents that depend on one, each with the path of relations and links that leads to it. Use
   * it before changing or moving a note; meta says when a cap cut the walk.
   */
  impact(args: GnoImpactInput, options?: CallOptions): Promise<GnoImpactOutput>;
  /**
   * Lists private retrieval traces, newest first, without a word of their questions. There are none unless
   * the configuration turns tracing on.
   */
  traceList(args?: GnoTraceListInput, options?: CallOptions): Promise<GnoTraceListOutput>;
  /**
   * Shows one private retrieval trace: runs with the evidence they ranked, events, judgments and exports,
   * each list up to detailLimit with its exact total. The question itself is there in replay mode only.
   */
  traceShow(args: GnoTraceShowInput, options?: CallOptions): Promise<GnoTraceShowOutput>;
  /**
   * Lists the tags in use with the number of documents that carry each, most used first. A prefix keeps one
   * branch of the tag tree.
   */
  listTags(args?: GnoListTagsInput, options?: CallOptions): Promise<GnoListTagsOutput>;
  /**
   * Lists the links that one document contains, wiki and Markdown, in the order of the text. Each entry has
   * the target as written and its line and column.
   */
  links(args: GnoLinksInput, options?: CallOptions): Promise<GnoLinksOutput>;
  /**
   * Lists the links in other documents that lead to one document, by source. Resolution is the same as for
   * reading: by title, path or alias.
   */
  backlinks(args: GnoBacklinksInput, options?: CallOptions): Promise<GnoBacklinksOutput>;
  /**
   * Lists the documents whose stored vectors are nearest to those of one document. Reads vectors only, no
   * model is loaded. Without threshold the nearest are listed however far they are.
   */
  similar(args: GnoSimilarInput, options?: CallOptions): Promise<GnoSimilarOutput>;
  /**
   * Shows how documents are linked: nodes by degree, edges with their certainty, and a report with hubs,
   * bridges, isolated documents, links that lead nowhere and communities. Totals in meta are complete, lists
   * are bounded.
   */
  graph(args?: GnoGraphInput, options?: CallOptions): Promise<GnoGraphOutput>;
  /**
   * Follows typed edges from one document: relations of the front matter (works_at, decided …), hints of
   * content types, and plain links as mentions and related_to. Use it for a question about one kind of
   * relation; gno_query finds the start.
   */
  graphQuery(args: GnoGraphQueryInput, options?: CallOptions): Promise<GnoGraphQueryOutput>;
  /**
   * Lists the documents that one links to and that link to it, with the certainty of each edge. Use it after
   * a search to see what belongs to a hit; gno_get reads them.
   */
  graphNeighbors(args: GnoGraphNeighborsInput, options?: CallOptions): Promise<GnoGraphNeighborsOutput>;
  /**
   * Finds the shortest way between two documents along links in either direction. Use it to ask how two notes
   * are connected; no way is an answer too, with path null.
   */
  graphPath(args: GnoGraphPathInput, options?: CallOptions): Promise<GnoGraphPathOutput>;
  /**
   * Sets how far content of one collection may go. Going further than now (local_only, lan, remote) needs a
   * confirmation with the policy and revision that gno_egress_policy_get shows; each revision is good for one
   * change. Work that began under the former policy has to be asked for again.
   */
  egressPolicySet(args: GnoEgressPolicySetInput, options?: CallOptions): Promise<GnoEgressPolicySetOutput>;
  /** Deletes one receipt for good. */
  egressAuditDelete(args: GnoEgressAuditDeleteInput, options?: CallOptions): Promise<GnoEgressAuditDeleteOutput>;
  /** Deletes every receipt for good, and nothing else. */
  egressAuditPurge(args: GnoEgressAuditPurgeInput, options?: CallOptions): Promise<GnoEgressAuditPurgeOutput>;
  /**
   * Adds a judgment to a retrieval trace: that a piece of its evidence is relevant or irrelevant, or that a
   * document is missing which it should have found. The same judgment twice is one.
   */
  traceLabel(args: GnoTraceLabelInput, options?: CallOptions): Promise<GnoTraceLabelOutput>;
  /**
   * Makes one receipt of one or more closed retrieval traces with their runs, events and judgments: the same
   * bytes for the same traces. Refused where a collection's egress policy forbids it.
   */
  traceExport(args: GnoTraceExportInput, options?: CallOptions): Promise<GnoTraceExportOutput>;
  /** Deletes one retrieval trace with its runs, events, judgments and links to exports, for good. */
  traceDelete(args: GnoTraceDeleteInput, options?: CallOptions): Promise<GnoTraceDeleteOutput>;
  /**
   * Deletes every retrieval trace of this index for good, and clears the disk of them. Needs confirm: true.
   */
  tracePurge(args: GnoTracePurgeInput, options?: CallOptions): Promise<GnoTracePurgeOutput>;
  /**
   * Stores one fact in a memory-managed collection and makes it recallable before it returns. Without a
   * decision it only shows what is stored already and comes near; add stores the fact beside those, supersede
   * in place of one of them, whose uri and contentHash are checked.
   */
  remember(args: GnoRememberInput, options?: CallOptions): Promise<GnoRememberOutput>;
  /**
   * Creates a note in a collection and makes it findable by keyword before it returns. The path is given, or
   * made from folder and title, or a dated inbox path; collisionPolicy says what happens when a file is there
   * already.
   */
  capture(args: GnoCaptureInput, options?: CallOptions): Promise<GnoCaptureOutput>;
  /**
   * Adds a folder to the configuration as a collection and starts a job that indexes it. Poll the job with
   * gno_job_status.
   */
  addCollection(args: GnoAddCollectionInput, options?: CallOptions): Promise<GnoAddCollectionOutput>;
  /**
   * Starts a job that brings the keyword index of one or all collections to the state of their files. Poll it
   * with gno_job_status.
   */
  sync(args?: GnoSyncInput, options?: CallOptions): Promise<GnoSyncOutput>;
  /**
   * Starts a job that gives the chunks of one or all collections that have no vector one, so that they are
   * found by meaning too. Downloads nothing. Poll it with gno_job_status.
   */
  embed(args?: GnoEmbedInput, options?: CallOptions): Promise<GnoEmbedOutput>;
  /**
   * Starts a job that syncs the files of one or all collections and then embeds the chunks that have no
   * vector. Poll it with gno_job_status.
   */
  index(args?: GnoIndexInput, options?: CallOptions): Promise<GnoIndexOutput>;
  /**
   * Takes a collection out of the configuration. Its files stay untouched and its indexed rows are kept, so
   * adding the folder again is quick.
   */
  removeCollection(args: GnoRemoveCollectionInput, options?: CallOptions): Promise<GnoRemoveCollectionOutput>;
  /**
   * Deletes the vectors of one collection: those of models that are not in use any more, or all. Texts, files
   * and the keyword index stay; gno_embed makes vectors again.
   */
  clearCollectionEmbeddings(args: GnoClearCollectionEmbeddingsInput, options?: CallOptions): Promise<GnoClearCollectionEmbeddingsOutput>;
  /**
   * Makes a folder inside a collection, with the folders above it. One that is there already is a success.
   */
  createFolder(args: GnoCreateFolderInput, options?: CallOptions): Promise<GnoCreateFolderOutput>;
  /**
   * Renames a note in its folder and rewrites the references that would break. action preview shows what
   * would change and writes nothing; action apply carries out exactly that plan, all files or none.
   */
  renameNote(args?: GnoRenameNoteInput, options?: CallOptions): Promise<GnoRenameNoteOutput>;
  /**
   * Moves a note to another folder of its collection and rewrites the references that would break, its own
   * relative ones too. action preview shows what would change and writes nothing; action apply carries out
   * exactly that plan.
   */
  moveNote(args?: GnoMoveNoteInput, options?: CallOptions): Promise<GnoMoveNoteOutput>;
  /**
   * Copies a note within its collection and indexes the copy. An occupied name gets -2, -3 and so on; links
   * are left as they are.
   */
  duplicateNote(args: GnoDuplicateNoteInput, options?: CallOptions): Promise<GnoDuplicateNoteOutput>;
  /**
   * Returns the state of one background job with its result or its error. Jobs live in the process that
   * started them and are kept for an hour after they end.
   */
  jobStatus(args: GnoJobStatusInput, options?: CallOptions): Promise<GnoJobStatusOutput>;
  /** Lists the running jobs and those that ended in the last hour. */
  listJobs(args?: GnoListJobsInput, options?: CallOptions): Promise<GnoListJobsOutput>;
  /** Ends the connection, and the server when it was started by `connect`. */
  close(): Promise<void>;
}

/** Tool by method. */
export const methods = {
  context: "gno_context",
  contextVerify: "gno_context_verify",
  ask: "gno_ask",
  recall: "gno_recall",
  search: "gno_search",
  vsearch: "gno_vsearch",
  query: "gno_query",
  queryDiagnose: "gno_query_diagnose",
  get: "gno_get",
  section: "gno_section",
  multiGet: "gno_multi_get",
  peek: "gno_peek",
  status: "gno_status",
  audit: "gno_audit",
  egressPolicyGet: "gno_egress_policy_get",
  egressCheck: "gno_egress_check",
  egressAuditList: "gno_egress_audit_list",
  egressAuditShow: "gno_egress_audit_show",
  egressAuditStatus: "gno_egress_audit_status",
  changes: "gno_changes",
  diff: "gno_diff",
  impact: "gno_impact",
  traceList: "gno_trace_list",
  traceShow: "gno_trace_show",
  listTags: "gno_list_tags",
  links: "gno_links",
  backlinks: "gno_backlinks",
  similar: "gno_similar",
  graph: "gno_graph",
  graphQuery: "gno_graph_query",
  graphNeighbors: "gno_graph_neighbors",
  graphPath: "gno_graph_path",
  egressPolicySet: "gno_egress_policy_set",
  egressAuditDelete: "gno_egress_audit_delete",
  egressAuditPurge: "gno_egress_audit_purge",
  traceLabel: "gno_trace_label",
  traceExport: "gno_trace_export",
  traceDelete: "gno_trace_delete",
  tracePurge: "gno_trace_purge",
  remember: "gno_remember",
  capture: "gno_capture",
  addCollection: "gno_add_collection",
  sync: "gno_sync",
  embed: "gno_embed",
  index: "gno_index",
  removeCollection: "gno_remove_collection",
  clearCollectionEmbeddings: "gno_clear_collection_embeddings",
  createFolder: "gno_create_folder",
  renameNote: "gno_rename_note",
  moveNote: "gno_move_note",
  duplicateNote: "gno_duplicate_note",
  jobStatus: "gno_job_status",
  listJobs: "gno_list_jobs",
} as const;

/** Tools that may be called again after a broken connection. */
export const idempotent: readonly string[] = [
  "gno_context",
  "gno_context_verify",
  "gno_ask",
  "gno_recall",
  "gno_search",
  "gno_vsearch",
  "gno_query",
  "gno_query_diagnose",
  "gno_get",
  "gno_section",
  "gno_multi_get",
  "gno_peek",
  "gno_status",
  "gno_audit",
  "gno_egress_policy_get",
  "gno_egress_check",
  "gno_egress_audit_list",
  "gno_egress_audit_show",
  "gno_egress_audit_status",
  "gno_changes",
  "gno_diff",
  "gno_impact",
  "gno_trace_list",
  "gno_trace_show",
  "gno_list_tags",
  "gno_links",
  "gno_backlinks",
  "gno_similar",
  "gno_graph",
  "gno_graph_query",
  "gno_graph_neighbors",
  "gno_graph_path",
  "gno_egress_audit_purge",
  "gno_trace_label",
  "gno_trace_export",
  "gno_trace_purge",
  "gno_sync",
  "gno_embed",
  "gno_index",
  "gno_clear_collection_embeddings",
  "gno_create_folder",
  "gno_job_status",
  "gno_list_jobs",
];

/** Starts or reaches a server of the contract gno. */
export function connect(options: ConnectOptions): Promise<Gno> {
  return createClient<Gno>(options, methods, idempotent);
}
