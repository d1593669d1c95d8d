/** Drops a damaged last block of a document, after a copy of it was kept beside the file. */
import { closeSync, fsyncSync, ftruncateSync, openSync, writeFileSync } from "node:fs";
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
  const behind = opened.bytes.toString("latin1", end);
  if ((behind.match(/^@end /gm) ?? []).length > 1) {
    throw new GramFileError(
      "E_FORMAT",
      `Revision ${tail.revision} of ${path} is damaged and others stand behind it. Only a last one can be dropped; what came before is read as ${path}@${rev}.`,
    );
  }
  return { revision: tail.revision, reason: tail.reason, back: rev, opened };
}

/** @param lockFolder where the lock of the vault lies. @returns the copy of what was dropped. @throws GramFileError */
export async function repair(
  path: string,
  { opened: before }: Damage,
  lockFolder: string,
  signal: AbortSignal,
): Promise<string> {
  const lease = createWriteLease({ folder: lockFolder });
  try {
    const held = await lease.acquire(lockWaitMs, signal);
    if (held === undefined) throw new GramFileError("E_STORAGE", `${path} is being written; try again.`);
    try {
      const now = openFile(path);
      if (!now.bytes.equals(before.bytes)) {
        throw new GramFileError("STALE_READ", `${path} changed meanwhile; look again.`);
      }
      const copy = join(dirname(now.file), `.${basename(now.file)}.damaged`);
      writeFileSync(copy, now.bytes.subarray(now.history.end), { flush: true });
      const handle = openSync(now.file, "r+");
      try {
        ftruncateSync(handle, now.history.end);
        fsyncSync(handle);
      } finally {
        closeSync(handle);
      }
      return copy;
    } finally {
      held.release();
    }
  } finally {
    lease.close();
  }
}
