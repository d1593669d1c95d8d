/** gno_multi_get: the same document as a single read for each, the rest named with a reason. */
import { describe, expect, test } from "vitest";
import { maxDocuments, maxTotalBytes } from "../../../src/contracts/gno/multi-get.ts";
import { harness, shared } from "./harness.ts";

const notes = {
  "a, b.md": "# Commas\n",
  "notes/plan.md": "# Plan\n",
  "x/notes/plan.md": "# Other plan\n",
  "é.md": "é".repeat(10),
};

const vault = shared({ collections: { notes } });

describe("gno_multi_get", () => {
  test("keeps the order of the refs and reads each as gno_get does", async () => {
    const h = await vault();
    const single = await h.ok("gno_get", { ref: "notes/notes/plan.md" });
    const refs = ["notes/a, b.md", single.docid, "notes/x/notes/plan.md", "notes/nope.md", "plan.md"];
    const data = await h.ok("gno_multi_get", { refs });
    expect(data.documents.map((document: { uri: string }) => document.uri)).toEqual([
      "gno://notes/a%2C%20b.md",
      "gno://notes/notes/plan.md",
      "gno://notes/x/notes/plan.md",
    ]);
    expect(data.documents[1]).toMatchObject({
      docid: single.docid,
      content: single.content,
      totalLines: single.totalLines,
      source: single.source,
      truncated: false,
    });
    expect(data.skipped).toEqual([
      { ref: "notes/nope.md", reason: "not_found" },
      { ref: "plan.md", reason: "invalid_ref" },
    ]);
    expect(data.meta).toEqual({ requested: 5, returned: 3, skipped: 2, maxBytes: 10240 });
  });

  test.each([
    { pattern: "x/*", want: ["x/notes/plan.md"] },
    { pattern: "*plan.md", want: ["notes/plan.md", "x/notes/plan.md"] },
    { pattern: "gno://notes/*", want: ["a, b.md", "notes/plan.md", "x/notes/plan.md", "é.md"] },
    { pattern: "nope*", want: [] },
  ])("reads the pattern $pattern", async ({ pattern, want }) => {
    const h = await vault();
    const data = await h.ok("gno_multi_get", { pattern });
    expect(
      data.documents.map((document: { source: { relPath: string } }) => document.source.relPath),
    ).toEqual(want);
    expect(data.meta).toMatchObject({ requested: want.length, returned: want.length, skipped: 0 });
  });

  test("cuts at a character and marks it", async () => {
    const h = await vault();
    const data = await h.ok("gno_multi_get", { refs: ["notes/é.md"], maxBytes: 5 });
    expect(data.documents[0]).toMatchObject({ content: "éé", truncated: true, totalLines: 1 });
    expect(data.skipped).toEqual([]);
    const text = await h.text("gno_multi_get", { refs: ["notes/é.md"], maxBytes: 5 });
    expect(text).toMatch(/^Retrieved 1 of 1 documents \(1 cut at maxBytes\)\n/);
    expect(text).toContain("1: éé");
  });

  test.each([{}, { refs: ["a/b"], pattern: "*" }])("refuses %j", async (args) => {
    const h = await vault();
    expect((await h.error("gno_multi_get", args)).code).toBe("INVALID_INPUT");
  });

  test("refuses refs of two indexes and one of an index that is not there", async () => {
    const h = await vault();
    const mixed = { refs: ["notes/notes/plan.md", "gno://notes/notes/plan.md?index=other"] };
    expect(await h.error("gno_multi_get", mixed)).toMatchObject({
      code: "INVALID_INPUT",
      message: /different indexes/,
    });
    const missing = { refs: ["gno://notes/notes/plan.md?index=other"] };
    expect((await h.error("gno_multi_get", missing)).code).toBe("NOT_FOUND");
  });

  test("bounds the answer and names what it left out", async () => {
    const many = Object.fromEntries(
      Array.from({ length: maxDocuments + 5 }, (_, n) => [`n${n}.md`, `# ${n}\n`]),
    );
    const h = await harness({ collections: { notes: many } });
    const data = await h.ok("gno_multi_get", { pattern: "n*" });
    expect(data.documents).toHaveLength(maxDocuments);
    expect(data.skipped).toEqual([{ ref: "n*", reason: "output_limit" }]);
  });

  test("bounds the bytes of the answer", async () => {
    const big = "x".repeat(400_000);
    const h = await harness({
      collections: { notes: { "1.md": big, "2.md": big, "3.md": big, "4.md": "small" } },
    });
    const refs = ["notes/1.md", "notes/2.md", "notes/3.md", "notes/4.md"];
    const data = await h.ok("gno_multi_get", { refs, maxBytes: maxTotalBytes });
    expect(data.skipped).toEqual([{ ref: "notes/3.md", reason: "output_limit" }]);
    expect(data.documents).toHaveLength(3);
  });
});
