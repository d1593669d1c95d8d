/** What is no predicate, and where the fault is; nothing is read before that is known. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Reader } from "../../../../src/engine/documents/reader.ts";

import { checkPredicate } from "../../../../src/engine/search/predicate/check.ts";
import type { Predicate } from "../../../../src/engine/search/predicate/types.ts";
import { createSearch } from "../../../../src/engine/search/search.ts";
import { library } from "../../support/library.ts";
import { predicates } from "../../support/predicates.ts";

const eq = { op: "eq", key: "a", value: 1 };
const nested = (levels: number): unknown =>
  levels === 1 ? eq : { op: "not", predicate: nested(levels - 1) };
const flat = (count: number) => Array.from({ length: count }, () => eq);

describe("checkPredicate()", () => {
  const bad: [name: string, value: unknown, path: string][] = [
    ["text", "eq", "filter"],
    ["null", null, "filter"],
    ["a list", [eq], "filter"],
    ["no op", {}, "filter.op"],
    ["op of another kind", { op: ["eq"] }, "filter.op"],
    ["op of the prototype", { op: "constructor", key: "a", value: 1 }, "filter.op"],
    ["no key", { op: "eq", value: 1 }, "filter.key"],
    ["a key that is no text", { op: "eq", key: 1, value: 1 }, "filter.key"],
    ["a reserved key", { op: "exists", key: "prototype", value: true }, "filter.key"],
    ["a list as value", { op: "eq", key: "a", value: [1] }, "filter.value"],
    ["a number beyond all", { op: "ne", key: "a", value: Number.POSITIVE_INFINITY }, "filter.value"],
    ["no number", { op: "lt", key: "a", value: "1" }, "filter.value"],
    ["not a number", { op: "lt", key: "a", value: Number.NaN }, "filter.value"],
    ["exists by number", { op: "exists", key: "a", value: 1 }, "filter.value"],
    ["values of two kinds", { op: "in", key: "a", values: [1, "1"] }, "filter.values.1"],
    ["a list in values", { op: "in", key: "a", values: [[1]] }, "filter.values.0"],
    ["129 values", { op: "all", key: "a", values: Array(129).fill(1) }, "filter.values"],
    ["no values", { op: "nin", key: "a", values: [] }, "filter.values"],
    ["values in place of value", { op: "eq", key: "a", values: [1] }, "filter.values"],
    ["no child", { op: "not" }, "filter.predicate"],
    ["a group without children", { op: "and", predicates: [] }, "filter.predicates"],
    ["a bad child", { op: "or", predicates: [eq, { op: "eq", key: "" }] }, "filter.predicates.1.value"],
    ["nine levels", nested(9), `filter${".predicate".repeat(7)}`],
    [
      "129 nodes",
      { op: "and", predicates: [{ op: "or", predicates: flat(126) }, eq] },
      "filter.predicates.1",
    ],
    ["a number in bigint", { op: "eq", key: "a", value: 1n }, "filter.value"],
  ];
  test.each(bad)("refuses %s", (_name, value, path) => {
    const checked = checkPredicate(value);
    expect(checked).toMatchObject({ kind: "invalid", path });
    expect(checked.kind === "invalid" && checked.message.startsWith(`${path} `)).toBe(true);
  });

  test.each([
    ["eight levels", nested(8)],
    ["128 nodes", { op: "and", predicates: flat(127) }],
    ["a text of 4096 characters", { op: "eq", key: "k".repeat(128), value: "x".repeat(4_096) }],
  ])("admits %s", (_name, value) => {
    expect(checkPredicate(value).kind).toBe("ok");
  });

  test("counts bytes, not characters", () => {
    const values = (letter: string) => Array.from({ length: 100 }, (_, n) => letter.repeat(400) + n);
    expect(checkPredicate({ op: "in", key: "a", values: values("a") }).kind).toBe("ok");
    expect(checkPredicate({ op: "in", key: "a", values: values("é") })).toMatchObject({ path: "filter" });
  });

  test("answers for anything, and admits every generated predicate", () => {
    fc.assert(
      fc.property(fc.anything({ withBigInt: true, withNullPrototype: true }), (value) => {
        checkPredicate(value);
      }),
    );
    fc.assert(fc.property(predicates, (value) => checkPredicate(value).kind === "ok"));
  });
});

test("a search with a bad filter asks neither the index nor a model", async () => {
  const refuse = () => {
    throw new Error("asked");
  };
  const reader: Reader = {
    all: refuse,
    get: refuse,
    iterate: refuse,
    column: refuse,
    remembered: refuse,
    define: refuse,
  };
  const models = {
    vectors: { state: refuse, search: refuse, ofDocument: refuse },
    embedder: refuse,
    reranker: refuse,
    generator: refuse,
  };
  const { config } = library([{ path: "a.md", text: "fox" }]);
  const search = createSearch({ reader, config, clock: { now: () => 0 }, models: models as never });
  const request = { query: "fox", limit: 5, filter: { op: "eq", key: "__proto__", value: 1 } as Predicate };
  const want = { kind: "bad-filter", path: "filter.key" };
  expect(search.lexical(request)).toMatchObject(want);
  expect(await search.vector(request)).toMatchObject(want);
  expect(await search.hybrid(request)).toMatchObject(want);
  expect(await search.diagnose({ ...request, target: "notes/a.md" })).toMatchObject(want);
});
