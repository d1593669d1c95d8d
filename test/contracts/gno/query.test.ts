/** gno_query: its meta tells the truth about what ran; typed entries are fused, checked and counted; receipts add up. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const notes = {
  "cache.md": "# Cache\n\nReads may be stale after a write.\n",
  "invalidation.md": "# Invalidation\n\nA write drops the cache entry.\n",
  "garden.md": "# Garden\n\nTomatoes want water. See [the cache](cache.md).\n",
};

interface Receipt {
  docid: string;
  score: number;
  fusionScore: number;
  bm25Score?: number;
  vecScore?: number;
  rerankScore?: number;
  contentTypeBoost?: { combinedAuxiliaryApplied: number };
}

const uris = (data: { results: { uri: string }[] }) => data.results.map((hit) => hit.uri);

const vault = shared({ collections: { notes } });
const embedded = shared({ collections: { notes }, embedded: true });

describe("gno_query without vectors", () => {
  test("says that words alone were searched", async () => {
    const h = await vault();
    const data = await h.ok("gno_query", { query: "tomatoes", expand: true, noGraph: true });
    expect(uris(data)).toEqual(["gno://notes/garden.md"]);
    expect(data.meta).toEqual({
      query: "tomatoes",
      mode: "bm25_only",
      expanded: false,
      reranked: false,
      vectorsUsed: false,
      candidateLimit: 20,
      totalResults: 1,
      graphExpansion: {
        enabled: false,
        seedCount: 0,
        candidateCount: 0,
        maxCandidates: 20,
        edgeConfidence: { explicit: 0, inferred: 0, ambiguous: 0, similarity: 0 },
        fallbackReasons: ["graph_disabled"],
      },
    });
    expect(await h.text("gno_query", { query: "tomatoes", fast: true })).toMatch(
      /^Found 1 result for "tomatoes" \(BM25 only\)\n/,
    );
  });

  test("adds what the best hit links to, behind it", async () => {
    const h = await vault();
    const data = await h.ok("gno_query", { query: "tomatoes" });
    expect(uris(data)).toEqual(["gno://notes/garden.md", "gno://notes/cache.md"]);
    expect(data.meta.graphExpansion).toMatchObject({
      enabled: true,
      candidateCount: 1,
      edgeConfidence: { explicit: 1, inferred: 0 },
      fallbackReasons: [],
    });
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
    { name: "a malformed tag", args: { query: "a", tagsAny: ["a//b"] }, code: "INVALID_INPUT" },
    { name: "an unreadable bound", args: { query: "a", since: "soon" }, code: "VALIDATION" },
  ])("refuses $name", async ({ args, code }) => {
    const h = await vault();
    expect((await h.error("gno_query", args)).code).toBe(code);
  });

  test.each(["???", '""', "🌵"])("finds nothing for %s", async (query) => {
    const h = await vault();
    expect(await h.ok("gno_query", { query })).toMatchObject({ results: [] });
  });
});

describe("gno_query with vectors", () => {
  test("says that vectors took part", async () => {
    const h = await embedded();
    const data = await h.ok("gno_query", { query: "outdated data" });
    expect(data.meta).toMatchObject({ mode: "hybrid", vectorsUsed: true, reranked: false });
    expect(data.results.length).toBeGreaterThan(0);
    expect(await h.text("gno_query", { query: "outdated data" })).toMatch(/\(hybrid\)\n/);
  });

  test("the parts of each receipt add up to the score, and explain changes no order", async () => {
    const h = await embedded();
    const args = { query: "stale cache\nterm: water", limit: 10 };
    const plain = await h.ok("gno_query", args);
    const { results, meta } = await h.ok("gno_query", { ...args, explain: true });
    expect(results).toEqual(plain.results);
    const receipts: Receipt[] = meta.explain.results;
    expect(receipts.map((one) => one.docid)).toEqual(results.map((hit: { docid: string }) => hit.docid));
    for (const [at, one] of receipts.entries()) {
      const boost = one.contentTypeBoost?.combinedAuxiliaryApplied ?? 0;
      expect(one.fusionScore + (one.rerankScore ?? 0) + boost).toBeCloseTo(one.score, 5);
      expect((one.bm25Score ?? 0) + (one.vecScore ?? 0)).toBeLessThanOrEqual(one.fusionScore + 1e-5);
      expect(one.score).toBe(results[at].score);
    }
  });

  test("shows a person why the first hit is first", async () => {
    const h = await embedded();
    const text = await h.text("gno_query", { query: "stale after a write", explain: true });
    expect(text).toMatch(
      /Why in this order:\n1\. 1\.000 = words 0\.\d{3} \+ meaning 0\.\d{3}\n {3}cache\.md: holds the query as one phrase/,
    );
    expect(text).toMatch(/\n {2}vector: builtin: 1 text, 3 chunks\n/);
  });

  test("lang takes chunks of that language only", async () => {
    const h = await embedded();
    expect(await h.ok("gno_query", { query: "cache", lang: "xx" })).toMatchObject({
      results: [],
      meta: { lang: "xx", queryLanguage: "xx" },
    });
  });
});
