/** Letting go of traces by order of the user: the rows at once, and then the bytes they left behind. */
import type { Store } from "../store/open.ts";
import { countOf, traceRow } from "./rows.ts";
import type { Cleanup, TraceCounts } from "./types.ts";

/** Inside a transaction; undefined = there is no such trace. */
export function deleteTrace(store: Store, traceId: string, now: number): TraceCounts | undefined {
  if (traceRow(store, traceId, now) === undefined) return undefined;
  const before = totals(store);
  const counts = {
    runs: countOf(store, traceId, "run"),
    events: countOf(store, traceId, "event"),
    judgments: countOf(store, traceId, "judgment"),
  };
  store.statement("DELETE FROM trace WHERE trace_id = ?").run(traceId);
  const after = totals(store);
  return {
    traces: 1,
    ...counts,
    exports: before.exports - after.exports,
    exportLinks: before.exportLinks - after.exportLinks,
  };
}

/** Inside a transaction. The secret goes too: nothing that was hashed under it is left. */
export function deleteAll(store: Store): TraceCounts {
  const counted = {
    ...totals(store),
    traces: count(store, "SELECT count(*) AS n FROM trace"),
    runs: count(store, "SELECT count(*) AS n FROM trace_record WHERE part = 'run'"),
    events: count(store, "SELECT count(*) AS n FROM trace_record WHERE part = 'event'"),
    judgments: count(store, "SELECT count(*) AS n FROM trace_record WHERE part = 'judgment'"),
  };
  // Records and links first: the trigger then finds nothing to look for, whatever the number of traces.
  for (const table of ["trace_record", "trace_export_link", "trace_export", "trace"]) {
    store.statement(`DELETE FROM ${table}`).run();
  }
  store.statement("DELETE FROM meta WHERE key = 'trace_secret'").run();
  return counted;
}

function totals(store: Store) {
  return {
    exports: count(store, "SELECT count(*) AS n FROM trace_export"),
    exportLinks: count(store, "SELECT count(*) AS n FROM trace_export_link"),
  };
}

function count(store: Store, sql: string): number {
  return store.statement<[], { n: number }>(sql).get()?.n ?? 0;
}

/**
 * Deleted rows are overwritten in the file (`secure_delete`), but the log still holds the pages as they were: it is
 * carried over and cut. A reader of another process may be in the way, then the next checkpoint does it.
 */
export function cleanUp(store: Store): Cleanup {
  try {
    const [full] = store.raw.pragma("wal_checkpoint(FULL)") as Checkpoint[];
    const [cut] = store.raw.pragma("wal_checkpoint(TRUNCATE)") as Checkpoint[];
    const done = Math.max(0, full?.checkpointed ?? 0);
    const busy = (full?.busy ?? 0) !== 0 || (cut?.busy ?? 0) !== 0;
    return {
      physicalCleanup: busy ? "wal_busy" : "completed",
      checkpointedFrames: done,
      remainingWalFrames: busy ? Math.max(0, (full?.log ?? 0) - done) : 0,
    };
  } catch {
    return { physicalCleanup: "failed", checkpointedFrames: 0, remainingWalFrames: 0 };
  }
}

interface Checkpoint {
  readonly busy: number;
  readonly log: number;
  readonly checkpointed: number;
}
