/** gram_read: a document as text, as it was written. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { example, examplePath, harness, withExample } from "./harness.ts";

describe("gram_read", () => {
  test.each([
    "One line",
    "# Head\n\nText with **marks** and [a label](@t1).\n\n[[t1]]\n\n[[*]]{type=task view=board}",
    "- a\n  - b\n\n1. one\n2. two",
    "> quoted\n> more\n\n> [!note]\n> words",
    "| a | b |\n|---|---|\n| 1 \\| 2 | 3 |",
    "```ts\nconst a = 1;\n\n# no heading\n```\n\n$$\nx^2\n$$\n\n---",
    "  indented, trailing  \n\nünïcode 🚀 \u2028 line",
  ])("gives back %j", async (body) => {
    const at = harness();
    await at.create("a.gram", { body, records: [{ type: "task", t: "Walk" }] });
    expect(await at.ok("gram_read", { path: "a.gram" })).toMatchObject({
      text: body,
      title: "a.gram",
      records: [["t1", "task", "Walk", null]],
    });
  });

  test("line ends are normalised and the final one dropped", async () => {
    const at = harness();
    await at.create("a.gram", { body: "# Head\r\n\r\nText\r\n" });
    expect((await at.ok("gram_read", { path: "a.gram" })).text).toBe("# Head\n\nText");
  });

  test("a past revision gives the past text, and revision 0 none", async () => {
    const at = withExample();
    const first = await at.ok("gram_read", { path: examplePath, revision: 1 });
    expect(first.text).toBe("# Descriptor fixture\n\n[[d1]]\n\n[[e1]]");
    expect(first.records).toHaveLength(2);
    const second = await at.ok("gram_read", { path: examplePath });
    expect(second.text).toBe(`${first.text}\n\nCut over on [the day](@e2).`);
    expect(second.records[2]).toEqual(["e2", "event", "Cut-over done", null, "2026-10-20"]);
    expect(await at.ok("gram_read", { path: examplePath, revision: 0 })).toEqual({
      doc: { hash: "0000000000000000", path: examplePath, rev: 0 },
      records: [],
      text: "",
      title: null,
    });
  });

  test("pages joined give the whole, cut between blocks, and records follow the text", async () => {
    const at = harness();
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.integer({ min: 1, max: 9_000 }), { minLength: 1, maxLength: 12 }),
        fc.integer({ min: 0, max: 600 }),
        fc.nat(),
        async (lengths, count, salt) => {
          const path = `p${salt}-${lengths.join("-").slice(0, 60)}-${count}.gram`;
          const paragraphs = lengths.map(
            (length, n) => `${n}${"é🚀w ".repeat(length).slice(0, length).trimEnd()}x`,
          );
          const body = paragraphs.join("\n\n").toWellFormed();
          const records = Array.from({ length: count }, (_, n) => ({ type: "task", t: `Task number ${n}` }));
          const answer = await at.call("gram_create", { path, request_id: "r", t: "T", body, records });
          if (answer.code === "E_EXISTS" || answer.code === "E_REQUEST") return;
          let text = "";
          const rows: string[][] = [];
          let cursor: string | undefined;
          do {
            const page = await at.ok("gram_read", { path, ...(cursor === undefined ? {} : { cursor }) });
            if (rows.length > 0) expect(page.text).toBe("");
            text += page.text;
            rows.push(...page.records);
            cursor = page.cursor;
          } while (cursor !== undefined);
          expect(text).toBe(body);
          expect(rows.map((row) => row[0])).toEqual(records.map((_, n) => `t${n + 1}`));
        },
      ),
      { numRuns: 12 },
    );
  });

  test("a folder is no document", async () => {
    expect(await withExample().refusal("gram_read", { path: "descriptor-fixture" })).toBe(
      "E_NOT_FOUND No document at descriptor-fixture",
    );
  });

  test("a block that only a tree can hold is shown as a fence", async () => {
    const at = harness();
    const doc = await at.create("a.gram", { body: "Text" });
    await at.patch(doc, {
      op: "rich",
      node: "b1",
      changes: [["replace", "b1", { type: "gauge", attrs: { level: 3 } }]],
    });
    const { text } = await at.ok("gram_read", { path: "a.gram" });
    expect(text).toMatch(/^```gram-rich\n[\s\S]*gauge[\s\S]*\n```$/);
  });

  test("the file of the example is not touched", async () => {
    const at = withExample();
    await at.ok("gram_read", { path: examplePath });
    expect(at.bytes(examplePath)).toEqual(example);
  });
});
