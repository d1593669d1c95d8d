/** Whose file a database is, told before SQLite may write a single byte to it. */
import { closeSync, existsSync, openSync, readSync } from "node:fs";
import { StoreError } from "./errors.ts";

/** @throws StoreError "foreign" for a file that does not carry the id; no file and an empty one are fine */
export function refuseForeign(path: string, applicationId: number): void {
  const header = Buffer.alloc(100);
  let read = 0;
  try {
    const fd = openSync(path, "r");
    try {
      read = readSync(fd, header, 0, 100, 0);
    } finally {
      closeSync(fd);
    }
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === "ENOENT") return;
    throw new StoreError(
      "io",
      "The database file cannot be read. Check its permissions, or set GNO_DATA_DIR to another folder.",
      error,
    );
  }
  if (read === 0) return;
  const isSqlite = read === 100 && header.toString("latin1", 0, 16) === "SQLite format 3\0";
  if (isSqlite && header.readUInt32BE(68) === applicationId) return;
  // A creation that was cut off has written no header yet, and its journal still stands beside it.
  if (header.every((byte) => byte === 0) && existsSync(`${path}-journal`)) return;
  throw new StoreError(
    "foreign",
    `${JSON.stringify(baseName(path))} in the data folder was not made by this program and was left untouched. Set GNO_DATA_DIR to another folder, or move that file away.`,
  );
}

function baseName(path: string): string {
  return path.slice(Math.max(path.lastIndexOf("/"), path.lastIndexOf("\\")) + 1);
}
