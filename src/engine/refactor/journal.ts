/**
 * The journal of relocations, one small file each in the data folder. Its name tells its phase, so that a phase changes
 * with one rename: `.open` while files change, `.pending` from the moment that the change counts, `.done` once it is
 * indexed. What is open when a lease was just taken was cut off by a kill.
 */
import path from "node:path";
import type { DocRef } from "../engine.ts";
import type { FileInfo, FileSystem } from "../files/file-system.ts";

/** One file that changes. For the moved note `to` is another path than `from`. */
export interface JournalFile {
  readonly from: string;
  readonly to: string;
  readonly oldHash: string;
  readonly newHash: string;
  /** Where its old bytes lie in the undo file. */
  readonly offset: number;
  readonly length: number;
  readonly mode: number;
  readonly owner: FileInfo["owner"];
  /** Beside `to`, with the new bytes. */
  readonly temporary: string;
}

export interface JournalRecord {
  readonly planDigest: string;
  readonly operation: "rename" | "move";
  readonly source: DocRef;
  readonly target: DocRef;
  /** Paths below the root that the index has to look at. */
  readonly paths: readonly string[];
  readonly files: readonly JournalFile[];
  /** Folders that have to be made, the deepest last. */
  readonly folders: readonly string[];
}

export type Phase = "open" | "pending" | "done";

export interface JournalEntry {
  readonly id: string;
  readonly phase: Phase;
}

/** Receipts kept for a caller that lost its answer. */
const MAX_RECEIPTS = 256;
const NAME = /^(\d{13}-[0-9a-f]{64})\.(open|pending|done)\.json$/;

export interface Journal {
  /** Oldest first. */
  entries(): Promise<readonly JournalEntry[]>;
  read(entry: JournalEntry): Promise<JournalRecord | undefined>;
  /** Durable when it resolves. */
  begin(record: JournalRecord, undo: Uint8Array, now: number): Promise<JournalEntry>;
  undo(id: string): Promise<Buffer>;
  enter(entry: JournalEntry, phase: Phase): Promise<JournalEntry>;
  /** Forgets an open entry, with what was kept to undo it. */
  drop(entry: JournalEntry): Promise<void>;
  /** Removes undo files that nothing needs, and the oldest receipts beyond those that are kept. */
  tidy(): Promise<void>;
}

export function createJournal(dataFolder: string, files: FileSystem): Journal {
  const folder = path.join(dataFolder, "refactors");
  const fileOf = ({ id, phase }: JournalEntry): string => path.join(folder, `${id}.${phase}.json`);
  const undoOf = (id: string): string => path.join(folder, `${id}.undo`);

  async function entries(): Promise<JournalEntry[]> {
    const names = [...(await files.list(folder))].sort();
    return names.flatMap((name) => {
      const [, id, phase] = NAME.exec(name) ?? [];
      return id === undefined ? [] : [{ id, phase: phase as Phase }];
    });
  }

  async function drop(entry: JournalEntry): Promise<void> {
    await files.remove(fileOf(entry));
    await files.remove(undoOf(entry.id));
  }

  return {
    entries,
    async read(entry) {
      try {
        return JSON.parse((await files.read(fileOf(entry))).toString()) as JournalRecord;
      } catch (error) {
        // A kill can cut the very first write short; then no file was touched yet.
        if (error instanceof SyntaxError) return undefined;
        throw error;
      }
    },
    async begin(record, undo, now) {
      await files.makeFolder(folder);
      const entry: JournalEntry = {
        id: `${String(now).padStart(13, "0")}-${record.planDigest}`,
        phase: "open",
      };
      try {
        await files.writeNew(undoOf(entry.id), undo);
        await files.writeNew(fileOf(entry), Buffer.from(JSON.stringify(record)));
        await files.syncFolder(folder);
      } catch (error) {
        await drop(entry);
        throw error;
      }
      return entry;
    },
    undo: (id) => files.read(undoOf(id)),
    async enter(entry, phase) {
      const next = { ...entry, phase };
      await files.rename(fileOf(entry), fileOf(next));
      try {
        await files.syncFolder(folder);
      } catch (error) {
        // Not yet durable, so it does not count.
        await files.rename(fileOf(next), fileOf(entry));
        throw error;
      }
      return next;
    },
    drop,
    async tidy() {
      const known = await entries();
      const open = new Set(known.filter(({ phase }) => phase === "open").map(({ id }) => id));
      for (const name of await files.list(folder)) {
        if (name.endsWith(".undo") && !open.has(name.slice(0, -".undo".length)))
          await files.remove(path.join(folder, name));
      }
      const done = known.filter(({ phase }) => phase === "done");
      for (const entry of done.slice(0, Math.max(0, done.length - MAX_RECEIPTS)))
        await files.remove(fileOf(entry));
    },
  };
}
