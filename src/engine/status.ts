/** The Status port: counts of what is indexed, each in one statement. Reading changes nothing. */

import { DEFAULT_CHUNKING } from "./config/defaults.ts";
import type { ChunkingPolicy, CollectionConfig, ConfigStore } from "./config/types.ts";
import type { Reader } from "./documents/reader.ts";
import type { Clock } from "./ports.ts";
import type { DurableState } from "./store/durable-state.ts";
import type { VectorCounts } from "./vector/status.ts";

export interface CollectionStatus {
  readonly name: string;
  readonly path: string;
  readonly documentCount: number;
  readonly chunkCount: number;
  readonly embeddedCount: number;
  readonly state: "ok" | "unavailable" | "suspect" | "removed" | "never-synced";
  readonly note: string | undefined;
}

export interface ChunkingStatus {
  readonly configured: ChunkingPolicy;
  readonly applied: ChunkingPolicy | undefined;
  readonly state: "empty" | "legacy-default" | "current" | "pending" | "mixed";
  readonly pendingDocuments: number;
  readonly pendingMirrors: number;
}

/** A model that collections are embedded with. */
export interface ModelStatus {
  /** As people know it. */
  readonly model: string;
  readonly collections: readonly string[];
  /** Their chunks with and without a vector of the model. */
  readonly embedded: number;
  readonly pending: number;
}

export interface EngineStatus {
  readonly initialized: boolean;
  readonly configPath: string;
  readonly dbPath: string;
  readonly collections: readonly CollectionStatus[];
  readonly totalDocuments: number;
  readonly totalChunks: number;
  readonly embeddingBacklog: number;
  readonly models: readonly ModelStatus[];
  /** Vectors of models that no collection uses any more. */
  readonly staleVectors: number;
  readonly recentErrors: number;
  readonly lastIndexedAt: string | undefined;
  readonly chunking: ChunkingStatus;
  readonly durable: DurableState;
}

export interface Status {
  read(): EngineStatus;
}

export interface StatusOptions {
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load" | "path">;
  readonly clock: Clock;
  readonly dbPath: string;
  /** Of the open index, under the configured policy. */
  readonly chunking: (configured: ChunkingPolicy) => ChunkingStatus;
  readonly vectors: () => VectorCounts;
  readonly durable: () => DurableState;
}

const day = 86_400_000;

export function createStatus({
  reader,
  config,
  clock,
  dbPath,
  chunking,
  vectors,
  durable,
}: StatusOptions): Status {
  return {
    read() {
      const settings = config.load();
      const configured = settings?.collections ?? [];
      const names = JSON.stringify(configured.map(({ name }) => name));
      const known = new Map(reader.all<CollectionRow>(collectionCounts, names).map((row) => [row.name, row]));
      const { models, staleVectors, byCollection } = vectors();
      const collections = configured.map((collection) =>
        collectionStatus(collection, known.get(collection.name), byCollection.get(collection.name) ?? 0),
      );
      return {
        initialized: settings !== undefined,
        configPath: config.path,
        dbPath,
        collections,
        totalDocuments: collections.reduce((sum, one) => sum + one.documentCount, 0),
        totalChunks: reader.get<{ count: number }>(chunkTotal, names)?.count ?? 0,
        embeddingBacklog: models.reduce((sum, { pending }) => sum + pending, 0),
        models,
        staleVectors,
        recentErrors:
          reader.get<{ count: number }>(errorTotal, names, new Date(clock.now() - day).toISOString())
            ?.count ?? 0,
        lastIndexedAt: latest([...known.values()].map((row) => row.synced_at)),
        chunking: chunking(settings?.chunking ?? DEFAULT_CHUNKING),
        durable: durable(),
      };
    },
  };
}

interface CollectionRow {
  readonly name: string;
  readonly state: "ok" | "unavailable" | "suspect" | "removed";
  readonly note: string | null;
  readonly synced_at: string | null;
  readonly documents: number;
  readonly chunks: number;
}

const collectionCounts = `SELECT c.name, c.state, c.note, c.synced_at, count(d.id) AS documents,
  coalesce(sum((SELECT count(*) FROM chunk k WHERE k.mirror_id = d.mirror_id)), 0) AS chunks
FROM collection c LEFT JOIN document d ON d.collection_id = c.id AND d.active = 1
WHERE c.name IN (SELECT value FROM json_each(?)) GROUP BY c.id`;

/** Chunks belong to texts: two files of equal text share theirs. */
const chunkTotal = `SELECT count(*) AS count FROM chunk WHERE mirror_id IN (
  SELECT d.mirror_id FROM document d JOIN collection c ON c.id = d.collection_id
  WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)))`;

/** Files that hold no text to index are skipped, which is no error. */
const errorTotal = `SELECT count(*) AS count FROM document d JOIN collection c ON c.id = d.collection_id
WHERE c.name IN (SELECT value FROM json_each(?)) AND d.error_at >= ?
  AND d.error_code NOT IN ('BINARY', 'NOT_UTF8', 'TOO_LARGE')`;

function collectionStatus(
  collection: CollectionConfig,
  row: CollectionRow | undefined,
  embeddedCount: number,
): CollectionStatus {
  const synced = row !== undefined && (row.synced_at !== null || row.state !== "ok");
  return {
    name: collection.name,
    path: collection.path,
    documentCount: row?.documents ?? 0,
    chunkCount: row?.chunks ?? 0,
    embeddedCount,
    // Configured again, but not synced since: the index still has it as removed.
    state: !synced || row.state === "removed" ? "never-synced" : row.state,
    note: row?.state === "removed" ? undefined : (row?.note ?? undefined),
  };
}

function latest(times: readonly (string | null)[]): string | undefined {
  return times
    .filter((time) => time !== null)
    .sort()
    .at(-1);
}
