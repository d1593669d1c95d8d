/**
 * The words and vectors of all documents in a temporary SQLite database of this process: SQLite keeps what does not fit
 * in memory in a file that vanishes with it. Everything in it comes from the documents, so nothing can be lost here.
 */
import Database from "better-sqlite3";
import type { FileStamp } from "../files.ts";
import { defineDated, type Filter } from "./filter.ts";
import type { Unit } from "./units.ts";

export interface IndexedFile {
  readonly path: string;
  /** Where it lies. */
  readonly file: string;
  readonly stamp: FileStamp;
  readonly rev: number;
  readonly hash: string;
}

export interface UnitRow {
  readonly unit: number;
  readonly path: string;
  readonly place: number;
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string | null;
  readonly section: string | null;
  readonly text: string;
  /** Of the full-text search; lower is better, 0 elsewhere. */
  readonly bm25: number;
}

export interface RecallStore {
  files(): ReadonlyMap<string, IndexedFile>;
  /** Adds units of a document behind those that it has; `settle` ends it. */
  add(path: string, from: number, units: readonly Unit[]): void;
  settle(file: IndexedFile): void;
  /** Some of its units at a time, also of what was added and never settled. @returns those that are gone; none = all are */
  remove(path: string): readonly number[];
  /** Moves with each document that comes, changes or goes. */
  version(): number;
  /** Units that a full-text expression matches, best first, ties by path and place. */
  matching(expression: string, filter: Filter, enough: number): readonly UnitRow[];
  /** All units, by path and place. */
  all(filter: Filter): IterableIterator<UnitRow>;
  /** By a record's or document's own id. */
  ofId(id: string, filter: Filter): readonly UnitRow[];
  isId(id: string): boolean;
  ids(filter: Filter): readonly number[];
  units(ids: readonly number[]): readonly UnitRow[];
  /** Numbers of units rise and are never used again. */
  after(unit: number, limit: number): readonly { readonly unit: number; readonly text: string }[];
  counts(after: number): { readonly units: number; readonly later: number };
  saveVectors(
    generation: number,
    vectors: readonly (readonly [unit: number, vector: Float32Array])[],
  ): number[];
  vectors(generation: number, units: readonly number[]): ReadonlyMap<number, Float32Array>;
  /** Vectors of other generations, some at a time. @returns whether some are left */
  forgetVectors(keep: number): boolean;
  /**
   * What is written until `commit` is one transaction, whatever else is asked in between: each one makes a segment of
   * the full-text index, and many small ones are merged again and again.
   */
  batch(): void;
  commit(): void;
  close(): void;
}

const COLUMNS = "u.id AS unit, u.path, u.place, u.owner AS id, u.type, u.title, u.status, u.section, u.text";
const REMOVE_AT_ONCE = 200;
const FORGET_AT_ONCE = 2_000;

const schema = `
  PRAGMA journal_mode = OFF; PRAGMA synchronous = OFF; PRAGMA cache_size = -16000; PRAGMA temp_store = FILE;
  CREATE TABLE unit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, path TEXT NOT NULL, place INTEGER NOT NULL, owner TEXT NOT NULL,
    type TEXT NOT NULL, title TEXT NOT NULL, status TEXT, section TEXT, text TEXT NOT NULL, scopes TEXT NOT NULL,
    fields TEXT NOT NULL
  );
  CREATE INDEX unit_path ON unit (path, place);
  CREATE INDEX unit_owner ON unit (owner);
  CREATE TABLE vector (
    unit INTEGER NOT NULL, generation INTEGER NOT NULL, embedding BLOB NOT NULL, PRIMARY KEY (unit, generation)
  ) WITHOUT ROWID;
  CREATE VIRTUAL TABLE unit_words USING fts5 (
    title, text, content = '', contentless_delete = 1, tokenize = 'porter unicode61 remove_diacritics 2'
  );
`;

export function createRecallStore(): RecallStore {
  const db = new Database("");
  defineDated(db);
  db.exec(schema);
  const insert = db.prepare(
    "INSERT INTO unit (path, place, owner, type, title, status, section, text, scopes, fields) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
  );
  const insertWords = db.prepare("INSERT INTO unit_words (rowid, title, text) VALUES (?, ?, ?)");
  const unitsOfPath = db
    .prepare<[string], number>(`SELECT id FROM unit WHERE path = ? LIMIT ${REMOVE_AT_ONCE}`)
    .pluck();
  const deleteWords = db.prepare("DELETE FROM unit_words WHERE rowid = ?");
  const deleteVectors = db.prepare("DELETE FROM vector WHERE unit = ?");
  const deleteUnit = db.prepare("DELETE FROM unit WHERE id = ?");
  const isId = db.prepare<[string], number>("SELECT 1 FROM unit WHERE owner = ? LIMIT 1").pluck();
  const after = db.prepare<[number, number], { unit: number; text: string }>(
    "SELECT id AS unit, title || char(10) || text AS text FROM unit WHERE id > ? ORDER BY id LIMIT ?",
  );
  const counts = db.prepare<[number], { units: number; later: number }>(
    "SELECT count(*) AS units, count(*) FILTER (WHERE id > ?) AS later FROM unit",
  );
  const saveVector = db.prepare(
    "INSERT OR REPLACE INTO vector (unit, generation, embedding) SELECT id, ?, ? FROM unit WHERE id = ?",
  );
  const vectors = db.prepare<[number, string], { unit: number; embedding: Buffer }>(
    "SELECT unit, embedding FROM vector WHERE generation = ? AND unit IN (SELECT value FROM json_each(?))",
  );
  const forget = db.prepare(
    `DELETE FROM vector WHERE (unit, generation) IN
     (SELECT unit, generation FROM vector WHERE generation <> ? LIMIT ${FORGET_AT_ONCE})`,
  );
  const byNumber = db.prepare<[string], UnitRow>(
    `SELECT ${COLUMNS}, 0 AS bm25 FROM unit u WHERE u.id IN (SELECT value FROM json_each(?))`,
  );
  const placesOf = db
    .prepare<[string], number>(
      "SELECT id FROM unit WHERE id IN (SELECT value FROM json_each(?)) ORDER BY path, place",
    )
    .pluck();
  // Scores alone first: ordering whole rows costs many times the search itself. Where nearly all units hold the words,
  // scores differ by millionths that mean nothing: those are equal, and source order decides.
  const scoredBy = ({ sql, all }: Filter) =>
    statement(
      `SELECT w.rowid, round(bm25(unit_words, 4, 1), 3) AS score FROM unit_words w
       ${all ? "" : "CROSS JOIN unit u ON u.id = w.rowid"} WHERE unit_words MATCH ? AND ${sql}`,
    ).raw() as unknown as Database.Statement<unknown[], [unit: number, score: number]>;
  const files = new Map<string, IndexedFile>();
  let version = 0;
  // One statement for each set of filters: there are few.
  const prepared = new Map<string, Database.Statement<unknown[], UnitRow>>();
  const statement = (sql: string) => {
    const known = prepared.get(sql) ?? db.prepare<unknown[], UnitRow>(sql);
    prepared.set(sql, known);
    return known;
  };

  return {
    files: () => files,
    add(path, from, units) {
      units.forEach((unit, n) => {
        const { lastInsertRowid } = insert.run(
          path,
          from + n,
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
    },
    settle: (file) => {
      files.set(file.path, file);
      version += 1;
    },
    version: () => version,
    remove(path) {
      if (files.delete(path)) version += 1;
      const units = unitsOfPath.all(path);
      for (const unit of units) {
        deleteWords.run(unit);
        deleteVectors.run(unit);
        deleteUnit.run(unit);
      }
      return units;
    },
    matching(expression, filter, enough) {
      const scored = scoredBy(filter).all(expression, ...filter.values);
      const cut =
        Float64Array.from(scored, ([, score]) => score).sort()[enough - 1] ?? Number.POSITIVE_INFINITY;
      // Equal scores are told apart by path and place, so all of them have to be there.
      const best = new Map(scored.filter(([, score]) => score <= cut));
      const placed = placesOf.all(JSON.stringify([...best.keys()]));
      // SQLite gives them by path and place, and sorting keeps that among equals.
      const first = placed.sort((x, y) => (best.get(x) ?? 0) - (best.get(y) ?? 0)).slice(0, enough);
      const rows = new Map(byNumber.all(JSON.stringify(first)).map((row) => [row.unit, row]));
      return first.flatMap((unit) => {
        const row = rows.get(unit);
        return row === undefined ? [] : [{ ...row, bm25: best.get(unit) ?? 0 }];
      });
    },
    all: ({ sql, values }) =>
      statement(`SELECT ${COLUMNS}, 0 AS bm25 FROM unit u WHERE ${sql} ORDER BY u.path, u.place`).iterate(
        ...values,
      ),
    ofId: (id, { sql, values }) =>
      statement(
        `SELECT ${COLUMNS}, 0 AS bm25 FROM unit u WHERE u.owner = ? AND ${sql} ORDER BY u.path, u.place`,
      ).all(id, ...values),
    isId: (id) => isId.get(id) !== undefined,
    ids: ({ sql, values }) =>
      db
        .prepare<unknown[], number>(`SELECT u.id FROM unit u WHERE ${sql}`)
        .pluck()
        .all(...values),
    units: (ids) => byNumber.all(JSON.stringify(ids)),
    after: (unit, limit) => after.all(unit, limit),
    counts: (unit) => counts.get(unit) ?? { units: 0, later: 0 },
    saveVectors: (generation, rows) =>
      rows
        .filter(([unit, vector]) => saveVector.run(generation, blobOf(vector), unit).changes > 0)
        .map(([unit]) => unit),
    vectors: (generation, units) =>
      new Map(
        vectors
          .all(generation, JSON.stringify(units))
          .map(({ unit, embedding }) => [unit, new Float32Array(new Uint8Array(embedding).buffer)]),
      ),
    forgetVectors: (keep) => forget.run(keep).changes === FORGET_AT_ONCE,
    batch() {
      if (!db.inTransaction) db.exec("BEGIN");
    },
    commit() {
      if (db.inTransaction) db.exec("COMMIT");
    },
    close: () => db.close(),
  };
}

function blobOf(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}
