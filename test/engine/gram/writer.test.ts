import { appendFileSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Change } from "../../../src/engine/gram/changes.ts";
import { type GramFiles, nodeGramFiles } from "../../../src/engine/gram/files.ts";
import { createGramReader } from "../../../src/engine/gram/reader.ts";
import { createGramWriter, type Request, type WriteResult } from "../../../src/engine/gram/writer.ts";

const documentId = "d_00000000000000000000000000000000";
const log = { error() {}, warn() {}, info() {} };
let folder: string;
let file: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "gram-"));
  file = path.join(folder, "doc.gram");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

function setUp(files: GramFiles = nodeGramFiles) {
  const reader = createGramReader({ files });
  const writer = createGramWriter({ reader, clock: { now: () => 1_000 }, log, files });
  const create = (requestId = "c1") =>
    writer.create(
      file,
      documentId,
      { t: "A title", records: [{ type: "task", t: "One" }] },
      request("gram_create", requestId, { t: "A title" }),
    );
  const patch = (
    base: { readonly rev: number; readonly hash: string },
    changes: readonly Change[],
    requestId: string,
  ) => writer.patch(file, base, changes, request("gram_patch", requestId, { changes: changes as never }));
  return { reader, create, patch };
}

function request(tool: string, requestId: string, args: Request["args"]): Request {
  return { client: "test/1", requestId, tool, args };
}

function stamp(result: WriteResult): { readonly rev: number; readonly hash: string } {
  if (result.kind !== "written") throw new Error(JSON.stringify(result));
  return { rev: result.rev, hash: result.hash };
}

const done: readonly Change[] = [{ op: "set", id: "t1", fields: { x: "done" } }];
const open: readonly Change[] = [{ op: "set", id: "t1", fields: { x: "open" } }];

test("a request is one revision, and again the same answer", async () => {
  const { create, patch, reader } = setUp();
  const first = stamp(await create());
  expect(first.rev).toBe(1);
  const second = await patch(first, [...done, { op: "add", record: { type: "event", t: "E" } }], "p1");
  expect(second).toMatchObject({ kind: "written", rev: 2, replayed: false, ids: [[1, "e1"]] });
  stamp(await patch(stamp(second), open, "p2"));
  const bytes = readFileSync(file);
  const again = await patch(first, [...done, { op: "add", record: { type: "event", t: "E" } }], "p1");
  expect(again).toMatchObject({
    kind: "written",
    rev: 2,
    hash: stamp(second).hash,
    replayed: true,
    ids: [[1, "e1"]],
  });
  expect(await create()).toMatchObject({ kind: "written", rev: 1, replayed: true, ids: [[0, "t1"]] });
  expect(await patch(first, open, "p1")).toEqual({ kind: "other-request" });
  expect(await create("c2")).toEqual({ kind: "exists" });
  expect(readFileSync(file)).toEqual(bytes);
  const opened = await reader.open(file);
  expect(opened.kind === "opened" && opened.history.rev).toBe(3);
});

test("a moved base writes nothing", async () => {
  const { create, patch } = setUp();
  const first = stamp(await create());
  stamp(await patch(first, done, "p1"));
  const bytes = readFileSync(file);
  expect(await patch(first, open, "p2")).toEqual({ kind: "stale", rev: 2 });
  expect(await patch({ rev: 2, hash: first.hash }, open, "p3")).toEqual({ kind: "stale", rev: 2 });
  expect(readFileSync(file)).toEqual(bytes);
});

test("a change without effect is a revision still, so that its answer can be asked again", async () => {
  const { create, patch } = setUp();
  const second = stamp(await patch(stamp(await create()), done, "p1"));
  expect(await patch(second, done, "p2")).toMatchObject({
    kind: "written",
    rev: 3,
    hash: second.hash,
    ops: [],
  });
});

test("other processes: what they append is read, what they write anew too", async () => {
  const [here, there] = [setUp(), setUp()];
  const first = stamp(await here.create());
  const second = stamp(await there.patch(first, done, "p1"));
  expect(await here.patch(first, open, "p2")).toEqual({ kind: "stale", rev: 2 });
  stamp(await here.patch(second, open, "p2"));
  const whole = readFileSync(file);
  writeFileSync(file, whole.subarray(0, whole.length - 100));
  const opened = await there.reader.open(file);
  expect(opened.kind === "opened" && [opened.history.rev, opened.history.tail.kind]).toEqual([2, "torn"]);
});

test("an unfinished append is kept beside the file and cut off by the next writer", async () => {
  const { create, patch, reader } = setUp();
  const first = stamp(await create());
  const whole = readFileSync(file);
  appendFileSync(file, "@rev 2\nat 2026");
  const opened = await reader.open(file);
  expect(opened.kind === "opened" && opened.history.tail).toEqual({ kind: "torn", bytes: 14 });
  stamp(await patch(first, done, "p1"));
  expect(readFileSync(file).subarray(0, whole.length)).toEqual(whole);
  expect(readFileSync(path.join(folder, ".doc.gram.torn"), "utf8")).toBe("@rev 2\nat 2026");
});

test("damage is told, and nothing is written behind it", async () => {
  const { create, patch } = setUp();
  const second = stamp(await patch(stamp(await create()), done, "p1"));
  const bytes = readFileSync(file);
  const at = bytes.lastIndexOf("done");
  bytes[at] = (bytes[at] as number) ^ 1;
  writeFileSync(file, bytes);
  expect(await setUp().patch(second, open, "p2")).toMatchObject({
    kind: "format",
    message: expect.stringMatching(/^Revision 2 is damaged: /),
  });
  expect(readFileSync(file)).toEqual(bytes);
});

describe("a disk that refuses", () => {
  test.each(["append", "truncate"] as const)("%s fails: the document stays as it was", async (call) => {
    const { create } = setUp();
    const first = stamp(await create());
    if (call === "truncate") appendFileSync(file, "@rev 2\n");
    const bytes = readFileSync(file);
    const failing: GramFiles = {
      ...nodeGramFiles,
      [call]: async () => {
        throw Object.assign(new Error("full"), { code: "ENOSPC" });
      },
    };
    expect(await setUp(failing).patch(first, done, "p1")).toMatchObject({ kind: "storage" });
    expect(readFileSync(file)).toEqual(bytes);
    const again = await setUp().patch(first, done, "p1");
    expect(again).toMatchObject({ kind: "written", rev: 2, replayed: false });
  });
});

test("no file is made for a request that is refused", async () => {
  const { reader } = setUp();
  const writer = createGramWriter({ reader, clock: { now: () => 0 }, log });
  expect(await writer.create(file, documentId, { t: "a\nb" }, request("gram_create", "c", {}))).toMatchObject(
    { kind: "change" },
  );
  expect(readdirSync(folder)).toEqual([]);
});
