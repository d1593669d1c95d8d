import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { KERNEL_BASE64 } from "../../../src/engine/vector/kernel.ts";
import { createMirror } from "../../../src/engine/vector/mirror.ts";
import { seeded } from "../../fixtures/random.ts";
import { assemble } from "./assemble.ts";

function unit(random: { next(): number }, dims: number): Float32Array {
  const vector = Float32Array.from(
    { length: dims },
    () => random.next() + random.next() + random.next() - 1.5,
  );
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);

test("the assembled kernel is what kernel.wat says", async () => {
  expect(KERNEL_BASE64).toBe(await assemble());
});

describe("createMirror()", () => {
  test("agrees with exact cosines within the quantisation step, through adds, replacements and removals", () => {
    const step = fc.record({ id: fc.integer({ min: 1, max: 30 }), remove: fc.boolean(), seed: fc.nat() });
    fc.assert(
      fc.property(
        fc.integer({ min: 1, max: 70 }),
        fc.array(step, { maxLength: 80 }),
        fc.nat(),
        (dims, steps, seed) => {
          const mirror = createMirror(dims);
          const truth = new Map<number, Float32Array>();
          for (const { id, remove, seed: vectorSeed } of steps) {
            if (remove) {
              mirror.remove(id);
              truth.delete(id);
            } else {
              truth.set(id, unit(seeded(vectorSeed), dims));
              mirror.set(id, truth.get(id)!);
            }
          }
          expect(mirror.size).toBe(truth.size);
          const query = unit(seeded(seed), dims);
          const found = mirror.search(query, 100);
          expect(found.map(({ id }) => id).sort()).toEqual([...truth.keys()].sort());
          for (const { id, score } of found)
            expect(Math.abs(score - dot(truth.get(id)!, query))).toBeLessThan(0.03);
        },
      ),
    );
  });

  test("chooses among the allowed ids before it cuts", () => {
    const random = seeded(7);
    const mirror = createMirror(32);
    for (let id = 1; id <= 20_000; id += 1) mirror.set(id, unit(random, 32));
    const query = unit(random, 32);
    const odd = mirror.search(query, 10, (id) => id % 1_000 === 1);
    expect(odd).toHaveLength(10);
    expect(odd.every(({ id }) => id % 1_000 === 1)).toBe(true);
    expect(mirror.search(query, 0)).toEqual([]);
  });

  test("finds at least 95 of 100 true neighbours among ten times as many candidates", () => {
    const random = seeded(11);
    const vectors = Array.from({ length: 5_000 }, () => unit(random, 100));
    const mirror = createMirror(100);
    vectors.forEach((vector, id) => {
      mirror.set(id, vector);
    });
    let hits = 0;
    for (let n = 0; n < 10; n += 1) {
      const query = unit(random, 100);
      const exact = vectors
        .map((vector, id) => ({ id, score: dot(vector, query) }))
        .sort((a, b) => b.score - a.score)
        .slice(0, 10);
      const found = new Set(mirror.search(query, 100).map(({ id }) => id));
      hits += exact.filter(({ id }) => found.has(id)).length;
    }
    expect(hits).toBeGreaterThanOrEqual(95);
  });

  test("refuses a vector of another length", () => {
    expect(() => createMirror(8).set(1, new Float32Array(9))).toThrow(/9 dimensions/);
  });
});
