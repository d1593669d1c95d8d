/**
 * What an audit looks at, read from the index in one transaction: the documents in its scope, everything that is linked,
 * and a fingerprint by which a change meanwhile is told.
 */
import { hash } from "node:crypto";
import type { Reader } from "../documents/reader.ts";
import { formatUri } from "../documents/uri.ts";
import { type LinkPlace, type LoadedGraph, loadGraph } from "../graph/load.ts";
import type { PassRequest } from "./audit-messages.ts";
import { compare } from "./findings.ts";

/** Most documents of one audit. */
const MAX_DOCUMENTS = 10_000;

export interface AuditDocument {
  readonly rowId: number;
  readonly uri: string;
  readonly collection: string;
  readonly relPath: string;
  readonly sourceHash: string;
  readonly modifiedMs: number;
  readonly mirrorId: number | null;
  readonly indexedAt: string;
}

/** Why the last attempt to index a file, or a whole collection, did not end well. */
export interface IndexFault {
  readonly uri: string;
  readonly relPath: string | undefined;
  readonly code: string;
  readonly message: string;
}

export interface Snapshot {
  /** In the order of their URIs. */
  readonly documents: readonly AuditDocument[];
  /** There are more in the scope. */
  readonly truncated: boolean;
  /** undefined = links are not asked for. */
  readonly graph: LoadedGraph | undefined;
  /** Links that lead nowhere or to several documents, by row id of their document. */
  readonly doubtful: ReadonlyMap<number, readonly LinkPlace[]>;
  readonly faults: readonly IndexFault[];
  readonly fingerprint: string;
}

interface DocumentRow {
  readonly id: number;
  readonly collection: string;
  readonly rel_path: string;
  readonly source_hash: string;
  readonly mtime_ms: number;
  readonly mirror_id: number | null;
  readonly indexed_at: string;
}

export function readSnapshot(reader: Reader, pass: PassRequest): Snapshot {
  const { request } = pass;
  const documents = documentsOf(reader, pass).sort((a, b) => compare(a.uri, b.uri));
  const doubtful = new Map<number, LinkPlace[]>();
  const graph = request.categories.includes("links")
    ? loadGraph(
        reader,
        pass.collections.map(({ name }) => name),
        (link) => {
          const own = doubtful.get(link.rowId);
          if (own === undefined) doubtful.set(link.rowId, [link]);
          else own.push(link);
        },
      )
    : undefined;
  return {
    documents: documents.slice(0, MAX_DOCUMENTS),
    truncated: documents.length > MAX_DOCUMENTS,
    graph,
    doubtful,
    faults: faultsOf(reader, pass),
    fingerprint: indexFingerprint(reader, pass),
  };
}

/** Names of the collections in the scope. */
export function scopeNames({ collections, request }: PassRequest): readonly string[] {
  const names = collections.map(({ name }) => name);
  return request.collections.length === 0
    ? names
    : names.filter((name) => request.collections.includes(name));
}

function documentsOf(reader: Reader, pass: PassRequest): AuditDocument[] {
  const { tags, paths } = pass.request;
  const inPaths = pathFilter(paths);
  const tagged =
    tags.length === 0
      ? ""
      : "AND EXISTS (SELECT 1 FROM tag t WHERE t.document_id = d.id AND t.tag IN (SELECT value FROM json_each(?)))";
  return reader
    .all<DocumentRow>(
      `SELECT d.id, c.name AS collection, d.rel_path, d.source_hash, d.mtime_ms, d.mirror_id, d.indexed_at
       FROM document d JOIN collection c ON c.id = d.collection_id
       WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)) ${tagged}`,
      JSON.stringify(scopeNames(pass)),
      ...(tags.length === 0 ? [] : [JSON.stringify(tags)]),
    )
    .filter((row) => inPaths(row.rel_path))
    .map((row) => ({
      rowId: row.id,
      uri: formatUri(row.collection, row.rel_path),
      collection: row.collection,
      relPath: row.rel_path,
      sourceHash: row.source_hash,
      modifiedMs: row.mtime_ms,
      mirrorId: row.mirror_id,
      indexedAt: row.indexed_at,
    }));
}

/** Prefixes of whole segments; `/` is all of a collection. */
export function pathFilter(prefixes: readonly string[]): (relPath: string) => boolean {
  if (prefixes.length === 0) return () => true;
  const wanted = prefixes.map(plainPath);
  if (wanted.includes("")) return () => true;
  return (relPath) => {
    const path = relPath.normalize("NFC");
    return wanted.some((prefix) => path === prefix || path.startsWith(`${prefix}/`));
  };
}

function plainPath(path: string): string {
  return path
    .trim()
    .replace(/^\.?\/+/, "")
    .replace(/\/+$/, "")
    .normalize("NFC");
}

/** Files that hold no text are left out of the index, which is no fault. */
const skipCodes = ["BINARY", "NOT_UTF8", "TOO_LARGE"];

function faultsOf(reader: Reader, pass: PassRequest): IndexFault[] {
  const names = scopeNames(pass);
  const inPaths = pathFilter(pass.request.paths);
  const whole = pass.request.tags.length === 0;
  const files = reader
    .all<{
      id: number;
      collection: string;
      rel_path: string;
      error_code: string;
      error_message: string | null;
    }>(
      `SELECT d.id, c.name AS collection, d.rel_path, d.error_code, d.error_message
       FROM document d JOIN collection c ON c.id = d.collection_id
       WHERE d.error_code IS NOT NULL AND d.error_code NOT IN (SELECT value FROM json_each(?))
         AND c.name IN (SELECT value FROM json_each(?)) AND (d.active = 1 OR ?)`,
      JSON.stringify(skipCodes),
      JSON.stringify(names),
      whole ? 1 : 0,
    )
    .filter((row) => inPaths(row.rel_path))
    .map((row) => ({
      uri: formatUri(row.collection, row.rel_path),
      relPath: row.rel_path,
      code: row.error_code,
      message: row.error_message ?? "The last attempt to index the file failed.",
    }));
  const synced = new Set(
    reader
      .all<{ name: string }>("SELECT name FROM collection WHERE synced_at IS NOT NULL AND state <> 'removed'")
      .map(({ name }) => name),
  );
  const never = names
    .filter((name) => !synced.has(name))
    .map((name) => ({
      uri: formatUri(name, ""),
      relPath: undefined,
      code: "NEVER_INDEXED",
      message: "The collection is configured and was never indexed.",
    }));
  return [...files, ...never].sort((a, b) => compare(a.uri, b.uri));
}

/** Of all documents that links may lead to, not only of those in the scope. */
export function indexFingerprint(reader: Reader, { collections }: PassRequest): string {
  const rows = reader.all<{ line: string }>(
    `SELECT json_array(c.name, d.rel_path, d.active, d.source_hash, d.mirror_id, d.indexed_at, d.error_code) AS line
     FROM document d JOIN collection c ON c.id = d.collection_id
     WHERE c.name IN (SELECT value FROM json_each(?)) ORDER BY d.id`,
    JSON.stringify(collections.map(({ name }) => name)),
  );
  return hash("sha256", rows.map(({ line }) => line).join("\n"));
}
