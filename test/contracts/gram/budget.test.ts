/** No answer is longer than what gram_profile says; the harness looks at every one. */
import { expect, test } from "vitest";
import { harness } from "./harness.ts";

const long = (n: number) => 'é"\n'.repeat(n);

test("documents with large values are cut and say so", async () => {
  const at = harness();
  await at.create("wide.gram", {
    body: `# Top\n\n${"x".repeat(40_000)}\n\n${"é ".repeat(20_000)}`,
    fields: { d: long(15_000), tag: Array.from({ length: 300 }, (_, n) => `tag ${n} ${"t".repeat(100)}`) },
    records: [
      {
        type: "decision",
        t: "T".repeat(500),
        d: long(15_000),
        x: "x".repeat(20_000),
        at: "2026".padEnd(20_000, "!"),
      },
      {
        type: "task",
        t: "Second",
        due: "2026-05-01",
        links: Array.from({ length: 400 }, (_, n) => ["depends", `d_${"0".repeat(32)}/t${n}`]),
      },
    ],
  });
  for (const [tool, args] of [
    ["gram_get", {}],
    ["gram_get", { id: "d1" }],
    ["gram_get", { id: "t1" }],
    ["gram_get", { outline: true }],
    ["gram_context", {}],
    ["gram_context", { id: "d1" }],
    ["gram_context", { id: "t1" }],
    ["gram_read", {}],
    ["gram_state", {}],
    ["gram_range", {}],
    ["gram_relations", {}],
    ["gram_brief", {}],
    ["gram_changes", {}],
    ["gram_list", { select: { type: "decision" } }],
    ["gram_list", {}],
  ] as const) {
    let cursor: string | undefined;
    let pages = 0;
    do {
      const answer = await at.ok(tool, {
        path: "wide.gram",
        ...args,
        ...(cursor === undefined ? {} : { cursor }),
      });
      cursor = answer.cursor;
      pages++;
    } while (cursor !== undefined && pages < 60);
    expect([tool, args, cursor]).toEqual([tool, args, undefined]);
  }
  expect((await at.ok("gram_state", { path: "wide.gram" })).truncated).toBe(true);
});

test("a value as long as the budget is shortened to its first characters", async () => {
  const at = harness();
  await at.create("a.gram", { records: [{ type: "task", t: "One", d: "y".repeat(60_000) }] });
  const { state, truncated } = await at.ok("gram_state", { path: "a.gram" });
  expect(truncated).toBe(true);
  expect(state[0][5].d).toMatch(/^y{10000,}…$/);
});

test("recall over many long documents", async () => {
  const at = harness();
  for (let n = 0; n < 12; n++)
    await at.create(`${n}.gram`, {
      t: `moon ${"m".repeat(480)}`,
      records: [{ type: "task", t: `moon ${"m".repeat(480)}` }],
    });
  const { hits, cursor } = await at.ok("gram_recall", { query: "moon", mode: "keyword", top_k: 100 });
  const { hits: rest } = await at.ok("gram_recall", {
    query: "moon",
    mode: "keyword",
    top_k: 100,
    ...(cursor ? { cursor } : {}),
  });
  expect(cursor === undefined ? hits.length : hits.length + rest.length).toBe(24);
});
