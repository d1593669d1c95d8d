/**
 * The engine of a place that was never initialised: reads find nothing, writes say what to do, and no folder or file
 * comes into being.
 */

import { failedReport } from "./audit/audit.ts";
import type { Reader } from "./documents/reader.ts";
import { createAudit } from "./egress/audit.ts";
import { check, judge } from "./egress/check.ts";
import { lineageOf } from "./egress/lineage.ts";
import { createPolicies } from "./egress/policies.ts";
import { EmbeddingUnavailable } from "./embed/port.ts";
import type { ConfigStore, Egress, Engine, EngineOptions, Search } from "./engine.ts";
import { createGraph } from "./graph/graph.ts";

/** A graph of nothing is still a graph. */
const emptyReader: Reader = {
  all: () => [],
  column: () => [],
  remembered: (_key, make) => make(),
  get: () => undefined,
  iterate: () => [][Symbol.iterator](),
  define: () => undefined,
};

const noTraces = { traces: 0, runs: 0, events: 0, judgments: 0, exports: 0, exportLinks: 0 };
const noFrames = { checkpointedFrames: 0, remainingWalFrames: 0 };

const notInitialized = "There is no configuration yet. Run `gno init` first.";

/** Searches that look at chunks: refused like the lexical one where a request makes no sense, else without a hit. */
const blankSearch: Omit<Search, "lexical"> = {
  async vector(request) {
    return refused(request) ?? { kind: "no-vectors", reason: "nothing-embedded", message: notInitialized };
  },
  async hybrid(request) {
    const candidateLimit = request.candidateLimit ?? (request.depth === "thorough" ? 40 : 20);
    const reason =
      request.depth === "fast" || request.graph === false ? "graph_disabled" : "graph_no_seed_candidates";
    return (
      refused(request) ?? {
        kind: "ok",
        hits: [],
        since: undefined,
        until: undefined,
        note: notInitialized,
        vectorsUsed: false,
        expanded: false,
        reranked: false,
        candidateLimit,
        graph: {
          enabled: reason !== "graph_disabled",
          seedCount: 0,
          candidateCount: 0,
          maxCandidates: Math.min(20, candidateLimit),
          edgeConfidence: { explicit: 0, inferred: 0, ambiguous: 0, similarity: 0 },
          fallbackReasons: [reason],
        },
        stages: [{ stage: "bm25", message: notInitialized }],
      }
    );
  },
  async diagnose(request) {
    return (
      refused(request) ?? {
        kind: "ok",
        status: "not_found",
        document: undefined,
        contentTypeSource: undefined,
        contentTypeMatches: undefined,
        graphHints: [],
        contentTypeRulesFingerprint: undefined,
        chunkCount: 0,
        filterReasons: [],
        stages: [],
        boost: undefined,
        chunk: undefined,
        vectorsUsed: false,
        reranked: false,
        totalResults: 0,
      }
    );
  },
  similar: async () => ({ kind: "no-vectors", reason: "nothing-embedded", message: notInitialized }),
};

/** Decides as ever, and keeps nothing. */
function blankEgress({ clock, ids }: EngineOptions, config: ConfigStore, refuse: () => never): Egress {
  const policies = createPolicies(config);
  return {
    policy: (collection) => policies.state(collection),
    check: (question) => check(policies, question),
    lineage: (collections) => lineageOf(policies.scope(collections)),
    epoch: () => policies.epoch(),
    authorize: async (question) => judge(policies, question).decision,
    setPolicy: async () => ({ kind: "unknown" }),
    audit: createAudit({
      durable: { read: (_, otherwise) => otherwise, write: refuse, maintain: refuse, close: () => {} },
      clock,
      ids,
    }),
  };
}

function refused({ query, collection }: { readonly query: string; readonly collection?: string }) {
  if (query.trim() === "") return { kind: "empty-query" } as const;
  return collection === undefined ? undefined : ({ kind: "unknown-collection", collection } as const);
}

export function blankEngine(options: EngineOptions, config: ConfigStore): Engine {
  const refuse = (): never => {
    throw new Error(notInitialized);
  };
  return {
    indexName: options.indexName,
    serverInstanceId: options.ids.uuid(),
    config,
    collections: { list: () => [], find: () => undefined, add: refuse, remove: () => ({ kind: "unknown" }) },
    documents: {
      resolve: () => ({
        kind: "missing",
        message: `No document is indexed. ${notInitialized}`,
        suggestions: [],
      }),
      text: () => undefined,
      matching: () => [],
      page: () => [],
      recent: () => [],
    },
    search: {
      lexical: (request) =>
        refused(request) ?? {
          kind: "ok",
          hits: [],
          since: undefined,
          until: undefined,
          note: notInitialized,
        },
      ...blankSearch,
    },
    vectors: {
      state: () => ({
        model: "builtin",
        fingerprint: "",
        dimension: 0,
        embedded: 0,
        pending: 0,
        stale: 0,
        mirror: { state: "none", vectors: 0 },
      }),
      search: async () => [],
      ofDocument: () => [],
    },
    embedding: {
      model: () => "builtin",
      embedder: async () => {
        throw new EmbeddingUnavailable("missing", notInitialized);
      },
      run: async () => refuse(),
      clear: async () => refuse(),
    },
    links: { outgoing: () => [], incoming: () => [], resolve: () => ({ kind: "unresolved" }) },
    readers: { counts: () => ({ active: 0, queued: 0, limit: 1, maxQueued: 0 }) },
    graph: createGraph({ reader: emptyReader, collections: () => [] }),
    evidence: {
      compile: async () => ({ kind: "refused", fault: "no-evidence", message: notInitialized }),
      verify: async () => ({ kind: "refused", fault: "identity", message: notInitialized }),
    },
    answers: {
      ask: async () => ({ kind: "refused", fault: "no-evidence", message: notInitialized }),
    },
    tags: { list: () => [], of: () => [] },
    changes: {
      page: () => ({ kind: "page", floor: 0, latest: 0, changes: [], more: false, incomplete: false }),
      bounds: () => ({ floor: 0, latest: 0 }),
      change: () => undefined,
      latestOf: () => undefined,
      documentAt: () => undefined,
      documentOf: () => undefined,
    },
    traces: {
      enabled: () => false,
      record: async () => undefined,
      append: async () => false,
      status: () => undefined,
      list: () => ({ traces: [], more: false }),
      show: () => undefined,
      label: async () => ({ kind: "unknown-trace" }),
      export: async (traceIds) => ({ kind: "unknown-traces", traceIds }),
      delete: async () => undefined,
      purge: async () => ({ ...noTraces, physicalCleanup: "completed", ...noFrames }),
    },
    audit: {
      run: async (request) => {
        const now = options.clock.now();
        const times = { startedMs: now, completedMs: now, totalMs: 0 };
        return failedReport(request, { config: "", rules: "" }, times, notInitialized);
      },
      stop: () => {},
    },
    status: {
      read: () => ({
        initialized: false,
        configPath: options.configFile,
        dbPath: options.dirs.data,
        collections: [],
        totalDocuments: 0,
        totalChunks: 0,
        embeddingBacklog: 0,
        models: [],
        staleVectors: 0,
        recentErrors: 0,
        lastIndexedAt: undefined,
        durable: { kind: "absent" },
        chunking: {
          configured: { maxTokens: 800, overlapPercent: 0.15 },
          applied: undefined,
          state: "empty",
          pendingDocuments: 0,
          pendingMirrors: 0,
        },
      }),
    },
    egress: blankEgress(options, config, refuse),
    sync: { run: async () => refuse() },
    notes: { capture: async () => refuse() },
    refactor: {
      createFolder: async () => refuse(),
      duplicate: async () => refuse(),
      preview: async () => refuse(),
      replay: async () => undefined,
      apply: async () => refuse(),
    },
    memory: {
      recall: () => ({ kind: "refused", reason: "collection-not-found", message: notInitialized }),
      remember: async () => ({ kind: "refused", reason: "collection-not-found", message: notInitialized }),
      problems: () => [],
    },
    jobs: {
      start: refuse,
      get: () => undefined,
      list: () => ({ active: [], recent: [] }),
      cancel: () => false,
      settled: async () => {},
    },
    // Nothing can be written here, so there is nothing to keep others from.
    lease: { acquire: async () => ({ release: () => {} }) },
    rest: () => undefined,
    close: async () => {},
  };
}
