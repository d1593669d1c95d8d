/** gno_list_tags: order, prefix by segment, nulls for unset filters. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const collections = {
  notes: {
    "a.md": "---\ntags: [work, work/x, zoo]\n---\n",
    "b.md": "---\ntags: [work, worker]\n---\n",
  },
  other: { "c.md": "---\ntags: [zoo]\n---\n" },
};

const vault = shared({ collections });

describe("gno_list_tags", () => {
  test("orders by count, then by tag", async () => {
    const h = await vault();
    expect(await h.ok("gno_list_tags")).toEqual({
      tags: [
        { tag: "work", count: 2 },
        { tag: "zoo", count: 2 },
        { tag: "work/x", count: 1 },
        { tag: "worker", count: 1 },
      ],
      meta: { collection: null, prefix: null, totalTags: 4 },
    });
    expect(await h.text("gno_list_tags")).toBe(
      "Found 4 tags:\n\n  work (2)\n  zoo (2)\n  work/x (1)\n  worker (1)",
    );
  });

  test.each([
    {
      args: { prefix: "work" },
      tags: ["work", "work/x"],
      meta: { collection: null, prefix: "work", totalTags: 2 },
    },
    { args: { prefix: " Work// " }, tags: ["work", "work/x"], meta: { prefix: "work" } },
    { args: { collection: "OTHER" }, tags: ["zoo"], meta: { collection: "other", totalTags: 1 } },
    { args: { prefix: "nope" }, tags: [], meta: { totalTags: 0 } },
  ])("filters by $args", async ({ args, tags, meta }) => {
    const h = await vault();
    const data = await h.ok("gno_list_tags", args);
    expect(data.tags.map(({ tag }: { tag: string }) => tag)).toEqual(tags);
    expect(data.meta).toMatchObject(meta);
  });

  test.each([
    { args: { collection: "nope" }, code: "NOT_FOUND" },
    { args: { prefix: "a b" }, code: "INVALID_INPUT" },
    { args: { prefix: "/" }, code: "INVALID_INPUT" },
    { args: { prefix: "#x" }, code: "INVALID_INPUT" },
  ])("refuses $args", async ({ args, code }) => {
    const h = await vault();
    expect((await h.error("gno_list_tags", args)).code).toBe(code);
  });
});
