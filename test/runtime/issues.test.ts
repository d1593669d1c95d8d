/** What a caller hears about a value that fits none of several forms: only of the form that he meant. */
import { describe, expect, test } from "vitest";
import { createValidators } from "../../src/runtime/validate.ts";

const group = (level: number) => ({
  type: "object",
  properties: {
    op: { type: "string", enum: ["and", "or"] },
    parts: { type: "array", items: { $ref: `#/$defs/level${level}` }, minItems: 1 },
  },
  required: ["op", "parts"],
  additionalProperties: false,
});
const negation = (level: number) => ({
  type: "object",
  properties: { op: { const: "not" }, part: { $ref: `#/$defs/level${level}` } },
  required: ["op", "part"],
  additionalProperties: false,
});
const leaves = [
  {
    type: "object",
    properties: {
      op: { enum: ["eq", "ne"] },
      value: { anyOf: [{ type: "string" }, { type: "boolean" }] },
    },
    required: ["op", "value"],
    additionalProperties: false,
  },
  {
    type: "object",
    properties: { op: { const: "gt" }, value: { type: "number" } },
    required: ["op", "value"],
    additionalProperties: false,
  },
];
const schema = {
  type: "object",
  properties: { tree: { $ref: "#/$defs/level1" } },
  $defs: {
    level1: { oneOf: [...leaves, group(2), negation(2)] },
    level2: { oneOf: [...leaves, group(3), negation(3)] },
    level3: { oneOf: leaves },
  },
};

const good = { op: "eq", value: "x" };
const validators = createValidators();
await validators.ready();
const issuesOf = (tree: unknown) => {
  const checked = validators.input(schema, { tree });
  return checked.ok ? [] : checked.issues.map(({ at, rule }) => `${at} ${rule}`);
};

describe("one form of several", () => {
  const rows: [name: string, tree: unknown, want: readonly string[]][] = [
    ["a good one", good, []],
    ["a wrong value", { op: "gt", value: "x" }, ["/tree/value type"]],
    ["a missing value", { op: "eq" }, ["/tree/value required"]],
    ["an unknown member", { ...good, more: 1 }, ["/tree/more additionalProperties"]],
    ["an unknown word", { op: "like", value: "x" }, ["/tree/op enum"]],
    ["no word", { value: "x" }, ["/tree/op required"]],
    ["no object", 7, ["/tree type"]],
    ["a value of no admitted type", { op: "eq", value: 7 }, ["/tree/value type"]],
    ["an empty group", { op: "and", parts: [] }, ["/tree/parts minItems"]],
    ["a wrong part", { op: "and", parts: [good, { op: "gt", value: true }] }, ["/tree/parts/1/value type"]],
    [
      "two wrong parts",
      { op: "or", parts: [{ op: "gt" }, { op: "eq", value: 1 }] },
      ["/tree/parts/0/value required", "/tree/parts/1/value type"],
    ],
    [
      "a wrong part of a part",
      { op: "not", part: { op: "not", part: { op: "gt", value: "x" } } },
      ["/tree/part/part/value type"],
    ],
    [
      "one level too many",
      { op: "not", part: { op: "not", part: { op: "not", part: good } } },
      ["/tree/part/part/op enum"],
    ],
  ];
  test.each(rows)("%s", (_name, tree, want) => {
    expect(issuesOf(tree)).toEqual(want);
  });

  test("a number sent as text is read where the form that is meant takes no text", () => {
    expect(validators.input(schema, { tree: { op: "gt", value: "5" } })).toEqual({
      ok: true,
      args: { tree: { op: "gt", value: 5 } },
    });
    expect(validators.input(schema, { tree: { op: "ne", value: "5" } })).toEqual({
      ok: true,
      args: { tree: { op: "ne", value: "5" } },
    });
  });
});
