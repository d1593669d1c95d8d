import { describe, expect, test } from "vitest";
import { hit, ndcg, pairedP, recall, reciprocalRank } from "./metrics.ts";

const relevant = new Set(["a", "b"]);

test.each([
  ["both first", ["a", "b", "x"], 1, 1, 1],
  [
    "second and fourth",
    ["x", "a", "y", "b"],
    (1 / Math.log2(3) + 1 / Math.log2(5)) / (1 + 1 / Math.log2(3)),
    1,
    1 / 2,
  ],
  ["one of two", ["x", "y", "b"], 1 / Math.log2(4) / (1 + 1 / Math.log2(3)), 1 / 2, 1 / 3],
  ["none", ["x"], 0, 0, 0],
  ["nothing found", [], 0, 0, 0],
])("measures a list with %s", (_, ranked, gain, found, reciprocal) => {
  expect(ndcg(ranked, relevant)).toBeCloseTo(gain, 12);
  expect(recall(ranked, relevant, 10)).toBeCloseTo(found, 12);
  expect(reciprocalRank(ranked, relevant)).toBeCloseTo(reciprocal, 12);
});

test("hit() looks no further than k", () => {
  expect([hit(["x", "a"], relevant, 1), hit(["x", "a"], relevant, 2)]).toEqual([0, 1]);
});

describe("pairedP()", () => {
  test("calls equal systems equal and a clear difference clear", () => {
    const scores = Array.from({ length: 60 }, (_, n) => (n % 10) / 10);
    expect(pairedP(scores, scores)).toBe(1);
    expect(
      pairedP(
        scores.map((value) => value + 0.1),
        scores,
      ),
    ).toBeLessThan(0.01);
  });

  test("gives the same figure for the same seed", () => {
    const ours = [0.1, 0.9, 0.4, 0.8, 0.3];
    const theirs = [0.2, 0.7, 0.5, 0.6, 0.3];
    expect(pairedP(ours, theirs)).toBe(pairedP(ours, theirs));
  });
});
