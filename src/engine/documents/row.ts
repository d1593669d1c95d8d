/** A row of the document table as the engine's `Document`, and the columns every such query selects. */
import { join } from "node:path";
import type { Document } from "../engine.ts";
import { isConverted } from "../index/file-kinds.ts";
import { formatUri } from "./uri.ts";

export interface DocumentRow {
  readonly id: number;
  readonly docid: string;
  readonly collection: string;
  readonly root: string;
  readonly rel_path: string;
  readonly title: string | null;
  readonly mime: string;
  readonly ext: string;
  readonly language: string | null;
  readonly size: number;
  readonly mtime_ms: number;
  readonly document_date: string | null;
  readonly source_hash: string;
  readonly content_type: string | null;
  readonly categories: string | null;
  readonly author: string | null;
  readonly warnings: string | null;
  readonly hash: string | null;
  readonly total_lines: number | null;
}

/** For `FROM document d JOIN collection c ON … LEFT JOIN mirror m ON …`. */
export const documentColumns = `d.id, d.docid, c.name AS collection, c.root, d.rel_path, d.title, d.mime, d.ext,
  d.language, d.size, d.mtime_ms, d.document_date, d.source_hash, d.content_type, d.categories, d.author, d.warnings,
  m.hash, m.total_lines`;

export const documentTables = `document d JOIN collection c ON c.id = d.collection_id
  LEFT JOIN mirror m ON m.id = d.mirror_id`;

export function documentOf(row: DocumentRow): Document {
  return {
    id: row.id,
    docid: `#${row.docid}`,
    uri: formatUri(row.collection, row.rel_path),
    collection: row.collection,
    relPath: row.rel_path,
    absPath: join(row.root, row.rel_path),
    title: row.title ?? undefined,
    mime: row.mime,
    ext: row.ext,
    language: row.language ?? undefined,
    sizeBytes: row.size,
    modifiedAt: isoTime(row.mtime_ms),
    documentDate: row.document_date ?? undefined,
    sourceHash: row.source_hash,
    mirrorHash: row.hash ?? undefined,
    totalLines: row.total_lines ?? 0,
    contentType: row.content_type ?? undefined,
    categories: jsonList<string>(row.categories),
    author: row.author ?? undefined,
    warnings: jsonList<{ code: string; message: string }>(row.warnings),
    editable:
      row.hash !== null &&
      !isConverted(row.rel_path) &&
      (row.mime.startsWith("text/") || /^\.(md|markdown|mdx)$/i.test(row.ext)),
  };
}

/** File times beyond what a Date can hold are shown as the epoch. */
function isoTime(ms: number): string {
  const date = new Date(ms);
  return Number.isNaN(date.getTime()) ? new Date(0).toISOString() : date.toISOString();
}

function jsonList<Item>(text: string | null): readonly Item[] {
  return text === null ? [] : (JSON.parse(text) as Item[]);
}
