/** Puts what was derived from a file into the tables. All statements are prepared once; the caller holds a transaction. */
import type { ChunkingPolicy } from "../config/types.ts";
import { toIndexText } from "../search/tokens.ts";
import { INGEST_VERSION } from "../store/index-schema.ts";
import type { Store } from "../store/open.ts";
import type { Derived } from "./derive.ts";
import { createMirrorWriter, type MirrorText } from "./mirror-writer.ts";

export interface FileFacts {
  readonly relPath: string;
  readonly size: number;
  readonly mtimeMs: number;
  readonly ctimeMs: number;
  /** When the bytes were looked at. */
  readonly checkedMs: number;
}

export interface Writer {
  /** @returns the id of the document, which is `row` when one is given */
  save(document: SavedDocument): number;
  /** Same bytes as before: only the times moved. */
  touch(id: number, facts: FileFacts): void;
  /** The file is gone or no text any more: nothing of it is found, the row stays for its return. */
  deactivate(id: number, at: string): void;
  /** A file that was read and holds no text to index. Kept so that the next sync need not read it again. */
  saveSkipped(
    row: number | undefined,
    collectionId: number,
    facts: FileFacts,
    hash: string,
    problem: Problem,
  ): void;
  /** The file could not be read: what was indexed stays. */
  saveError(row: number | undefined, collectionId: number, relPath: string, problem: Problem): void;
  /** Removes mirrors that lost their last document, with their chunks. Once before each commit. */
  sweep(): void;
  setUserTags(id: number, tags: readonly string[]): void;
  relayout(mirrorId: number, text: string, code: boolean): void;
}

export interface Problem {
  readonly code: string;
  readonly message: string;
  readonly at: string;
}

export interface SavedDocument extends MirrorText {
  readonly collectionId: number;
  readonly facts: FileFacts;
  readonly sourceHash: string;
  readonly userTags: readonly string[];
  readonly indexedAt: string;
}

export function createWriter(store: Store, policy: ChunkingPolicy): Writer {
  const sql = (text: string) => store.raw.prepare<unknown[], Record<string, number>>(text);
  const one = (text: string) => store.raw.prepare<unknown[], number>(text).pluck();
  const mirrorOf = one("SELECT mirror_id FROM document WHERE id = ?");
  const mirrors = createMirrorWriter(store, policy);
  const columns = `collection_id, rel_path, active, docid, source_hash, size, mtime_ms, ctime_ms, checked_ms, mirror_id,
    ingest_version, mime, ext, title, language, author, content_type, content_type_source, document_date, categories,
    date_fields, relations, metadata, metadata_state, warnings, error_code, error_message, error_at, indexed_at`;
  const marks = columns
    .split(",")
    .map(() => "?")
    .join(", ");
  const insertDocument = sql(`INSERT INTO document (${columns}) VALUES (${marks})`);
  const updateDocument = sql(`UPDATE document SET (${columns}) = (${marks}) WHERE id = ?`);
  const touchDocument = sql(
    `UPDATE document SET size = ?, mtime_ms = ?, ctime_ms = ?, checked_ms = ?, error_code = NULL, error_message = NULL,
       error_at = NULL WHERE id = ?`,
  );
  const emptyDocument = sql(
    `UPDATE document SET active = 0, mirror_id = NULL, error_code = NULL, error_message = NULL, error_at = NULL,
       indexed_at = ? WHERE id = ?`,
  );
  const failDocument = sql(
    "UPDATE document SET error_code = ?, error_message = ?, error_at = ? WHERE id = ?",
  );
  const byPath = one("SELECT id FROM document WHERE collection_id = ? AND rel_path = ?");
  const deleteDocument = sql("DELETE FROM document WHERE id = ?");
  const insertKey = sql("INSERT INTO document_key (key, document_id, rank) VALUES (?, ?, ?)");
  const insertLink = sql(
    `INSERT INTO link (document_id, kind, target_ref, target_key, target_tail, target_collection, target_anchor, text,
       line, col, embed) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertEdge = sql(
    `INSERT INTO doc_edge (document_id, edge_type, edge_source, confidence, target_kind, target_key, target_collection)
     VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const insertTag = sql("INSERT OR IGNORE INTO tag (tag, document_id, source) VALUES (?, ?, ?)");
  const deleteUserTags = sql("DELETE FROM tag WHERE document_id = ? AND source = 'user'");
  const insertFact = sql(
    "INSERT INTO memory_fact (document_id, problem, record_id, content_hash) VALUES (?, ?, ?, ?)",
  );
  const insertScope = sql("INSERT INTO memory_scope (scope, document_id) VALUES (?, ?)");
  const insertFactText = sql("INSERT INTO fts_fact (rowid, text) VALUES (?, ?)");
  const deleteFact = sql("DELETE FROM memory_fact WHERE document_id = ?");
  const deleteScopes = sql("DELETE FROM memory_scope WHERE document_id = ?");
  const deleteFactText = sql("DELETE FROM fts_fact WHERE rowid = ?");
  const deleteDerived = ["document_key", "link", "doc_edge", "tag"].map((table) =>
    sql(`DELETE FROM ${table} WHERE document_id = ?`),
  );
  const fts = ["fts_exact", "fts_stem"].map((table) => ({
    insert: sql(`INSERT INTO ${table} (rowid, path, title, headings, body) VALUES (?, ?, ?, ?, ?)`),
    delete: sql(`DELETE FROM ${table} WHERE rowid = ?`),
  }));
  const clear = (id: number): void => {
    const mirror = mirrorOf.get(id) ?? null;
    // Without a mirror there was no text, so nothing was derived either.
    if (mirror === null) return;
    mirrors.doubt(mirror);
    for (const statement of deleteDerived) statement.run(id);
    for (const table of fts) table.delete.run(id);
    if (deleteFact.run(id).changes === 0) return;
    deleteScopes.run(id);
    deleteFactText.run(id);
  };

  const writeFact = (id: number, fact: NonNullable<Derived["fact"]>): void => {
    if (fact.kind === "problem") {
      insertFact.run(id, fact.code, null, null);
      return;
    }
    const { record } = fact;
    insertFact.run(id, null, record.recordId, record.contentHash);
    for (const scope of record.scopes) insertScope.run(scope, id);
    insertFactText.run(id, toIndexText(record.text));
  };

  const put = (
    row: number | undefined,
    collectionId: number,
    relPath: string,
    values: readonly unknown[],
  ): number => {
    if (row === undefined)
      return Number(insertDocument.run(collectionId, relPath, ...values).lastInsertRowid);
    // A renamed document may come to a path that an inactive row still holds.
    const holder = byPath.get(collectionId, relPath);
    if (holder !== undefined && holder !== row) {
      clear(holder);
      deleteDocument.run(holder);
    }
    updateDocument.run(collectionId, relPath, ...values, row);
    return row;
  };

  return {
    save(document) {
      const { facts, derived } = document;
      if (document.row !== undefined) clear(document.row);
      const mirrorId = mirrors.idFor(document);
      const id = put(document.row, document.collectionId, facts.relPath, [
        1,
        document.sourceHash.slice(0, 8),
        document.sourceHash,
        facts.size,
        facts.mtimeMs,
        facts.ctimeMs,
        facts.checkedMs,
        mirrorId,
        INGEST_VERSION,
        derived.mime,
        derived.ext,
        derived.title,
        derived.language ?? null,
        derived.author ?? null,
        derived.contentType.id,
        derived.contentType.source,
        derived.documentDate ?? null,
        json(derived.categories),
        json(derived.dateFields),
        json(derived.relations),
        derived.metadata.state === "ok" ? json(derived.metadata.values) : null,
        derived.metadata.state,
        derived.warnings.length === 0 ? null : json(derived.warnings),
        null,
        null,
        null,
        document.indexedAt,
      ]);
      for (const { key, rank } of derived.keys) insertKey.run(key, id, rank);
      for (const link of derived.links) {
        insertLink.run(
          id,
          link.kind,
          link.targetRef,
          link.targetKey,
          link.targetTail,
          link.targetCollection ?? null,
          link.targetAnchor ?? null,
          link.text ?? null,
          link.line,
          link.col,
          link.embed ? 1 : 0,
        );
      }
      for (const edge of derived.edges) {
        insertEdge.run(
          id,
          edge.type,
          edge.source,
          edge.confidence,
          edge.kind,
          edge.targetKey,
          edge.targetCollection ?? null,
        );
      }
      for (const { tag, source } of derived.tags) insertTag.run(tag, id, source);
      for (const tag of document.userTags) insertTag.run(tag, id, "user");
      if (derived.fact !== undefined) writeFact(id, derived.fact);
      const path = toIndexText(facts.relPath);
      const title = toIndexText(derived.title);
      for (const table of fts) table.insert.run(id, path, title, derived.headings, derived.body);
      return id;
    },
    touch(id, facts) {
      touchDocument.run(facts.size, facts.mtimeMs, facts.ctimeMs, facts.checkedMs, id);
    },
    deactivate(id, at) {
      clear(id);
      emptyDocument.run(at, id);
    },
    saveSkipped(row, collectionId, facts, hash, problem) {
      if (row !== undefined) clear(row);
      const blank = new Array(9).fill(null);
      put(row, collectionId, facts.relPath, [
        0,
        hash.slice(0, 8),
        hash,
        facts.size,
        facts.mtimeMs,
        facts.ctimeMs,
        facts.checkedMs,
        null,
        INGEST_VERSION,
        "application/octet-stream",
        "",
        ...blank,
        null,
        "ok",
        null,
        problem.code,
        problem.message,
        problem.at,
        problem.at,
      ]);
    },
    saveError(row, collectionId, relPath, problem) {
      if (row !== undefined) {
        failDocument.run(problem.code, problem.message, problem.at, row);
        return;
      }
      const nothing: FileFacts = { relPath, size: 0, mtimeMs: 0, ctimeMs: 0, checkedMs: 0 };
      this.saveSkipped(undefined, collectionId, nothing, "", problem);
    },
    sweep: () => mirrors.sweep(),
    setUserTags(id, tags) {
      deleteUserTags.run(id);
      for (const tag of tags) insertTag.run(tag, id, "user");
    },
    relayout: (mirrorId, text, code) => mirrors.relayout(mirrorId, text, code),
  };
}

function json(value: unknown): string | null {
  return value === undefined ? null : JSON.stringify(value);
}
