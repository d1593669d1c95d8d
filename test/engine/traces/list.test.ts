/** Pages of traces against brute force: whatever comes and goes between two pages, what stays is seen once. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { world } from "./world.ts";

test("pages by cursor see everything that stays, once and in order", async () => {
  const step = fc.record({
    limit: fc.integer({ min: 1, max: 4 }),
    added: fc.integer({ min: 0, max: 2 }),
    removed: fc.option(fc.nat(), { nil: undefined }),
    tick: fc.integer({ min: 0, max: 1 }),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.array(fc.integer({ min: 0, max: 1 }), { maxLength: 12 }),
      fc.array(step, { minLength: 1, maxLength: 8 }),
      async (ticks, steps) => {
        const w = scratch();
        for (const tick of ticks) {
          w.time.now += tick;
          await w.kept();
        }
        const before = w.traces.list(1_000).traces;
        const ordered = [...before].sort(
          (a, b) => b.createdAtMs - a.createdAtMs || (a.traceId < b.traceId ? -1 : 1),
        );
        expect(before).toEqual(ordered);
        const gone = new Set<string>();
        const seen: string[] = [];
        let after: { createdAtMs: number; traceId: string } | undefined;
        for (let turn = 0; ; turn++) {
          const { limit, added, removed, tick } = steps[turn % steps.length] as (typeof steps)[number];
          const page = w.traces.list(limit, after);
          expect(page.traces.length).toBeLessThanOrEqual(limit);
          seen.push(...page.traces.map(({ traceId }) => traceId));
          after = page.traces.at(-1);
          if (!page.more) break;
          // Ids rise here: new ones of the same moment come behind the cursor, so they must end some time.
          for (let n = 0; n < (turn < 6 ? added : 0); n++) {
            w.time.now += tick;
            await w.kept();
          }
          const victim = before[(removed ?? 0) % Math.max(1, before.length)]?.traceId;
          if (removed !== undefined && victim !== undefined) {
            await w.traces.delete(victim);
            gone.add(victim);
          }
        }
        expect(new Set(seen).size).toBe(seen.length);
        const old = new Set(before.map(({ traceId }) => traceId));
        const stayed = before.map(({ traceId }) => traceId).filter((id) => !gone.has(id));
        expect(seen.filter((id) => old.has(id) && !gone.has(id))).toEqual(stayed);
      },
    ),
    { numRuns: 15 },
  );
});

// Each run has its own database, closed when the test ends.
function scratch() {
  return world({ retention: { maxTraces: 1_000 } });
}
