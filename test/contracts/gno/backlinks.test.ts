/** gno_backlinks: sources in order, restricted to a collection when asked. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const notes = {
  "index.md": "# Index\n\nSee [[Plan]] and [the plan](plan.md#goal).\n",
  "plan.md": "# Plan\n\n## Goal\n",
  "other.md": "# Other\n\nAlso [[plan|that plan]].\n",
};
const work = { "log.md": "# Log\n\n[[notes:Plan]]\n" };

const vault = shared({ collections: { notes, work } });

describe("gno_backlinks", () => {
  test("lists sources by URI, line and column", async () => {
    const h = await vault();
    const data = await h.ok("gno_backlinks", { ref: "gno://notes/plan.md" });
    expect(data.backlinks.map((link: { sourceDocUri: string }) => link.sourceDocUri)).toEqual([
      "gno://notes/index.md",
      "gno://notes/index.md",
      "gno://notes/other.md",
      "gno://work/log.md",
    ]);
    expect(data.meta).toMatchObject({
      uri: "gno://notes/plan.md",
      totalBacklinks: 4,
      filterCollection: null,
    });
    expect(await h.text("gno_backlinks", { ref: "notes/plan.md" })).toMatch(
      /^Found 4 backlinks to gno:\/\/notes\/plan\.md:\n\n {2}gno:\/\/notes\/index\.md "Index" \(line 3\)/,
    );
  });

  test("restricts the sources to a collection", async () => {
    const h = await vault();
    const data = await h.ok("gno_backlinks", { ref: "notes/plan.md", collection: "WORK" });
    expect(data.backlinks).toMatchObject([{ sourceDocUri: "gno://work/log.md", sourceDocTitle: "Log" }]);
    expect(data.meta).toMatchObject({ totalBacklinks: 1, filterCollection: "work" });
  });

  test.each([
    { args: { ref: "notes/nope.md" }, code: "NOT_FOUND" },
    { args: { ref: "notes/plan.md", collection: "nope" }, code: "NOT_FOUND" },
    { args: { ref: "#1" }, code: "INVALID_INPUT" },
  ])("refuses $args", async ({ args, code }) => {
    const h = await vault();
    expect((await h.error("gno_backlinks", args)).code).toBe(code);
  });
});
