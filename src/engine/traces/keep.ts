/** Writing traces: a new one or more of an open one, in one transaction with the letting go of what is too much. */
import { randomBytes } from "node:crypto";
import { canonical, sha256 } from "../canonical.ts";
import type { TraceSettings } from "../config/types.ts";
import type { CollectionPolicy } from "../egress/decide.ts";
import type { Store } from "../store/open.ts";
import { bytesOf, idOf, keyed } from "./identity.ts";
import { collectionsOf, lineageOfSome } from "./lineage.ts";
import { project } from "./redact.ts";
import {
  countOf,
  type Head,
  insertRecord,
  type Question,
  statusOf,
  type TraceRow,
  traceRow,
} from "./rows.ts";
import type { NewRecord, NewTrace, TraceEvent, TraceOutcome, TraceRun, TraceSummary } from "./types.ts";

/** Traces that one write lets go at most: each write adds one, so that what is too much shrinks all the same. */
const EVICTED_AT_ONCE = 64;
const DAY_MS = 86_400_000;

export interface Keeping {
  readonly settings: TraceSettings;
  readonly now: number;
  readonly policyOf: (collection: string) => CollectionPolicy;
}

/** The key under which this database hashes what it must not know. Made once, never shown. */
export function secretOf(store: Store): string {
  const read = store.statement<[], { value: string }>("SELECT value FROM meta WHERE key = 'trace_secret'");
  const found = read.get()?.value;
  if (found !== undefined) return found;
  const made = randomBytes(32).toString("hex");
  store.statement("INSERT INTO meta (key, value) VALUES ('trace_secret', ?)").run(made);
  return made;
}

/** Inside a transaction. @returns false when it is too large to be kept, or goes at once to keep the bounds. */
export function keepTrace(
  store: Store,
  traceId: string,
  trace: NewTrace,
  fingerprints: TraceSummary["fingerprints"],
  { settings, now, policyOf }: Keeping,
): boolean {
  const { retention, redactionMode } = settings;
  const records = finished(trace.records, trace.outcome);
  if (records.length > retention.maxRecordsPerTrace) return false;
  const secret = secretOf(store);
  const { filterFingerprint, ...seen } = project(trace, redactionMode, secret);
  const { queryText, queryDigest, goalText, goalDigest, filters, ...shapes } = seen;
  const question: Question = { queryText, queryDigest, goalText, goalDigest, filters };
  const lineage = lineageOfSome(collectionsOf(records).map(policyOf));
  const identity = { traceId, schemaVersion: "1.0", ...shapes, ...question, fingerprints };
  const head: Head = {
    ...shapes,
    ...(lineage === undefined ? {} : { egressLineage: lineage }),
    fingerprints,
    creationDigest: sha256(canonical(identity)),
  };
  const [headText, questionText] = [canonical(head), canonical(question)];
  store
    .statement(
      `INSERT INTO trace (trace_id, created_ms, updated_ms, active_ms, expires_ms, status, bytes, records, head, question)
       VALUES (?, ?, ?, ?, ?, ?, ?, 0, ?, ?)`,
    )
    .run(
      traceId,
      now,
      now,
      now,
      now + retention.maxAgeDays * DAY_MS,
      trace.outcome ?? "open",
      bytesOf(headText) + bytesOf(questionText),
      headText,
      questionText,
    );
  const given = records.map((record) =>
    record.part === "event" && record.kind === "query"
      ? { ...record, payload: { ...record.payload, filterFingerprint } }
      : record,
  );
  addRecords(store, traceId, given, now);
  evict(store, settings, now);
  return traceRow(store, traceId, now) !== undefined;
}

/** Inside a transaction. @returns false when the trace is not open, is full, or has gone to keep the bounds. */
export function addToTrace(
  store: Store,
  traceId: string,
  given: readonly NewRecord[],
  outcome: TraceOutcome | undefined,
  { settings, now, policyOf }: Keeping,
): boolean {
  const row = traceRow(store, traceId, now);
  if (row === undefined || statusOf(row, now) !== "open") return false;
  const records = finished(given, outcome);
  if (row.records + records.length > settings.retention.maxRecordsPerTrace) return false;
  addRecords(store, traceId, records, now);
  widenLineage(store, row, collectionsOf(records).map(policyOf));
  if (outcome !== undefined) {
    store.statement("UPDATE trace SET status = ? WHERE trace_id = ?").run(outcome, traceId);
  }
  evict(store, settings, now);
  return traceRow(store, traceId, now) !== undefined;
}

function finished(records: readonly NewRecord[], outcome: TraceOutcome | undefined): readonly NewRecord[] {
  return outcome === undefined
    ? records
    : [...records, { part: "event", kind: "complete", payload: { outcome } }];
}

function addRecords(store: Store, traceId: string, records: readonly NewRecord[], now: number): void {
  const counts = { run: countOf(store, traceId, "run"), event: countOf(store, traceId, "event") };
  let runId: string | null = null;
  let bytes = 0;
  for (const { part, kind, payload } of records) {
    counts[part] += 1;
    const idempotencyKey = `${part}-${counts[part]}-${kind}`;
    const id = idOf(part, { traceId, idempotencyKey });
    const text = canonical(payload);
    const digested = { traceId, idempotencyKey, kind, payload };
    const shared = {
      traceId,
      idempotencyKey,
      payload,
      createdAtMs: now,
      payloadBytes: bytesOf(text),
    };
    if (part === "run") {
      runId = id;
      const run: TraceRun = {
        ...shared,
        runId: id,
        kind,
        canonicalDigest: sha256(canonical({ ...digested, runId: id })),
      };
      bytes += insertRecord(store, "run", run);
    } else {
      const event: TraceEvent = {
        ...shared,
        eventId: id,
        runId,
        kind,
        canonicalDigest: sha256(canonical({ ...digested, eventId: id, runId })),
      };
      bytes += insertRecord(store, "event", event);
    }
  }
  grow(store, traceId, bytes, records.length, now);
  store.statement("UPDATE trace SET active_ms = ? WHERE trace_id = ?").run(now, traceId);
}

/** Adds to the size of a trace; it was changed now. */
export function grow(store: Store, traceId: string, bytes: number, records: number, now: number): void {
  store
    .statement(
      "UPDATE trace SET bytes = bytes + ?, records = records + ?, updated_ms = max(updated_ms, ?) WHERE trace_id = ?",
    )
    .run(bytes, records, now, traceId);
}

/** Evidence of another collection makes the trace a matter of that collection too. */
function widenLineage(store: Store, row: TraceRow, policies: readonly CollectionPolicy[]): void {
  const head = JSON.parse(row.head) as Head;
  const known = head.egressLineage?.sources ?? [];
  const lineage = lineageOfSome([...known, ...policies]);
  if (lineage === undefined || lineage.digest === head.egressLineage?.digest) return;
  const text = canonical({ ...head, egressLineage: lineage });
  store
    .statement("UPDATE trace SET head = ?, bytes = bytes + ? WHERE trace_id = ?")
    .run(text, bytesOf(text) - bytesOf(row.head), row.trace_id);
}

/** Lets go what has expired, then the oldest until count and size are within their bounds. */
export function evict(store: Store, { retention }: TraceSettings, now: number): void {
  const one = store.statement("DELETE FROM trace WHERE trace_id = ?");
  const expired = store
    .statement<[number, number], { id: string }>(
      "SELECT trace_id AS id FROM trace WHERE expires_ms <= ? ORDER BY expires_ms LIMIT ?",
    )
    .all(now, EVICTED_AT_ONCE);
  for (const { id } of expired) one.run(id);
  for (let turn = 0; turn < EVICTED_AT_ONCE; turn++) {
    const total = store
      .statement<[], { traces: number; bytes: number }>("SELECT traces, bytes FROM trace_total")
      .get();
    if (total === undefined || (total.traces <= retention.maxTraces && total.bytes <= retention.maxBytes))
      return;
    const oldest = store
      .statement<[], { id: string }>("SELECT trace_id AS id FROM trace ORDER BY created_ms, trace_id LIMIT 1")
      .get();
    if (oldest === undefined) return;
    one.run(oldest.id);
  }
}

export function redactedRef(store: Store, ref: string): string {
  return `redacted:${keyed(secretOf(store), ref)}`;
}
