/** What can fail between a decision and a fact that is recalled: a lease, a sync, a projection, a killed writer. */
import { mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import Database from "better-sqlite3";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createReader } from "../../../src/engine/documents/reader.ts";
import type { Engine, Memory, RememberRequest, Sync } from "../../../src/engine/engine.ts";
import { createMemory, type MemoryOptions } from "../../../src/engine/memory/memory.ts";
import { openIndex } from "../../../src/engine/store/open.ts";
import { createPlace, filesOf, openPlace, type Place, removePlace } from "../support/place.ts";
import { factFile } from "./facts.ts";

const never = new AbortController().signal;
const old = factFile("The staging port is 8080.", ["atlas"]);
let place: Place;
let engine: Engine;
let close: () => void;

beforeEach(async () => {
  place = createPlace(undefined, "    memoryManaged: true\n");
  mkdirSync(path.dirname(path.join(place.vault, old.relPath)), { recursive: true });
  writeFileSync(path.join(place.vault, old.relPath), old.bytes);
  engine = openPlace(place);
  await engine.sync.run({});
  close = () => undefined;
});
afterEach(async () => {
  close();
  await engine.close();
  removePlace(place);
});

const indexFile = () => path.join(place.data, "index-default.sqlite");

/** The same memory over the same files, with other parts. */
function memoryWith(parts: Partial<MemoryOptions>): Memory {
  const index = openIndex(indexFile(), { readonly: true });
  close = () => index.close();
  return createMemory({
    reader: createReader(index.raw),
    collections: engine.collections,
    sync: engine.sync,
    lease: engine.lease,
    dataFolder: place.data,
    indexName: "default",
    clock: { now: () => Date.parse("2026-03-06T10:00:00Z") },
    log: { error() {}, warn() {}, info() {} },
    ...parts,
  });
}

const request = (text: string, more: Partial<RememberRequest> = {}): RememberRequest => ({
  identity: { caller: "t", session: "s" },
  text,
  collection: "notes",
  scopes: ["atlas"],
  decision: "add",
  spanHashes: [],
  derivedFrom: [],
  ...more,
});
const successor = {
  decision: "supersede",
  predecessorUri: `gno://notes/${old.relPath}`,
  predecessorHash: old.record.contentHash,
};
const recalled = (memory: Memory = engine.memory) => {
  const found = memory.recall({
    identity: { caller: "t", session: "s" },
    query: "staging port",
    collection: "notes",
    scopes: ["atlas"],
    maxFacts: 8,
    maxTokens: 512,
  });
  return found.kind === "recalled" ? found.facts.map(({ text }) => text) : found.reason;
};

test("a lease that stays taken is told within its time, and nothing is written", async () => {
  const held = await engine.lease.acquire(1_000, never);
  const memory = memoryWith({ leaseWaitMs: 30 });
  expect(await memory.remember(request("New."), never)).toMatchObject({
    kind: "refused",
    reason: "lease-busy",
  });
  expect(filesOf(place).size).toBe(1);
  // Looking takes no lease.
  expect(await memory.remember(request("New.", { decision: undefined as never }), never)).toMatchObject({
    kind: "candidates",
  });
  held?.release();
  expect(await memory.remember(request("New."), never)).toMatchObject({ kind: "added" });
});

test("a cancelled wait writes nothing and leaves the lease free", async () => {
  const held = await engine.lease.acquire(1_000, never);
  const stop = new AbortController();
  const waiting = engine.memory.remember(request("New."), stop.signal);
  stop.abort(new Error("stop"));
  await expect(waiting).rejects.toThrow("stop");
  held?.release();
  expect(filesOf(place).size).toBe(1);
  expect(await engine.memory.remember(request("New."), never)).toMatchObject({ kind: "added" });
});

/** A sync that fails from its `from`th run on. */
function failing(from: number): Sync {
  let runs = 0;
  return {
    run(options) {
      runs++;
      if (runs >= from) throw Object.assign(new Error("boom"), { code: "EIO" });
      return engine.sync.run(options);
    },
  };
}

test("a fact that could not be indexed stays, is named, and the next writer repairs it", async () => {
  const memory = memoryWith({ sync: failing(2) });
  const refused = await memory.remember(request("The staging port is 9090.", successor), never);
  expect(refused).toMatchObject({
    kind: "refused",
    reason: "sync-failed",
    message: expect.stringMatching(/saved as facts\/2026-03-06\/mem-.*The disk reported an error/),
    about: { relPath: expect.stringMatching(/^facts\//) },
  });
  expect(filesOf(place).size).toBe(2);
  // Nobody sees it yet, so a second successor would get in, were the first not indexed before that is decided.
  expect(recalled()).toEqual([old.record.text]);
  const late = await engine.memory.remember(request("The staging port is 7070.", successor), never);
  expect(late).toMatchObject({ kind: "refused", reason: "supersede-conflict" });
  expect(recalled()).toEqual(["The staging port is 9090."]);
  expect(readdirSync(path.join(place.data, "pending-facts"))).toEqual([]);
});

test("nothing is decided on an index that cannot be brought up to date", async () => {
  const memory = memoryWith({ sync: failing(1) });
  const refused = await memory.remember(request("The staging port is 9090.", successor), never);
  expect(refused).toMatchObject({
    reason: "sync-failed",
    message: expect.stringContaining("Nothing was written"),
  });
  expect(filesOf(place).size).toBe(1);
});

test("a successor without its edge is told apart from one that is not indexed", async () => {
  const memory = memoryWith({
    sync: {
      async run(options) {
        const result = await engine.sync.run(options);
        const db = new Database(indexFile());
        db.exec("DELETE FROM doc_edge");
        db.close();
        return result;
      },
    },
  });
  const refused = await memory.remember(request("The staging port is 9090.", successor), never);
  expect(refused).toMatchObject({ kind: "refused", reason: "projection-failed" });
  // Either state, never neither.
  expect(recalled()).toEqual(expect.arrayContaining([old.record.text]));
});

test("equal facts of one moment get names of their own", async () => {
  const memory = memoryWith({});
  const made = [];
  for (const scope of ["x", "y", "z"])
    made.push(await memory.remember(request("Same words.", { scopes: [scope] }), never));
  expect(made.map(({ kind }) => kind)).toEqual(["added", "added", "added"]);
  expect(filesOf(place).size).toBe(4);
});

test("a disk that refuses the file leaves neither file nor note", async () => {
  const { nodeFileSystem } = await import("../../../src/engine/files/file-system.ts");
  const memory = memoryWith({
    files: {
      ...nodeFileSystem,
      link: async () => {
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    },
  });
  await expect(memory.remember(request("New."), never)).rejects.toThrow(
    "The fact was not saved. The disk is full.",
  );
  expect(filesOf(place).size).toBe(1);
  expect(readdirSync(path.join(place.data, "pending-facts"))).toEqual([]);
  expect(readdirSync(path.join(place.data, "pending-writes"))).toEqual([]);
});

test("two servers over one place: one successor, one text", async () => {
  const second = openPlace(place);
  try {
    const servers = [engine, second];
    let current = { uri: successor.predecessorUri, hash: successor.predecessorHash };
    for (let round = 0; round < 8; round++) {
      const { uri, hash } = current;
      const all = await Promise.all(
        servers.map((one, n) =>
          one.memory.remember(
            request(`The staging port is ${round}${n}.`, {
              ...successor,
              predecessorUri: uri,
              predecessorHash: hash,
            }),
            never,
          ),
        ),
      );
      const won = all.flatMap((one) => (one.kind === "superseded" ? [one.fact] : []));
      expect(won).toHaveLength(1);
      expect(all.filter((one) => one.kind === "refused" && one.reason === "supersede-conflict")).toHaveLength(
        1,
      );
      current = { uri: won[0]!.uri, hash: won[0]!.contentHash };
      for (const one of servers) expect(recalled(one.memory)).toEqual([won[0]!.text]);
      const adds = await Promise.all(
        servers.map((one) => one.memory.remember(request(`Word ${round}.`), never)),
      );
      expect(adds.map(({ kind }) => kind).sort()).toEqual(["added", "existing"]);
    }
  } finally {
    await second.close();
  }
});
