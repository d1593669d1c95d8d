/** gno_links: positions, filters and totals of one small vault. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const notes = {
  "index.md": "# Index\n\nSee [[Plan]] and [the plan](plan.md#goal).\n",
  "plan.md": "# Plan\n\n## Goal\n",
  "other.md": "# Other\n\nAlso [[plan|that plan]].\n",
};

const vault = shared({ collections: { notes } });

describe("gno_links", () => {
  test("lists links in the order of the text", async () => {
    const h = await vault();
    const data = await h.ok("gno_links", { ref: "notes/index.md" });
    expect(data.links).toMatchObject([
      { targetRef: "Plan", linkType: "wiki", position: { startLine: 3, startCol: 5 } },
      { targetRef: "plan.md", targetAnchor: "goal", linkType: "markdown", linkText: "the plan" },
    ]);
    expect(data.meta).toEqual({
      docid: expect.stringMatching(/^#/),
      uri: "gno://notes/index.md",
      title: "Index",
      totalLinks: 2,
      filterType: null,
    });
    expect(await h.text("gno_links", { ref: "notes/index.md" })).toMatch(
      /^Found 2 outgoing links in gno:\/\/notes\/index\.md:\n\n {2}\[wiki\] Plan .*\(line 3\)\n {2}\[markdown\] plan\.md "the plan" \(line 3\)$/,
    );
  });

  test("counts after the filter", async () => {
    const h = await vault();
    const data = await h.ok("gno_links", { ref: "notes/index.md", type: "markdown" });
    expect(data.links).toHaveLength(1);
    expect(data.meta).toMatchObject({ totalLinks: 1, filterType: "markdown" });
  });

  test.each([
    { ref: "notes/nope.md", code: "NOT_FOUND" },
    { ref: "nope", code: "INVALID_INPUT" },
    { ref: "gno://notes/index.md?index=other", code: "INVALID_INPUT" },
  ])("refuses $ref", async ({ ref, code }) => {
    const h = await vault();
    expect((await h.error("gno_links", { ref })).code).toBe(code);
  });
});
