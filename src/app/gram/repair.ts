/** Drops a damaged last block of a document, after a copy of it was kept beside the file. */
import { closeSync, existsSync, fsyncSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { createWriteLease } from "../../engine/jobs/lease.ts";
import { GramFileError, type OpenFile, openFile } from "./inspect.ts";

export interface Damage {
  readonly revision: number;
  readonly reason: string;
  /** The revision that the document would stand at afterwards. */
  readonly back: number;
  readonly opened: OpenFile;
}

const lockWaitMs = 5_000;

/** The damage that can be repaired; undefined = none. @throws GramFileError where more than a last block is at stake */
export function damageOf(path: string): Damage | undefined {
  const opened = openFile(path);
  const { tail, rev, end } = opened.history;
  if (tail.kind !== "damaged") return undefined;
  if (holdsOthers(opened.bytes.toString("latin1", end))) {
    throw new GramFileError(
      "E_FORMAT",
      `Revision ${tail.revision} of ${path} is damaged and others stand behind it. Only a last one can be dropped; what came before is read as ${path}@${rev}.`,
    );
  }
  return { revision: tail.revision, reason: tail.reason, back: rev, opened };
}

/** Whether more than one revision ends, or another one that ends begins, in what cannot be read. */
function holdsOthers(behind: string): boolean {
  const [first, ...others] = behind.matchAll(/^@rev /gm);
  const second = first?.index === 0 ? others[0] : first;
  const isEnd = /^@end /gm;
  if ((behind.match(isEnd) ?? []).length > 1) return true;
  return second !== undefined && isEnd.test(behind.slice(second.index));
}

/** @returns the copy of what was dropped. @throws GramFileError */
export async function repair(
  path: string,
  damage: Damage,
  lockFolders: readonly string[],
  signal: AbortSignal,
): Promise<string> {
  const [folder, ...others] = lockFolders;
  if (folder === undefined) return drop(path, damage);
  const lease = createWriteLease({ folder });
  try {
    const held = await lease.acquire(lockWaitMs, signal);
    if (held === undefined) throw new GramFileError("E_STORAGE", `${path} is being written; try again.`);
    try {
      return await repair(path, damage, others, signal);
    } finally {
      held.release();
    }
  } finally {
    lease.close();
  }
}

/** The caller holds the locks. */
function drop(path: string, { opened: before }: Damage): string {
  const now = openFile(path);
  if (!now.bytes.equals(before.bytes)) {
    throw new GramFileError("STALE_READ", `${path} changed meanwhile; look again.`);
  }
  const copy = freeName(join(dirname(now.file), `.${basename(now.file)}.damaged`));
  writeFileSync(copy, now.bytes.subarray(now.history.end), { flush: true, flag: "wx" });
  if (process.platform !== "win32") withFile(dirname(copy), "r", fsyncSync);
  withFile(now.file, "r+", (handle) => {
    ftruncateSync(handle, now.history.end);
    fsyncSync(handle);
  });
  return copy;
}

/** Copies of earlier repairs stay. */
function freeName(wanted: string): string {
  let name = wanted;
  for (let number = 2; existsSync(name); number += 1) name = `${wanted}-${number}`;
  return name;
}

function withFile(file: string, flags: string, work: (handle: number) => void): void {
  const handle = openSync(file, flags);
  try {
    work(handle);
  } finally {
    closeSync(handle);
  }
}
