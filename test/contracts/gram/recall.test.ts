/** gram_recall without vectors: exact, keyword and date queries, filters, pages. */
import { describe, expect, test, vi } from "vitest";
import { exampleId, examplePath, harness, withExample } from "./harness.ts";

type Hit = [ref: string, type: string, title: string, status: string | null, context?: string];
const refs = async (at: ReturnType<typeof harness>, query: string, more: object = {}) =>
  ((await at.ok("gram_recall", { query, mode: "keyword", ...more })).hits as Hit[]).map((hit) => hit[0]);

describe("gram_recall", () => {
  test("all words must be there; a document is told with its best section", async () => {
    const at = withExample();
    const { hits, docs } = await at.ok("gram_recall", { query: "lunar migration evidence", mode: "keyword" });
    expect(hits).toEqual([
      [
        `${examplePath}#${exampleId}`,
        "document",
        "Lunar migration decision",
        null,
        "section: Descriptor fixture",
      ],
      [`${examplePath}#e1`, "evidence", "Lunar migration evidence", null],
    ]);
    expect(docs).toEqual([{ hash: "f760d36e615bcb7f", path: examplePath, rev: 2 }]);
    expect(await refs(at, "lunar nonsense")).toEqual([]);
  });

  test("an answer is of the newest state", async () => {
    const at = harness();
    const doc = await at.create("a.gram", { records: [{ type: "task", t: "Walk the walrus" }] });
    expect(await refs(at, "walrus")).toEqual(["a.gram#t1"]);
    await at.patch(doc, { op: "set", id: "t1", fields: { t: "Walk the narwhal" } });
    expect(await refs(at, "walrus")).toEqual([]);
    expect(await refs(at, "narwhal")).toEqual(["a.gram#t1"]);
    at.write("b.gram", at.bytes("a.gram"));
    // The system tells of files that others write.
    await vi.waitFor(
      async () => expect(await refs(at, "narwhal")).toEqual(["a.gram#t1", "b.gram#t1"]),
      5_000,
    );
  });

  const dated = {
    records: [
      { type: "event", t: "Launch", at: "2026-10-20T12:00Z", s: ["moon"] },
      { type: "task", t: "Prepare launch", due: "2026-10", s: ["moon", "Team"], x: "open" },
      { type: "metric", t: "Launch mass", observed: "2026-11-02", value: "3" },
      { type: "knowledge", t: "About launch" },
    ],
  };

  test.each([
    ["2026-10-20", ["a.gram#e1", "a.gram#t1"]],
    ["2026-11", ["a.gram#m1"]],
    ["2026", ["a.gram#e1", "a.gram#m1", "a.gram#t1"]],
    ["2027", []],
  ])("the date query %s", async (query, want) => {
    const at = harness();
    await at.create("a.gram", dated);
    for (const mode of ["exact", "keyword", "auto"]) {
      expect([mode, (await refs(at, query, { mode })).toSorted()]).toEqual([mode, want]);
    }
  });

  test.each([
    [{ type: "task" }, ["a.gram#t1"]],
    [{ scope: "moon" }, ["a.gram#e1", "a.gram#t1"]],
    [{ scope: "team" }, []],
    [{ scope: "Team" }, ["a.gram#t1"]],
    [{ from: "2026-10-20", to: "2026-10-20" }, ["a.gram#e1", "a.gram#t1"]],
    [{ from: "2026-11" }, ["a.gram#m1"]],
    [{ to: "2026-10", date: "at" }, ["a.gram#e1"]],
    [{ folder: "other" }, ["other/b.gram#t1"]],
    [{ documents: ["other/b.gram"] }, ["other/b.gram#t1"]],
    [{ documents: [] }, []],
  ])("%j filters", async (filter, want) => {
    const at = harness();
    await at.create("a.gram", dated);
    await at.create("other/b.gram", { records: [{ type: "requirement", t: "Launch pad", id: "t1" }] });
    expect((await refs(at, "launch", filter)).toSorted()).toEqual(want);
  });

  test("filters refill what was asked for", async () => {
    const at = harness();
    for (let n = 0; n < 8; n++) {
      await at.create(`${n}.gram`, {
        records: [
          { type: "task", t: "launch launch launch" },
          { type: "goal", t: "a launch among many other words of it" },
        ],
      });
    }
    expect(await refs(at, "launch", { type: "goal", top_k: 5 })).toHaveLength(5);
  });

  test("pages have each hit once", async () => {
    const at = harness();
    await at.create("a.gram", {
      records: Array.from({ length: 25 }, (_, n) => ({ type: "task", t: `launch ${n}` })),
    });
    const seen: string[] = [];
    let cursor: string | undefined;
    do {
      const page = await at.ok("gram_recall", {
        query: "launch",
        mode: "keyword",
        top_k: 10,
        ...(cursor ? { cursor } : {}),
      });
      seen.push(...page.hits.map((hit: Hit) => hit[0]));
      cursor = page.cursor;
    } while (cursor !== undefined);
    expect(seen).toHaveLength(25);
    expect(new Set(seen).size).toBe(25);
  });

  test("an id, and words in quotes, are looked for as they stand", async () => {
    const at = withExample();
    expect(await refs(at, "e1", { mode: "exact" })).toContain(`${examplePath}#e1`);
    expect(await refs(at, "Move to the lunar store", { mode: "exact" })).toContain(`${examplePath}#d1`);
    expect(await refs(at, '"lunar store"', { mode: "auto" })).toContain(`${examplePath}#d1`);
    expect(await refs(at, '"store lunar"', { mode: "exact" })).toEqual([]);
  });

  test.each([
    "",
    "   ",
    '"',
    "-",
    "(",
    "AND",
    "a* OR",
    "\u0000",
    "#e1",
    "'; DROP TABLE x; --",
    "x".repeat(5_000),
  ])("the query %j breaks nothing", async (query) => {
    const at = withExample();
    for (const mode of ["exact", "keyword", "auto", "hybrid"]) {
      const answer = await at.call("gram_recall", { query, mode });
      expect(
        answer.code === undefined || answer.code === "E_ARGUMENT" || answer.code === "EMBEDDING_UNAVAILABLE",
      ).toBe(true);
    }
  });
});
