/**
 * Composes the engine from its parts over one index. Its databases open here on the main thread, where nothing may
 * wait long; the durable one opens with the first write, because looking must not create it.
 */

import { existsSync } from "node:fs";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createAnswers } from "./answers/answers.ts";
import { createAudit } from "./audit/audit.ts";
import { createAuditThread } from "./audit/audit-thread.ts";
import { createChanges } from "./changes/changes.ts";
import { createCollections } from "./config/collections.ts";
import { createConfigStore } from "./config/store.ts";
import { createDocuments } from "./documents/documents.ts";
import { indexIdentity } from "./documents/index-name.ts";
import { createReader } from "./documents/reader.ts";
import { createEgress } from "./egress/egress.ts";
import { createEmbedding } from "./embed/embedding.ts";
import type { Engine, EngineOptions, Jobs, WriteLease } from "./engine.ts";
import { createEvidence } from "./evidence/evidence.ts";
import { createGraph } from "./graph/graph.ts";
import { createGraphThread } from "./graph/graph-thread.ts";
import { similarDocuments } from "./graph/similar-source.ts";
import { readChunkingStatus } from "./index/policy.ts";
import { createSync } from "./index/sync.ts";
import { createJobs } from "./jobs/jobs.ts";
import { createWriteLease } from "./jobs/lease.ts";
import { createLinks } from "./links/links.ts";
import { createMemory } from "./memory/memory.ts";
import { inferencePolicy } from "./models/inference-policy.ts";
import { createModels } from "./models/open-models.ts";
import { createNotes } from "./notes/notes.ts";
import { createUserTags } from "./notes/user-tags.ts";
import { createReaderPool } from "./readers/reader-pool.ts";
import { createSearchThreads } from "./readers/search-threads.ts";
import { createRefactor } from "./refactor/refactor.ts";
import { withPatience } from "./search/patience.ts";
import { createSearch, inThreads } from "./search/search.ts";
import { createStatus } from "./status.ts";
import { createDurableState } from "./store/durable-state.ts";
import { StoreError } from "./store/errors.ts";
import { openDurable, openIndex, type Store } from "./store/open.ts";
import { stemFor } from "./store/stem.ts";
import { createTags } from "./tags.ts";
import { createTraces } from "./traces/traces.ts";
import { createInUse } from "./vector/in-use.ts";
import { modelRows } from "./vector/rows.ts";
import { createVectorStatus } from "./vector/status.ts";
import { createVectorIndex } from "./vector/vector-index.ts";

/** How long opening may wait for another process that is just creating the same file. */
const openWaitMs = 5_000;
/** How long a statement on the main thread may wait: other calls stand still meanwhile. */
const statementWaitMs = 40;
/** How long jobs may run on when the engine closes. */
const defaultGraceMs = 5_000;

export interface OpenEngine extends Engine {
  /** Another index file lies at the path now: what this engine reads is no longer what others write. */
  replaced(): boolean;
}

/** Where the rebuildable database of an index lies. */
export function indexFile(dataFolder: string, indexName: string): string {
  return join(dataFolder, `index-${indexIdentity(indexName)}.sqlite`);
}

/** Where what files cannot rebuild lies. */
export function durableFile(dataFolder: string, indexName: string): string {
  return join(dataFolder, `durable-${indexIdentity(indexName)}.sqlite`);
}

/** @throws StoreError, ConfigError with a text for the user */
export function openEngine(options: EngineOptions): OpenEngine {
  const { clock, ids, log, indexName, dirs } = options;
  const config = createConfigStore(options.configFile);
  const settings = config.load();
  const index = openIndex(indexFile(dirs.data, indexName), {
    busyTimeoutMs: openWaitMs,
    ...(settings === undefined ? {} : { stem: stemFor(settings.ftsTokenizer) }),
  });
  index.raw.pragma(`busy_timeout = ${statementWaitMs}`);
  if (index.movedAside !== undefined) {
    log.warn("the index was damaged and moved aside; the next sync builds a new one", {
      file: index.movedAside,
    });
  }
  const durablePath = durableFile(dirs.data, indexName);
  let durable: Store | undefined;

  const egress = createEgress({ config, durablePath, clock, ids, log });
  const models = createModels({
    ...options.models,
    config,
    cacheFolder: dirs.cache,
    log,
    allow: inferencePolicy(egress),
  });
  const inUse = createInUse(index, config);
  const vectors = createVectorIndex({ index, inUse, log });
  const embedding = createEmbedding({
    index,
    inUse,
    models,
    clock,
    log,
    busyTimeoutMs: () => config.load()?.busyTimeoutMs ?? openWaitMs,
  });
  const reader = createReader(index.raw);
  const documents = createDocuments({ reader, config, indexName });
  const sync = createSync({ index, durablePath, config, log });
  const jobs = createJobs({ clock, ids, log });
  const changes = createChanges({ durablePath, clock });
  const traces = createTraces({
    durablePath,
    config,
    clock,
    ids,
    log,
    egress,
    state: () => ({
      version: options.version,
      models: {
        embed: embedding.model(),
        stored: modelRows(index).map(({ fingerprint, state }) => [fingerprint, state]),
      },
      index: { name: indexName, changes: changes.bounds().latest },
    }),
  });
  const ownedLease = createWriteLease({ folder: dirs.data });
  const notes = createNotes({
    dataFolder: dirs.data,
    own: [options.configFile, dirs.cache],
    replaced: () => index.replaced(),
    documents,
    sync,
    userTags: {
      set(...tags) {
        durable ??= openDurable(durablePath);
        return createUserTags(durable, config.load()?.busyTimeoutMs ?? openWaitMs).set(...tags);
      },
    },
    clock,
    log,
  });
  const lease = recovering(
    ownedLease,
    () => notes.recover(),
    () => refactor.recover(),
  );

  const links = createLinks({ reader, config });
  const collections = createCollections({ config, ownFolders: [dirs.data, dirs.cache] });
  const refactor = createRefactor({
    dataFolder: dirs.data,
    own: [options.configFile, dirs.cache],
    indexName,
    reader,
    config,
    collections,
    documents,
    links,
    sync,
    clock,
    log,
  });

  const readers = createReaderPool({ limit: Math.max(1, availableParallelism() - 1), log });
  const threads = createSearchThreads({
    pool: readers,
    reader,
    indexPath: index.path,
    config,
    clock,
    ...(options.oneCaller ? { large: Number.POSITIVE_INFINITY } : {}),
  });
  const local = createSearch({
    reader,
    threads,
    config,
    clock,
    indexName,
    models: withPatience(
      {
        vectors,
        embedder: (collection) => embedding.embedder(collection),
        reranker: (collection) => models.reranker(collection === undefined ? {} : { collection }),
        generator: (collection) => models.generator("expand", collection === undefined ? {} : { collection }),
      },
      { nameOf: models.nameOf },
    ),
  });
  const search = inThreads(local, threads);
  const collectionNames = () => (config.load()?.collections ?? []).map(({ name }) => name);
  const evidence = createEvidence({
    reader,
    version: () =>
      `${index.raw.pragma("data_version", { simple: true })} ${reader.get<{ n: number }>("SELECT total_changes() AS n")?.n}`,
    documents,
    search,
    vectors,
    config,
    clock,
    indexName,
    rerankModel: () => models.nameOf("rerank"),
  });
  const graphThread = createGraphThread(index.path, log);
  const auditThread = createAuditThread(log);
  const audit = createAudit({ indexPath: index.path, config, thread: auditThread, clock, log });

  return {
    indexName,
    serverInstanceId: ids.uuid(),
    config,
    collections,
    documents,
    search,
    readers,
    vectors,
    embedding,
    links,
    graph: createGraph({
      reader,
      collections: collectionNames,
      thread: graphThread,
      similar: similarDocuments({ reader, search, vectors, collections: collectionNames }),
    }),
    evidence,
    answers: createAnswers({
      evidence,
      generator: (scope) => models.generator("gen", scope),
      log,
    }),
    tags: createTags({ reader, config }),
    changes,
    egress,
    traces,
    audit,
    status: createStatus({
      reader,
      config,
      clock,
      dbPath: index.path,
      chunking: (configured) => readChunkingStatus(index, configured),
      vectors: createVectorStatus(index, inUse),
      durable: createDurableState(durablePath),
    }),
    sync,
    notes,
    refactor,
    jobs,
    memory: createMemory({
      reader,
      collections,
      sync,
      lease,
      dataFolder: dirs.data,
      indexName,
      own: [options.configFile, dirs.cache],
      clock,
      log,
    }),
    lease,
    replaced: () => index.replaced(),
    rest: () => void index.raw.pragma("shrink_memory"),
    async close(graceMs = defaultGraceMs) {
      await endJobs(jobs, graceMs);
      await models.close();
      await embedding.close();
      await vectors.close();
      await graphThread.close();
      await readers.close();
      audit.stop();
      await auditThread.close();
      await sync.close();
      ownedLease.close();
      durable?.close();
      changes.close();
      egress.close();
      traces.close();
      index.close();
    },
  };
}

/**
 * The first holder in a process cleans up after processes that were killed. Files that belong together and are half
 * changed are seen to by every holder: another process may have been killed since.
 */
function recovering(lease: WriteLease, recover: () => Promise<void>, undo: () => Promise<void>): WriteLease {
  let recovered: Promise<void> | undefined;
  return {
    async acquire(waitMs, signal) {
      const held = await lease.acquire(waitMs, signal);
      if (held === undefined) return undefined;
      try {
        recovered ??= recover();
        await recovered;
        await undo();
        return held;
      } catch (error) {
        held.release();
        throw error;
      }
    },
  };
}

async function endJobs(jobs: Jobs, graceMs: number): Promise<void> {
  let timer: NodeJS.Timeout | undefined;
  const tooLong = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, graceMs);
  });
  await Promise.race([jobs.settled(), tooLong]);
  clearTimeout(timer);
  for (const { jobId } of jobs.list(0).active) jobs.cancel(jobId);
  await jobs.settled();
}

/** @throws StoreError when the native module does not load in this Node. */
export function probeSqlite(): void {
  try {
    new Database(":memory:").close();
  } catch (error) {
    throw new StoreError(
      "module",
      `The SQLite module does not load in Node ${process.versions.node}. Install it again with this Node: npm rebuild better-sqlite3, or npm ci in a checkout.`,
      error,
    );
  }
}

/** Whether an index of this name was ever made. */
export function indexExists(dataFolder: string, indexName: string): boolean {
  return existsSync(indexFile(dataFolder, indexName));
}
