/**
 * Opening the two databases: whose file it is, which settings it runs under, that its schema is there, and that
 * several processes may do all this at the same moment. Rule: a file that is not ours is never touched; a damaged
 * index is moved aside (files rebuild it), a damaged durable file is only reported.
 */
import { existsSync, mkdirSync, statSync } from "node:fs";
import { dirname } from "node:path";
import Database from "better-sqlite3";
import { checkAfterUncleanEnd, isMarkedDamaged, moveAside, sidecars } from "./damage.ts";
import { DURABLE_APPLICATION_ID, DURABLE_MIGRATIONS } from "./durable-schema.ts";
import { isDamage, StoreError, storeError } from "./errors.ts";
import { ftsSchema, INDEX_APPLICATION_ID, INDEX_MIGRATIONS } from "./index-schema.ts";
import { refuseForeign } from "./ownership.ts";
import { withBlockingRetry } from "./retry.ts";
import { checkSqliteVersion } from "./version.ts";

export { markDamaged } from "./damage.ts";

export type StemTokenizer = "porter unicode61" | "unicode61" | "trigram";

export interface OpenOptions {
  readonly readonly?: boolean;
  /** How long SQLite itself may wait: 0 (default) on the main thread, which retries with `withRetry`. */
  readonly busyTimeoutMs?: number;
  /** Tokenizer of the stemmed index, used when the file is created. */
  readonly stem?: StemTokenizer;
  /** Check the whole file after an unclean end however large it is; otherwise large files are left `unchecked`. */
  readonly thorough?: boolean;
}

/** One connection with its prepared statements. */
export interface Store {
  readonly raw: Database.Database;
  readonly path: string;
  /** Prepared on first use, kept until close. */
  statement<P extends unknown[] = unknown[], R = unknown>(sql: string): Database.Statement<P, R>;
  /** One BEGIN IMMEDIATE transaction; rolled back when `work` throws. */
  write<T>(work: () => T): T;
  /** The file at `path` is no longer the one that was opened: writes would go nowhere. */
  replaced(): boolean;
  /** Where a damaged predecessor was put while opening. */
  readonly movedAside: string | undefined;
  /** The last user ended without closing and the file is too large to be checked here: the sync worker does it. */
  readonly unchecked: boolean;
  close(): void;
}

interface Kind {
  readonly applicationId: number;
  readonly migrations: readonly string[];
  readonly synchronous: "NORMAL" | "FULL";
  /** Beyond the migrations, once, when the file is created. */
  readonly extra: string;
}

export function openIndex(path: string, options: OpenOptions = {}): Store {
  const stem = options.stem ?? "porter unicode61";
  const kind: Kind = {
    applicationId: INDEX_APPLICATION_ID,
    migrations: INDEX_MIGRATIONS,
    synchronous: "NORMAL",
    extra: `${ftsSchema(stem)} INSERT INTO meta (key, value) VALUES ('fts_stem', '${stem}');`,
  };
  try {
    if (!options.readonly && isMarkedDamaged(path)) return open(path, kind, options, moveAside(path));
    return open(path, kind, options, undefined);
  } catch (error) {
    if (!isDamage(error) || options.readonly) throw storeError(error);
    return open(path, kind, options, moveAside(path));
  }
}

/** User data: never rebuilt, never moved; damage is an error that says so. */
export function openDurable(path: string, options: Omit<OpenOptions, "stem"> = {}): Store {
  const kind: Kind = {
    applicationId: DURABLE_APPLICATION_ID,
    migrations: DURABLE_MIGRATIONS,
    synchronous: "FULL",
    extra: "",
  };
  try {
    return open(path, kind, options, undefined);
  } catch (error) {
    if (!isDamage(error)) throw storeError(error);
    throw new StoreError(
      "damaged",
      "The durable database is damaged and was left as it is. Restore it from a backup, or rename the file to start without it: notes and the index are not affected.",
      error,
    );
  }
}

function open(path: string, kind: Kind, options: OpenOptions, movedAside: string | undefined): Store {
  const timeout = options.busyTimeoutMs ?? 0;
  refuseForeign(path, kind.applicationId);
  if (options.readonly && !existsSync(path)) {
    throw new StoreError("missing", "The index does not exist yet. Run `gno update` to build it.");
  }
  if (!options.readonly) mkdirSync(dirname(path), { recursive: true, mode: 0o700 });
  const before = sidecars(path);
  const raw = construct(path, options.readonly === true, timeout);
  try {
    let unchecked = false;
    withBlockingRetry(() => {
      settings(raw, kind, options.readonly === true);
      prepareSchema(raw, kind, options.readonly === true);
    }, timeout);
    if (!options.readonly) unchecked = checkAfterUncleanEnd(raw, path, before, options.thorough === true);
    return handle(raw, path, movedAside, unchecked);
  } catch (error) {
    raw.close();
    throw error;
  }
}

function construct(path: string, readonly: boolean, timeout: number): Database.Database {
  try {
    return new Database(path, { readonly, timeout, fileMustExist: readonly });
  } catch (error) {
    const code = (error as { code?: string }).code ?? "";
    if (code.startsWith("SQLITE_")) throw error;
    throw new StoreError(
      "module",
      "The SQLite module could not be loaded for this version of Node. Run `npm ci` again with the Node that starts the program.",
      error,
    );
  }
}

function settings(raw: Database.Database, kind: Kind, readonly: boolean): void {
  checkSqliteVersion(raw.prepare("SELECT sqlite_version()").pluck().get() as string);
  raw.pragma(`synchronous = ${kind.synchronous}`);
  raw.pragma("mmap_size = 0");
  raw.pragma("cache_size = -65536");
  raw.pragma("trusted_schema = OFF");
  raw.pragma("cell_size_check = ON");
  raw.pragma("foreign_keys = OFF");
  raw.pragma("temp_store = MEMORY");
  if (!readonly) raw.pragma("journal_size_limit = 67108864");
}

/**
 * The schema is made in rollback mode, in one transaction with the application id, so that a file with tables always
 * carries the id in its first page; only then comes the switch to WAL. An existing file costs no write lock at all.
 */
function prepareSchema(raw: Database.Database, kind: Kind, readonly: boolean): void {
  const wanted = kind.migrations.length;
  const found = raw.pragma("user_version", { simple: true }) as number;
  if (found > wanted) {
    throw new StoreError(
      "newer",
      "The database was written by a newer version of this program. Update the program, or set GNO_DATA_DIR to another folder.",
    );
  }
  if (found < wanted) {
    if (readonly)
      throw new StoreError("missing", "The index is not ready yet. Run `gno update` to build it.");
    migrate(raw, kind);
  }
  if (readonly) return;
  if (raw.pragma("journal_mode", { simple: true }) !== "wal") raw.pragma("journal_mode = WAL");
}

function migrate(raw: Database.Database, kind: Kind): void {
  raw.exec("BEGIN IMMEDIATE");
  try {
    // Read again: another process may have done it while this one waited for the lock.
    const found = raw.pragma("user_version", { simple: true }) as number;
    if (found === 0) raw.pragma(`application_id = ${kind.applicationId}`);
    for (const script of kind.migrations.slice(found)) raw.exec(script);
    if (found === 0 && kind.extra !== "") raw.exec(kind.extra);
    raw.pragma(`user_version = ${kind.migrations.length}`);
    raw.exec("COMMIT");
  } catch (error) {
    if (raw.inTransaction) raw.exec("ROLLBACK");
    throw error;
  }
}

function handle(
  raw: Database.Database,
  path: string,
  movedAside: string | undefined,
  unchecked: boolean,
): Store {
  const opened = statSync(path, { bigint: true });
  const statements = new Map<string, Database.Statement<unknown[], unknown>>();
  return {
    raw,
    path,
    movedAside,
    unchecked,
    statement<P extends unknown[], R>(sql: string) {
      let found = statements.get(sql);
      if (found === undefined) {
        found = raw.prepare<unknown[], unknown>(sql);
        statements.set(sql, found);
      }
      return found as unknown as Database.Statement<P, R>;
    },
    write(work) {
      this.statement("BEGIN IMMEDIATE").run();
      try {
        const result = work();
        this.statement("COMMIT").run();
        return result;
      } catch (error) {
        if (raw.inTransaction) this.statement("ROLLBACK").run();
        throw error;
      }
    },
    replaced() {
      if (isMarkedDamaged(path)) return true;
      const now = statSync(path, { bigint: true, throwIfNoEntry: false });
      return now === undefined || now.ino !== opened.ino || now.dev !== opened.dev;
    },
    close() {
      statements.clear();
      raw.close();
    },
  };
}
