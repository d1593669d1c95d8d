/**
 * Capture: the file is durable on disk first, then its one path is synced, and only then is it reported. A file that
 * is there already, or appears at the last moment, is never replaced unless that was asked for.
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
import { createFile, replaceFile } from "../files/atomic.ts";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { slug, titleKey, withSuffix } from "../files/names.ts";
import { locate } from "../files/paths.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { createWriteIntents } from "../files/write-intents.ts";
import type { Clock, EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { readContent } from "./front-matter.ts";
import { type CapturePlan, planCapture } from "./plan.ts";
import type { UserTags } from "./user-tags.ts";

export interface NotesOptions {
  readonly dataFolder: string;
  readonly documents: Pick<Documents, "resolve">;
  readonly sync: Sync;
  readonly userTags: UserTags;
  readonly clock: Clock;
  readonly log: EngineLog;
  /** False for a path that a sync of the collection would pass over, by pattern, lists or ignore files. */
  readonly covers?: (collection: CollectionConfig, relPath: string) => boolean | Promise<boolean>;
  readonly files?: FileSystem;
}

export interface OwnedNotes extends Notes {
  /** Removes temporary files that killed processes left. Only under the write lease. */
  recover(): Promise<void>;
}

/** A note with more copies than this gets a refusal instead of a search that never ends. */
const MAX_SUFFIX = 10_000;
/** Of a larger file the title is not looked up. */
const MAX_TITLED_BYTES = 2_000_000;

type Refused = Extract<CaptureResult, { kind: "invalid-input" | "invalid-path" }>;

/** What became of the file. */
interface Placed {
  readonly kind: "placed";
  readonly relPath: string;
  readonly file: string;
  readonly collision: "created" | "opened_existing" | "created_with_suffix" | "overwritten";
}

export function createNotes(options: NotesOptions): OwnedNotes {
  const { documents, sync, userTags, clock, log } = options;
  const files = options.files ?? nodeFileSystem;
  const intents = createWriteIntents(options.dataFolder, files);
  const durable = { files, intents };

  async function recover(): Promise<void> {
    try {
      const settled = await intents.recover();
      if (settled > 0) log.info("removed what interrupted writes left", { files: settled });
    } catch (error) {
      log.warn("interrupted writes could not be cleaned up", { error: String(error) });
    }
  }

  async function place(
    collection: CollectionConfig,
    plan: CapturePlan,
    signal: AbortSignal,
  ): Promise<Placed | Refused> {
    const relPath = await pathFor(collection, plan);
    for (let number = 1; number <= MAX_SUFFIX; number++) {
      const tried = number === 1 ? relPath : withSuffix(relPath, number);
      const spot = await findSpot(collection, tried);
      if (spot.kind !== "ok") return spot;
      const { file } = spot;
      const there = await files.info(file);
      if (there !== undefined && there.kind !== "file" && there.kind !== "link") {
        return refusal(`There is a folder at ${tried}. Choose another path or title.`);
      }
      const placed = (collision: Placed["collision"]): Placed => ({
        kind: "placed",
        relPath: tried,
        file,
        collision,
      });
      if (there === undefined || plan.overwrite) {
        if (there?.kind === "link")
          return refusal(`${tried} is a symbolic link. Name the file that it points to.`);
        if (there && (there.mode & 0o222) === 0)
          return refusal(`${tried} is read-only. It was not replaced.`);
        // From here on the change is carried through: a call cancelled later finds it complete.
        signal.throwIfAborted();
        if (plan.overwrite) {
          await replaceFile(file, Buffer.from(plan.text), durable);
          await tagBeside(collection, tried, plan, plan.tags);
          return placed(there ? "overwritten" : "created");
        }
        if ((await create(collection, tried, file, plan)) === "created") {
          return placed(number === 1 ? "created" : "created_with_suffix");
        }
      }
      if (plan.policy === "open_existing") return placed("opened_existing");
      if (plan.policy === "error") {
        return refusal(
          `${tried} exists already and was left as it is. Choose another title or path, or set collisionPolicy to ` +
            "open_existing or create_with_suffix.",
        );
      }
    }
    return refusal(
      `${relPath} and ${MAX_SUFFIX - 1} names after it are taken. Choose another title or path.`,
    );
  }

  /** The tags come first: then a file that stands has them, whenever the process is killed. */
  async function create(
    collection: CollectionConfig,
    relPath: string,
    file: string,
    plan: CapturePlan,
  ): Promise<"created" | "exists"> {
    await tagBeside(collection, relPath, plan, plan.tags);
    let outcome: "created" | "exists" | undefined;
    try {
      outcome = await createFile(file, Buffer.from(plan.text), durable);
      return outcome;
    } finally {
      if (outcome !== "created") await tagBeside(collection, relPath, plan, []).catch(() => undefined);
    }
  }

  async function tagBeside(
    collection: CollectionConfig,
    relPath: string,
    { markdown }: CapturePlan,
    tags: readonly string[],
  ): Promise<void> {
    if (!markdown) await userTags.set(collection.name, relPath, tags);
  }

  /** Two titles can lose their way into one name; then the later title gets a name of its own. */
  async function pathFor(collection: CollectionConfig, plan: CapturePlan): Promise<string> {
    if (plan.distinctPath === undefined || (plan.policy === "create_with_suffix" && !plan.overwrite))
      return plan.relPath;
    const spot = await findSpot(collection, plan.relPath);
    if (spot.kind !== "ok") return plan.relPath;
    const there = await files.info(spot.file);
    if (there?.kind !== "file" || there.size > MAX_TITLED_BYTES) return plan.relPath;
    const title = readContent((await files.read(spot.file)).toString()).title;
    const otherNote = title !== undefined && titleKey(title) !== titleKey(plan.title);
    const sameName = otherNote && slug(title) === slug(plan.title);
    return sameName ? plan.distinctPath : plan.relPath;
  }

  async function findSpot(
    collection: CollectionConfig,
    relPath: string,
  ): Promise<{ readonly kind: "ok"; readonly file: string } | Refused> {
    const spot = await locate(collection.path, relPath, files);
    if (spot.kind === "ok") return spot;
    if (spot.kind === "outside") return refusal(spot.message);
    return {
      kind: "invalid-path",
      message: `The folder of collection ${collection.name} is not there. Check that its disk is mounted, or configure another folder.`,
    };
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
      log.error("sync after a capture failed", {
        collection: collection.name,
        relPath,
        error: String(error),
      });
      return userText(error) ?? "The sync stopped on an unexpected error.";
    }
    const document = find(collection, relPath);
    if (document === undefined) return trouble ?? "The collection's settings leave this file out.";
    const stale = document.sourceHash === before?.sourceHash && document.sourceHash !== hash;
    return stale && collision === "overwritten" ? "The index still has the old text." : document;
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
    if (options.covers && !(await options.covers(collection, plan.relPath))) {
      return refusal(
        `Collection ${collection.name} does not index ${plan.relPath} (pattern ${collection.pattern}). ` +
          "Choose another path, or change the collection.",
      );
    }
    await recover();
    const placed = await place(collection, plan, signal);
    if (placed.kind !== "placed") return placed;
    const document = await index(collection, placed, createHash("sha256").update(plan.text).digest("hex"));
    if (typeof document === "string")
      return { kind: "sync-failed", relPath: placed.relPath, message: document };
    return { kind: "captured", note: receipt(document, placed, plan) };
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
        log.error("a capture could not be written", { error: String(error) });
        throw new StoreError("io", `The note was not saved. ${problem}`, error);
      }
    },
  };
}

function refusal(message: string): Refused {
  return { kind: "invalid-input", message };
}

function userText(error: unknown): string | undefined {
  return storageProblem(error) ?? (error instanceof StoreError ? error.message : undefined);
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
