// Generated from schemas/gno and spec/gno.md. Do not edit.
// To change it, edit those and run: npm run codegen

import { addCollection } from "../../src/contracts/gno/add-collection.ts";
import { ask } from "../../src/contracts/gno/ask.ts";
import { audit } from "../../src/contracts/gno/audit.ts";
import { backlinks } from "../../src/contracts/gno/backlinks.ts";
import { capture } from "../../src/contracts/gno/capture.ts";
import { changes } from "../../src/contracts/gno/changes.ts";
import { clearCollectionEmbeddings } from "../../src/contracts/gno/clear-collection-embeddings.ts";
import { context } from "../../src/contracts/gno/context.ts";
import { contextVerify } from "../../src/contracts/gno/context-verify.ts";
import { createFolder } from "../../src/contracts/gno/create-folder.ts";
import { diff } from "../../src/contracts/gno/diff.ts";
import { duplicateNote } from "../../src/contracts/gno/duplicate-note.ts";
import { egressAuditDelete } from "../../src/contracts/gno/egress-audit-delete.ts";
import { egressAuditList } from "../../src/contracts/gno/egress-audit-list.ts";
import { egressAuditPurge } from "../../src/contracts/gno/egress-audit-purge.ts";
import { egressAuditShow } from "../../src/contracts/gno/egress-audit-show.ts";
import { egressAuditStatus } from "../../src/contracts/gno/egress-audit-status.ts";
import { egressCheck } from "../../src/contracts/gno/egress-check.ts";
import { egressPolicyGet } from "../../src/contracts/gno/egress-policy-get.ts";
import { egressPolicySet } from "../../src/contracts/gno/egress-policy-set.ts";
import { embed } from "../../src/contracts/gno/embed.ts";
import { get } from "../../src/contracts/gno/get.ts";
import { graph } from "../../src/contracts/gno/graph.ts";
import { graphNeighbors } from "../../src/contracts/gno/graph-neighbors.ts";
import { graphPath } from "../../src/contracts/gno/graph-path.ts";
import { graphQuery } from "../../src/contracts/gno/graph-query.ts";
import { impact } from "../../src/contracts/gno/impact.ts";
import { index } from "../../src/contracts/gno/index.ts";
import { jobStatus } from "../../src/contracts/gno/job-status.ts";
import { links } from "../../src/contracts/gno/links.ts";
import { listJobs } from "../../src/contracts/gno/list-jobs.ts";
import { listTags } from "../../src/contracts/gno/list-tags.ts";
import { moveNote } from "../../src/contracts/gno/move-note.ts";
import { multiGet } from "../../src/contracts/gno/multi-get.ts";
import { peek } from "../../src/contracts/gno/peek.ts";
import { query } from "../../src/contracts/gno/query.ts";
import { queryDiagnose } from "../../src/contracts/gno/query-diagnose.ts";
import { recall } from "../../src/contracts/gno/recall.ts";
import { remember } from "../../src/contracts/gno/remember.ts";
import { removeCollection } from "../../src/contracts/gno/remove-collection.ts";
import { renameNote } from "../../src/contracts/gno/rename-note.ts";
import { search } from "../../src/contracts/gno/search.ts";
import { section } from "../../src/contracts/gno/section.ts";
import { similar } from "../../src/contracts/gno/similar.ts";
import { status } from "../../src/contracts/gno/status.ts";
import { sync } from "../../src/contracts/gno/sync.ts";
import { traceDelete } from "../../src/contracts/gno/trace-delete.ts";
import { traceExport } from "../../src/contracts/gno/trace-export.ts";
import { traceLabel } from "../../src/contracts/gno/trace-label.ts";
import { traceList } from "../../src/contracts/gno/trace-list.ts";
import { tracePurge } from "../../src/contracts/gno/trace-purge.ts";
import { traceShow } from "../../src/contracts/gno/trace-show.ts";
import { vsearch } from "../../src/contracts/gno/vsearch.ts";
import type { GnoDeps } from "../../src/contracts/gno/deps.ts";
import type { Handlers } from "../../src/runtime/tool.ts";
import type { GnoTools } from "./types.ts";

export const handlers = {
  gno_context: context,
  gno_context_verify: contextVerify,
  gno_ask: ask,
  gno_recall: recall,
  gno_search: search,
  gno_vsearch: vsearch,
  gno_query: query,
  gno_query_diagnose: queryDiagnose,
  gno_get: get,
  gno_section: section,
  gno_multi_get: multiGet,
  gno_peek: peek,
  gno_status: status,
  gno_audit: audit,
  gno_egress_policy_get: egressPolicyGet,
  gno_egress_check: egressCheck,
  gno_egress_audit_list: egressAuditList,
  gno_egress_audit_show: egressAuditShow,
  gno_egress_audit_status: egressAuditStatus,
  gno_changes: changes,
  gno_diff: diff,
  gno_impact: impact,
  gno_trace_list: traceList,
  gno_trace_show: traceShow,
  gno_list_tags: listTags,
  gno_links: links,
  gno_backlinks: backlinks,
  gno_similar: similar,
  gno_graph: graph,
  gno_graph_query: graphQuery,
  gno_graph_neighbors: graphNeighbors,
  gno_graph_path: graphPath,
  gno_egress_policy_set: egressPolicySet,
  gno_egress_audit_delete: egressAuditDelete,
  gno_egress_audit_purge: egressAuditPurge,
  gno_trace_label: traceLabel,
  gno_trace_export: traceExport,
  gno_trace_delete: traceDelete,
  gno_trace_purge: tracePurge,
  gno_remember: remember,
  gno_capture: capture,
  gno_add_collection: addCollection,
  gno_sync: sync,
  gno_embed: embed,
  gno_index: index,
  gno_remove_collection: removeCollection,
  gno_clear_collection_embeddings: clearCollectionEmbeddings,
  gno_create_folder: createFolder,
  gno_rename_note: renameNote,
  gno_move_note: moveNote,
  gno_duplicate_note: duplicateNote,
  gno_job_status: jobStatus,
  gno_list_jobs: listJobs,
} satisfies Handlers<GnoTools, GnoDeps>;
