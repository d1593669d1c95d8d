/** A partial file beside a model's place and the note of what it is a part of, and what a disk may refuse. */
import { readFile, rm, stat, statfs, writeFile } from "node:fs/promises";
import { dirname } from "node:path";
import { PullError } from "./pull-error.ts";

/** What a partial file is a part of. */
export interface PartState {
  readonly url: string;
  readonly etag: string | undefined;
  readonly total: number | undefined;
  readonly sha256: string | undefined;
}

/** Left free on the disk. */
const SPARE_BYTES = 64 * 2 ** 20;

/** @throws PullError when the disk has no room for so many bytes more */
export async function requireSpace(partFile: string, bytes: number, name: string): Promise<void> {
  const { bavail, bsize } = await statfs(dirname(partFile));
  if (bavail * bsize < bytes + SPARE_BYTES) throw noSpace(name);
}

function noSpace(name: string): PullError {
  return new PullError(
    "space",
    `${name}: the disk has no room for it. Free some, or set GNO_CACHE_DIR to a folder on another disk; what has arrived is kept.`,
  );
}

/** What to tell of a failed write; undefined = the fault was not the disk's. */
export function storageFault(error: unknown, name: string): PullError | undefined {
  const { code, syscall } = error as NodeJS.ErrnoException;
  if (code === "ENOSPC" || code === "EDQUOT") return noSpace(name);
  if (syscall === "open" || syscall === "write" || syscall === "fsync" || syscall === "mkdir") {
    return new PullError(
      "storage",
      `${name}: the models folder cannot be written (${code}). Check its permissions, or set GNO_CACHE_DIR.`,
    );
  }
  return undefined;
}

function stateFile(partFile: string): string {
  return `${partFile}.json`;
}

/** Notes what the partial file is a part of. */
export async function writeState(partFile: string, state: PartState): Promise<void> {
  await writeFile(stateFile(partFile), JSON.stringify(state));
}

/** undefined = a part of something else, or of nothing known. */
export async function readState(partFile: string, url: string): Promise<PartState | undefined> {
  try {
    const state: PartState = JSON.parse(await readFile(stateFile(partFile), "utf8"));
    return state.url === url ? state : undefined;
  } catch {
    return undefined;
  }
}

/** Forgets a partial file. */
export async function discard(partFile: string): Promise<void> {
  await rm(partFile, { force: true });
  await rm(stateFile(partFile), { force: true });
}

/** 0 without the file. */
export async function sizeOf(file: string): Promise<number> {
  try {
    return (await stat(file)).size;
  } catch {
    return 0;
  }
}
