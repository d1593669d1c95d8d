/**
 * The Traces port. Recording must never cost a search its answer: it is one short transaction that waits a moment for a
 * busy database and then gives up. Reading makes no file, and while tracing is off nothing here opens one.
 */
import { existsSync } from "node:fs";
import { canonical, sha256 } from "../canonical.ts";
import { DEFAULT_TRACE_RETENTION } from "../config/traces.ts";
import type { ConfigStore, IndexConfig, TraceSettings } from "../config/types.ts";
import { policyOf } from "../egress/lineage.ts";
import type { Egress } from "../egress/types.ts";
import type { Clock, EngineLog, Ids } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { openDurable, type Store } from "../store/open.ts";
import { withRetry } from "../store/retry.ts";
import { keepExport, readExport } from "./export.ts";
import { labelTrace } from "./judge.ts";
import { addToTrace, evict, type Keeping, keepTrace } from "./keep.ts";
import { cleanUp, deleteAll, deleteTrace } from "./remove.ts";
import {
  countOf,
  exportsOf,
  recordsOf,
  statusOf,
  summaryOf,
  TRACE_COLUMNS,
  type TraceRow,
  traceRow,
  wholeTrace,
} from "./rows.ts";
import type { NewTrace, TraceCounts, TraceSummary, Traces } from "./types.ts";

/** How long a search may wait for the database before it goes unrecorded. */
const RECORD_WAIT_MS = 40;
/** How long an order of the user waits: he holds the lease, only recordings and syncs are in the way. */
const ORDER_WAIT_MS = 5_000;
/** Of each list of a detail: beyond it the list is cut, like one with too many records. */
const MAX_LIST_BYTES = 1024 * 1024;

export interface TracesOptions {
  readonly durablePath: string;
  readonly config: ConfigStore;
  readonly clock: Clock;
  readonly ids: Ids;
  readonly log: EngineLog;
  readonly egress: Pick<Egress, "authorize">;
  /** Version of the engine, models and state of the index: hashed, never kept. */
  readonly state: () => { readonly version: string; readonly models: unknown; readonly index: unknown };
}

export interface OwnedTraces extends Traces {
  close(): void;
}

const nothing: TraceCounts = { traces: 0, runs: 0, events: 0, judgments: 0, exports: 0, exportLinks: 0 };

export function createTraces(options: TracesOptions): OwnedTraces {
  const { durablePath, config, clock, ids, log, egress } = options;
  const stores = createStores(durablePath);
  const settingsOf = (): TraceSettings | undefined => config.load()?.retrievalTraces;

  const recording = async (what: (store: Store, keeping: Keeping) => boolean): Promise<boolean> => {
    try {
      const loaded = config.load();
      const settings = loaded?.retrievalTraces;
      if (settings === undefined) return false;
      const keeping: Keeping = { settings, now: clock.now(), policyOf: (name) => policyOf(name, loaded) };
      const attempt = () => {
        const store = stores.writer();
        return store.write(() => what(store, keeping));
      };
      return await withRetry(attempt, { waitMs: RECORD_WAIT_MS });
    } catch (error) {
      log.warn("a search was answered without its trace", { error });
      return false;
    }
  };

  /** Where nothing was ever written there is nothing to change, and no file is made for it. */
  const ordered = async <T>(otherwise: T, what: (store: Store) => T): Promise<T> => {
    if (!stores.exist()) return otherwise;
    const attempt = () => {
      const store = stores.writer();
      return store.write(() => what(store));
    };
    return withRetry(attempt, { waitMs: ORDER_WAIT_MS });
  };

  return {
    enabled: () => settingsOf() !== undefined,

    async record(trace) {
      const traceId = ids.uuid();
      const kept = await recording((store, keeping) =>
        keepTrace(store, traceId, trace, fingerprints(trace, options), keeping),
      );
      return kept ? traceId : undefined;
    },

    append: (traceId, records, outcome) =>
      recording((store, keeping) => addToTrace(store, traceId, records, outcome, keeping)),

    status: (traceId) =>
      stores.reading((store) => {
        const row = traceRow(store, traceId, clock.now());
        return row && statusOf(row, clock.now());
      }, undefined),

    list: (limit, after) =>
      stores.reading(
        (store) => {
          const now = clock.now();
          const place = after ?? { createdAtMs: Number.MAX_SAFE_INTEGER, traceId: "" };
          const rows = store
            .statement<[number, number, number, string, number], TraceRow>(
              `SELECT ${TRACE_COLUMNS} FROM trace WHERE expires_ms > ?
                 AND (created_ms < ? OR (created_ms = ? AND trace_id > ?))
               ORDER BY created_ms DESC, trace_id LIMIT ?`,
            )
            .all(now, place.createdAtMs, place.createdAtMs, place.traceId, limit + 1);
          return {
            traces: rows.slice(0, limit).map((row) => summaryOf(row, now)),
            more: rows.length > limit,
          };
        },
        { traces: [], more: false },
      ),

    show: (traceId, detailLimit) =>
      stores.reading((store) => {
        const now = clock.now();
        const row = traceRow(store, traceId, now);
        if (row === undefined) return undefined;
        const lists = {
          runs: recordsOf(store, traceId, "run", detailLimit, MAX_LIST_BYTES),
          events: recordsOf(store, traceId, "event", detailLimit, MAX_LIST_BYTES),
          judgments: recordsOf(store, traceId, "judgment", detailLimit, MAX_LIST_BYTES),
          exports: exportsOf(store, traceId, detailLimit),
        };
        const totals = {
          runs: countOf(store, traceId, "run"),
          events: countOf(store, traceId, "event"),
          judgments: countOf(store, traceId, "judgment"),
          exports: exportsOf(store, traceId, Number.MAX_SAFE_INTEGER).length,
        };
        const truncated = {
          runs: lists.runs.length < totals.runs,
          events: lists.events.length < totals.events,
          judgments: lists.judgments.length < totals.judgments,
          exports: lists.exports.length < totals.exports,
        };
        return { trace: wholeTrace(store, row, now), ...lists, totals, truncated };
      }, undefined),

    label: (request) =>
      ordered<Awaited<ReturnType<Traces["label"]>>>({ kind: "unknown-trace" }, (store) => {
        const settings = settingsOf();
        const max = settings?.retention.maxRecordsPerTrace ?? DEFAULT_TRACE_RETENTION.maxRecordsPerTrace;
        const result = labelTrace(store, request, clock.now(), max);
        if (result.kind === "inserted" && settings !== undefined) evict(store, settings, clock.now());
        return result;
      }),

    async export(traceIds, zone) {
      const unknown = { kind: "unknown-traces" as const, traceIds: [...new Set(traceIds)].sort() };
      const seen = stores.reading((store) => readExport(store, traceIds, clock.now()), unknown);
      if (seen.kind !== "ready") return seen;
      const { allowed, reason } = await egress.authorize({
        collections: seen.collections,
        action: "export",
        destinationZone: zone,
        contentClass: "retrieval_trace",
        caller: { authenticated: true, operationAuthorized: true },
      });
      if (!allowed) return { kind: "denied", reason };
      return ordered<Awaited<ReturnType<Traces["export"]>>>(unknown, (store) => {
        const found = readExport(store, traceIds, clock.now());
        return found.kind === "ready" ? keepExport(store, found, clock.now()) : found;
      });
    },

    async delete(traceId) {
      const counts = await ordered<TraceCounts | undefined>(undefined, (store) =>
        deleteTrace(store, traceId, clock.now()),
      );
      if (counts !== undefined) cleanUp(stores.writer());
      return counts;
    },

    async purge() {
      const counts = await ordered(nothing, deleteAll);
      const cleaned = stores.exist()
        ? cleanUp(stores.writer())
        : { physicalCleanup: "completed" as const, checkpointedFrames: 0, remainingWalFrames: 0 };
      return { ...counts, ...cleaned };
    },

    close: () => stores.close(),
  };
}

function fingerprints(trace: NewTrace, { config, state }: TracesOptions): TraceSummary["fingerprints"] {
  const { version, models, index } = state();
  const hash = (value: unknown) => sha256(canonical(value));
  return {
    pipeline: hash({ version, ...trace.pipeline }),
    model: hash(models),
    config: hash(searchSettings(config.load())),
    index: hash(index),
  };
}

/** What of the configuration can change an answer. */
function searchSettings(config: IndexConfig | undefined): unknown {
  const { collections, contexts, contentTypes, chunking, ftsTokenizer, models } = config ?? {};
  return { collections, contexts, contentTypes, chunking, ftsTokenizer, models };
}

/** Two connections, each opened when it is first needed and anew when the file was replaced. */
function createStores(path: string) {
  const open: { reader?: Store; writer?: Store } = {};
  const current = (which: "reader" | "writer"): Store | undefined => {
    const store = open[which];
    if (store?.replaced()) {
      store.close();
      delete open[which];
    }
    return open[which];
  };
  const reader = (): Store | undefined => {
    const found = current("reader");
    if (found !== undefined || !existsSync(path)) return found;
    try {
      open.reader = openDurable(path, { readonly: true, busyTimeoutMs: 40 });
    } catch (error) {
      // Written by a version before traces.
      if (error instanceof StoreError && error.kind === "missing") return undefined;
      throw error;
    }
    return open.reader;
  };
  return {
    exist: () => existsSync(path),
    writer(): Store {
      const found = current("writer");
      if (found !== undefined) return found;
      const made = openDurable(path);
      // What is deleted is overwritten, in this file that holds what nobody else should read.
      made.raw.pragma("secure_delete = ON");
      open.writer = made;
      return made;
    },
    reading<T>(work: (store: Store) => T, otherwise: T): T {
      const store = reader();
      return store === undefined ? otherwise : store.raw.transaction(() => work(store)).deferred();
    },
    close() {
      open.reader?.close();
      open.writer?.close();
      delete open.reader;
      delete open.writer;
    },
  };
}
