/** gno_query_diagnose: the way of one document through one search. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const notes = {
  "cache.md": "---\ntags: [infra]\nauthor: Ada\n---\n\n# Cache\n\nReads may be stale after a write.\n",
  "invalidation.md": "# Invalidation\n\nA write drops the cache entry.\n",
  "garden.md": "# Garden\n\nTomatoes want water. See [the cache](cache.md).\n",
};

const words = shared({ collections: { notes } });
const embedded = shared({ collections: { notes }, embedded: true });

interface Stage {
  id: string;
  status: string;
  rank: number | null;
  survived: boolean;
  dropReason: string | null;
}

const stages = (data: { stages: Stage[] }) => Object.fromEntries(data.stages.map((one) => [one.id, one]));

describe("gno_query_diagnose", () => {
  test("follows a hit to the answer", async () => {
    const h = await embedded();
    const data = await h.ok("gno_query_diagnose", { query: "stale after a write", target: "notes/cache.md" });
    expect(data).toMatchObject({
      schemaVersion: "1.0",
      target: { status: "diagnosed", uri: "gno://notes/cache.md", chunkCount: 1, filterReasons: [] },
      chunk: { seq: 0, startLine: 1 },
      meta: { mode: "hybrid", vectorsUsed: true, reranked: false },
    });
    expect(stages(data)).toMatchObject({
      bm25: { status: "active", rank: 1, survived: true, dropReason: null },
      vector: { status: "active", survived: true },
      fusion: { status: "active", rank: 1, survived: true },
      rerank: { status: "skipped", dropReason: "skipped" },
    });
  });

  test("agrees with gno_query about what is returned", async () => {
    const h = await embedded();
    for (const query of ["cache", "water", "stale"]) {
      const answer = await h.ok("gno_query", { query, limit: 1 });
      for (const path of Object.keys(notes)) {
        const data = await h.ok("gno_query_diagnose", { query, limit: 1, target: `notes/${path}` });
        const returned = answer.results.some((hit: { uri: string }) => hit.uri === `gno://notes/${path}`);
        expect(stages(data).fusion?.survived, `${query}: ${path}`).toBe(returned);
        if (!returned) expect(stages(data).fusion?.dropReason).toMatch(/below_cutoff|not_in_candidate_set/);
      }
    }
  });

  test("a document that only a link brings in survives by it", async () => {
    const h = await words();
    const data = await h.ok("gno_query_diagnose", { query: "tomatoes", target: "notes/cache.md" });
    expect(stages(data)).toMatchObject({
      bm25: { present: false, dropReason: "not_in_candidate_set" },
      vector: { status: "skipped" },
      graph: { present: true, rank: 1, survived: true },
    });
    const text = await h.text("gno_query_diagnose", { query: "tomatoes", target: "notes/cache.md" });
    expect(text).toMatch(/^gno:\/\/notes\/cache\.md for "tomatoes" \(BM25 only\)\n {2}bm25: not among 1/);
  });

  test.each([
    { args: { tagsAll: ["infra", "other"] }, reasons: ["tagsAll"] },
    { args: { tagsAny: ["other"] }, reasons: ["tagsAny"] },
    { args: { author: "bob", categories: ["none"] }, reasons: ["author", "category"] },
    { args: { until: "2001-01-01" }, reasons: ["date"] },
    { args: { exclude: ["stale"], lang: "xx" }, reasons: ["lang", "exclude"] },
    { args: { tagsAny: ["infra"], author: "ada" }, reasons: [] },
  ])("names the filters that keep it out: $args", async ({ args, reasons }) => {
    const h = await words();
    const data = await h.ok("gno_query_diagnose", { query: "cache", target: "notes/cache.md", ...args });
    expect(data.target).toMatchObject({
      status: reasons.length === 0 ? "diagnosed" : "filtered_out",
      filterReasons: reasons,
    });
  });

  test("a target that is not there is an answer", async () => {
    const h = await words();
    const data = await h.ok("gno_query_diagnose", { query: "cache", target: "notes/none.md" });
    expect(data).toMatchObject({ target: { status: "not_found", docid: null }, stages: [] });
    expect(await h.text("gno_query_diagnose", { query: "cache", target: "notes/none.md" })).toMatch(
      /no such document/,
    );
  });

  test.each([
    { name: "a bare name", args: { query: "a", target: "cache.md" }, code: "INVALID_INPUT" },
    { name: "a path that leaves", args: { query: "a", target: "notes/../x" }, code: "INVALID_INPUT" },
    { name: "a blank query", args: { query: " ", target: "notes/cache.md" }, code: "VALIDATION" },
    {
      name: "an unknown collection",
      args: { query: "a", target: "notes/cache.md", collection: "x" },
      code: "NOT_FOUND",
    },
  ])("refuses $name", async ({ args, code }) => {
    const h = await words();
    expect((await h.error("gno_query_diagnose", args)).code).toBe(code);
  });
});
