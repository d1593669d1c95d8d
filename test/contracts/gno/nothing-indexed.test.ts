/** An index that holds nothing says so, and what to do, instead of answering that a question has no answer. */
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const files = { "a.md": "# Kettle\n\nTea. #kitchen\n" };
const never = shared({ collections: { notes: {} } });
const half = shared({ collections: { empty: {}, notes: files } });
const bare = shared({ collections: {} });
const blank = shared({ uninitialized: true });

describe.each([
  { tool: "gno_search", args: { query: "kettle" } },
  { tool: "gno_query", args: { query: "kettle" } },
  { tool: "gno_list_tags", args: {} },
])("$tool", ({ tool, args }) => {
  test.each([
    { name: "never synced", of: never, says: "Nothing is indexed yet. Run `gno update`, or call gno_sync." },
    { name: "without a collection", of: bare, says: "No collection is configured yet." },
    { name: "without a configuration", of: blank, says: "Run `gno init <folder>`." },
  ])("$name", async ({ of, says }) => {
    const h = await of();
    const { meta } = await h.ok(tool, args);
    expect(meta.warnings).toMatchObject([{ code: "INDEX_EMPTY", message: expect.stringContaining(says) }]);
    expect(await h.text(tool, args)).toContain(says);
  });

  test("of a collection that holds nothing, beside one that does", async () => {
    const h = await half();
    const { meta } = await h.ok(tool, { ...args, collection: "empty" });
    expect(meta.warnings).toMatchObject([
      { code: "INDEX_EMPTY", message: expect.stringMatching(/^No document is indexed in empty: /) },
    ]);
  });

  test("says nothing of the kind where something is indexed", async () => {
    const h = await half();
    const found = await h.ok(tool, args);
    const none = await h.ok(tool, tool === "gno_list_tags" ? { prefix: "zzz" } : { query: "zzzz" });
    expect([found.meta.warnings, none.meta.warnings]).toEqual([undefined, undefined]);
  });
});

test("gno_vsearch names the sync before the vectors", async () => {
  const h = await never();
  expect(await h.error("gno_vsearch", { query: "kettle" })).toEqual(
    expect.objectContaining({ code: "NOT_FOUND", message: expect.stringContaining("gno update") }),
  );
});

test("gno_status says it in its text and beside the collection", async () => {
  const h = await never();
  const { collections } = await h.ok("gno_status");
  expect(collections).toMatchObject([{ state: "never-synced", note: expect.stringContaining("gno update") }]);
  expect(await h.text("gno_status")).toContain("Nothing is indexed yet. Run `gno update`");
});

test("after a sync that found no file it does not ask for another one", async () => {
  const h = await harness({ collections: { notes: {} } });
  await h.job("gno_sync");
  const { meta } = await h.ok("gno_search", { query: "kettle" });
  expect(meta.warnings[0].message).toMatch(/^No document is indexed: /);
});
