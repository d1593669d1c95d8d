/** Between rows of the trace tables and what they stand for. */

import { canonical } from "../canonical.ts";
import type { Store } from "../store/open.ts";
import { bytesOf } from "./identity.ts";
import type {
  Trace,
  TraceEvent,
  TraceExportRow,
  TraceJudgment,
  TraceRun,
  TraceStatus,
  TraceSummary,
} from "./types.ts";

/** An open trace that nothing was added to for so long is complete: who searched has moved on. */
export const OPEN_MS = 15 * 60_000;

export interface TraceRow {
  readonly trace_id: string;
  readonly created_ms: number;
  readonly updated_ms: number;
  readonly active_ms: number;
  readonly expires_ms: number;
  readonly status: TraceStatus;
  readonly bytes: number;
  readonly records: number;
  readonly head: string;
}

export const TRACE_COLUMNS =
  "trace_id, created_ms, updated_ms, active_ms, expires_ms, status, bytes, records, head";

export type Head = Pick<
  TraceSummary,
  | "redactionMode"
  | "replayCapable"
  | "queryShape"
  | "goalShape"
  | "egressLineage"
  | "fingerprints"
  | "creationDigest"
>;
export type Question = Pick<Trace, "queryText" | "queryDigest" | "goalText" | "goalDigest" | "filters">;

export function statusOf(row: Pick<TraceRow, "status" | "active_ms">, now: number): TraceStatus {
  return row.status === "open" && now - row.active_ms >= OPEN_MS ? "completed" : row.status;
}

export function summaryOf(row: TraceRow, now: number): TraceSummary {
  const head = JSON.parse(row.head) as Head;
  return {
    traceId: row.trace_id,
    schemaVersion: "1.0",
    redactionMode: head.redactionMode,
    replayCapable: head.replayCapable,
    status: statusOf(row, now),
    queryShape: head.queryShape,
    goalShape: head.goalShape,
    ...(head.egressLineage === undefined ? {} : { egressLineage: head.egressLineage }),
    fingerprints: head.fingerprints,
    createdAtMs: row.created_ms,
    updatedAtMs: row.updated_ms,
    expiresAtMs: row.expires_ms,
    byteSize: row.bytes,
    creationDigest: head.creationDigest,
  };
}

/** undefined = not there, or expired and not yet let go. */
export function traceRow(store: Store, traceId: string, now: number): TraceRow | undefined {
  return store
    .statement<[string, number], TraceRow>(
      `SELECT ${TRACE_COLUMNS} FROM trace WHERE trace_id = ? AND expires_ms > ?`,
    )
    .get(traceId, now);
}

export function wholeTrace(store: Store, row: TraceRow, now: number): Trace {
  const found = store
    .statement<[string], { question: string }>("SELECT question FROM trace WHERE trace_id = ?")
    .get(row.trace_id);
  return { ...summaryOf(row, now), ...(JSON.parse(found?.question ?? "{}") as Question) };
}

export interface PartOf {
  readonly run: TraceRun;
  readonly event: TraceEvent;
  readonly judgment: TraceJudgment;
}
export type Part = keyof PartOf;

/** The records of one part in the order they came, up to a number and a size. */
export function recordsOf<P extends Part>(
  store: Store,
  traceId: string,
  part: P,
  limit = Number.MAX_SAFE_INTEGER,
  maxBytes = Number.POSITIVE_INFINITY,
): readonly PartOf[P][] {
  const found: PartOf[P][] = [];
  let room = maxBytes;
  const rows = store
    .statement<[string, string, number], { bytes: number; body: string }>(
      "SELECT bytes, body FROM trace_record WHERE trace_id = ? AND part = ? ORDER BY sequence LIMIT ?",
    )
    .iterate(traceId, part, limit);
  for (const { bytes, body } of rows) {
    room -= bytes;
    if (room < 0 && found.length > 0) break;
    found.push(JSON.parse(body) as PartOf[P]);
  }
  return found;
}

export function countOf(store: Store, traceId: string, part: Part): number {
  return (
    store
      .statement<[string, string], { n: number }>(
        "SELECT count(*) AS n FROM trace_record WHERE trace_id = ? AND part = ?",
      )
      .get(traceId, part)?.n ?? 0
  );
}

export function exportsOf(store: Store, traceId: string, limit: number): readonly TraceExportRow[] {
  return store
    .statement<[string, number], TraceExportRow>(
      `SELECT e.export_id AS exportId, l.trace_id AS traceId, e.format, e.artifact_hash AS artifactHash,
         e.created_ms AS createdAtMs
       FROM trace_export_link l JOIN trace_export e ON e.export_id = l.export_id
       WHERE l.trace_id = ? ORDER BY e.created_ms, e.export_id LIMIT ?`,
    )
    .all(traceId, limit);
}

/** Inserts a record behind those of its part; the caller adds the size to the trace. @returns its size */
export function insertRecord(
  store: Store,
  part: Part,
  record: { readonly traceId: string; readonly idempotencyKey: string },
): number {
  const body = canonical(record);
  const bytes = bytesOf(body);
  store
    .statement(
      `INSERT INTO trace_record (trace_id, part, sequence, idempotency_key, bytes, body)
       VALUES (?, ?, (SELECT coalesce(max(sequence), 0) + 1 FROM trace_record WHERE trace_id = ? AND part = ?), ?, ?, ?)`,
    )
    .run(record.traceId, part, record.traceId, part, record.idempotencyKey, bytes, body);
  return bytes;
}
