/** gno_vsearch: passages by meaning alone, and what it answers where there are no vectors. */
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const notes = {
  "cats.md": "---\ntags: [animal]\n---\n\n# Cats\n\nKittens and cats purr when they are happy at home.\n",
  "bread.md": "# Bread\n\nFlour, water, salt and yeast make the dough for this loaf of bread.\n",
};

const vault = shared({ collections: { notes }, embedded: true });

describe("gno_vsearch", () => {
  test("finds what shares no word with the query", async () => {
    const h = await vault();
    const data = await h.ok("gno_vsearch", { query: "baking" });
    expect(data.results[0]).toMatchObject({ uri: "gno://notes/bread.md", line: expect.any(Number) });
    expect(data.meta).toEqual({ query: "baking", mode: "vector", totalResults: 2, vectorsUsed: true });
    expect(data.results[0].score).toBeGreaterThan(data.results[1].score);
    expect(await h.text("gno_vsearch", { query: "baking" })).toMatch(
      /^Found 2 results for "baking" \(vector\)\n/,
    );
  });

  test("a filter comes before the cut", async () => {
    const h = await vault();
    const data = await h.ok("gno_vsearch", { query: "baking", tagsAny: ["animal"], limit: 1 });
    expect(data.results.map((hit: { uri: string }) => hit.uri)).toEqual(["gno://notes/cats.md"]);
  });

  test("a text without any signal finds nothing", async () => {
    const h = await vault();
    expect(await h.ok("gno_vsearch", { query: "???" })).toMatchObject({ results: [] });
  });

  test.each([
    { name: "a blank query", args: { query: " " }, code: "VALIDATION" },
    { name: "an unknown collection", args: { query: "a", collection: "x" }, code: "NOT_FOUND" },
    { name: "a malformed tag", args: { query: "a", tagsAny: ["a//b"] }, code: "INVALID_INPUT" },
  ])("refuses $name", async ({ args, code }) => {
    const h = await vault();
    expect((await h.error("gno_vsearch", args)).code).toBe(code);
  });

  test("says what to do where nothing is embedded", async () => {
    const h = await harness({ collections: { notes } });
    expect(await h.error("gno_vsearch", { query: "baking" })).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("gno index"),
    });
  });
});
