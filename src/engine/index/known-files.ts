/** What the index knows of a collection's files, loaded with one SELECT and compared with what is on disk. */
import type { Stats } from "node:fs";
import { INGEST_VERSION } from "../store/index-schema.ts";
import type { Store } from "../store/open.ts";

/** One row, as the driver gives it: no object per file is made for the comparison. */
export type KnownRow = [
  id: number,
  relPath: string,
  size: number,
  mtimeMs: number,
  ctimeMs: number,
  checkedMs: number,
  active: 0 | 1,
  /** 0 read again, 1 indexed, 2 looked at and skipped */
  state: 0 | 1 | 2,
  errorCode: string | null,
  seen: 0 | 1,
];

export const ID = 0;
export const REL_PATH = 1;
const SIZE = 2;
const MTIME = 3;
const CTIME = 4;
const CHECKED = 5;
export const ACTIVE = 6;
export const STATE = 7;
export const ERROR_CODE = 8;
export const SEEN = 9;

export function loadKnown(store: Store, collectionId: number): Map<string, KnownRow> {
  const rows = store
    .statement(
      `SELECT id, rel_path, size, mtime_ms, ctime_ms, checked_ms, active,
         CASE WHEN ingest_version <> ? THEN 0
              WHEN active = 1 AND error_code IS NULL THEN 1
              WHEN active = 0 AND error_code IS NOT NULL AND checked_ms > 0 THEN 2
              ELSE 0 END,
         error_code, 0
       FROM document WHERE collection_id = ?`,
    )
    .raw()
    .all(INGEST_VERSION, collectionId) as KnownRow[];
  const known = new Map<string, KnownRow>();
  for (const row of rows) known.set(row[REL_PATH], row);
  return known;
}

export function loadOne(store: Store, collectionId: number, relPath: string): KnownRow | undefined {
  const id = store
    .statement<[number, string], { id: number }>(
      "SELECT id FROM document WHERE collection_id = ? AND rel_path = ?",
    )
    .get(collectionId, relPath)?.id;
  // Always read again: whoever names a path has just changed it.
  if (id === undefined) return undefined;
  const active = store
    .statement<[number], { active: 0 | 1 }>("SELECT active FROM document WHERE id = ?")
    .get(id);
  return [id, relPath, -1, 0, 0, 0, active?.active ?? 0, 0, null, 1];
}

/**
 * Size and times as when the bytes were last looked at. A file changed within the grain of the clock of that look
 * could have changed again unseen: whole-second times come from file systems with a grain of up to two seconds.
 */
export function isAsKnown(row: KnownRow, stat: Stats): boolean {
  const { mtimeMs } = stat;
  return (
    row[SIZE] === stat.size &&
    row[MTIME] === mtimeMs &&
    row[CTIME] === stat.ctimeMs &&
    mtimeMs < row[CHECKED] - (mtimeMs % 1000 === 0 ? 2_000 : 50)
  );
}
