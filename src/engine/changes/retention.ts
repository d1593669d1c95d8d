/** How long changes are kept: 30 days, 10,000 of them, 16 MiB, whichever ends first. */
import type { ReadableDatabase } from "../documents/reader.ts";

const MAX_AGE_MS = 30 * 24 * 3_600_000;
const MAX_CHANGES = 10_000;
const MAX_BYTES = 16 * 1024 * 1024;

/** The first sequence that is still kept; one beyond the last when none is. */
export function retainedFrom(db: ReadableDatabase, now: number): number {
  const one = (sql: string, ...params: unknown[]) =>
    (db.prepare(sql).get(...params) as { n: number | null } | undefined)?.n ?? undefined;
  const end = (one("SELECT seq AS n FROM sqlite_sequence WHERE name = 'change'") ?? 0) + 1;
  const young =
    one(
      "SELECT sequence AS n FROM change WHERE observed_ms >= ? ORDER BY sequence LIMIT 1",
      now - MAX_AGE_MS,
    ) ?? end;
  const counted =
    one("SELECT sequence AS n FROM change ORDER BY sequence DESC LIMIT 1 OFFSET ?", MAX_CHANGES - 1) ?? 0;
  // The newest is kept whatever its size.
  const small =
    one(
      `SELECT min(sequence) AS n FROM
         (SELECT sequence, sum(bytes) OVER (ORDER BY sequence DESC) AS total FROM change)
       WHERE total <= ?`,
      MAX_BYTES,
    ) ?? 0;
  return Math.max(young, counted, small);
}
