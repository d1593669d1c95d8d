/**
 * Damaged files: found by a check after an end without closing, marked when found in use, moved aside, never deleted.
 */
import { existsSync, renameSync, rmSync, statSync, writeFileSync } from "node:fs";
import type Database from "better-sqlite3";
import { StoreError } from "./errors.ts";

/** Damage was found while the index is in use: whoever opens it next moves it aside. */
export function markDamaged(path: string): void {
  writeFileSync(path + DAMAGED, "");
}

export function isMarkedDamaged(path: string): boolean {
  return existsSync(path + DAMAGED);
}

const DAMAGED = "-damaged";
const UNCHECKED = "-unchecked";

/** A check of this size takes less than the 50 ms that the main thread may block. */
const INLINE_CHECK_BYTES = 24 * 1024 * 1024;

export interface Sidecars {
  readonly wal: bigint;
  readonly shm: bigint | undefined;
}

/** To be taken before the database is opened. */
export function sidecars(path: string): Sidecars {
  const wal = statSync(`${path}-wal`, { bigint: true, throwIfNoEntry: false });
  const shm = statSync(`${path}-shm`, { bigint: true, throwIfNoEntry: false });
  return { wal: wal?.size ?? 0n, shm: shm?.ctimeNs };
}

/**
 * The last connection to close empties the WAL. One that is still filled while nobody has the file open was left by a
 * process that ended without closing. "Nobody" is told by the shared-memory file: the first connection truncates it,
 * later ones do not touch it. @returns true when the check is still due.
 */
export function checkAfterUncleanEnd(
  raw: Database.Database,
  path: string,
  before: Sidecars,
  thorough: boolean,
): boolean {
  const marker = path + UNCHECKED;
  const pending = existsSync(marker);
  const unclean = before.wal > 0n && before.shm !== sidecars(path).shm;
  if (!pending && !unclean) return false;
  if (!thorough && statSync(path).size > INLINE_CHECK_BYTES) {
    if (!pending) writeFileSync(marker, "");
    return true;
  }
  quickCheck(raw);
  rmSync(marker, { force: true });
  return false;
}

/** @throws StoreError "damaged" */
function quickCheck(raw: Database.Database): void {
  const answer = raw.pragma("quick_check(1)", { simple: true });
  if (answer !== "ok") throw new StoreError("damaged", "The database file is damaged.");
}

/** The file and what belongs to it get a name of their own; nothing is deleted. */
export function moveAside(path: string): string {
  let number = 1;
  const target = (): string => path.replace(/(\.sqlite)?$/, `.damaged-${number}.sqlite`);
  while (existsSync(target())) number++;
  const to = target();
  for (const suffix of ["-wal", "-shm", ""]) {
    try {
      renameSync(path + suffix, to + suffix);
    } catch (error) {
      // Another process that found the damage at the same moment was faster.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT") throw error;
    }
  }
  for (const marker of [UNCHECKED, DAMAGED]) rmSync(path + marker, { force: true });
  return to;
}
