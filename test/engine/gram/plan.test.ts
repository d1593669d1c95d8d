import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { beforeFirst, buildBlock, headerOf } from "../../../src/engine/gram/block.ts";
import { canonicalState } from "../../../src/engine/gram/canonical.ts";
import type { Change, CreateInput } from "../../../src/engine/gram/changes.ts";
import { createFold, type Fold } from "../../../src/engine/gram/fold.ts";
import { readHistory } from "../../../src/engine/gram/history.ts";
import { parseOps, writeOp } from "../../../src/engine/gram/ops.ts";
import { planCreate, planPatch } from "../../../src/engine/gram/plan.ts";
import type { Op } from "../../../src/engine/gram/types.ts";
import { decodeValue, encodeValue } from "../../../src/engine/gram/values.ts";

const documentId = "d_00000000000000000000000000000000";

function created(input: Partial<CreateInput> = {}): Fold {
  const draft = createFold(documentId);
  const planned = planCreate(draft, { t: "A title", ...input });
  if (planned.kind !== "planned") throw new Error(JSON.stringify(planned));
  return draft;
}

function throughText(ops: readonly Op[]): readonly Op[] {
  const parsed = parseOps(ops.map(writeOp).join(""));
  expect(parsed.kind).toBe("ops");
  return parsed.ops;
}

describe("values survive a line", () => {
  test.each([
    ["plain", "plain"],
    ["", '""'],
    [" lead", '" lead"'],
    ["trail ", '"trail "'],
    ['"quoted"', '"\\"quoted\\""'],
    ['in "the" middle', 'in "the" middle'],
    ["@end 1 x", "@end 1 x"],
    ["| bar", "| bar"],
    ["a\nb", '"a\\nb"'],
    ["a\rb", '"a\\rb"'],
    ["a\u2028b", '"a\\u2028b"'],
    ["a\u0085b", '"a\\u0085b"'],
    ["tab\there", '"tab\\there"'],
  ])("%j", (value, want) => {
    expect(encodeValue(value)).toBe(want);
    expect(decodeValue(want)).toBe(value);
  });

  test("any of them", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary" }), (value) => {
        const line = encodeValue(value);
        expect(line).not.toMatch(/[\n\r\u0085\u2028\u2029]/u);
        expect(decodeValue(line)).toBe(value);
      }),
    );
  });
});

const nasty = fc.oneof(
  fc.string({ unit: "grapheme" }),
  fc.constantFrom(
    "@end 1",
    "| x",
    ' "',
    "a\r\nb",
    "\u2028",
    "# h",
    "- a\n\n- b",
    "```\n@rev 2\n```",
    "[[t1]]",
  ),
);
const title = fc.string({ minLength: 1 }).filter((text) => text.trim() !== "" && !/[\n\r]/.test(text));
const recordId = fc.constantFrom("t1", "t2", "d1", "e1", "mine", "other");
const node = fc.integer({ min: 1, max: 8 }).map((n) => `b${n}`);
const owner = fc.option(recordId, { nil: undefined });
const fields = fc.record(
  {
    d: fc.option(nasty, { nil: null }),
    x: fc.option(nasty, { nil: null }),
    tag: fc.option(fc.array(nasty, { maxLength: 3 }), { nil: null }),
    source: fc.array(nasty, { maxLength: 3 }),
  },
  { requiredKeys: [] },
);
const links = fc.array(
  fc.oneof(
    fc.tuple(fc.constantFrom("supports", "related"), recordId),
    fc.record({ predicate: fc.constant("part-of"), target: fc.constant(`${documentId}/t1`) }),
  ),
  { maxLength: 3 },
);
const record = fc.record(
  {
    type: fc.constantFrom("task", "decision", "evidence", "metric"),
    t: title,
    id: recordId,
    links,
    d: nasty,
    tag: fc.array(nasty, { maxLength: 2 }),
    blocks: fc.array(fc.record({ type: fc.constantFrom("reason", "note"), text: nasty }), { maxLength: 2 }),
  },
  { requiredKeys: ["type", "t"] },
);
const change: fc.Arbitrary<Change> = fc.oneof(
  fc.record({ op: fc.constant("add" as const), record }),
  fc.record({ op: fc.constant("add" as const), record, after: fc.oneof(recordId, fc.constant("first")) }),
  fc.record({ op: fc.constant("set" as const), id: owner, fields }),
  fc.record({ op: fc.constantFrom("link" as const, "unlink" as const), id: recordId, links }),
  fc.record({ op: fc.constant("remove" as const), id: recordId }),
  fc.record({
    op: fc.constant("order" as const),
    id: recordId,
    after: fc.oneof(recordId, fc.constant("first")),
  }),
  fc.record({ op: fc.constant("body" as const), id: owner, text: nasty }),
  fc.record({
    op: fc.constant("insert" as const),
    id: owner,
    text: nasty,
    after: fc.oneof(node, fc.constantFrom("first", "last")),
  }),
  fc.record({ op: fc.constant("replace" as const), id: owner, node, text: nasty }),
  fc.record({ op: fc.constant("delete" as const), id: owner, node }),
  fc.record({
    op: fc.constant("move" as const),
    id: owner,
    node,
    after: fc.oneof(node, fc.constant("first")),
  }),
) as fc.Arbitrary<Change>;

test("what is written folds to what was planned", () => {
  let applied = 0;
  fc.assert(
    fc.property(nasty, fc.array(fc.array(change, { maxLength: 4 }), { maxLength: 12 }), (body, patches) => {
      const draft = created({
        body,
        records: [
          { type: "task", t: "One" },
          { type: "decision", t: "Two", links: [["blocks", "t1"]] },
        ],
      });
      const written = createFold(documentId);
      let text = headerOf(documentId);
      const first = createFold(documentId);
      const planned = planCreate(first, {
        t: "A title",
        body,
        records: [
          { type: "task", t: "One" },
          { type: "decision", t: "Two", links: [["blocks", "t1"]] },
        ],
      });
      if (planned.kind !== "planned") throw new Error(JSON.stringify(planned));
      written.apply(throughText(planned.ops));
      const block = buildBlock(beforeFirst(documentId), {
        now: 0,
        client: "t",
        requestId: "r",
        digest: "0".repeat(64),
        ops: planned.ops,
        state: first.state,
      });
      text += block.text;
      for (const changes of patches) {
        const before = canonicalState(draft.state);
        const next = draft.copy();
        const plan = planPatch(next, changes);
        expect(canonicalState(draft.state)).toBe(before);
        if (plan.kind !== "planned") continue;
        applied++;
        draft.apply(plan.ops);
        written.apply(throughText(plan.ops));
        expect(canonicalState(written.state)).toBe(canonicalState(next.state));
        expect(canonicalState(draft.state)).toBe(canonicalState(next.state));
      }
      const read = readHistory(Buffer.from(text));
      expect(read.kind === "history" && [read.history.rev, read.history.hash]).toEqual([1, block.hash]);
    }),
  );
  expect(applied).toBeGreaterThan(50);
});

describe("what a request may not say", () => {
  test.each<[string, readonly Change[], string]>([
    [
      "an unknown type",
      [{ op: "add", record: { type: "dream", t: "x" } }],
      'changes[0]: "dream" is no record type',
    ],
    [
      "two lines of title",
      [{ op: "add", record: { type: "task", t: "a\nb" } }],
      "changes[0]: a title is one line",
    ],
    ["no title", [{ op: "add", record: { type: "task", t: " " } }], "changes[0]: a title is needed"],
    [
      "an id twice",
      [{ op: "add", record: { type: "task", t: "x", id: "t1" } }],
      "changes[0]: there is a record t1",
    ],
    [
      "a bad id",
      [{ op: "add", record: { type: "task", t: "x", id: "T1" } }],
      'changes[0]: "T1" is no record id',
    ],
    [
      "a link of the document",
      [{ op: "link", id: documentId, links: [["related", "t1"]] }],
      "changes[0]: the document",
    ],
    [
      "an unknown predicate",
      [{ op: "link", id: "t1", links: [["likes", "t1"]] }],
      'changes[0]: "likes" is no predicate',
    ],
    [
      "a target that is none",
      [{ op: "link", id: "t1", links: [["related", "a b"]] }],
      'changes[0]: "a b" is no link',
    ],
    [
      "a title taken away",
      [{ op: "set", id: "t1", fields: { t: null } }],
      "changes[0]: a title cannot be cleared",
    ],
    ["a list in one value", [{ op: "set", id: "t1", fields: { x: ["a"] } }], "changes[0]: x holds one value"],
    ["a block that is not there", [{ op: "delete", node: "b9" }], "changes[0]: there is no block b9"],
    [
      "half a character",
      [{ op: "set", id: "t1", fields: { d: "\ud800" } }],
      "changes[0]: d is not valid Unicode",
    ],
    [
      "the third of three",
      [
        { op: "set", id: "t1", fields: { x: "open" } },
        { op: "remove", id: "t1" },
        { op: "order", id: "t1", after: "first" },
      ],
      "t1",
    ],
  ])("%s", (_, changes, want) => {
    const plan = planPatch(created({ records: [{ type: "task", t: "One" }] }), changes);
    if (plan.kind === "no-record") expect(plan.id).toBe(want);
    else expect(plan).toMatchObject({ kind: "change", message: expect.stringContaining(want) });
  });
});

test("ids: those that are given, else the letter of the type and a number never used in the file", () => {
  const draft = created({
    records: [
      { type: "evidence", t: "a" },
      { type: "event", t: "b" },
      { type: "evidence", t: "c", id: "e3" },
      { type: "event", t: "d" },
    ],
  });
  expect(draft.state.records.map(({ id }) => id)).toEqual(["e1", "e2", "e3", "e4"]);
  const plan = planPatch(draft, [
    { op: "remove", id: "e4" },
    { op: "add", record: { type: "event", t: "new" } },
    { op: "add", record: { type: "event", t: "later", id: "e5" } },
  ]);
  expect(plan).toMatchObject({
    ids: [
      [1, "e6"],
      [2, "e5"],
    ],
  });
});
