/** A small index filled through the product's own DDL, for tests of the reading side that need exact rows. */
import { createHash } from "node:crypto";
import Database from "better-sqlite3";
import type { CollectionConfig, ConfigStore, IndexConfig } from "../../../src/engine/engine.ts";
import type { MetadataValues } from "../../../src/engine/search/predicate/types.ts";
import { toIndexText } from "../../../src/engine/search/tokens.ts";
import { ftsSchema, INDEX_MIGRATIONS } from "../../../src/engine/store/index-schema.ts";

export interface Note {
  readonly collection?: string;
  readonly path: string;
  readonly text: string;
  readonly title?: string;
  readonly headings?: readonly string[];
  readonly tags?: readonly string[];
  readonly author?: string;
  readonly contentType?: string;
  /** Default: the type was guessed. */
  readonly contentTypeSource?: "frontmatter-type" | "prefix";
  readonly categories?: readonly string[];
  readonly documentDate?: string;
  readonly modified?: number;
  readonly active?: boolean;
  /** Typed values; `invalid` and `pending` are documents without usable ones. */
  readonly metadata?: MetadataValues | "invalid" | "pending";
  /** Of its only chunk. */
  readonly language?: string;
}

export interface Library {
  readonly db: Database.Database;
  readonly config: ConfigStore;
}

/** 2026-01-01T00:00:00Z */
export const newYear = Date.UTC(2026, 0, 1);

export function library(
  notes: readonly Note[],
  settings: Partial<IndexConfig> & { stem?: "porter unicode61" | "unicode61" | "trigram" } = {},
): Library {
  const db = new Database(":memory:");
  for (const script of INDEX_MIGRATIONS) db.exec(script);
  const stem = settings.stem ?? "porter unicode61";
  db.exec(ftsSchema(stem));
  db.prepare("INSERT INTO meta (key, value) VALUES ('fts_stem', ?)").run(stem);
  const names = [...new Set(notes.map((note) => note.collection ?? "notes"))];
  const insertCollection = db.prepare("INSERT INTO collection (name, root) VALUES (?, ?)");
  for (const name of names) insertCollection.run(name, `/library/${name}`);
  db.transaction(() => {
    for (const note of notes) insertNote(db, note);
  })();
  return { db, config: configOf(names, settings) };
}

function insertNote(db: Database.Database, note: Note): void {
  const hash = createHash("sha256").update(note.text).digest("hex");
  db.prepare("INSERT OR IGNORE INTO mirror (hash, text, total_lines) VALUES (?, ?, ?)").run(
    hash,
    note.text,
    note.text.split("\n").length,
  );
  db.prepare(
    `INSERT OR IGNORE INTO chunk (mirror_id, seq, start, "end", start_line, end_line, language)
     VALUES ((SELECT id FROM mirror WHERE hash = ?), 0, 0, ?, 1, ?, ?)`,
  ).run(hash, note.text.length, note.text.split("\n").length, note.language ?? null);
  const contentType = note.contentType ?? null;
  const { lastInsertRowid: id } = db
    .prepare(
      `INSERT INTO document (collection_id, rel_path, active, docid, source_hash, size, mtime_ms, ctime_ms, checked_ms, mirror_id,
         ingest_version, mime, ext, title, author, content_type, content_type_source, document_date, categories, metadata, metadata_state, indexed_at)
       VALUES ((SELECT id FROM collection WHERE name = ?), ?, ?, ?, ?, ?, ?, 0, 0,
         (SELECT id FROM mirror WHERE hash = ?), ?, 'text/markdown', '.md', ?, ?, ?, ?, ?, ?, ?, ?, '2026-01-01T00:00:00.000Z')`,
    )
    .run(
      note.collection ?? "notes",
      note.path,
      note.active === false ? 0 : 1,
      hash.slice(0, 8),
      hash,
      Buffer.byteLength(note.text),
      note.modified ?? newYear,
      hash,
      note.metadata === "pending" ? 0 : 1,
      note.title ?? null,
      note.author ?? null,
      contentType,
      note.contentTypeSource ?? null,
      note.documentDate ?? null,
      note.categories === undefined ? null : JSON.stringify(note.categories),
      typeof note.metadata === "object" ? JSON.stringify(note.metadata) : null,
      note.metadata === "invalid" ? "invalid" : "ok",
    );
  const columns = [note.path, note.title ?? "", (note.headings ?? []).join("\n"), note.text].map(toIndexText);
  for (const table of ["fts_exact", "fts_stem"]) {
    db.prepare(`INSERT INTO ${table} (rowid, path, title, headings, body) VALUES (?, ?, ?, ?, ?)`).run(
      id,
      ...columns,
    );
  }
  for (const tag of note.tags ?? []) {
    db.prepare("INSERT INTO tag (tag, document_id, source) VALUES (?, ?, 'inline')").run(tag, id);
  }
}

function configOf(names: readonly string[], settings: Partial<IndexConfig>): ConfigStore {
  const collections = names.map(
    (name): CollectionConfig => ({
      name,
      path: `/library/${name}`,
      pattern: "**/*.md",
      include: [],
      exclude: [],
    }),
  );
  const config: IndexConfig = {
    version: "1.0",
    ftsTokenizer: "snowball english",
    collections,
    contexts: [],
    contentTypes: [],
    chunking: { maxTokens: 800, overlapPercent: 0.15 },
    gateway: {},
    busyTimeoutMs: 5000,
    ...settings,
  };
  const refuse = (): never => {
    throw new Error("the test configuration is read-only");
  };
  return {
    path: "/library/index.yml",
    load: () => config,
    addCollection: refuse,
    removeCollection: refuse,
    setEgressPolicy: refuse,
    addContext: refuse,
    removeContexts: refuse,
    setActivePreset: refuse,
    create: refuse,
  };
}
