/** What a predicate means, case by case: the table of the contract, and the operators one at a time. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { evaluate } from "../../../../src/engine/search/predicate/evaluate.ts";
import { normalise } from "../../../../src/engine/search/predicate/normalise.ts";
import type { MetadataValues, Predicate } from "../../../../src/engine/search/predicate/types.ts";
import { predicates, values } from "../../support/predicates.ts";

const eq: Predicate = { op: "eq", key: "f", value: "x" };
const columns: readonly Predicate[] = [
  eq,
  { op: "ne", key: "f", value: "x" },
  { op: "not", predicate: eq },
  { op: "exists", key: "f", value: false },
  { op: "nin", key: "f", values: ["x"] },
];

describe("the field f against eq, ne, not eq, exists false, nin", () => {
  const rows: [name: string, stored: MetadataValues, want: readonly boolean[]][] = [
    ["equal", { f: "x" }, [true, false, false, false, false]],
    ["another text", { f: "y" }, [false, true, true, false, true]],
    ["missing", {}, [false, false, true, true, false]],
    ["another type", { f: false }, [false, false, true, false, true]],
    ["a list with it", { f: ["x", "y"] }, [false, false, true, false, false]],
    ["a list without it", { f: ["y"] }, [false, false, true, false, true]],
    ["an empty list", { f: [] }, [false, false, true, false, true]],
    ["empty text", { f: "" }, [false, true, true, false, true]],
    ["another case", { f: "X" }, [false, true, true, false, true]],
  ];
  test.each(rows)("%s", (_name, stored, want) => {
    expect(columns.map((predicate) => evaluate(predicate, stored))).toEqual(want);
  });

  test("a document without values is one without the field", () => {
    expect(columns.map((predicate) => evaluate(predicate, undefined))).toEqual([
      false,
      false,
      true,
      true,
      false,
    ]);
  });
});

describe("operators", () => {
  const stored: MetadataValues = {
    n: 2,
    zero: 0,
    t: "2",
    yes: true,
    no: false,
    empty: "",
    none: [],
    tags: ["a", "b"],
    sizes: [1, 2],
    date: "2026-03-01",
  };
  const rows: [predicate: Predicate, want: boolean][] = [
    [{ op: "gt", key: "n", value: 1 }, true],
    [{ op: "gt", key: "n", value: 2 }, false],
    [{ op: "gte", key: "n", value: 2 }, true],
    [{ op: "lt", key: "n", value: 2 }, false],
    [{ op: "lte", key: "n", value: 2 }, true],
    [{ op: "lt", key: "t", value: 3 }, false],
    [{ op: "lt", key: "sizes", value: 3 }, false],
    [{ op: "lt", key: "missing", value: 3 }, false],
    [{ op: "lt", key: "no", value: 3 }, false],
    [{ op: "eq", key: "zero", value: 0 }, true],
    [{ op: "eq", key: "zero", value: -0 }, true],
    [{ op: "eq", key: "zero", value: false }, false],
    [{ op: "eq", key: "no", value: false }, true],
    [{ op: "eq", key: "empty", value: "" }, true],
    [{ op: "ne", key: "yes", value: false }, true],
    [{ op: "exists", key: "no", value: true }, true],
    [{ op: "exists", key: "zero", value: true }, true],
    [{ op: "exists", key: "empty", value: true }, true],
    [{ op: "exists", key: "none", value: true }, true],
    [{ op: "exists", key: "toString", value: false }, true],
    [{ op: "in", key: "n", values: [1, 2] }, true],
    [{ op: "in", key: "n", values: ["2"] }, false],
    [{ op: "in", key: "tags", values: ["b", "z"] }, true],
    [{ op: "in", key: "none", values: ["b"] }, false],
    [{ op: "in", key: "missing", values: ["b"] }, false],
    [{ op: "nin", key: "tags", values: ["y", "z"] }, true],
    [{ op: "nin", key: "tags", values: ["a", "z"] }, false],
    [{ op: "nin", key: "missing", values: ["a"] }, false],
    [{ op: "all", key: "tags", values: ["b", "a", "b"] }, true],
    [{ op: "all", key: "tags", values: ["a", "c"] }, false],
    [{ op: "all", key: "date", values: ["2026-03-01"] }, false],
    [{ op: "all", key: "sizes", values: ["1"] }, false],
    [{ op: "and", predicates: [{ op: "exists", key: "n", value: true }] }, true],
    [
      {
        op: "and",
        predicates: [
          { op: "exists", key: "n", value: true },
          { op: "exists", key: "x", value: true },
        ],
      },
      false,
    ],
    [
      {
        op: "or",
        predicates: [
          { op: "exists", key: "x", value: true },
          { op: "eq", key: "date", value: "2026-03-01" },
        ],
      },
      true,
    ],
    [{ op: "not", predicate: { op: "lt", key: "t", value: 3 } }, true],
  ];
  test.each(rows)("%j is %s", (predicate, want) => {
    expect(evaluate(predicate, stored)).toBe(want);
  });
});

describe("the normalised form", () => {
  const a: Predicate = { op: "eq", key: "a", value: 1 };
  const b: Predicate = { op: "eq", key: "b", value: 1 };
  const rows: [given: Predicate, want: Predicate][] = [
    [
      { op: "or", predicates: [b, a, b] },
      { op: "or", predicates: [a, b] },
    ],
    [
      { op: "in", key: "k", values: ["b", "a", "b"] },
      { op: "in", key: "k", values: ["a", "b"] },
    ],
    [
      { op: "nin", key: "k", values: [10, 9, 10] },
      { op: "nin", key: "k", values: [10, 9] },
    ],
    [
      {
        op: "and",
        predicates: [
          { op: "or", predicates: [b, a] },
          { predicates: [a, b], op: "or" },
        ],
      },
      { op: "and", predicates: [{ op: "or", predicates: [a, b] }] },
    ],
    [{ value: 1, key: "a", op: "eq" }, a],
    [
      { op: "not", predicate: { op: "not", predicate: a } },
      { op: "not", predicate: { op: "not", predicate: a } },
    ],
  ];
  test.each(rows)("%j", (given, want) => {
    expect(JSON.stringify(normalise(given))).toBe(JSON.stringify(want));
  });

  test("means the same, and is its own normalised form", () => {
    fc.assert(
      fc.property(predicates, values, (predicate, stored) => {
        const once = normalise(predicate);
        expect(evaluate(once, stored)).toBe(evaluate(predicate, stored));
        expect(JSON.stringify(normalise(once))).toBe(JSON.stringify(once));
      }),
      { numRuns: 500 },
    );
  });
});
