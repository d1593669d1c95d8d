/** One receipt of several traces: the same bytes for the same traces, whoever asks and whenever. */
import { canonical, sha256 } from "../canonical.ts";
import type { Store } from "../store/open.ts";
import { idOf } from "./identity.ts";
import { lineageOfSome } from "./lineage.ts";
import { recordsOf, statusOf, type TraceRow, traceRow, wholeTrace } from "./rows.ts";
import type { ExportResult, TraceArtifact } from "./types.ts";

/** Larger receipts are asked for in parts. */
export const MAX_EXPORT_BYTES = 4 * 1024 * 1024;

const format = "agentic-receipt";

type Unfit = Extract<ExportResult, { kind: "unknown-traces" | "open-traces" | "too-large" }>;

interface Ready {
  readonly kind: "ready";
  readonly traceIds: readonly string[];
  readonly artifact: TraceArtifact;
  /** That the evidence came from. */
  readonly collections: readonly string[];
}

/** What would be exported, or why these traces cannot be. Closed traces change no more, but they may be deleted. */
export function readExport(store: Store, asked: readonly string[], now: number): Ready | Unfit {
  const traceIds = [...new Set(asked)].sort();
  const rows = traceIds.map((traceId) => traceRow(store, traceId, now));
  const unknown = traceIds.filter((_, at) => rows[at] === undefined);
  if (unknown.length > 0) return { kind: "unknown-traces", traceIds: unknown };
  const found = rows as TraceRow[];
  const open = found.filter((row) => statusOf(row, now) === "open").map((row) => row.trace_id);
  if (open.length > 0) return { kind: "open-traces", traceIds: open };
  const bytes = found.reduce((sum, row) => sum + row.bytes, 0);
  if (bytes > MAX_EXPORT_BYTES) return { kind: "too-large", bytes, limit: MAX_EXPORT_BYTES };

  const traces = found.map((row) => ({
    trace: wholeTrace(store, row, now),
    runs: recordsOf(store, row.trace_id, "run"),
    events: recordsOf(store, row.trace_id, "event"),
    judgments: recordsOf(store, row.trace_id, "judgment"),
  }));
  const lineage = lineageOfSome(traces.flatMap(({ trace }) => trace.egressLineage?.sources ?? []));
  return {
    kind: "ready",
    traceIds,
    artifact: {
      schemaVersion: "1.0",
      format,
      ...(lineage === undefined ? {} : { egressLineage: lineage }),
      traces,
    },
    collections: lineage?.sources.map(({ collection }) => collection) ?? [],
  };
}

/** Notes the export in each trace. Inside a transaction. */
export function keepExport(store: Store, { traceIds, artifact }: Ready, now: number): ExportResult {
  const artifactHash = sha256(canonical(artifact));
  const exportId = idOf("trace-export", { traceIds, format, artifactHash });
  const read = store.statement<[string], { at: number }>(
    "SELECT created_ms AS at FROM trace_export WHERE export_id = ?",
  );
  const before = read.get(exportId)?.at;
  if (before === undefined) {
    store
      .statement(
        "INSERT INTO trace_export (export_id, format, artifact_hash, created_ms) VALUES (?, ?, ?, ?)",
      )
      .run(exportId, format, artifactHash, now);
  }
  const link = store.statement("INSERT OR IGNORE INTO trace_export_link (trace_id, export_id) VALUES (?, ?)");
  for (const traceId of traceIds) link.run(traceId, exportId);
  const { egressLineage } = artifact;
  const egress = egressLineage === undefined ? {} : { egressLineage };
  return {
    kind: before === undefined ? "inserted" : "duplicate",
    manifest: { exportId, traceIds, format, artifactHash, ...egress, createdAtMs: before ?? now },
    artifact,
  };
}
