/** Opening databases: whose file it is, several processes at once, damage, and ends without closing. */
import { spawn } from "node:child_process";
import {
  closeSync,
  copyFileSync,
  existsSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { StoreError } from "../../../src/engine/store/errors.ts";
import { markDamaged, openDurable, openIndex, type Store } from "../../../src/engine/store/open.ts";
import { withRetry } from "../../../src/engine/store/retry.ts";
import { checkSqliteVersion } from "../../../src/engine/store/version.ts";

let data: string;
let index: string;
const open: Store[] = [];
const kept = (store: Store): Store => {
  open.push(store);
  return store;
};

beforeEach(() => {
  data = mkdtempSync(join(tmpdir(), "store-"));
  index = join(data, "index-default.sqlite");
});
afterEach(() => {
  for (const store of open.splice(0)) store.close();
  rmSync(data, { recursive: true, force: true });
});

function child(mode: string): Promise<string> {
  const script = new URL("./open-child.ts", import.meta.url).pathname;
  const process_ = spawn(process.execPath, [script, index, mode], { stdio: ["ignore", "pipe", "pipe"] });
  let output = "";
  process_.stdout.on("data", (bytes) => (output += bytes));
  process_.stderr.on("data", (bytes) => (output += bytes));
  return new Promise((resolve) => process_.on("close", () => resolve(output.trim())));
}

const kindOf = (work: () => unknown): string => {
  try {
    work();
    return "opened";
  } catch (error) {
    return error instanceof StoreError ? error.kind : String(error);
  }
};

describe("settings", () => {
  test.each([
    ["journal_mode", "wal"],
    ["synchronous", 1],
    ["mmap_size", 0],
    ["cache_size", -65_536],
    ["trusted_schema", 0],
    ["cell_size_check", 1],
    ["busy_timeout", 0],
  ])("%s of an index is %s", (pragma, want) => {
    expect(kept(openIndex(index)).raw.pragma(pragma, { simple: true })).toBe(want);
  });

  test("user data waits for the disk", () => {
    expect(kept(openDurable(join(data, "durable.sqlite"))).raw.pragma("synchronous", { simple: true })).toBe(
      2,
    );
  });

  test.each([
    ["3.44.5", "sqlite-version"],
    ["3.44.6", "opened"],
    ["3.46.1", "sqlite-version"],
    ["3.50.6", "sqlite-version"],
    ["3.50.7", "opened"],
    ["3.51.2", "sqlite-version"],
    ["3.51.3", "opened"],
    ["3.53.0", "opened"],
  ])("SQLite %s: %s", (version, want) => expect(kindOf(() => checkSqliteVersion(version))).toBe(want));
});

describe("whose file it is", () => {
  test.each([
    [
      "a database of another program",
      (file: string) => new Database(file).exec("CREATE TABLE t (x)").close(),
    ],
    [
      "an empty database of another program in WAL mode",
      (file: string) => {
        const db = new Database(file);
        db.pragma("journal_mode = WAL");
        db.pragma("application_id = 7");
        db.close();
      },
    ],
    ["text", (file: string) => writeFileSync(file, "not a database, but somebody's text ".repeat(10))],
    ["a few bytes", (file: string) => writeFileSync(file, "x")],
  ])("%s is refused and left untouched", (_name, make) => {
    make(index);
    const before = readFileSync(index);
    expect(kindOf(() => openIndex(index))).toBe("foreign");
    expect(() => openIndex(index)).toThrow(/GNO_DATA_DIR/);
    expect(readFileSync(index)).toEqual(before);
    expect(readdirSync(data)).toEqual(["index-default.sqlite"]);
  });

  test("an index is no durable file, and the other way round", () => {
    openIndex(index).close();
    expect(kindOf(() => openDurable(index))).toBe("foreign");
  });

  test("an empty file, as a crash leaves it, is taken", () => {
    writeFileSync(index, "");
    expect(kindOf(() => kept(openIndex(index)))).toBe("opened");
  });

  test("a file of a later version is refused", () => {
    const store = openIndex(index);
    store.raw.pragma("user_version = 99");
    store.close();
    expect(kindOf(() => openIndex(index))).toBe("newer");
  });

  test("a reader makes no file", () => {
    expect(kindOf(() => openIndex(index, { readonly: true }))).toBe("missing");
    expect(existsSync(index)).toBe(false);
  });
});

describe("several at once", () => {
  test("six processes on a fresh folder all start", async () => {
    expect(await Promise.all(Array.from({ length: 6 }, () => child("once")))).toEqual(Array(6).fill("0"));
  });

  test("opening and reading go on while another writes; a second writer is told in time", async () => {
    const writer = kept(openIndex(index));
    writer.raw.exec("BEGIN IMMEDIATE");
    writer.statement("INSERT INTO meta VALUES ('a', 'b')").run();
    const reader = kept(openIndex(index));
    expect(reader.statement("SELECT count(*) AS n FROM document").get()).toEqual({ n: 0 });
    const write = () => reader.write(() => reader.statement("INSERT INTO meta VALUES ('c', 'd')").run());
    await expect(withRetry(write, { waitMs: 20 })).rejects.toMatchObject({ kind: "busy" });
    const waiting = withRetry(write, { waitMs: 10_000 });
    writer.raw.exec("COMMIT");
    await waiting;
    expect(writer.statement("SELECT count(*) AS n FROM meta WHERE key IN ('a', 'c')").get()).toEqual({
      n: 2,
    });
  });

  test("waiting ends when the call is cancelled", async () => {
    const writer = kept(openIndex(index));
    writer.raw.exec("BEGIN IMMEDIATE");
    const stop = new AbortController();
    const other = kept(openIndex(index));
    const waiting = withRetry(() => other.write(() => undefined), { waitMs: 60_000, signal: stop.signal });
    stop.abort(new Error("stopped"));
    await expect(waiting).rejects.toThrow("stopped");
    writer.raw.exec("ROLLBACK");
  });

  test("a file that was replaced under its name is noticed", () => {
    const store = kept(openIndex(index));
    expect(store.replaced()).toBe(false);
    rmSync(index);
    expect(store.replaced()).toBe(true);
  });

  test("a failed transaction leaves nothing and frees the lock", () => {
    const store = kept(openIndex(index));
    const fail = () =>
      store.write(() => {
        store.statement("INSERT INTO meta VALUES ('x', 'y')").run();
        throw new Error("no");
      });
    expect(fail).toThrow("no");
    store.write(() => undefined);
    expect(store.statement("SELECT * FROM meta WHERE key = 'x'").get()).toBeUndefined();
  });
});

/** Bytes of the middle of the file become others. */
function damage(file: string): void {
  const fd = openSync(file, "r+");
  const { size } = statSync(file);
  for (let at = 4_096; at < size; at += 4_096) writeSync(fd, Buffer.alloc(512, 0x5a), 0, 512, at);
  closeSync(fd);
}

describe("damage", () => {
  test("what a killed process wrote is there, and the file is checked once", async () => {
    expect(await child("crash")).toBe("written");
    expect(statSync(`${index}-wal`).size).toBeGreaterThan(0);
    const store = kept(openIndex(index));
    expect(store.statement("SELECT value FROM meta WHERE key = 'crash'").get()).toEqual({ value: "test" });
    expect([store.unchecked, store.movedAside]).toEqual([false, undefined]);
    expect(kept(openIndex(index)).unchecked).toBe(false);
  });

  test("a damaged index is moved aside after an unclean end, and a new one begins", async () => {
    await child("crash");
    copyFileSync(index, `${index}.before`);
    damage(index);
    const store = kept(openIndex(index));
    expect(store.movedAside).toMatch(/index-default\.damaged-1\.sqlite$/);
    expect(existsSync(store.movedAside as string)).toBe(true);
    expect(store.statement("SELECT count(*) AS n FROM document").get()).toEqual({ n: 0 });
  });

  test("damage found in use is moved aside at the next opening", () => {
    const used = kept(openIndex(index));
    expect(used.replaced()).toBe(false);
    markDamaged(index);
    // Whoever reads from it opens anew, as after a replacement.
    expect(used.replaced()).toBe(true);
    expect(kept(openIndex(index)).movedAside).toMatch(/damaged-1/);
    expect(kept(openIndex(index)).movedAside).toBeUndefined();
  });

  test("damaged user data is reported and left as it is", () => {
    const file = join(data, "durable-default.sqlite");
    openDurable(file).close();
    damage(file);
    writeFileSync(`${file}-unchecked`, "");
    const before = readFileSync(file);
    expect(kindOf(() => openDurable(file))).toBe("damaged");
    expect(readFileSync(file)).toEqual(before);
  });

  test("no message shows a path, SQL or a class name", () => {
    for (const make of [() => writeFileSync(index, "text text"), () => markDamaged(index)]) {
      make();
      try {
        kept(openIndex(index));
      } catch (error) {
        expect((error as Error).message).not.toMatch(/\/tmp|SELECT|PRAGMA|SQLITE_|Error/);
      }
    }
  });
});
