/** What people type, in hybrid and vector search: reported queries (U01, U02, U03, U07), any text, any options. */
import fc from "fast-check";
import { afterAll, describe, expect, test } from "vitest";
import type { ChunkHit } from "../../../src/engine/engine.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { vault } from "../support/vault.ts";
import { memoryModels } from "../support/vectors.ts";

const emoji = "👩‍👩‍👧‍👦🇩🇪".repeat(400);
const place = vault(
  {
    "notes/ids.md": "# Ids\n\nADR-0042 is read-only; call load_config before std::vector.\n",
    "notes/prose.md":
      "# Prose\n\nThe state: closed. The disk is full. I can't run the backup, see notes/archive, 3.11, title:x, a*b, ^start.\n",
    "notes/final.md": "# Final\n\nThe budget of the year.\n",
    "notes/draft.md": "# Plan\n\nThe budget of the year, draft.\n",
    "notes/emoji.md": `# Faces\n\n${emoji} needle ${emoji}\n`,
    "notes/party.md": "# Party 🎲\n\nWe play dice 🎲 tonight.\n",
  },
  { chunking: { maxTokens: 40, overlapPercent: 0.1 } },
);
afterAll(() => place.close());

const searches = (["vectors", "words"] as const).map((name) => {
  const search = createSearch({
    reader: place.reader,
    config: place.config,
    clock: place.clock,
    ...(name === "words" ? {} : { models: memoryModels(place) }),
  });
  return { name, search };
});

const paths = (hits: readonly ChunkHit[]) => hits.map((hit) => hit.document.relPath);

describe.each(searches)("with $name", ({ name, search }) => {
  const ask = async (query: string, limit = 5) => {
    const result = await search.hybrid({ query, limit });
    if (result.kind !== "ok") throw new Error(JSON.stringify(result));
    return result;
  };

  test.each(["ADR-0042", "read-only", "load_config", '"ADR-0042"', '"read-only"', '"load_config"'])(
    "U01: %s is found",
    async (query) => {
      expect(paths((await ask(query)).hits)[0]).toBe("ids.md");
    },
  );

  test("U01: only a minus that touches a word excludes", async () => {
    expect(paths((await ask("budget -draft")).hits)).not.toContain("draft.md");
    expect(paths((await ask("budget - draft")).hits)).toContain("draft.md");
  });

  test.each([
    ["state: closed", "prose.md"],
    ['disk "full', "prose.md"],
    ["backup OR", "prose.md"],
    ["can't", "prose.md"],
    ["notes/archive", "prose.md"],
    ["3.11", "prose.md"],
    ["std::vector", "ids.md"],
    ["title:x", "prose.md"],
    ["a*b", "prose.md"],
    ["^start", "prose.md"],
  ])("U02: %s is literal", async (query, path) => {
    expect(paths((await ask(query)).hits)[0]).toBe(path);
  });

  test.each(["NEAR(", "AND", "(", "OR NOT", '"""', "{x}:y"])("U02: %s fails nowhere", async (query) => {
    expect((await search.hybrid({ query, limit: 5 })).kind).toBe("ok");
  });

  test.each(["", "   ", "\n"])("U03: %j is no query", async (query) => {
    expect((await search.hybrid({ query, limit: 5 })).kind).toBe("empty-query");
    expect((await search.vector({ query, limit: 5 })).kind).toBe("empty-query");
  });

  test.each(["???", '""', "-", "🌵"])("U03: %s finds nothing, and never all", async (query) => {
    expect(await ask(query)).toMatchObject({ hits: [], note: expect.any(String) });
  });

  test("U03: a text of 100 kB is answered", async () => {
    expect((await ask("budget ".repeat(15_000))).hits.length).toBeGreaterThan(0);
    expect((await ask("x".repeat(100_000))).hits).toEqual([]);
  });

  test("U07: no snippet is cut inside a character", async () => {
    for (const query of ["needle", "faces", "🎲 dice"]) {
      for (const { snippet } of (await ask(query)).hits) {
        expect(snippet.isWellFormed()).toBe(true);
        expect(snippet.replace(/<\/?mark>/g, "")).not.toMatch(/^\u200d|\u200d…?$/);
      }
    }
  });

  const text = fc.oneof(
    fc.string({ unit: "binary", maxLength: 30 }),
    fc.string({
      unit: fc.constantFrom(
        "budget",
        "draft",
        " ",
        " ",
        "-",
        '"',
        "needle",
        "🎲",
        "a*b",
        "latest ",
        "\ud800",
        "\n",
      ),
      maxLength: 12,
    }),
  );
  const options = fc.record(
    {
      limit: fc.integer({ min: 1, max: 8 }),
      minScore: fc.double({ min: 0, max: 1, noNaN: true }),
      candidateLimit: fc.integer({ min: 1, max: 100 }),
      terms: fc.array(text, { maxLength: 2 }),
      intents: fc.array(text, { maxLength: 2 }),
      hyde: text,
      graph: fc.boolean(),
      rerank: fc.boolean(),
      depth: fc.constantFrom("fast" as const, "balanced" as const, "thorough" as const),
      lang: fc.constantFrom("en", "xx"),
      exclude: fc.array(fc.constantFrom("draft", "needle"), { maxLength: 1 }),
      intent: text,
    },
    { requiredKeys: ["limit"] },
  );

  test("any text with any options keeps every promise", async () => {
    await fc.assert(
      fc.asyncProperty(text, options, async (query, more) => {
        const result = await search.hybrid({ query, ...more });
        expect(result.kind).toBe(query.trim() === "" ? "empty-query" : "ok");
        if (result.kind !== "ok") return;
        const { hits } = result;
        expect(await search.hybrid({ query, ...more })).toEqual(result);
        expect(hits.length).toBeLessThanOrEqual(more.limit);
        expect(new Set(hits.map((hit) => `${hit.document.uri}:${hit.line}`)).size).toBe(hits.length);
        expect(result.vectorsUsed).toBe(name === "vectors" && result.vectorsUsed);
        for (const { score, receipt, snippet, line, document } of hits) {
          expect(score).toBeGreaterThanOrEqual(Math.max(0, (more.minScore ?? 0) - 1e-12));
          expect(score).toBeLessThanOrEqual(1);
          expect(receipt.fusion + (receipt.rerank ?? 0)).toBeCloseTo(score, 9);
          expect(snippet.isWellFormed()).toBe(true);
          expect(line).toBeGreaterThanOrEqual(1);
          expect(line).toBeLessThanOrEqual(document.totalLines);
        }
        if (!/latest/i.test(query)) {
          const scores = hits.map(({ score }) => score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
        }
      }),
      { numRuns: 150 },
    );
  }, 60_000);
});
