/** Several real servers on one folder: one winner on each base, no gaps between revisions, and a stopped holder stays the holder. */
import { spawn } from "node:child_process";
import { once } from "node:events";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Change } from "../../../src/engine/gram/changes.ts";
import { nodeGramFiles } from "../../../src/engine/gram/files.ts";
import { type History, readHistory } from "../../../src/engine/gram/history.ts";
import { createGramReader } from "../../../src/engine/gram/reader.ts";
import { createGramWriter } from "../../../src/engine/gram/writer.ts";
import type { HolderOptions } from "./holder.ts";
import { type Answer, bundleServer, type GramServer, type Stamp, stampOf, startServer } from "./server.ts";

const DOCUMENT = "doc.gram";
const bundle = await bundleServer([fileURLToPath(new URL("holder.ts", import.meta.url))]);
let vault: string;
let servers: GramServer[];
beforeEach(() => {
  vault = mkdtempSync(path.join(tmpdir(), "gram-many-"));
  servers = [];
});
afterEach(async () => {
  await Promise.all(servers.map((server) => server.kill()));
  rmSync(vault, { recursive: true, force: true });
});

async function start(): Promise<GramServer> {
  const server = await startServer(bundle, vault);
  servers.push(server);
  return server;
}

async function create(server: GramServer): Promise<Stamp> {
  return stampOf(await server.call("gram_create", { path: DOCUMENT, request_id: "c", t: "Contested" }));
}

function patchArgs({ rev, hash }: Stamp, request_id: string) {
  const changes = [{ op: "add", record: { type: "task", t: request_id } }];
  return { path: DOCUMENT, request_id, base_revision: rev, expected_hash: hash, changes };
}

function history(): History {
  const result = readHistory(readFileSync(path.join(vault, DOCUMENT)));
  if (result.kind !== "history") throw new Error(result.reason);
  return result.history;
}

/** What is wrong with the file, when these requests were told that they are written. */
function faults(acknowledged: readonly string[]): readonly string[] {
  const { revisions, tail, firstWrongHash } = history();
  const ids = revisions.map(({ requestId }) => requestId);
  return [
    ...acknowledged.filter((id) => !ids.includes(id)).map((id) => `${id} is lost`),
    ...ids.filter((id, at) => ids.indexOf(id) !== at).map((id) => `${id} is there twice`),
    ...(tail.kind === "clean" ? [] : [`the tail is ${tail.kind}`]),
    ...(firstWrongHash() === undefined ? [] : ["a state has another hash"]),
  ];
}

test("two servers, 100 patches each with a new try after STALE_BASE: 200 revisions, no gaps", {
  timeout: 180_000,
}, async () => {
  const both = [await start(), await start()];
  await create(both[0] as GramServer);
  let stale = 0;
  const run = async (server: GramServer, name: string) => {
    for (let turn = 0; turn < 100; turn += 1) {
      for (;;) {
        const { data } = await server.call("gram_list", { path: DOCUMENT });
        const got = await server.call("gram_patch", patchArgs(data.doc as Stamp, `${name}-${turn}`));
        if (!got.isError) break;
        expect(got.data.code).toBe("STALE_BASE");
        stale += 1;
      }
    }
  };
  await Promise.all(both.map((server, at) => run(server, `s${at}`)));
  const wanted = ["s0", "s1"].flatMap((name) => Array.from({ length: 100 }, (_, turn) => `${name}-${turn}`));
  expect(faults(wanted)).toEqual([]);
  expect(history().rev).toBe(201);
  console.log(`200 patches by two servers, ${stale} tries on a base that had moved`);
});

/** One of them wins; the others hear that the base moved. */
function roundFaults(kinds: readonly string[]): readonly string[] {
  const winners = kinds.filter((kind) => kind === "written").length;
  const others = kinds.filter((kind) => kind !== "written" && kind !== "STALE_BASE");
  return [...(winners === 1 ? [] : [`${winners} winners`]), ...others];
}

test("eight patches on one base, 50 rounds: one winner each", { timeout: 180_000 }, async () => {
  const four = await Promise.all(Array.from({ length: 4 }, start));
  let base = await create(four[0] as GramServer);
  const winners: string[] = [];
  for (let round = 0; round < 50; round += 1) {
    const ids = Array.from({ length: 8 }, (_, at) => `r${round}-${at}`);
    const answers = await Promise.all(
      ids.map((id, at) => (four[at % 4] as GramServer).call("gram_patch", patchArgs(base, id))),
    );
    const kinds = answers.map(({ isError, data }) => (isError ? String(data.code) : "written"));
    expect(roundFaults(kinds), `round ${round}`).toEqual([]);
    const won = answers.findIndex(({ isError }) => !isError);
    winners.push(ids[won] as string);
    base = stampOf(answers[won] as Answer);
  }
  expect(faults(winners)).toEqual([]);
  expect(history().rev).toBe(51);
});

test("without the lock two would win, and one of them would be lost", async () => {
  const base = await create(await start());
  // Both have looked at the base before either of them appends.
  const arrived = Promise.withResolvers<void>();
  let waiting = 0;
  const patch = (id: string) => {
    const files: typeof nodeGramFiles = {
      ...nodeGramFiles,
      async append(...args) {
        waiting += 1;
        if (waiting === 2) arrived.resolve();
        await arrived.promise;
        await nodeGramFiles.append(...args);
      },
    };
    const log = { error() {}, warn() {}, info() {} };
    const writer = createGramWriter({
      reader: createGramReader(),
      clock: { now: () => Date.now() },
      log,
      files,
    });
    const { path: file, changes } = patchArgs(base, id);
    const request = { client: "mutant/1", requestId: id, tool: "gram_patch", args: {} };
    return writer.patch(path.join(vault, file), base, changes as unknown as readonly Change[], request);
  };
  const results = await Promise.all([patch("m1"), patch("m2")]);
  expect(roundFaults(results.map(({ kind }) => kind))).toEqual(["2 winners"]);
  expect(faults(["m1", "m2"])).not.toEqual([]);
});

async function startHolder(options: HolderOptions) {
  const child = spawn(process.execPath, [path.join(bundle, "holder.js"), JSON.stringify(options)], {
    stdio: ["pipe", "pipe", "inherit"],
  });
  const lines = createInterface({ input: child.stdout })[Symbol.asyncIterator]();
  const said = async () => JSON.parse((await lines.next()).value ?? "null") as object;
  expect(await said()).toEqual({ said: "holding" });
  child.kill("SIGSTOP");
  return {
    async goOn() {
      child.kill("SIGCONT");
      child.stdin.write("go\n");
      const last = await said();
      child.stdin.end();
      await once(child, "close");
      return last;
    },
  };
}

test("a stopped holder stays the holder: others hear that it is busy, and then that the base moved", {
  timeout: 60_000,
}, async () => {
  const server = await start();
  const base = await create(server);
  const holder = await startHolder({ vault, file: DOCUMENT, ...base, lock: true });
  const busy = await Promise.all([1, 2].map((n) => server.call("gram_patch", patchArgs(base, `busy-${n}`))));
  expect(busy.map(({ data }) => data)).toEqual(
    [1, 2].map(() => ({ code: "E_STORAGE", message: "The document is being written; try again" })),
  );
  const reading = await server.call("gram_list", { path: DOCUMENT });
  expect(reading.data.doc).toMatchObject(base);
  expect(await holder.goOn()).toEqual({ said: "done", kind: "written" });
  const late = await server.call("gram_patch", patchArgs(base, "busy-1"));
  expect(late.data).toMatchObject({ code: "STALE_BASE" });
  expect(faults(["held"])).toEqual([]);
  expect(history().rev).toBe(2);
});

test("a holder without the lock would write over the others", { timeout: 60_000 }, async () => {
  const server = await start();
  const base = await create(server);
  const holder = await startHolder({ vault, file: DOCUMENT, ...base, lock: false });
  stampOf(await server.call("gram_patch", patchArgs(base, "between")));
  await holder.goOn();
  expect(faults(["between", "held"])).not.toEqual([]);
});
