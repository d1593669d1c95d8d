/** The Refactor port, composed of its operations; what a disk refuses becomes a sentence. */
import type { CollectionConfig, Collections, Documents, Links, Refactor, Sync } from "../engine.ts";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { createWriteIntents } from "../files/write-intents.ts";
import type { EngineLog } from "../ports.ts";
import { StoreError } from "../store/errors.ts";
import { duplicate } from "./duplicate.ts";
import { makeFolder } from "./folder.ts";

export interface RefactorOptions {
  readonly dataFolder: string;
  /** Other files and folders of the program: the configuration, the cache. */
  readonly own?: readonly string[];
  readonly collections: Pick<Collections, "find" | "list">;
  readonly documents: Pick<Documents, "resolve">;
  readonly links: Pick<Links, "incoming">;
  readonly sync: Sync;
  readonly log: EngineLog;
  readonly files?: FileSystem;
}

export function createRefactor(options: RefactorOptions): Refactor {
  const files = options.files ?? nodeFileSystem;
  const parts = {
    ...options,
    files,
    durable: { files, intents: createWriteIntents(options.dataFolder, files) },
    own: [options.dataFolder, ...(options.own ?? [])],
  };

  function collectionOf(name: string): CollectionConfig {
    const found = options.collections.find(name);
    if (found === undefined) throw new Error(`The collection ${name} is not configured any more.`);
    return found;
  }

  /** A refusal of the disk in plain words instead of its error. */
  async function explained<T>(what: string, run: () => Promise<T>): Promise<T> {
    try {
      return await run();
    } catch (error) {
      const problem = error instanceof StoreError ? undefined : storageProblem(error);
      if (problem === undefined) throw error;
      options.log.error(what, { error });
      throw new StoreError("io", `${what} ${problem}`, error);
    }
  }

  return {
    createFolder: (request) => explained("The folder was not made.", () => makeFolder(parts, request)),
    duplicate: (request, signal) =>
      explained("The note was not copied.", () =>
        duplicate(parts, collectionOf(request.document.collection), request, signal),
      ),
  };
}
