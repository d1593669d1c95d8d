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
  /** The first column alone, much faster where there are very many rows. */
  column<Value>(sql: string, ...params: unknown[]): Value[];
  /** What `make` found, kept until anything is written to the database, here or in another process. */
  remembered<Value>(key: string, make: () => Value): Value;
  /** Makes a temporary table over what is stored, once; the file does not change. */
  define(sql: string): void;
}

/** Far more than there are statements without a typed filter. */
const keptStatements = 500;
/** Findings are small, filters are often asked again with another query. */
const keptFindings = 32;

export function createReader(db: ReadableDatabase, observe?: StatementObserver): Reader {
  const kept = new Map<string, Statement<unknown[], unknown>>();
  const statement = (sql: string, params: readonly unknown[]): Statement<unknown[], unknown> => {
    let found = kept.get(sql);
    if (found === undefined) {
      found = db.prepare<unknown[], unknown>(sql);
      // The one that was made first goes: a statement in use is made again, and filters have no end of shapes.
      dropFirst(kept, keptStatements);
      kept.set(sql, found);
    }
    observe?.(sql, params);
    return found;
  };
  const defined = new Set<string>();
  const columns = new Map<string, Statement<unknown[], unknown>>();
  const remembered = new Map<string, { readonly version: string; readonly value: unknown }>();
  /** Changes with each commit. */
  const version = (): string => {
    const own = statement("SELECT total_changes() AS n", []).get() as { n: number };
    const others = statement("PRAGMA data_version", []).get() as { data_version: number };
    return `${own.n}:${others.data_version}`;
  };
  return {
    define(sql) {
      if (defined.has(sql)) return;
      db.prepare(sql).run();
      defined.add(sql);
    },
    column<Value>(sql: string, ...params: unknown[]): Value[] {
      let found = columns.get(sql);
      if (found === undefined) {
        found = db.prepare<unknown[], unknown>(sql).pluck();
        dropFirst(columns, keptStatements);
        columns.set(sql, found);
      }
      observe?.(sql, params);
      return found.all(...params) as Value[];
    },
    remembered<Value>(key: string, make: () => Value): Value {
      // Read before, so that a commit in between makes it old at once.
      const now = version();
      const known = remembered.get(key);
      if (known?.version === now) return known.value as Value;
      const value = make();
      remembered.delete(key);
      dropFirst(remembered, keptFindings);
      remembered.set(key, { version: now, value });
      return value;
    },
    all: <Row>(sql: string, ...params: unknown[]) => statement(sql, params).all(...params) as Row[],
    get: <Row>(sql: string, ...params: unknown[]) => statement(sql, params).get(...params) as Row | undefined,
    iterate: <Row>(sql: string, ...params: unknown[]) =>
      statement(sql, params).iterate(...params) as IterableIterator<Row>,
  };
}

/** Makes room for one more. */
function dropFirst(map: Map<string, unknown>, most: number): void {
  const [first] = map.keys();
  if (map.size >= most && first !== undefined) map.delete(first);
}
