/**
 * Reading an open index: each statement is compiled once and kept as long as the database is open, and an observer
 * may see every statement that runs, so that a benchmark can repeat exactly those.
 */
import type { Database, Statement } from "better-sqlite3";

/** What reading needs of a better-sqlite3 database. */
export type ReadableDatabase = Pick<Database, "prepare">;

export type StatementObserver = (sql: string, params: readonly unknown[]) => void;

export interface Reader {
  all<Row>(sql: string, ...params: unknown[]): Row[];
  get<Row>(sql: string, ...params: unknown[]): Row | undefined;
  /** Rows as they are stepped: stop reading and no more are computed. */
  iterate<Row>(sql: string, ...params: unknown[]): IterableIterator<Row>;
  /** Makes a temporary table over what is stored, once; the file does not change. */
  define(sql: string): void;
}

/** Far more than there are statements without a typed filter. */
const keptStatements = 500;

export function createReader(db: ReadableDatabase, observe?: StatementObserver): Reader {
  const kept = new Map<string, Statement<unknown[], unknown>>();
  const statement = (sql: string, params: readonly unknown[]): Statement<unknown[], unknown> => {
    let found = kept.get(sql);
    if (found === undefined) {
      found = db.prepare<unknown[], unknown>(sql);
      // The one that was made first goes: a statement in use is made again, and filters have no end of shapes.
      const [first] = kept.keys();
      if (kept.size >= keptStatements && first !== undefined) kept.delete(first);
      kept.set(sql, found);
    }
    observe?.(sql, params);
    return found;
  };
  const defined = new Set<string>();
  return {
    define(sql) {
      if (defined.has(sql)) return;
      db.prepare(sql).run();
      defined.add(sql);
    },
    all: <Row>(sql: string, ...params: unknown[]) => statement(sql, params).all(...params) as Row[],
    get: <Row>(sql: string, ...params: unknown[]) => statement(sql, params).get(...params) as Row | undefined,
    iterate: <Row>(sql: string, ...params: unknown[]) =>
      statement(sql, params).iterate(...params) as IterableIterator<Row>,
  };
}
