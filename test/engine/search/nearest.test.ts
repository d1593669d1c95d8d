/** The nearest chunks that pass a filter, whichever way they are looked for: listed first, or checked behind the nearest. */
import fc from "fast-check";
import { expect, test } from "vitest";
import { createReader } from "../../../src/engine/documents/reader.ts";
import type { ChunkRequest } from "../../../src/engine/engine.ts";
import { documentRule, reachOf } from "../../../src/engine/search/chunk-filter.ts";
import { checkRequest } from "../../../src/engine/search/filters.ts";
import { nearestChunks } from "../../../src/engine/search/vector-candidates.ts";
import { library, type Note, newYear } from "../support/library.ts";
import { predicates, values } from "../support/predicates.ts";
import { memoryModels, wordVector } from "../support/vectors.ts";

const words = fc.constantFrom("amber", "birch", "cedar", "dunes", "ember");
const note = fc.record({
  text: fc.array(words, { minLength: 1, maxLength: 5 }).map((list) => list.join(" ")),
  tags: fc.uniqueArray(fc.constantFrom("red", "blue")),
  language: fc.constantFrom("en", "de"),
  metadata: fc.oneof(values, fc.constantFrom("invalid" as const, "pending" as const)),
});
const filters: fc.Arbitrary<Partial<ChunkRequest>> = fc.oneof(
  predicates.map((filter) => ({ filter })),
  fc.record({ tagsAny: fc.constantFrom(["red"], ["blue"]), filter: predicates }),
  fc.record({ lang: fc.constantFrom("de", "en", "fr") }),
  fc.record({ exclude: fc.constantFrom(["amber"], ["birch", "dunes"]), tagsAny: fc.constant(["red"]) }),
);
const looks = fc.record({
  first: fc.integer({ min: 0, max: 30 }),
  listed: fc.integer({ min: 0, max: 60 }),
  leastShare: fc.constantFrom(0, 0.1, 0.5, 2),
});

test("are those of all chunks, checked one by one", { timeout: 120_000 }, async () => {
  const kinds = new Set<string>();
  const one = fc.asyncProperty(
    fc.array(note, { minLength: 1, maxLength: 80 }),
    filters,
    looks,
    fc.integer({ min: 1, max: 10 }),
    words,
    async (given, wanted, look, depth, query) => {
      const { db } = library(
        given.map((each, n): Note => ({ ...each, path: `n${n}.md`, text: `${each.text} ${n}` })),
      );
      const reader = createReader(db);
      const models = memoryModels({ reader });
      const checked = checkRequest({ query, limit: depth, ...wanted }, query, new Set(["notes"]), newYear);
      if (checked.kind !== "checked") throw new Error(checked.kind);
      const scope = { stem: "porter unicode61", collections: undefined } as const;
      const rule = documentRule(reader, checked, checked.range, scope, wanted.lang, undefined);
      kinds.add(reachOf(reader, rule, look).kind);
      const vector = wordVector(query);
      const nearest = async (k: number, by: typeof rule) => {
        const [list] = await nearestChunks(
          {
            reader,
            models,
            fingerprint: models.vectors.state().fingerprint,
            rule: by,
            depth: k,
            signal: undefined,
            looks: look,
          },
          [{ text: query, kind: "query", weight: 1 }],
          [vector],
        );
        return (list?.hits ?? []).map(({ chunkId, score }) => ({ chunkId, score }));
      };
      const { sql, params, accepts } = rule;
      const language = rule.language === undefined ? "" : " AND ch.language = ?";
      const passing = new Set(
        reader
          .all<{ id: number; document: number }>(
            `SELECT ch.id, d.id AS document FROM document d JOIN chunk ch ON ch.mirror_id = d.mirror_id
             WHERE d.active = 1${sql}${language}`,
            ...params,
            ...(rule.language === undefined ? [] : [rule.language]),
          )
          .filter(({ document }) => accepts?.(document) ?? true)
          .map(({ id }) => id),
      );
      const all = await models.vectors.search(vector, given.length);
      const expected = all.filter(({ chunkId }) => passing.has(chunkId)).slice(0, depth);
      expect(await nearest(depth, rule)).toEqual(expected);
    },
  );
  await fc.assert(one, { numRuns: 150 });
  expect([...kinds].sort()).toEqual(["listed", "open"]);
});
