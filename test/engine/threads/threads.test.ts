/** Worker threads that are held from the main one: their answers, their deaths and their end. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, expect, test } from "vitest";
import { createQuestions, type Questions, ThreadLost } from "../../../src/engine/threads/questions.ts";
import { threadEntry } from "../../../src/engine/threads/worker-thread.ts";

interface Asked {
  readonly kind: "ask";
  readonly id: number;
  readonly what: "echo" | "steps" | "die" | "never";
}
interface Said {
  readonly kind: "answer" | "step" | "hello";
  readonly id?: number;
}

const folder = mkdtempSync(join(tmpdir(), "threads-"));
const open: Questions<Asked, Said>[] = [];

const OBEDIENT = `
  import { parentPort } from "node:worker_threads";
  parentPort.postMessage({ kind: "hello" });
  parentPort.on("message", ({ kind, id, what }) => {
    if (kind === "close") return parentPort.close();
    if (what === "never") return;
    if (what === "die") process.exit(3);
    if (what === "steps") for (let n = 0; n < 3; n++) parentPort.postMessage({ kind: "step", id });
    parentPort.postMessage({ kind: "answer", id });
  });`;
const SILENT = `
  import { parentPort } from "node:worker_threads";
  parentPort.on("message", () => process.exit(3));`;

function held(program: string, options: { readonly idleMs?: number; readonly now?: () => number } = {}) {
  const file = join(folder, `program-${open.length}.mjs`);
  writeFileSync(file, program);
  const errors: string[] = [];
  const unasked: string[] = [];
  const thread = createQuestions<Asked, Said>({
    name: "tried",
    entry: pathToFileURL(file),
    log: { error: (what) => void errors.push(what), warn: () => undefined, info: () => undefined },
    answers: ({ kind }) => kind === "answer",
    unasked: ({ kind }) => void unasked.push(kind),
    ...options,
  });
  open.push(thread);
  const ask = (what: Asked["what"], more: Parameters<typeof thread.ask>[1] = {}) =>
    thread.ask((id) => ({ kind: "ask", id, what }), more);
  return { thread, ask, errors, unasked };
}

afterAll(async () => {
  await Promise.all(open.map((thread) => thread.close()));
  rmSync(folder, { recursive: true, force: true });
});

test("each question gets its own answer, and what comes before it", async () => {
  const { thread, ask, unasked } = held(OBEDIENT);
  expect(thread.running).toBe(false);
  const steps: unknown[] = [];
  const [first, second] = await Promise.all([
    ask("steps", { progress: ({ id }) => void steps.push(id) }),
    ask("echo"),
  ]);
  expect([first, second]).toEqual([
    { kind: "answer", id: 1 },
    { kind: "answer", id: 2 },
  ]);
  expect(steps).toEqual([1, 1, 1]);
  expect(unasked).toEqual(["hello"]);
  expect(thread.running).toBe(true);
});

test("a thread that dies fails what it was asked and is started again for the next", async () => {
  const { ask, errors } = held(OBEDIENT);
  for (let n = 0; n < 3; n += 1) {
    await ask("echo");
    await expect(ask("die")).rejects.toBeInstanceOf(ThreadLost);
  }
  await expect(ask("echo")).resolves.toMatchObject({ kind: "answer" });
  expect(errors).toEqual(Array(3).fill("the tried thread ended"));
});

test("one that dies before its first word is left alone for longer and longer", async () => {
  let time = 0;
  const { ask, errors } = held(SILENT, { now: () => time });
  const starts = async (at: number): Promise<boolean> => {
    time = at;
    const before = errors.length;
    await expect(ask("echo")).rejects.toBeInstanceOf(ThreadLost);
    return errors.length > before;
  };
  const given: readonly [number, boolean][] = [
    [0, true],
    [0, true],
    [0, false],
    [999, false],
    [1_000, true],
    [2_999, false],
    [3_000, true],
    [6_999, false],
    [7_000, true],
    [1_000_000, true],
    [1_015_999, false],
    [1_016_000, true],
  ];
  for (const [at, want] of given) expect([at, await starts(at)]).toEqual([at, want]);
});

test("an abandoned question rejects with its reason, and the thread goes on", async () => {
  const { ask } = held(OBEDIENT);
  const control = new AbortController();
  const never = ask("never", { signal: control.signal });
  const reason = new Error("enough");
  control.abort(reason);
  await expect(never).rejects.toBe(reason);
  await expect(ask("echo", { signal: control.signal })).rejects.toBe(reason);
  await expect(ask("echo")).resolves.toMatchObject({ kind: "answer" });
});

test("without questions it ends after a while, and starts again", async () => {
  const { thread, ask } = held(OBEDIENT, { idleMs: 1 });
  await ask("echo");
  await expect.poll(() => thread.running).toBe(false);
  await expect(ask("echo")).resolves.toMatchObject({ kind: "answer" });
});

test("closing waits for the thread and fails what it did not answer", async () => {
  const { thread, ask } = held(OBEDIENT);
  const [answered, open] = [ask("echo"), ask("never")];
  const rejected = expect(open).rejects.toBeInstanceOf(ThreadLost);
  await thread.close();
  await expect(answered).resolves.toMatchObject({ kind: "answer" });
  await rejected;
  expect(thread.running).toBe(false);
});

test.each([
  ["file:///p/src/engine/graph/graph-thread.ts", "file:///p/src/engine/graph/graph-worker.ts"],
  ["file:///p/dist/chunk-1.js", "file:///p/dist/graph-worker.js"],
])("the program of a thread that is held from %s is %s", (here, want) => {
  expect(threadEntry("graph-worker", here).href).toBe(want);
});
