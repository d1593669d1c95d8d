import { describe, expect, test } from "vitest";
import { beforeFirst, beforeNext, buildBlock, headerOf } from "../../../src/engine/gram/block.ts";
import { canonicalState } from "../../../src/engine/gram/canonical.ts";
import { createFold } from "../../../src/engine/gram/fold.ts";
import { type History, readHistory } from "../../../src/engine/gram/history.ts";
import { planCreate, planPatch } from "../../../src/engine/gram/plan.ts";
import type { Revision } from "../../../src/engine/gram/types.ts";
import { digestOf, example, exampleBytes } from "./example.ts";

function history(bytes: Buffer): History {
  const result = readHistory(bytes);
  if (result.kind !== "history") throw new Error(result.reason);
  return result.history;
}

function outcome(bytes: Buffer): string {
  const result = readHistory(bytes);
  return result.kind === "history" ? `${result.history.tail.kind} ${result.history.rev}` : "no header";
}

function tally(outcomes: readonly string[]): Record<string, number> {
  const sum: Record<string, number> = {};
  for (const each of outcomes) sum[each] = (sum[each] ?? 0) + 1;
  return sum;
}

describe("the worked example", () => {
  test("the file reads, with its hashes and chains", () => {
    const read = history(exampleBytes);
    expect(read.tail).toEqual({ kind: "clean" });
    expect(read.revisions.map(({ n, hash }) => [n, hash])).toEqual([
      [1, "a2ca28faa8ee8477"],
      [2, "f760d36e615bcb7f"],
    ]);
    expect(read.firstWrongHash()).toBeUndefined();
  });

  test("its first state in canonical form", () => {
    expect(canonicalState(history(exampleBytes).at(1))).toBe(
      '{"blocks":[["b1","heading","# Descriptor fixture"],["b2","item","[[d1]]"],["b3","item","[[e1]]"]],"fields":{"t":"Lunar migration decision"},"id":"d_51779bca8dd74f53afe256c4bc8fbe2d","records":[{"blocks":[],"fields":{"t":"Move to the lunar store","x":"accepted"},"id":"d1","links":[],"type":"decision"},{"blocks":[],"fields":{"t":"Lunar migration evidence","tag":["moon"]},"id":"e1","links":[["supports","d1"]],"type":"evidence"}],"v":2}',
    );
  });

  test("its two requests make it, byte for byte", () => {
    const [create, patch] = example.requests;
    const draft = createFold(example.document);
    const made = planCreate(draft, create.args);
    if (made.kind !== "planned") throw new Error(JSON.stringify(made));
    const first = buildBlock(beforeFirst(example.document), {
      now: Date.parse(create.at),
      client: example.client,
      requestId: create.args.request_id,
      digest: digestOf(create),
      ops: made.ops,
      state: draft.state,
    });
    const start = headerOf(example.document) + first.text;
    const after = history(Buffer.from(start));
    const next = after.draft();
    const changed = planPatch(next, patch.args.changes);
    if (changed.kind !== "planned") throw new Error(JSON.stringify(changed));
    const second = buildBlock(beforeNext(after.revisions[0] as Revision), {
      now: Date.parse(patch.at),
      client: example.client,
      requestId: patch.args.request_id,
      digest: digestOf(patch),
      ops: changed.ops,
      state: next.state,
    });
    expect(start + second.text).toBe(exampleBytes.toString("utf8"));
    expect([made.ids, changed.ids]).toEqual([
      [
        [0, "d1"],
        [1, "e1"],
      ],
      [[0, "e2"]],
    ]);
  });
});

test("cut at every byte it is an older revision, and only its header can be incomplete", () => {
  const outcomes = Array.from({ length: exampleBytes.length + 1 }, (_, n) =>
    outcome(exampleBytes.subarray(0, n)),
  );
  expect(tally(outcomes)).toEqual({
    "no header": 54,
    "clean 0": 1,
    "torn 0": 558,
    "clean 1": 1,
    "torn 1": 398,
    "clean 2": 1,
  });
});

describe("a flipped bit never passes unseen", () => {
  const second = history(exampleBytes).revisions[1] as Revision;
  for (const bit of [1, 2, 4, 8, 16, 32, 64, 128]) {
    test(`bit ${bit}`, () => {
      for (let at = 0; at < exampleBytes.length; at++) {
        const bytes = Buffer.from(exampleBytes);
        bytes[at] = (bytes[at] as number) ^ bit;
        const got = outcome(bytes);
        const want =
          at < 54 ? ["no header", "damaged 0"] : at < second.start ? ["damaged 0"] : ["damaged 1", "torn 1"];
        expect(want, `byte ${at}`).toContain(got);
      }
    });
  }
});

test("a history grows by the new blocks alone, and the old one stays as it was", () => {
  const [first, second] = history(exampleBytes).revisions as [Revision, Revision];
  const before = history(exampleBytes.subarray(0, first.end));
  const text = canonicalState(before.head);
  const after = before.grow(exampleBytes.subarray(second.start));
  expect([after.rev, after.hash, after.tail, after.end]).toEqual([
    2,
    second.hash,
    { kind: "clean" },
    exampleBytes.length,
  ]);
  expect(after.revisions).toEqual(history(exampleBytes).revisions);
  expect(canonicalState(before.head)).toBe(text);
  expect(before.rev).toBe(1);
});

test("a line of a newer version is passed over by readers and named to writers", () => {
  const draft = createFold(example.document);
  const built = buildBlock(beforeFirst(example.document), {
    now: 0,
    client: "test/1",
    requestId: "r",
    digest: "0".repeat(64),
    ops: [{ op: "unset", owner: ".", field: "shiny\nsparkle . 3" }],
    state: draft.state,
  });
  const read = history(Buffer.from(headerOf(example.document) + built.text));
  expect(read.unknown).toEqual({ revision: 1, line: "sparkle . 3" });
  expect(read.rev).toBe(1);
});

test.each([
  ["2026-10-12T23:10:32.455Z", 0],
  ["2026-10-12T23:10:32.456Z", 1],
  ["2026-10-13T07:59:59.999Z", 1],
  ["2026-10-13T08:00:00.000Z", 2],
  ["2030-01-01T00:00:00.000Z", 2],
])("the revision at %s is %i", (time, want) => {
  expect(history(exampleBytes).revisionAt(Date.parse(time))).toBe(want);
});

test("a clock that steps back makes no earlier revision", () => {
  const last = history(exampleBytes).revisions[1] as Revision;
  const draft = history(exampleBytes).draft();
  const built = buildBlock(beforeNext(last), {
    now: 0,
    client: "\u0000\n",
    requestId: "r-003",
    digest: "0".repeat(64),
    ops: [],
    state: draft.state,
  });
  const read = history(Buffer.concat([exampleBytes, Buffer.from(built.text)]));
  expect(read.revisions[2]).toMatchObject({ n: 3, at: "2026-10-13T08:00:00.001Z", by: "-", hash: last.hash });
});
