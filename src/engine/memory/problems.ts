/** Files in collections for facts that are none: what a check tells, because nothing of them is recalled. */
import type { Reader } from "../documents/reader.ts";
import { formatUri } from "../documents/uri.ts";
import { readRecord } from "./record.ts";
import type { FactProblem } from "./types.ts";

interface Row {
  readonly collection: string;
  readonly rel_path: string;
  readonly text: string;
}

const sql = `SELECT c.name AS collection, d.rel_path, m.text
FROM document d JOIN collection c ON c.id = d.collection_id JOIN mirror m ON m.id = d.mirror_id
  LEFT JOIN memory_fact f ON f.document_id = d.id
WHERE d.active = 1 AND d.mime = 'text/markdown' AND c.name IN (SELECT value FROM json_each(?))
  AND (f.document_id IS NULL OR f.problem IS NOT NULL)
ORDER BY c.name, d.rel_path LIMIT ?`;

export function factProblems(
  reader: Reader,
  collections: readonly string[],
  limit: number,
): readonly FactProblem[] {
  return reader.all<Row>(sql, JSON.stringify(collections), limit).flatMap((row) => {
    const read = readRecord(row.text);
    if (read.kind === "fact") return [];
    const { collection, rel_path: relPath } = row;
    const { code, message } = read;
    return [{ uri: formatUri(collection, relPath), collection, relPath, code, message }];
  });
}
