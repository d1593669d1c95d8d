/** The Links port: what a document links to, what links to it, and what one link means. */
import type { Reader } from "../documents/reader.ts";
import { type DocumentRow, documentColumns, documentOf, documentTables } from "../documents/row.ts";
import type { Backlink, ConfigStore, Document, Links, OutgoingLink } from "../engine.ts";
import { nameTail } from "../index/keys.ts";
import { createResolver, type WrittenLink } from "./resolve.ts";

export interface LinksOptions {
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load">;
}

interface LinkRow {
  readonly kind: "wiki" | "markdown";
  readonly target_ref: string;
  readonly target_key: string;
  readonly target_collection: string | null;
  readonly target_anchor: string | null;
  readonly text: string | null;
  readonly line: number;
  readonly col: number;
}

const linkColumns =
  "l.kind, l.target_ref, l.target_key, l.target_collection, l.target_anchor, l.text, l.line, l.col";

export function createLinks({ reader, config }: LinksOptions): Links {
  const isConfigured = (name: string) => config.load()?.collections.some((one) => one.name === name) === true;

  return {
    outgoing(document) {
      return reader
        .all<LinkRow>(
          `SELECT ${linkColumns} FROM link l WHERE l.document_id = ? ORDER BY l.line, l.col, l.kind`,
          document.id,
        )
        .map(outgoingOf);
    },

    incoming(document, collection) {
      const resolve = createResolver(reader);
      const rows = reader.all<DocumentRow & LinkRow>(
        `SELECT ${documentColumns}, ${linkColumns}
         FROM link l CROSS JOIN ${documentTables}
         WHERE l.target_tail IN (SELECT value FROM json_each(?)) AND d.id = l.document_id AND d.active = 1`,
        JSON.stringify(tailsOf(reader, document)),
      );
      const sources = new Map<number, Document>();
      return rows
        .filter((row) => isConfigured(row.collection) && (collection ?? row.collection) === row.collection)
        .filter((row) => resolve(writtenLink(row, row.collection))?.documentId === document.id)
        .map((row): Backlink => {
          const source = sources.get(row.id) ?? documentOf(row);
          sources.set(row.id, source);
          return { source, text: row.text ?? undefined, line: row.line, col: row.col };
        })
        .sort(byPlace);
    },

    resolve(source, link) {
      const row = reader.get<LinkRow>(
        `SELECT l.kind, l.target_key, l.target_collection FROM link l
         WHERE l.document_id = ? AND l.line = ? AND l.col = ? AND l.kind = ?`,
        source.id,
        link.line,
        link.col,
        link.kind,
      );
      if (row === undefined) return { kind: "unresolved" };
      const written = writtenLink(row, source.collection);
      const match = isConfigured(written.collection) ? createResolver(reader)(written) : undefined;
      const found = match && documentById(reader, match.documentId);
      return match === undefined || found === undefined
        ? { kind: "unresolved" }
        : { kind: "resolved", document: found, rank: match.rank, matchCount: match.matchCount };
    },
  };
}

/** What a link to the document can end in: its names without folders, or its whole path. */
export function tailsOf(reader: Reader, document: Pick<Document, "id" | "relPath">): string[] {
  const keys = reader.all<{ key: string }>(
    "SELECT DISTINCT key FROM document_key WHERE document_id = ?",
    document.id,
  );
  return [...new Set([...keys.map(({ key }) => nameTail(key)), document.relPath.normalize("NFC")])];
}

/** @param sourceCollection where a link that names no collection is looked up */
export function writtenLink(
  row: Pick<LinkRow, "kind" | "target_key" | "target_collection">,
  sourceCollection: string,
): WrittenLink {
  return { kind: row.kind, targetKey: row.target_key, collection: row.target_collection ?? sourceCollection };
}

function documentById(reader: Reader, id: number): Document | undefined {
  const row = reader.get<DocumentRow>(`SELECT ${documentColumns} FROM ${documentTables} WHERE d.id = ?`, id);
  return row && documentOf(row);
}

function outgoingOf(row: LinkRow): OutgoingLink {
  return {
    targetRef: row.target_ref,
    targetAnchor: row.target_anchor ?? undefined,
    targetCollection: row.target_collection ?? undefined,
    kind: row.kind,
    text: row.text ?? undefined,
    line: row.line,
    col: row.col,
  };
}

function byPlace(a: Backlink, b: Backlink): number {
  if (a.source.uri !== b.source.uri) return a.source.uri < b.source.uri ? -1 : 1;
  return a.line - b.line || a.col - b.col;
}
