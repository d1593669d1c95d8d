/** Why a typed filter keeps one document out, without telling what the document holds. */
import type { Reader } from "../../documents/reader.ts";
import { evaluate } from "./evaluate.ts";
import { unreadable } from "./sql.ts";
import type { Predicate } from "./types.ts";

export type FilterReason = "metadata_pending" | "metadata_invalid" | "filter";

/** undefined = it lets the document pass. */
export function verdict(reader: Reader, predicate: Predicate, documentId: number): FilterReason | undefined {
  const row = reader.get<{ metadata: string | null; state: string; unreadable: number }>(
    `SELECT d.metadata, d.metadata_state AS state, ${unreadable} AS unreadable FROM document d WHERE d.id = ?`,
    documentId,
  );
  if (row === undefined) return "filter";
  if (row.unreadable === 1) return row.state === "ok" ? "metadata_pending" : "metadata_invalid";
  const values = row.metadata === null ? undefined : JSON.parse(row.metadata);
  return evaluate(predicate, values) ? undefined : "filter";
}
