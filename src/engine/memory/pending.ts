/**
 * Notes of facts that are on disk or about to be and may not be indexed yet, one small file each in the data folder. Who
 * writes next under the lease indexes what a killed writer left before anything is decided, because a successor that
 * nobody sees would let a second one in.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { type FileSystem, nodeFileSystem } from "../files/file-system.ts";

export interface PendingFact {
  readonly index: string;
  readonly collection: string;
  readonly relPath: string;
}

export interface PendingFacts {
  /** On disk when it resolves. @returns what to call once the fact is indexed, or was not written after all. */
  note(fact: PendingFact): Promise<() => Promise<void>>;
  /** Of one index. Only under the write lease. */
  left(index: string): Promise<readonly { readonly fact: PendingFact; settle(): Promise<void> }[]>;
}

export const PENDING_FACTS = "pending-facts";

export function createPendingFacts(dataFolder: string, files: FileSystem = nodeFileSystem): PendingFacts {
  const folder = path.join(dataFolder, PENDING_FACTS);
  return {
    async note(fact) {
      await files.makeFolder(folder);
      const file = path.join(folder, randomUUID());
      await files.writeNew(file, Buffer.from(JSON.stringify(fact)));
      // Its name has to outlast a power cut as well: the fact's own will.
      await files.syncFolder(folder);
      return () => files.remove(file);
    },
    async left(index) {
      const found = [];
      for (const name of await files.list(folder)) {
        const file = path.join(folder, name);
        const fact = parse((await files.read(file)).toString());
        // A note that was cut short announces a fact that was never begun.
        if (fact === undefined) await files.remove(file);
        else if (fact.index === index) found.push({ fact, settle: () => files.remove(file) });
      }
      return found;
    },
  };
}

function parse(text: string): PendingFact | undefined {
  try {
    const { index, collection, relPath } = JSON.parse(text) as Record<string, unknown>;
    if (typeof index !== "string" || typeof collection !== "string" || typeof relPath !== "string")
      return undefined;
    return { index, collection, relPath };
  } catch {
    return undefined;
  }
}
