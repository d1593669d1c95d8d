/** A collection in a temporary folder with an index of its own, synced in this thread. */
import { mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { DEFAULT_EXCLUDES, emptyConfig } from "../../../src/engine/config/defaults.ts";
import type { CollectionConfig, IndexConfig } from "../../../src/engine/config/types.ts";
import type { CollectionSync, FileSync, SyncResult } from "../../../src/engine/engine.ts";
import { readTarget } from "../../../src/engine/index/policy.ts";
import { noUserTags } from "../../../src/engine/index/run-context.ts";
import { type RunOptions, runSync } from "../../../src/engine/index/run-sync.ts";
import { openIndex, type Store } from "../../../src/engine/store/open.ts";

export interface Folder {
  readonly root: string;
  readonly data: string;
  readonly store: Store;
  collection: CollectionConfig;
  config: Partial<IndexConfig>;
  write(relPath: string, content: string | Uint8Array): void;
  remove(relPath: string): void;
  sync(options?: Partial<RunOptions>): SyncResult;
  /** The one collection's part of a sync. */
  update(options?: Partial<RunOptions>): CollectionSync;
  rows<Row = Record<string, unknown>>(sql: string, ...values: unknown[]): Row[];
  /** Paths whose words match, in the unstemmed index. */
  find(words: string): string[];
  [Symbol.dispose](): void;
}

/** A clock that stands well after any file of the test, so that no time stamp is too fresh to be trusted. */
export const later = { now: () => Date.now() + 3_600_000 };

export function folder(files: Readonly<Record<string, string | Uint8Array>> = {}): Folder {
  const base = realpathSync(mkdtempSync(join(tmpdir(), "sync-")));
  const root = join(base, "vault");
  mkdirSync(root);
  const store = openIndex(join(base, "data", "index-default.sqlite"));
  const self: Folder = {
    root,
    data: join(base, "data"),
    store,
    collection: { name: "notes", path: root, pattern: "**/*", include: [], exclude: DEFAULT_EXCLUDES },
    config: {},
    write(relPath, content) {
      mkdirSync(dirname(join(root, relPath)), { recursive: true });
      writeFileSync(join(root, relPath), content);
    },
    remove: (relPath) => rmSync(join(root, relPath), { recursive: true }),
    sync: (options = {}) =>
      runSync(store, {
        config: { ...emptyConfig, collections: [self.collection], ...self.config },
        generation: readTarget(store).generation,
        userTags: noUserTags,
        clock: later,
        cancelled: () => false,
        progress: () => undefined,
        ...options,
      }).result,
    update: (options) => self.sync(options).collections[0] as CollectionSync,
    rows: <Row>(sql: string, ...values: unknown[]) => store.raw.prepare(sql).all(...values) as Row[],
    find: (words) =>
      self
        .rows<{ path: string }>(
          "SELECT d.rel_path AS path FROM fts_exact f JOIN document d ON d.id = f.rowid WHERE fts_exact MATCH ? ORDER BY 1",
          words,
        )
        .map(({ path }) => path),
    [Symbol.dispose]() {
      store.close();
      rmSync(base, { recursive: true, force: true });
    },
  };
  for (const [path, content] of Object.entries(files)) self.write(path, content);
  return self;
}

export function statusOf(sync: CollectionSync, relPath: string): FileSync | undefined {
  return sync.files?.find((file) => file.relPath === relPath);
}

/** Everything the index says about active documents, without ids and times: equal for equal files. */
export function logicalDump(store: Store): unknown {
  const all = (sql: string): unknown[] => store.raw.prepare(sql).raw().all();
  const document = "(SELECT rel_path FROM document d WHERE d.id = document_id)";
  return {
    documents: all(
      `SELECT d.rel_path, d.docid, d.source_hash, d.size, d.title, d.language, d.author, d.content_type,
         d.content_type_source, d.document_date, d.categories, d.date_fields, d.relations, d.metadata, d.metadata_state,
         d.warnings, d.error_code, m.hash, m.total_lines
       FROM document d LEFT JOIN mirror m ON m.id = d.mirror_id WHERE d.active = 1 ORDER BY d.rel_path`,
    ),
    skipped: all(
      "SELECT rel_path, error_code FROM document WHERE active = 0 AND error_code IS NOT NULL ORDER BY 1",
    ),
    mirrors: all("SELECT hash, text, chunk_tokens, chunk_overlap FROM mirror ORDER BY hash"),
    chunks: all(
      `SELECT m.hash, c.seq, c.start, c."end", c.start_line, c.end_line, c.language
       FROM chunk c JOIN mirror m ON m.id = c.mirror_id ORDER BY m.hash, c.seq`,
    ),
    keys: all(`SELECT key, ${document}, rank FROM document_key ORDER BY 1, 2, 3`),
    links: all(
      `SELECT ${document}, kind, target_ref, target_key, target_tail, target_collection, target_anchor, text, line, col, embed
       FROM link ORDER BY 1, line, col, kind`,
    ),
    tags: all(`SELECT tag, ${document}, source FROM tag ORDER BY 1, 2, 3`),
    words: ["fts_exact", "fts_stem"].map((table) =>
      all(
        `SELECT v.term, (SELECT rel_path FROM document WHERE id = v.doc), v.col, v.offset FROM temp.${vocabulary(store, table)} v
         ORDER BY 1, 2, 3, 4`,
      ),
    ),
  };
}

/** Every word at its place, as the full-text index itself lists them. */
function vocabulary(store: Store, table: string): string {
  const name = `${table}_words`;
  store.raw.exec(`CREATE VIRTUAL TABLE IF NOT EXISTS temp.${name} USING fts5vocab(main, ${table}, instance)`);
  return name;
}
