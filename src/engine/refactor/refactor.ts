/** The Refactor port, composed of its operations; what a disk refuses becomes a sentence. */
import { DEFAULT_MAX_FILE_BYTES } from "../config/defaults.ts";
import type { Reader } from "../documents/reader.ts";
import type {
  CollectionConfig,
  Collections,
  ConfigStore,
  Documents,
  Links,
  Refactor,
  Relocation,
  Sync,
} from "../engine.ts";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { createWriteIntents } from "../files/write-intents.ts";
import type { Clock, EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { applyPlan, recoverPlans, replayPlan } from "./apply.ts";
import { duplicate } from "./duplicate.ts";
import { makeFolder } from "./folder.ts";
import type { LinkingFile } from "./foreign.ts";
import { createJournal } from "./journal.ts";
import { planRelocation } from "./plan.ts";

export interface RefactorOptions {
  readonly dataFolder: string;
  readonly indexName: string;
  /** Other files and folders of the program: the configuration, the cache. */
  readonly own?: readonly string[];
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load">;
  readonly collections: Pick<Collections, "find">;
  readonly documents: Pick<Documents, "resolve">;
  readonly links: Pick<Links, "incoming">;
  readonly sync: Sync;
  readonly clock: Clock;
  readonly log: EngineLog;
  readonly files?: FileSystem;
}

export interface OwnedRefactor extends Refactor {
  /** Undoes what killed processes left half done. Only under the write lease. */
  recover(): Promise<void>;
}

export function createRefactor(options: RefactorOptions): OwnedRefactor {
  const { reader, config, collections, log } = options;
  const files = options.files ?? nodeFileSystem;
  const parts = {
    ...options,
    files,
    durable: { files, intents: createWriteIntents(options.dataFolder, files) },
    journal: createJournal(options.dataFolder, files),
    now: () => options.clock.now(),
    own: [options.dataFolder, ...(options.own ?? [])],
    maxFileBytes: () => config.load()?.maxFileBytes ?? DEFAULT_MAX_FILE_BYTES,
    ids: (collection: string) => documentIds(reader, collection),
    linking: (collection: string) =>
      linkingFiles(reader, collection).filter((file) => collections.find(file.collection) !== undefined),
  };
  const tried = new Set<string>();

  function collectionOf({ collection }: { readonly collection: string }): CollectionConfig {
    const found = collections.find(collection);
    if (found === undefined) throw new Error(`The collection ${collection} is not configured any more.`);
    return found;
  }

  /** A refusal of the disk in plain words instead of its error. */
  async function explained<T>(what: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const problem = error instanceof StoreError ? undefined : storageProblem(error);
      if (problem === undefined) throw error;
      log.error(what, { error });
      throw new StoreError("io", `${what} ${problem}`, error);
    }
  }

  const planned = (relocation: Relocation, signal: AbortSignal) =>
    planRelocation(parts, collectionOf(relocation.document), relocation, signal);

  return {
    createFolder: (request) => explained("The folder was not made.", () => makeFolder(parts, request)),
    duplicate: (request, signal) =>
      explained("The note was not copied.", () =>
        duplicate(parts, collectionOf(request.document), request, signal),
      ),
    preview: (relocation, signal) =>
      explained("The change could not be planned.", async () => {
        const result = await planned(relocation, signal);
        return result.kind === "planned" ? { kind: "plan", plan: result.plan } : result;
      }),
    replay: (planDigest) =>
      explained("The journal could not be read.", () =>
        replayPlan(parts, planDigest, (name) => collections.find(name) !== undefined),
      ),
    apply: (relocation, planDigest, signal) =>
      explained("The note was left where it is.", async () => {
        const result = await planned(relocation, signal);
        if (result.kind !== "planned") return result;
        const collection = collectionOf(relocation.document);
        return { kind: "receipt", receipt: await applyPlan(parts, collection, result, planDigest, signal) };
      }),
    async recover() {
      try {
        await recoverPlans(parts, tried);
      } catch (error) {
        log.warn("an interrupted rename could not be undone; the next write tries again", { error });
      }
    },
  };
}

function documentIds(reader: Reader, collection: string): ReadonlyMap<string, number> {
  const rows = reader.all<{ id: number; rel_path: string }>(
    `SELECT d.id, d.rel_path FROM document d
     WHERE d.active = 1 AND d.collection_id = (SELECT id FROM collection WHERE name = ?)`,
    collection,
  );
  return new Map(rows.map(({ id, rel_path }) => [rel_path, id]));
}

function linkingFiles(reader: Reader, collection: string): LinkingFile[] {
  return reader.all<LinkingFile>(
    `SELECT DISTINCT c.name AS collection, c.root, d.rel_path AS relPath
     FROM (SELECT document_id FROM link WHERE target_collection = ?
           UNION SELECT document_id FROM doc_edge WHERE target_collection = ?) l
     JOIN document d ON d.id = l.document_id AND d.active = 1
     JOIN collection c ON c.id = d.collection_id AND c.name <> ?
     ORDER BY c.name, d.rel_path`,
    collection,
    collection,
    collection,
  );
}
