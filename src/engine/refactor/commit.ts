/**
 * Changes several files as one: all of them or none. The old bytes and what is going to happen are on disk before the
 * first file changes; whatever fails before the journal counts the change as made is undone, by this process or, after a
 * kill, by the next one.
 */
import { randomUUID } from "node:crypto";
import path from "node:path";
import { sha256 } from "../canonical.ts";
import { type AtomicOptions, replaceFile } from "../files/atomic.ts";
import type { FileSystem } from "../files/file-system.ts";
import { codeOf } from "../files/storage-problem.ts";
import type { Journal, JournalEntry, JournalFile, JournalRecord } from "./journal.ts";

export interface Change {
  readonly from: string;
  readonly to: string;
  /** Of the bytes that the plan was made from. */
  readonly oldHash: string;
  readonly bytes: Buffer;
}

export interface CommitOptions {
  readonly files: FileSystem;
  readonly durable: AtomicOptions;
  readonly journal: Journal;
  readonly now: () => number;
}

export type Committed =
  | { readonly kind: "committed"; readonly entry: JournalEntry }
  | { readonly kind: "stale" }
  | { readonly kind: "occupied" }
  /** Everything is as it was. */
  | { readonly kind: "rolled-back"; readonly error: unknown }
  /** Not everything could be put back: the next start tries again. */
  | { readonly kind: "unsure"; readonly entry: JournalEntry; readonly error: unknown };

class Occupied extends Error {}
class Stale extends Error {}

/** @param changes the moved note last */
export async function commit(
  options: CommitOptions,
  about: Pick<JournalRecord, "planDigest" | "operation" | "source" | "target" | "paths">,
  changes: readonly Change[],
): Promise<Committed> {
  const { files, journal } = options;
  let entry: JournalEntry | undefined;
  let record: JournalRecord | undefined;
  try {
    const undo: Buffer[] = [];
    const list: JournalFile[] = [];
    let offset = 0;
    for (const change of changes) {
      const info = await files.info(change.from);
      const old = info?.kind === "file" ? await files.read(change.from) : undefined;
      if (info === undefined || old === undefined || sha256(old) !== change.oldHash) return { kind: "stale" };
      undo.push(old);
      list.push({
        from: change.from,
        to: change.to,
        oldHash: change.oldHash,
        newHash: sha256(change.bytes),
        offset,
        length: old.length,
        mode: info.mode,
        owner: info.owner,
        temporary: path.join(path.dirname(change.to), `.gno-${randomUUID()}.tmp`),
      });
      offset += old.length;
    }
    const { from, to } = list.at(-1) as JournalFile;
    if ((await files.info(to)) !== undefined && !(await isCaseOnly(files, from, to)))
      return { kind: "occupied" };
    record = { ...about, files: list, folders: await missingFolders(files, list) };
    entry = await journal.begin(record, Buffer.concat(undo), options.now());
    await publish(files, record, changes);
    entry = await journal.enter(entry, "pending");
    return { kind: "committed", entry };
  } catch (error) {
    if (entry === undefined || record === undefined) {
      await journal.tidy().catch(() => undefined);
      return { kind: "rolled-back", error };
    }
    try {
      const taken = error instanceof Occupied;
      if (!(await rollBack(options, entry, record, taken))) return { kind: "unsure", entry, error };
      if (taken) return { kind: "occupied" };
      return error instanceof Stale ? { kind: "stale" } : { kind: "rolled-back", error };
    } catch (second) {
      return { kind: "unsure", entry, error: second };
    }
  }
}

async function missingFolders(files: FileSystem, list: readonly JournalFile[]): Promise<string[]> {
  const missing: string[] = [];
  let folder = path.dirname((list.at(-1) as JournalFile).to);
  while ((await files.info(folder)) === undefined) {
    missing.unshift(folder);
    folder = path.dirname(folder);
  }
  return missing;
}

async function publish(
  files: FileSystem,
  { files: list, folders }: JournalRecord,
  changes: readonly Change[],
): Promise<void> {
  const deepest = folders.at(-1);
  if (deepest !== undefined) await files.makeFolder(deepest);
  for (const [at, { oldHash, newHash, temporary, mode, owner }] of list.entries()) {
    if (oldHash !== newHash) await files.writeNew(temporary, (changes[at] as Change).bytes, { mode, owner });
  }
  for (const one of list) {
    // An editor may have saved the file while the others were written.
    if (sha256(await files.read(one.from)) !== one.oldHash) throw new Stale();
    if (one.from === one.to) await files.rename(one.temporary, one.from);
    else await move(files, one);
  }
  for (const folder of new Set(list.flatMap(({ from, to }) => [path.dirname(from), path.dirname(to)])))
    await files.syncFolder(folder);
}

/** FAT and some network shares have no second names. */
const LINKS_UNSUPPORTED = new Set(["EPERM", "ENOTSUP", "EOPNOTSUPP", "ENOSYS"]);

async function move(
  files: FileSystem,
  { from, to, temporary, oldHash, newHash }: JournalFile,
): Promise<void> {
  const bytesFrom = oldHash === newHash ? from : temporary;
  if (await isCaseOnly(files, from, to)) {
    if (bytesFrom !== from) await files.rename(bytesFrom, from);
    return files.rename(from, to);
  }
  try {
    // A second name never replaces a file that appeared at the last moment.
    await files.link(bytesFrom, to);
  } catch (error) {
    const code = codeOf(error);
    if (code === "EEXIST") throw new Occupied();
    if (code === undefined || !LINKS_UNSUPPORTED.has(code)) throw error;
    if ((await files.info(to)) !== undefined) throw new Occupied();
    await files.rename(bytesFrom, to);
  }
  await files.remove(temporary);
  await files.remove(from);
}

/** The same file by another spelling, on a disk that ignores case. */
async function isCaseOnly(files: FileSystem, from: string, to: string): Promise<boolean> {
  if (from.toLowerCase() !== to.toLowerCase() || (await files.info(to)) === undefined) return false;
  return !(await files.list(path.dirname(to))).includes(path.basename(to));
}

/**
 * Puts back what was there before. Files that someone else has changed since are left as they are.
 * @param taken what stands at the new path is of someone else
 * @returns false when the moved note can be brought back by a person only
 */
export async function rollBack(
  { files, durable, journal }: CommitOptions,
  entry: JournalEntry,
  { files: list, folders }: JournalRecord,
  taken = false,
): Promise<boolean> {
  const undo = await journal.undo(entry.id);
  const old = ({ offset, length }: JournalFile): Buffer => undo.subarray(offset, offset + length);
  const restore = (one: JournalFile): Promise<void> => replaceFile(one.from, old(one), durable, one);
  const moved = list.at(-1) as JournalFile;
  const at = { from: await hashAt(files, moved.from), to: await hashAt(files, moved.to) };
  if (moved.from !== moved.to) {
    const ours = at.to === moved.newHash || at.to === moved.oldHash;
    // It was edited where it had just arrived: to move it back under a hand that writes would lose words.
    if (at.from === undefined && at.to !== undefined && !ours) return false;
    if (at.from === undefined || (at.from === moved.newHash && at.from !== moved.oldHash)) {
      if (at.to === moved.oldHash) await files.link(moved.to, moved.from).catch(() => restore(moved));
      else await restore(moved);
    }
    if (ours && !taken) await files.remove(moved.to);
  }
  for (const one of list) {
    await files.remove(one.temporary);
    if (one.from === one.to && (await hashAt(files, one.from)) === one.newHash) await restore(one);
  }
  for (const folder of [...folders].reverse()) await files.removeFolder(folder);
  for (const folder of new Set(list.flatMap(({ from, to }) => [path.dirname(from), path.dirname(to)]))) {
    if ((await files.info(folder)) !== undefined) await files.syncFolder(folder);
  }
  await journal.drop(entry);
  return true;
}

/** By its exact name, also on a disk that ignores case. */
export async function hashAt(files: FileSystem, file: string): Promise<string | undefined> {
  if ((await files.info(file))?.kind !== "file") return undefined;
  if (!(await files.list(path.dirname(file))).includes(path.basename(file))) return undefined;
  return sha256(await files.read(file));
}
