/** Plain sentences for what a disk can refuse: what happened and what to do, without a path of the host. */
import { StoreError, storeError } from "../store/errors.ts";

const SENTENCES: Readonly<Record<string, string>> = {
  ENOSPC: "The disk is full. Free some space and try again.",
  EDQUOT: "The disk quota is used up. Free some space and try again.",
  EFBIG: "The file would be larger than this system allows.",
  EROFS: "The disk is mounted read-only. Mount it for writing and try again.",
  EACCES: "Permission denied. Give the server write access to the folder and try again.",
  EPERM: "The system does not permit this change. Give the server write access to the folder and try again.",
  EIO: "The disk reported an error. Check its health before writing again.",
  EMFILE: "Too many files are open. Try again in a moment.",
  ENFILE: "Too many files are open. Try again in a moment.",
  ENAMETOOLONG: "The name is too long for this disk. Choose a shorter one.",
};

/** @returns undefined for an error that is no known refusal of a disk or a database. */
export function storageProblem(error: unknown): string | undefined {
  const code = codeOf(error);
  if (code !== undefined && Object.hasOwn(SENTENCES, code)) return SENTENCES[code];
  const known = storeError(error);
  return known instanceof StoreError ? known.message : undefined;
}

/** The `errno` name of a system error, or the code of a database error. */
export function codeOf(error: unknown): string | undefined {
  if (!(error instanceof Error)) return undefined;
  if ("code" in error && typeof error.code === "string") return error.code;
  return undefined;
}
