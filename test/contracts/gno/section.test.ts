/** gno_section over the service: actions, refusals, and the walk create, edit, resolve. */
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const notes = {
  "plan.md": "# Plan\n\n## Goal\n\nShip it.\n\n## Risks\n\nNone.\n",
  "long.md": `# ${"x".repeat(600)}\n`,
  "plain.txt": "# no heading\n",
};
const vault = shared({ collections: { notes } });
const fake = (target: object) => ({ ...target, document: { uri: "gno://notes/other.md" } });

describe("gno_section", () => {
  test("makes a locator by anchor and by line, and resolves it", async () => {
    const h = await vault();
    const byAnchor = await h.ok("gno_section", { action: "create", ref: "notes/plan.md", anchor: "goal" });
    const byLine = await h.ok("gno_section", { action: "create", ref: "gno://notes/plan.md", line: 3 });
    expect(byAnchor).toEqual(byLine);
    expect(Object.keys(byAnchor).sort()).toEqual(["action", "schemaVersion", "target", "uri"]);
    const { target } = byAnchor;
    const data = await h.ok("gno_section", { action: "resolve", ref: "notes/plan.md", target });
    expect(data).toMatchObject({
      status: "exact",
      citation: { anchor: "goal", title: "Goal", lineStart: 3, lineEnd: 6 },
      diagnostics: {},
    });
    expect(await h.text("gno_section", { action: "resolve", ref: "notes/plan.md", target })).toMatch(
      /^Section "Plan > Goal" is exact at lines 3-6 .*\nRead it: gno_get ref=gno:\/\/notes\/plan\.md fromLine=3 lineCount=4\n\n\{/,
    );
    const other = await h.ok("gno_section", {
      action: "resolve",
      ref: "notes/plan.md",
      target: fake(target),
    });
    expect(other).toMatchObject({ status: "missing", diagnostics: { reason: "document_uri_mismatch" } });
    expect(other).not.toHaveProperty("citation");
    expect(
      await h.text("gno_section", { action: "resolve", ref: "notes/plan.md", target: fake(target) }),
    ).toContain("Not safe to cite");
  });

  test("finds the section again after an edit", async () => {
    const h = await harness({ collections: { notes } });
    const { target } = await h.ok("gno_section", { action: "create", ref: "notes/plan.md", anchor: "goal" });
    h.write("notes", { "plan.md": `New first line.\n\n${notes["plan.md"]}\n## Goals\n\nMore.\n` });
    await h.job("gno_sync");
    const data = await h.ok("gno_section", { action: "resolve", ref: "notes/plan.md", target });
    expect(data).toMatchObject({ status: "recovered", citation: { lineStart: 5 } });
    expect(data.citation.sourceFingerprint).toBe(data.currentFingerprint);
    expect(data.currentFingerprint).not.toBe(target.sourceFingerprint);
  });

  const ref = "notes/plan.md";
  test.each([
    { args: { action: "create", ref }, code: "VALIDATION" },
    { args: { action: "create", ref, anchor: "goal", line: 3 }, code: "VALIDATION" },
    { args: { action: "resolve", ref }, code: "VALIDATION" },
    { args: { action: "create", ref, anchor: "nope" }, code: "NOT_FOUND" },
    { args: { action: "create", ref, line: 4 }, code: "NOT_FOUND" },
    { args: { action: "create", ref: "notes/plain.txt", line: 1 }, code: "NOT_FOUND" },
    { args: { action: "create", ref: "notes/long.md", line: 1 }, code: "VALIDATION" },
    { args: { action: "create", ref: "notes/nope.md", line: 1 }, code: "NOT_FOUND" },
    { args: { action: "create", ref: "#1", line: 1 }, code: "INVALID_INPUT" },
  ])("refuses $args with $code", async ({ args, code }) => {
    const h = await vault();
    expect((await h.error("gno_section", args)).code).toBe(code);
  });

  test("refuses what the actions do not share", async () => {
    const h = await vault();
    const { target } = await h.ok("gno_section", { action: "create", ref, anchor: "goal" });
    const mixed = { action: "resolve", ref, target, line: 3 };
    expect((await h.error("gno_section", mixed)).code).toBe("VALIDATION");
    expect((await h.error("gno_section", { action: "create", ref, target })).code).toBe("VALIDATION");
    const broken = { ...target, hints: { line: 1, startOffset: 9, endOffset: 3 } };
    expect((await h.error("gno_section", { action: "resolve", ref, target: broken })).code).toBe(
      "VALIDATION",
    );
    const large = { ...target, headingPath: Array.from({ length: 6 }, () => "y".repeat(512)) };
    expect((await h.error("gno_section", { action: "resolve", ref, target: large })).code).toBe("VALIDATION");
    expect((await h.run("gno_section", { action: "create", ref, anchor: "goal", extra: 1 })).kind).toBe(
      "invalid",
    );
  });
});
