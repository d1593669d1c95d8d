/**
 * Capture: the file is durable on disk first, then its one path is synced, and only then is it reported. A failed sync
 * leaves the file where it is and says so.
 */
import { createHash } from "node:crypto";
import { formatUri } from "../documents/uri.ts";
import type {
  Captured,
  CaptureRequest,
  CaptureResult,
  CollectionConfig,
  Document,
  Documents,
  Notes,
  Sync,
} from "../engine.ts";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { createWriteIntents } from "../files/write-intents.ts";
import { ChunkingPolicyConflict } from "../index/policy.ts";
import type { Clock, EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { type Placed, placeNote } from "./place.ts";
import { type CapturePlan, planCapture } from "./plan.ts";
import type { UserTags } from "./user-tags.ts";

export interface NotesOptions {
  readonly dataFolder: string;
  /** Other files and folders of the program, which no note may take: the configuration, the cache. */
  readonly own?: readonly string[];
  readonly documents: Pick<Documents, "resolve">;
  readonly sync: Sync;
  /** The index that `documents` reads is no longer the one that `sync` writes: damage was found in it. */
  readonly replaced?: () => boolean;
  readonly userTags: UserTags;
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly files?: FileSystem;
}

export interface OwnedNotes extends Notes {
  /** Removes temporary files that killed processes left, and indexes notes that they wrote. Only under the write lease. */
  recover(): Promise<void>;
}

export function createNotes(options: NotesOptions): OwnedNotes {
  const { documents, sync, userTags, clock, log } = options;
  const files = options.files ?? nodeFileSystem;
  const intents = createWriteIntents(options.dataFolder, files);
  const durable = { files, intents };
  const own = [options.dataFolder, ...(options.own ?? [])];

  async function recover(): Promise<void> {
    try {
      const settled = await intents.recover();
      if (settled > 0) log.info("removed what interrupted writes left", { files: settled });
      for (const { collection, settle } of await intents.unindexed()) {
        await sync.run({ collections: [collection] });
        await settle();
        log.info("indexed what an interrupted capture left", { collection });
      }
    } catch (error) {
      log.warn("interrupted writes could not be cleaned up", { error });
    }
  }

  /** @returns the document, or why it is not searchable. */
  async function index(
    collection: CollectionConfig,
    { relPath, collision }: Placed,
    hash: string,
  ): Promise<Document | string> {
    const before = find(collection, relPath);
    if (collision === "opened_existing" && before) return before;
    let trouble: string | undefined;
    try {
      const result = await sync.run({ collections: [collection.name], paths: [relPath] });
      const own = result.collections.find((one) => one.collection === collection.name);
      const error = own?.errors.find((one) => one.relPath === relPath);
      const file = own?.files?.find((one) => one.relPath === relPath);
      trouble = error?.message ?? file?.errorMessage;
      if (error !== undefined || file?.status === "error" || file?.status === "skipped") {
        return trouble ?? "The file was skipped.";
      }
    } catch (error) {
      log.error("sync after a capture failed", { collection: collection.name, relPath, error });
      return userText(error) ?? "The sync stopped on an unexpected error.";
    }
    const document = find(collection, relPath);
    if (document === undefined && options.replaced?.()) return "The index was damaged and is built anew.";
    if (document === undefined) return trouble ?? "The collection's settings leave this file out.";
    const stale = document.sourceHash === before?.sourceHash && document.sourceHash !== hash;
    return stale && collision !== "opened_existing" ? "The index still has the old text." : document;
  }

  function find(collection: CollectionConfig, relPath: string): Document | undefined {
    const found = documents.resolve(formatUri(collection.name, relPath));
    return found.kind === "found" && found.document.relPath === relPath ? found.document : undefined;
  }

  async function capture(request: CaptureRequest, signal: AbortSignal): Promise<CaptureResult> {
    const planned = planCapture(request, new Date(clock.now()).toISOString());
    if (planned.kind !== "plan") return planned;
    const { collection } = request;
    const { plan } = planned;
    await recover();
    const settle = await intents.noteCollection(collection.name);
    try {
      const placed = await placeNote({ files, durable, userTags, own }, collection, plan, signal);
      if (placed.kind !== "placed") return placed;
      const document = await index(collection, placed, createHash("sha256").update(plan.text).digest("hex"));
      if (typeof document === "string")
        return { kind: "sync-failed", relPath: placed.relPath, message: document };
      return { kind: "captured", note: receipt(document, placed, plan) };
    } finally {
      await settle().catch(() => undefined);
    }
  }

  return {
    recover,
    async capture(request, signal) {
      signal.throwIfAborted();
      try {
        return await capture(request, signal);
      } catch (error) {
        const problem = error instanceof StoreError ? undefined : storageProblem(error);
        if (problem === undefined) throw error;
        log.error("a capture could not be written", { error });
        throw new StoreError("io", `The note was not saved. ${problem}`, error);
      }
    },
  };
}

function userText(error: unknown): string | undefined {
  return error instanceof ChunkingPolicyConflict ? error.message : storageProblem(error);
}

function receipt(document: Document, placed: Placed, plan: CapturePlan): Captured {
  const { collision } = placed;
  return {
    docid: document.docid,
    uri: document.uri,
    absPath: document.absPath,
    collection: document.collection,
    relPath: placed.relPath,
    created: collision === "created" || collision === "created_with_suffix",
    openedExisting: collision === "opened_existing",
    createdWithSuffix: collision === "created_with_suffix",
    overwritten: collision === "overwritten",
    contentHash: plan.contentHash,
    source: plan.source,
    tags: plan.tags,
    collision,
  };
}
