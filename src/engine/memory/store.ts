/** Facts on disk: a new file is durable before it is indexed, and indexed before it is reported. Under the write lease. */
import type { CollectionConfig, Collections, Sync, SyncResult } from "../engine.ts";
import { type AtomicOptions, createFile } from "../files/atomic.ts";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { createWriteIntents } from "../files/write-intents.ts";
import { ChunkingPolicyConflict } from "../index/policy.ts";
import { findSpot } from "../notes/place.ts";
import type { EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { refuse } from "./check.ts";
import { createPendingFacts } from "./pending.ts";
import { composeRecord, type FactRecord } from "./record.ts";
import type { Refused } from "./types.ts";

export interface Placed {
  readonly kind: "placed";
  /** Below the real root. */
  readonly relPath: string;
  settle(): Promise<void>;
}

export interface FactStore {
  /**
   * Indexes what killed writers left, and one more path that is about to matter.
   * @returns why that failed
   */
  catchUp(collection: CollectionConfig, relPath: string | undefined): Promise<string | undefined>;
  /** Never replaces a file. */
  create(
    collection: CollectionConfig,
    relPath: string,
    record: FactRecord,
  ): Promise<Placed | { readonly kind: "exists" } | Refused<"collection-unmanaged">>;
  /** @returns why the file is not searchable */
  index(collection: CollectionConfig, placed: Placed): Promise<string | undefined>;
}

export interface FactStoreOptions {
  readonly dataFolder: string;
  readonly indexName: string;
  /** Other files and folders of the program, which no fact may take. */
  readonly own?: readonly string[];
  readonly collections: Pick<Collections, "find">;
  readonly sync: Sync;
  readonly log: EngineLog;
  readonly files?: FileSystem;
}

export function createFactStore(options: FactStoreOptions): FactStore {
  const { dataFolder, indexName, sync, log } = options;
  const files = options.files ?? nodeFileSystem;
  const durable: AtomicOptions = { files, intents: createWriteIntents(dataFolder, files) };
  const pending = createPendingFacts(dataFolder, files);
  const own = [dataFolder, ...(options.own ?? [])];

  /** @returns what went wrong with each path, by path; "" = with all of them. */
  async function syncPaths(collection: string, paths: readonly string[]): Promise<Troubles> {
    try {
      return troubles(await sync.run({ collections: [collection], paths }), collection);
    } catch (error) {
      log.error("sync of facts failed", { collection, paths, error });
      const known = error instanceof ChunkingPolicyConflict ? error.message : storageProblem(error);
      return new Map([["", { code: "", message: known ?? "The sync stopped on an unexpected error." }]]);
    }
  }

  return {
    async catchUp(collection, relPath) {
      const left = await pending.left(indexName);
      const paths = new Map<string, string[]>(relPath === undefined ? [] : [[collection.name, [relPath]]]);
      for (const { fact } of left) {
        // Of a collection that is gone there is nothing to index.
        if (options.collections.find(fact.collection) === undefined) continue;
        paths.set(fact.collection, [...(paths.get(fact.collection) ?? []), fact.relPath]);
      }
      for (const [name, list] of paths) {
        const found = await syncPaths(name, list);
        const trouble = found.get("");
        if (trouble !== undefined && name === collection.name) return trouble.message;
        if (trouble !== undefined) continue;
        for (const { fact, settle } of left) {
          // A path without a file is settled too: the fact was not written, or its owner removed it.
          const code = found.get(fact.relPath)?.code ?? "NOT_FOUND";
          if (fact.collection === name && code === "NOT_FOUND") await settle();
        }
      }
      return undefined;
    },

    async create(collection, relPath, record) {
      try {
        const spot = await findSpot({ files, own }, collection, relPath);
        if (spot.kind !== "ok")
          return refuse(
            "collection-unmanaged",
            `Nothing was written: facts have no place there. ${spot.message}`,
          );
        const settle = await pending.note({
          index: indexName,
          collection: collection.name,
          relPath: spot.relPath,
        });
        let outcome: "created" | "exists" | undefined;
        try {
          outcome = await createFile(spot.file, Buffer.from(composeRecord(record)), durable);
        } finally {
          if (outcome !== "created") await settle().catch(() => undefined);
        }
        return outcome === "created" ? { kind: "placed", relPath: spot.relPath, settle } : { kind: "exists" };
      } catch (error) {
        const problem = error instanceof StoreError ? undefined : storageProblem(error);
        if (problem === undefined) throw error;
        log.error("a fact could not be written", { error });
        throw new StoreError("io", `The fact was not saved. ${problem}`, error);
      }
    },

    async index(collection, { relPath, settle }) {
      const found = await syncPaths(collection.name, [relPath]);
      const trouble = found.get(relPath) ?? found.get("");
      // A note that stays makes the next writer try again.
      if (trouble === undefined) await settle().catch(() => undefined);
      return trouble?.message;
    },
  };
}

type Troubles = ReadonlyMap<string, { readonly code: string; readonly message: string }>;

function troubles(result: SyncResult, collection: string): Troubles {
  const own = result.collections.find((one) => one.collection === collection);
  const found = new Map<string, { code: string; message: string }>();
  for (const {
    relPath,
    status,
    errorCode: code = "",
    errorMessage: message = "It was skipped.",
  } of own?.files ?? []) {
    if (status === "error" || status === "skipped") found.set(relPath, { code, message });
  }
  for (const { relPath, code, message } of own?.errors ?? []) found.set(relPath, { code, message });
  return found;
}
