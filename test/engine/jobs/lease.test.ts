import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import Database from "better-sqlite3";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { createWriteLease, LOCK_FILE, type OwnedLease } from "../../../src/engine/jobs/lease.ts";

const never = new AbortController().signal;
let folder: string;
let open: OwnedLease[];
let children: Child[];

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "lease-"));
  open = [];
  children = [];
});

afterEach(() => {
  for (const child of children) child.process.kill("SIGKILL");
  for (const lease of open) lease.close();
  rmSync(folder, { recursive: true, force: true });
});

function newLease(at = folder): OwnedLease {
  const lease = createWriteLease({ folder: at });
  open.push(lease);
  return lease;
}

interface Child {
  readonly process: ChildProcess;
  line(): Promise<string>;
}

function newChild(waitMs = 5000): Child {
  const script = path.join(import.meta.dirname, "lease-child.ts");
  const child = spawn(process.execPath, [script, folder, String(waitMs)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface(child.stdout)[Symbol.asyncIterator]();
  const one = { process: child, line: async () => String((await lines.next()).value) };
  children.push(one);
  return one;
}

describe("acquire", () => {
  test("takes the lease in a data folder that does not exist yet", async () => {
    const lease = newLease(path.join(folder, "not", "yet"));
    expect(await lease.acquire(0, never)).toBeDefined();
  });

  test("refuses a second holder on the same and on another connection", async () => {
    const [first, second] = [newLease(), newLease()];
    await first.acquire(0, never);
    expect(await first.acquire(20, never)).toBeUndefined();
    expect(await second.acquire(20, never)).toBeUndefined();
  });

  test("gives the lease to a waiter once it is released, and a release counts once", async () => {
    const [first, second] = [newLease(), newLease()];
    const held = await first.acquire(0, never);
    const waiting = second.acquire(5000, never);
    held?.release();
    const next = await waiting;
    expect(next).toBeDefined();
    held?.release();
    expect(await first.acquire(20, never)).toBeUndefined();
  });

  test("serves the callers of one process in the order in which they came", async () => {
    const lease = newLease();
    const held = await lease.acquire(0, never);
    const order: number[] = [];
    const callers = [1, 2, 3, 4, 5].map(async (caller) => {
      const mine = await lease.acquire(5000, never);
      order.push(caller);
      mine?.release();
    });
    held?.release();
    await Promise.all(callers);
    expect(order).toEqual([1, 2, 3, 4, 5]);
  });

  test("a caller that leaves the queue does not hold up the ones behind it", async () => {
    const [lease, other] = [newLease(), newLease()];
    const held = await other.acquire(0, never);
    const leaving = new AbortController();
    const first = lease.acquire(60_000, leaving.signal);
    const second = lease.acquire(60_000, never);
    leaving.abort();
    expect(await first).toBeUndefined();
    held?.release();
    expect(await second).toBeDefined();
  });

  test("returns nothing when the signal has fired already", async () => {
    expect(await newLease().acquire(5000, AbortSignal.abort())).toBeUndefined();
  });

  test("waits without blocking the event loop", async () => {
    const [first, second] = [newLease(), newLease()];
    await first.acquire(0, never);
    let turns = 0;
    const ticking = setInterval(() => turns++, 1);
    await second.acquire(200, never);
    clearInterval(ticking);
    expect(turns).toBeGreaterThan(10);
  });

  test("lets another connection have a turn while its own callers queue up without end", async () => {
    const [busy, other] = [newLease(), newLease()];
    const stop = new AbortController();
    const loop = (async () => {
      while (!stop.signal.aborted) {
        const mine = await busy.acquire(5000, never);
        await new Promise((resolve) => setTimeout(resolve, 5));
        mine?.release();
      }
    })();
    const held = await other.acquire(20_000, never);
    expect(held).toBeDefined();
    held?.release();
    stop.abort();
    await loop;
  });

  test("notices a lock file that was deleted between two leases", async () => {
    const [first, second] = [newLease(), newLease()];
    (await first.acquire(0, never))?.release();
    rmSync(path.join(folder, LOCK_FILE));
    expect(await second.acquire(0, never)).toBeDefined();
    expect(await first.acquire(20, never)).toBeUndefined();
  });

  test("close ends the waits and frees a held lease", async () => {
    const [first, second] = [newLease(), newLease()];
    await first.acquire(0, never);
    const waiting = first.acquire(60_000, never);
    first.close();
    expect(await waiting).toBeUndefined();
    expect(await first.acquire(0, never)).toBeUndefined();
    expect(await second.acquire(1000, never)).toBeDefined();
  });
});

describe("a file that is not ours", () => {
  test("a text file is refused by name and left as it is", async () => {
    const file = path.join(folder, LOCK_FILE);
    writeFileSync(file, "shopping list\n".repeat(100));
    await expect(newLease().acquire(0, never)).rejects.toThrow("GNO_DATA_DIR");
    expect(readFileSync(file, "utf8")).toBe("shopping list\n".repeat(100));
  });

  test("a database of another program is refused and left as it is", async () => {
    const file = path.join(folder, LOCK_FILE);
    const foreign = new Database(file);
    foreign.exec("CREATE TABLE theirs (x)");
    foreign.close();
    const before = readFileSync(file);
    await expect(newLease().acquire(0, never)).rejects.toThrow("GNO_DATA_DIR");
    expect(readFileSync(file).equals(before)).toBe(true);
  });
});

describe("across processes", () => {
  test("the kernel frees the lease of a killed process", async () => {
    const child = newChild();
    expect(await child.line()).toBe("held");
    const lease = newLease();
    expect(await lease.acquire(20, never)).toBeUndefined();
    child.process.kill("SIGKILL");
    expect(await lease.acquire(5000, never)).toBeDefined();
  });

  test.skipIf(process.platform === "win32")("a stopped process keeps the lease", async () => {
    const child = newChild();
    expect(await child.line()).toBe("held");
    child.process.kill("SIGSTOP");
    const lease = newLease();
    expect(await lease.acquire(300, never)).toBeUndefined();
    child.process.kill("SIGCONT");
    child.process.stdin?.write("go\n");
    expect(await child.line()).toBe("released");
    expect(await lease.acquire(5000, never)).toBeDefined();
  });

  test("a process that waits gets the lease when it is released, or gives up at its deadline", async () => {
    const lease = newLease();
    const held = await lease.acquire(0, never);
    const [patient, hasty] = [newChild(20_000), newChild(50)];
    expect(await hasty.line()).toBe("refused");
    held?.release();
    expect(await patient.line()).toBe("held");
    patient.process.stdin?.write("go\n");
    await once(patient.process, "exit");
    expect(await lease.acquire(5000, never)).toBeDefined();
  });
});
