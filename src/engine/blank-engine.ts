/**
 * The engine of a place that was never initialised: reads find nothing, writes say what to do, and no folder or file
 * comes into being.
 */
import { EmbeddingUnavailable } from "./embed/port.ts";
import type { ConfigStore, Engine, EngineOptions } from "./engine.ts";

export const notInitialized = "There is no configuration yet. Run `gno init` first.";

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
      lexical: ({ query, collection }) => {
        if (query.trim() === "") return { kind: "empty-query" };
        if (collection !== undefined) return { kind: "unknown-collection", collection };
        return { kind: "ok", hits: [], since: undefined, until: undefined, note: notInitialized };
      },
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
      clear: refuse,
    },
    links: { outgoing: () => [], incoming: () => [], resolve: () => ({ kind: "unresolved" }) },
    tags: { list: () => [], of: () => [] },
    status: {
      read: () => ({
        initialized: false,
        configPath: options.configFile,
        dbPath: options.dirs.data,
        collections: [],
        totalDocuments: 0,
        totalChunks: 0,
        embeddingBacklog: 0,
        recentErrors: 0,
        lastIndexedAt: undefined,
        chunking: {
          configured: { maxTokens: 800, overlapPercent: 0.15 },
          applied: undefined,
          state: "empty",
          pendingDocuments: 0,
          pendingMirrors: 0,
        },
      }),
    },
    sync: { run: async () => refuse() },
    notes: { capture: async () => refuse() },
    jobs: {
      start: refuse,
      get: () => undefined,
      list: () => ({ active: [], recent: [] }),
      cancel: () => false,
      settled: async () => {},
    },
    // Nothing can be written here, so there is nothing to keep others from.
    lease: { acquire: async () => ({ release: () => {} }) },
    close: async () => {},
  };
}
