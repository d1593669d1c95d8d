/** Whatever is filtered, the page is what going through everything by hand gives. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { CreateInput } from "../../../../src/engine/gram/changes.ts";
import { dateOf, spanOf } from "../../../../src/engine/gram/dates.ts";
import { createGramReader } from "../../../../src/engine/gram/reader.ts";
import type { RecallRequest } from "../../../../src/engine/gram/recall/types.ts";
import { type Unit, unitsOf } from "../../../../src/engine/gram/recall/units.ts";
import { gramId } from "../../../fixtures/gram.ts";
import { bagModel, bagVector, world } from "./world.ts";

const words = ["anchor", "buoy", "crane", "dredge", "ebb", "flood"];
const text = fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 4 }).map((all) => all.join(" "));
const scopes = ["team", "team-a", "tea", "a,b"];
const dates = ["2026", "2026-03", "2026-03-31", "2026-04-01T10:00:00Z", "no date"];
const record = fc
  .record({
    type: fc.constantFrom("task", "event", "metric", "risk"),
    t: text,
    s: fc.subarray(scopes),
    field: fc.constantFrom("at", "due", "observed"),
    date: fc.option(fc.constantFrom(...dates), { nil: undefined }),
  })
  .map(({ field, date, ...rest }) => ({ ...rest, ...(date === undefined ? {} : { [field]: date }) }));
const document = fc.record({ t: text, records: fc.array(record, { maxLength: 6 }) });
const paths = ["a.gram", "a/b.gram", "a/c.gram", "ab/d.gram", "é/e.gram"];
const span = fc
  .constantFrom("2025", "2026-03", "2026-03-31", "2026-04", "2027")
  .map((given) => spanOf(given));

const filters = fc.record(
  {
    type: fc.constantFrom("task", "event", "metric", "document"),
    scope: fc.constantFrom(...scopes, "nobody"),
    folder: fc.constantFrom("", "a", "é"),
    documents: fc.subarray(paths),
    from: span,
    to: span,
    date: fc.constantFrom("at", "due", "observed", "constructor"),
  },
  { requiredKeys: [] },
);

interface Placed {
  readonly path: string;
  readonly unit: Unit;
}

function passes({ path, unit }: Placed, asked: Partial<RecallRequest>): boolean {
  const { type, scope, folder, documents, from, to, date } = asked;
  if (type !== undefined && unit.type !== type) return false;
  if (scope !== undefined && !unit.scopes.includes(scope)) return false;
  if (folder !== undefined && folder !== "" && !path.startsWith(`${folder}/`)) return false;
  if (documents !== undefined && !documents.includes(path)) return false;
  if (from === undefined && to === undefined) return true;
  const written = dateOf({ type: unit.type, fields: new Map(Object.entries(unit.fields)) }, date);
  const own = spanOf(written ?? "");
  return (
    own !== undefined &&
    (from === undefined || own.end >= from.start) &&
    (to === undefined || own.start <= to.end)
  );
}

function cosine(query: string, { title, text: body }: Unit): number {
  const [a, b] = [bagVector(query), bagVector(`${title}\n${body}`)];
  return Math.round(a.reduce((sum, value, k) => sum + value * (b[k] as number), 0) * 10_000) / 10_000;
}

describe("filters refill the page", () => {
  test.each(["keyword", "semantic"] as const)("%s", { timeout: 60_000 }, async (mode) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(document, { minLength: 1, maxLength: paths.length }),
        fc.array(
          fc.record({
            query: fc.constantFrom(...words),
            asked: filters,
            limit: fc.integer({ min: 1, max: 5 }),
          }),
          {
            minLength: 5,
            maxLength: 10,
          },
        ),
        async (documents, questions) => {
          const w = world(bagModel());
          const reader = createGramReader();
          const all: Placed[] = [];
          for (const [n, given] of documents.entries()) {
            const path = paths[n] as string;
            await w.create(path, gramId(n + 1), given as CreateInput);
            const opened = await reader.open(w.file(path));
            if (opened.kind !== "opened") throw new Error(opened.kind);
            for (const unit of unitsOf(opened.history)) all.push({ path, unit });
          }
          for (const { query, asked, limit } of questions) {
            const given = { mode, query, ...asked } as Partial<RecallRequest> & { query: string };
            const wanted = all.filter(
              (each) =>
                passes(each, given) &&
                (mode === "semantic"
                  ? cosine(query, each.unit) > 0
                  : `${each.unit.title} ${each.unit.text}`.includes(query)),
            );
            const shown = (each: Placed) =>
              `${each.path}#${each.unit.id}${mode === "semantic" ? ` ${cosine(query, each.unit)}` : ""}`;
            const page = await w.hits({ ...given, limit });
            expect(page).toHaveLength(Math.min(limit, wanted.length));
            const everything = await w.hits({ ...given, limit: 100 });
            expect(page).toEqual(everything.slice(0, limit));
            expect(everything.toSorted()).toEqual(wanted.map(shown).toSorted());
            if (mode === "semantic") {
              const byScore = wanted
                .map((each, at) => ({ each, at, score: cosine(query, each.unit) }))
                .sort((x, y) => y.score - x.score || x.at - y.at);
              expect(everything).toEqual(byScore.map(({ each }) => shown(each)));
            }
          }
        },
      ),
      { numRuns: 25 },
    );
  });
});
