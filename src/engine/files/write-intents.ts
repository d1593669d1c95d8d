/**
 * Notes of temporary files that are being written, one small file each in the data folder. What a killed process
 * leaves behind is found through them without a walk over the user's folders. The holder of the write lease is the
 * only writer, so whatever stands here when a lease was just taken is left over.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { isTemporaryName } from "./atomic.ts";
import { type FileSystem, nodeFileSystem } from "./file-system.ts";

export interface WriteIntents {
  /** Call before the file is made. @returns what to call once it is gone again. */
  note(temporary: string): Promise<() => Promise<void>>;
  /** Call before a file is made that will be indexed. @returns what to call once that is done or was refused. */
  noteCollection(collection: string): Promise<() => Promise<void>>;
  /** Collections in which a killed writer may have left a file that is not indexed. Only under the write lease. */
  unindexed(): Promise<readonly { readonly collection: string; settle(): Promise<void> }[]>;
  /** Removes what killed writers left. Only under the write lease. @returns how many notes it settled. */
  recover(): Promise<number>;
}

const COLLECTION = "collection-";

export function createWriteIntents(dataFolder: string, files: FileSystem = nodeFileSystem): WriteIntents {
  const folder = path.join(dataFolder, "pending-writes");
  return {
    async note(temporary) {
      await files.makeFolder(folder);
      const intent = path.join(folder, randomUUID());
      // Against kills only; after a power cut a stray temporary file is the lesser cost than one more disk sync a note.
      await files.writeNew(intent, Buffer.from(temporary), { durable: false });
      return () => files.remove(intent);
    },
    async noteCollection(collection) {
      await files.makeFolder(folder);
      const intent = path.join(folder, `${COLLECTION}${randomUUID()}`);
      await files.writeNew(intent, Buffer.from(collection), { durable: false });
      return () => files.remove(intent);
    },
    async unindexed() {
      const names = (await files.list(folder)).filter((name) => name.startsWith(COLLECTION));
      return Promise.all(
        names.map(async (name) => {
          const intent = path.join(folder, name);
          const collection = (await files.read(intent)).toString();
          return { collection, settle: () => files.remove(intent) };
        }),
      );
    },
    async recover() {
      const names = (await files.list(folder)).filter((name) => !name.startsWith(COLLECTION));
      for (const name of names) {
        const intent = path.join(folder, name);
        const temporary = (await files.read(intent)).toString();
        // A kill can cut the note short; then the file that it announces was not made yet.
        if (path.isAbsolute(temporary) && isTemporaryName(path.basename(temporary)))
          await files.remove(temporary);
        await files.remove(intent);
      }
      return names.length;
    },
  };
}
