/** Facets: what a question asks about, and where a text answers it. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import type { Document } from "../../../src/engine/engine.ts";
import { createMatcher, facetsOf } from "../../../src/engine/evidence/facets.ts";

const document = { title: "Guide", modifiedAt: "2026-03-05T10:00:00.000Z" } as Document;
const now = Date.parse("2026-03-05T12:00:00Z");

describe("facetsOf", () => {
  test.each<[string, string[]]>([
    ["how do we roll back the launch", ["back", "launch", "roll"]],
    ['what does "cold cache" mean', ["cold cache", "mean"]],
    ["Postgres vs SQLite for small teams", ["postgres", "small", "sqlite", "teams"]],
    ["compare write-through caching with lazy caching", ["lazy caching", "write-through caching"]],
    ["What did Dana Reyes decide yesterday?", ["dana reyes", "decide", "yesterday"]],
    ["atlas -drill", ["atlas"]],
    ["how is it", ["how is it"]],
    ["c# and c++", ["c# and c++"]],
    ["Größe des Schnappschusses", ["des", "größe", "schnappschusses"]],
  ])("%s", (query, want) => {
    expect(facetsOf(query, [])).toEqual(want);
  });

  test("takes variants of the caller, but no made-up passage", () => {
    const modes = [
      { mode: "term", text: "Cache  Invalidation" },
      { mode: "hyde", text: "Caches are invalidated." },
    ] as const;
    expect(facetsOf("stale reads", modes)).toEqual(["cache invalidation", "reads", "stale"]);
  });

  test("is a sorted set within its bounds, whatever the query", () => {
    fc.assert(
      fc.property(fc.string({ unit: "binary", maxLength: 2_000 }), (query) => {
        const facets = facetsOf(query.toWellFormed(), []);
        expect(facets).toEqual([...new Set(facets)].sort());
        expect(facets.length).toBeLessThanOrEqual(128);
        for (const facet of facets) expect(facet.length).toBeLessThanOrEqual(512);
        createMatcher(facets, now).of(document, query);
      }),
    );
  });
});

describe("createMatcher", () => {
  test.each<[string, string, boolean]>([
    ["launch", "The LAUNCH is near.", true],
    ["launches", "one launch", true],
    ["cold cache", "a cold\n  cache", true],
    ["grosse", "Große Dinge", true],
    ["write-through (a)", "Write-through (A) caching", true],
    ["guide", "nothing", true],
    ["today", "nothing", true],
    ["yesterday", "nothing", false],
    ["art", "party", true],
    ["caching", "incaches", false],
  ])("%s in %j: %s", (facet, passage, want) => {
    expect(createMatcher([facet], now).of(document, passage)).toEqual(want ? [facet] : []);
  });

  test("tells the place in the text as it is written", () => {
    const text = "Straße\nıß und Größe";
    const [found] = createMatcher(["größe"], now).placesIn(text, ["größe"]);
    expect(text.slice(found?.offset)).toBe("Größe");
  });
});
