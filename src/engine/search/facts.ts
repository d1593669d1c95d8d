/** What ordering and boosting need to know of documents that are candidates, read for all of them at once. */
import type { Reader } from "../documents/reader.ts";
import { formatUri } from "../documents/uri.ts";

export interface Facts {
  readonly id: number;
  readonly uri: string;
  readonly docid: string;
  readonly modified: number;
  readonly documentDate: string | null;
  readonly contentType: string | null;
  readonly contentTypeSource: string | null;
}

interface Row {
  readonly id: number;
  readonly docid: string;
  readonly collection: string;
  readonly relPath: string;
  readonly modified: number;
  readonly documentDate: string | null;
  readonly contentType: string | null;
  readonly contentTypeSource: string | null;
}

export function readFacts(reader: Reader, ids: Iterable<number>): Map<number, Facts> {
  const rows = reader.all<Row>(
    `SELECT d.id, d.docid, c.name AS collection, d.rel_path AS relPath, d.mtime_ms AS modified,
  d.document_date AS documentDate, d.content_type AS contentType, d.content_type_source AS contentTypeSource
FROM json_each(?) j CROSS JOIN document d ON d.id = j.value JOIN collection c ON c.id = d.collection_id`,
    JSON.stringify([...new Set(ids)]),
  );
  return new Map(
    rows.map(({ collection, relPath, docid, ...row }) => [
      row.id,
      { ...row, docid: `#${docid}`, uri: formatUri(collection, relPath) },
    ]),
  );
}

/** By front matter date else file time, in milliseconds. */
export function timeOf(documentDate: string | null, modified: number): number {
  const date = documentDate === null ? Number.NaN : Date.parse(documentDate);
  return Number.isNaN(date) ? modified : date;
}
