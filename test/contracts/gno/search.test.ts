/** gno_search: what the schema cannot say of one answer. Ranking itself is tested with the engine. */
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const notes = {
  "fox.md":
    "---\ntitle: The fox\ntags: [animal]\ncategory: nature\nauthor: Ada\n---\n\n# The fox\n\nThe quick red fox.\n",
  "den.md": "# Den\n\nA fox lives in its den. Bring `load_config`.\n",
  "sea.md": "# Sea\n\nNothing but water.\n",
};

const vault = shared({ collections: { notes } });

describe("gno_search", () => {
  test("shows a hit a document with its place and, to local callers only, its path", async () => {
    const h = await vault();
    const data = await h.ok("gno_search", { query: "fox" });
    expect(data.meta).toEqual({ query: "fox", mode: "bm25", totalResults: 2 });
    const [first] = data.results.filter((hit: { uri: string }) => hit.uri === "gno://notes/fox.md");
    expect(first).toMatchObject({
      uri: "gno://notes/fox.md",
      title: "The fox",
      categories: expect.arrayContaining(["nature"]),
      tags: ["animal"],
      source: { relPath: "fox.md", ext: ".md", absPath: `${h.folder("notes")}/fox.md` },
    });
    expect(first.docid).toMatch(/^#[0-9a-f]{8}$/);
    expect(first.line).toBeGreaterThan(0);
    const remote = await h.ok("gno_search", { query: "fox" }, { local: false });
    expect(JSON.stringify(remote)).not.toContain(h.root);
  });

  test("decorates URIs when the index is not the default one", async () => {
    const h = await harness({ collections: { notes }, indexName: "work" });
    const data = await h.ok("gno_search", { query: "water" });
    expect(data.results[0].uri).toBe("gno://notes/sea.md?index=work");
  });

  test("names the filters as they were applied", async () => {
    const h = await vault();
    const data = await h.ok("gno_search", {
      query: "fox",
      collection: "NOTES",
      exclude: ["den, sea"],
      since: "2020-01-01",
      tagsAny: ["animal"],
      lang: "en",
      intent: "hunting",
      projectHints: ["a", "b"],
    });
    expect(data.results.map((hit: { uri: string }) => hit.uri)).toEqual(["gno://notes/fox.md"]);
    expect(data.meta).toEqual({
      query: "fox",
      mode: "bm25",
      totalResults: 1,
      collection: "notes",
      exclude: ["den", "sea"],
      since: "2020-01-01T00:00:00.000Z",
      tagsAny: ["animal"],
      lang: "en",
      intent: "hunting",
    });
  });

  test.each([
    { name: "three blanks", args: { query: "   " }, code: "VALIDATION", message: /empty/ },
    {
      name: "an unknown collection",
      args: { query: "fox", collection: "nots" },
      code: "NOT_FOUND",
      message: /nots.*notes/,
    },
    {
      name: "an unparsable bound",
      args: { query: "fox", since: "someday" },
      code: "VALIDATION",
      message: /since|someday/,
    },
    {
      name: "a malformed tag",
      args: { query: "fox", tagsAll: ["a//b"] },
      code: "INVALID_INPUT",
      message: /a\/\/b/,
    },
  ])("refuses $name", async ({ args, code, message }) => {
    const h = await vault();
    expect(await h.error("gno_search", args)).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test.each([
    { query: "???", why: /no letters or digits/ },
    { query: '""', why: /no letters or digits/ },
    { query: "🌵", why: /no letters or digits/ },
    { query: "-fox", why: /only says what to leave out/ },
    { query: "zebra", why: /No results for "zebra"\.$/ },
  ])("finds nothing for $query and says why", async ({ query, why }) => {
    const h = await vault();
    expect(await h.ok("gno_search", { query })).toMatchObject({ results: [], meta: { totalResults: 0 } });
    expect(await h.text("gno_search", { query })).toMatch(why);
  });

  test("answers a query of 100 kB", async () => {
    const h = await vault();
    const data = await h.ok("gno_search", { query: "fox ".repeat(25_000) });
    expect(data.results.length).toBeLessThanOrEqual(5);
  });

  test("its text numbers the hits in the published form", async () => {
    const h = await vault();
    const text = await h.text("gno_search", { query: "fox" });
    const [head, blank, first] = text.split("\n");
    expect(head).toBe('Found 2 results for "fox"');
    expect(blank).toBe("");
    expect(first).toMatch(/^1\. #[0-9a-f]{8} - (fox|den)\.md \(1\.00\)$/);
    expect(text).not.toContain("<mark>");
  });

  test("finds nothing, without an error, where nothing was initialised", async () => {
    const h = await harness({ uninitialized: true });
    expect(await h.ok("gno_search", { query: "fox" })).toMatchObject({ results: [] });
  });
});
