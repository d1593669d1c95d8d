import { expect, test } from "vitest";
import { harness } from "./harness.ts";

test("gno_outline lists headings down to a depth", async () => {
  const h = await harness({ collections: { notes: { "plan.md": "# Plan\n\n## Scope\n\ntext\n" } } });
  expect(await h.ok("gno_outline", { ref: "notes/plan.md" })).toEqual({
    uri: "gno://notes/plan.md",
    headings: [
      { line: 1, level: 1, text: "Plan" },
      { line: 3, level: 2, text: "Scope" },
    ],
  });
  expect((await h.ok("gno_outline", { ref: "notes/plan.md", depth: 1 })).headings).toHaveLength(1);
  expect((await h.error("gno_outline", { ref: "notes/none.md" })).code).toBe("NOT_FOUND");
});
