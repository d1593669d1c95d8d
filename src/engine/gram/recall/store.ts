/**
 * The words of all documents in a temporary SQLite database of this process: SQLite keeps what does not fit in memory
 * in a file that vanishes with it. Everything in it comes from the documents, so nothing can be lost here.
 */
import { hash } from "node:crypto";
import Database from "better-sqlite3";
import { canonicalJson } from "../canonical.ts";
import type { FileStamp } from "../files.ts";
import type { History } from "../history.ts";
import { unitsOf } from "./units.ts";

export interface IndexedFile {
  readonly path: string;
  readonly stamp: FileStamp;
  readonly documentId: string;
  readonly rev: number;
  readonly hash: string;
}

export interface UnitRow {
  readonly path: string;
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string | null;
  readonly section: string | null;
  readonly text: string;
  /** JSON array and object. */
  readonly scopes: string;
  readonly fields: string;
}

export interface RecallStore {
  files(): ReadonlyMap<string, IndexedFile>;
  /** Another one after every change of what is searched. */
  snapshot(): string;
  put(path: string, stamp: FileStamp, history: History): void;
  remove(path: string): void;
  /** Units that a full-text expression matches, best first; scores equal to three places are ties, by path and place. */
  matching(expression: string): IterableIterator<UnitRow>;
  /** All units, by path and place. */
  all(): IterableIterator<UnitRow>;
  /** By a record's or document's own id. */
  ofId(id: string): readonly UnitRow[];
  transaction<T>(work: () => T): T;
  close(): void;
}

const COLUMNS = "u.path, u.owner AS id, u.type, u.title, u.status, u.section, u.text, u.scopes, u.fields";

/** How many matches are put in order first; more when filters refuse them. */
const FIRST_MATCHES = 64;

export function createRecallStore(): RecallStore {
  const db = new Database("");
  db.exec(`
    PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA temp_store = FILE;
    CREATE TABLE unit (
      id INTEGER PRIMARY KEY, path TEXT NOT NULL, place INTEGER NOT NULL, owner TEXT NOT NULL, type TEXT NOT NULL,
      title TEXT NOT NULL, status TEXT, section TEXT, text TEXT NOT NULL, scopes TEXT NOT NULL, fields TEXT NOT NULL
    );
    CREATE INDEX unit_path ON unit (path, place);
    CREATE INDEX unit_owner ON unit (owner);
    CREATE VIRTUAL TABLE unit_words USING fts5 (
      title, text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
    );
  `);
  const insert = db.prepare(
    "INSERT INTO unit (path, place, owner, type, title, status, section, text, scopes, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const insertWords = db.prepare("INSERT INTO unit_words (rowid, title, text) VALUES (?, ?, ?)");
  const deleteWords = db.prepare(
    "DELETE FROM unit_words WHERE rowid IN (SELECT id FROM unit WHERE path = ?)",
  );
  const deleteUnits = db.prepare("DELETE FROM unit WHERE path = ?");
  // Scores alone are made for all that match; what breaks ties is read for the best ones and those that tie with them.
  const best = db
    .prepare<[string, number], number>(
      `WITH scored AS MATERIALIZED (
         SELECT rowid AS id, round(bm25(unit_words, 4, 1), 3) AS score FROM unit_words WHERE unit_words MATCH ?
       )
       SELECT s.id FROM scored s JOIN unit u ON u.id = s.id
       WHERE s.score <= coalesce((SELECT score FROM scored ORDER BY score LIMIT 1 OFFSET ?), 1e9)
       ORDER BY s.score, u.path, u.place`,
    )
    .pluck();
  const unit = db.prepare<[number], UnitRow>(`SELECT ${COLUMNS} FROM unit u WHERE u.id = ?`);
  const all = db.prepare<[], UnitRow>(`SELECT ${COLUMNS} FROM unit u ORDER BY u.path, u.place`);
  const ofId = db.prepare<[string], UnitRow>(
    `SELECT ${COLUMNS} FROM unit u WHERE u.owner = ? ORDER BY u.path, u.place`,
  );
  const files = new Map<string, IndexedFile>();
  let snapshot: string | undefined;

  function remove(path: string): void {
    if (!files.delete(path)) return;
    snapshot = undefined;
    deleteWords.run(path);
    deleteUnits.run(path);
  }

  return {
    files: () => files,
    snapshot() {
      const state = () => [...files.values()].map((file) => [file.path, file.rev, file.hash]);
      snapshot ??= hash("sha256", canonicalJson(state())).slice(0, 16);
      return snapshot;
    },
    put(path, stamp, history) {
      remove(path);
      unitsOf(history).forEach((unit, place) => {
        const { lastInsertRowid } = insert.run(
          path,
          place,
          unit.id,
          unit.type,
          unit.title,
          unit.status ?? null,
          unit.section ?? null,
          unit.text,
          JSON.stringify(unit.scopes),
          JSON.stringify(unit.fields),
        );
        insertWords.run(lastInsertRowid, unit.title, unit.text);
      });
      snapshot = undefined;
      files.set(path, {
        path,
        stamp,
        documentId: history.documentId,
        rev: history.rev,
        hash: history.hash,
      });
    },
    remove,
    *matching(expression) {
      let given = 0;
      for (let wanted = FIRST_MATCHES; ; wanted *= 8) {
        const ids = best.all(expression, wanted);
        for (const id of ids.slice(given)) yield unit.get(id) as UnitRow;
        if (ids.length <= wanted) return;
        given = ids.length;
      }
    },
    all: () => all.iterate(),
    ofId: (id) => ofId.all(id),
    transaction: (work) => db.transaction(work)(),
    close: () => db.close(),
  };
}
