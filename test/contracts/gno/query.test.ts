/** gno_query: its meta tells the truth about what ran; typed entries are fused, checked and counted. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const notes = {
  "cache.md": "# Cache\n\nReads may be stale after a write.\n",
  "invalidation.md": "# Invalidation\n\nA write drops the cache entry.\n",
  "garden.md": "# Garden\n\nTomatoes want water.\n",
};

const uris = (data: { results: { uri: string }[] }) => data.results.map((hit) => hit.uri);

const vault = shared({ collections: { notes } });

describe("gno_query", () => {
  test("says that words alone were searched", async () => {
    const h = await vault();
    const data = await h.ok("gno_query", { query: "tomatoes", expand: true, lang: "en" });
    expect(uris(data)).toEqual(["gno://notes/garden.md"]);
    expect(data.meta).toEqual({
      query: "tomatoes",
      mode: "bm25_only",
      expanded: false,
      reranked: false,
      vectorsUsed: false,
      candidateLimit: 20,
      totalResults: 1,
      lang: "en",
      queryLanguage: "en",
    });
    expect(await h.text("gno_query", { query: "tomatoes" })).toMatch(
      /^Found 1 result for "tomatoes" \(BM25 only\)\n/,
    );
  });

  test("searches the base and each term, and counts the entries", async () => {
    const h = await vault();
    const data = await h.ok("gno_query", {
      query: "stale reads",
      queryModes: [
        { mode: "term", text: "tomatoes" },
        { mode: "intent", text: "why" },
        { mode: "hyde", text: "a passage" },
      ],
    });
    expect(uris(data)).toEqual(["gno://notes/cache.md", "gno://notes/garden.md"]);
    expect(data.results[0].score).toBe(1);
    expect(data.meta.queryModes).toEqual({ term: 1, intent: 1, hyde: true });
  });

  test("reads the same from lines as from queryModes", async () => {
    const h = await vault();
    const lines = await h.ok("gno_query", { query: "stale reads\nterm: tomatoes" });
    const modes = await h.ok("gno_query", {
      query: "stale reads",
      queryModes: [{ mode: "term", text: "tomatoes" }],
    });
    expect(lines.results).toEqual(modes.results);
    expect(lines.meta.queryModes).toEqual(modes.meta.queryModes);
  });

  test("keeps limit and minScore over fused lists", async () => {
    const h = await vault();
    const query = "cache\nterm: write\nterm: tomatoes";
    expect((await h.ok("gno_query", { query, limit: 2 })).results).toHaveLength(2);
    const strict = await h.ok("gno_query", { query, minScore: 1 });
    expect(strict.results.every((hit: { score: number }) => hit.score === 1)).toBe(true);
  });

  test("explain changes no order", async () => {
    const h = await vault();
    const plain = await h.ok("gno_query", { query: "cache write" });
    const explained = await h.ok("gno_query", { query: "cache write", explain: true });
    expect(explained.results).toEqual(plain.results);
    expect(explained.meta.explain.results.map((row: { docid: string }) => row.docid)).toEqual(
      plain.results.map((hit: { docid: string }) => hit.docid),
    );
  });

  test.each([
    { name: "an empty query", args: { query: " " }, code: "VALIDATION" },
    { name: "a prefix without text", args: { query: "a\nterm:" }, code: "VALIDATION" },
    {
      name: "two hyde entries",
      args: {
        query: "a",
        queryModes: [
          { mode: "hyde", text: "x" },
          { mode: "hyde", text: "y" },
        ],
      },
      code: "VALIDATION",
    },
    { name: "an unknown collection", args: { query: "a", collection: "x" }, code: "NOT_FOUND" },
  ])("refuses $name", async ({ args, code }) => {
    const h = await vault();
    expect((await h.error("gno_query", args)).code).toBe(code);
  });

  test.each(["???", '""', "🌵"])("finds nothing for %s", async (query) => {
    const h = await vault();
    expect(await h.ok("gno_query", { query })).toMatchObject({ results: [] });
  });
});
