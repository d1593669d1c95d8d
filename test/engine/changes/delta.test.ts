/** Bounds of a structure delta: sorted, unique, few, short, and honest about what is left out. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { noStructure, type Structure, structureDelta } from "../../../src/engine/changes/delta.ts";

const texts = fc.array(fc.string({ unit: "binary", maxLength: 300 }), { maxLength: 40 });
const structure: fc.Arbitrary<Structure> = fc.record({
  headings: texts,
  links: texts,
  typedEdges: texts,
  dates: fc.dictionary(fc.constantFrom("date", "due", "__proto__", "created"), fc.string({ maxLength: 20 })),
});

describe("structureDelta", () => {
  test("keeps its bounds, and is empty for equal structures", () => {
    fc.assert(
      fc.property(structure, structure, (before, after) => {
        const { truncated, dates, ...lists } = structureDelta(before, after);
        for (const list of [...Object.values(lists), dates].flatMap(
          (one) => Object.values(one) as string[][],
        )) {
          expect(list.length).toBeLessThanOrEqual(16);
          expect(list).toEqual([...new Set(list)].sort());
          for (const item of list) expect(Buffer.byteLength(JSON.stringify(item))).toBeLessThanOrEqual(256);
        }
        if (!truncated) {
          const kept = new Set(before.headings.filter((heading) => after.headings.includes(heading)));
          expect(new Set([...kept, ...lists.headings.added])).toEqual(new Set(after.headings));
        }
        const same = structureDelta(after, after);
        expect([same.headings.added, same.links.removed, same.dates.changed, same.truncated]).toEqual([
          [],
          [],
          [],
          false,
        ]);
      }),
    );
  });

  test.each([
    { given: "17 headings", headings: Array.from({ length: 17 }, (_, n) => `# ${n}`), want: true },
    { given: "16 headings", headings: Array.from({ length: 16 }, (_, n) => `# ${n}`), want: false },
    { given: "254 characters", headings: ["x".repeat(254)], want: false },
    { given: "255 characters", headings: ["x".repeat(255)], want: true },
    { given: "128 quotes", headings: ['"'.repeat(128)], want: true },
  ])("$given", ({ headings, want }) => {
    expect(structureDelta(noStructure, { ...noStructure, headings }).truncated).toBe(want);
  });
});
