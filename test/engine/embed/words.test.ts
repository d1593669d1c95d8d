import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { encodeWordVectors, openWordVectors } from "../../../src/engine/embed/words/format.ts";

const file = new URL("../../../src/engine/embed/words-en.bin", import.meta.url);

describe("openWordVectors()", () => {
  test("gives back each word's row and its vector within the step of its scale", () => {
    fc.assert(
      fc.property(
        fc.uniqueArray(fc.string({ minLength: 1, maxLength: 12 }), { minLength: 1, maxLength: 40 }),
        fc.integer({ min: 1, max: 16 }),
        (words, dims) => {
          const rows = words.map((_, n) =>
            Float32Array.from({ length: dims }, (_, k) => Math.sin(n * 31 + k * 7)),
          );
          const vectors = openWordVectors(encodeWordVectors(words, rows));
          words.forEach((word, n) => {
            expect(vectors.rank(word)).toBe(n);
            const out = new Float32Array(dims);
            vectors.add(n, 1, out, 0);
            out.forEach((value, k) => {
              expect(Math.abs(value - rows[n]![k]!)).toBeLessThan(1 / 127);
            });
          });
        },
      ),
    );
  });

  test("refuses a file that was cut", () => {
    const bytes = encodeWordVectors(["one", "two"], [new Float32Array(4), new Float32Array(4)]);
    expect(() => openWordVectors(bytes.subarray(0, bytes.length - 1))).toThrow(/damaged/);
    expect(() => openWordVectors(new Uint8Array(64))).toThrow(/damaged/);
  });
});

describe("words-en.bin", () => {
  const vectors = openWordVectors(readFileSync(file));
  const unit = (word: string) => {
    const out = new Float32Array(vectors.dims);
    vectors.add(vectors.rank(word), 1, out, 0);
    const norm = Math.hypot(...out);
    return out.map((value) => value / norm);
  };
  const cosine = (a: string, b: string) => unit(a).reduce((sum, value, k) => sum + value * unit(b)[k]!, 0);

  test("holds 50,000 words of 100 dimensions in order of frequency", () => {
    expect([vectors.count, vectors.dims]).toEqual([50_000, 100]);
    expect(vectors.rank("the")).toBe(0);
    expect(vectors.rank("qqzzxxy")).toBe(-1);
  });

  test.each([
    ["car", "truck", "banana"],
    ["doctor", "hospital", "guitar"],
    ["linux", "software", "river"],
  ])("puts %s nearer to %s than to %s", (word, near, far) => {
    expect(cosine(word, near)).toBeGreaterThan(cosine(word, far) + 0.2);
  });
});
