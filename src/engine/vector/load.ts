/** sqlite-vec, loaded into a connection the first time its functions are wanted. */
import type { Database } from "better-sqlite3";
import { getLoadablePath } from "sqlite-vec";

/** @returns false on a machine for which there is no build of it: the copy in memory then answers at any size. */
export function loadVec(db: Database): boolean {
  try {
    db.loadExtension(getLoadablePath());
    return true;
  } catch {
    return false;
  }
}
