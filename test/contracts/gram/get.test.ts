/** gram_get: the exact structure of an owner, or the outline of a document. */
import { describe, expect, test } from "vitest";
import { exampleHashes, exampleId, examplePath, harness, withExample } from "./harness.ts";

const path = "a.gram";
const outline = async (at: ReturnType<typeof harness>, given = path) =>
  (await at.ok("gram_get", { path: given, outline: true })).outline as readonly (readonly string[])[];

describe("gram_get", () => {
  test("the document and a record", async () => {
    const at = withExample();
    expect((await at.ok("gram_get", { path: examplePath })).entity).toEqual({
      blocks: [
        ["b1", "heading", "# Descriptor fixture"],
        ["b2", "item", "[[d1]]"],
        ["b3", "item", "[[e1]]"],
        ["b4", "paragraph", "Cut over on [the day](@e2)."],
      ],
      fields: { t: "Lunar migration decision" },
      id: exampleId,
      type: "document",
    });
    expect(await at.ok("gram_get", { path: examplePath, id: "e1", revision: 1 })).toEqual({
      doc: { hash: exampleHashes[1], path: examplePath, rev: 1 },
      entity: {
        blocks: [],
        fields: { t: "Lunar migration evidence", tag: ["moon"] },
        id: "e1",
        links: [["supports", "d1"]],
        type: "evidence",
      },
    });
  });

  test("every id of the outline can be edited", async () => {
    const at = harness();
    let doc = await at.create(path, {
      body: "# Head\n\nText\n\n- a\n- b\n\n| a |\n|---|\n| 1 |\n\n> quote\n\n> [!note]\n> call\n\n```ts\nx\n```\n\n$$\nx\n$$\n\n---\n\n[[t1]]\n\n[[*]]{type=task}",
      records: [{ type: "task", t: "Walk" }],
    });
    const rows = await outline(at);
    expect(rows.map((row) => row.slice(1))).toEqual([
      ["heading", "heading", "Head"],
      ["paragraph", "paragraph", "Text"],
      ["list", "list", "a b"],
      ["table", "table", "a 1"],
      ["quote", "quote", "quote"],
      ["callout", "callout", "call"],
      ["code", "code", "ts"],
      ["math", "math", "x"],
      ["divider", "divider", ""],
      ["item", "task-row", "Walk"],
      ["collection", "list", "type=task"],
    ]);
    for (const [node] of rows) doc = await at.patch(doc, { op: "replace", node, text: `was ${node}` });
    expect((await outline(at)).map(([node, type, , label]) => [node, type, label])).toEqual(
      rows.map(([node]) => [node, "paragraph", `was ${node}`]),
    );
  });

  test.each([
    ["[[missing]]", "unresolved", "missing"],
    ["[[t1]]", "task-row", "Walk"],
    ["[[m1]]", "metric", "Weight"],
    ["[[a1]]", "image", "Picture"],
    ["[[a2]]", "line", "Paper"],
    ["[[d1]]{view=board}", "line", "Choice"],
    ["[[*]]{type=task view=board}", "list", "type=task view=board"],
    ["[[*]]{type=task view=table}", "table", "type=task view=table"],
    ["[[*]]{type=metric view=list}", "list", "type=metric view=list"],
    ["[[*]]{type=metric}", "table", "type=metric"],
    ["[[*]]{type=goal view=board}", "table", "type=goal view=board"],
    ["[[*]]{type=task type=metric}", "table", "type=task type=metric"],
  ])("%s is shown as %s", async (body, shown, label) => {
    const at = harness();
    await at.create(path, {
      body,
      records: [
        { type: "task", t: "Walk" },
        { type: "metric", t: "Weight" },
        { type: "asset", t: "Picture", ref: "assets/moon.PNG" },
        { type: "asset", t: "Paper", ref: "assets/paper.pdf" },
        { type: "decision", t: "Choice" },
      ],
    });
    expect((await outline(at)).map((row) => row.slice(2))).toEqual([[shown, label]]);
  });

  test("labels are the first 80 characters of the plain text", async () => {
    const at = harness();
    await at.create(path, { body: `**${"é".repeat(100)}**` });
    expect((await outline(at))[0]?.[3]).toBe("é".repeat(80));
  });

  test("node ids stay through changes elsewhere, and are not used again", async () => {
    const at = harness();
    let doc = await at.create(path, { body: "A\n\nB\n\nC" });
    doc = await at.patch(doc, { op: "insert", after: "first", text: "Zero" }, { op: "delete", node: "b2" });
    expect((await outline(at)).map((row) => row[0])).toEqual(["b4", "b1", "b3"]);
    doc = await at.patch(doc, { op: "body", text: "A\n\nNew\n\nC" });
    expect((await outline(at)).map(([node, , , label]) => [node, label])).toEqual([
      ["b1", "A"],
      ["b5", "New"],
      ["b3", "C"],
    ]);
  });

  test("fields come back byte for byte", async () => {
    const at = harness();
    const fields = {
      d: '  outer  spaces, "quotes", | bars\nand lines\r\nand \u2028 \u0001',
      x: "@end 1",
      p: '"high"',
      tag: ["", " a ", "a", "|"],
      s: ["Team/Docs"],
      source: ["x1"],
      ref: "https://example.org/?a=b#c",
      owner: "ünï 🚀",
    };
    await at.create(path, { fields });
    expect((await at.ok("gram_get", { path })).entity.fields).toEqual({ t: "a.gram", ...fields });
  });

  test("outline is for the document", async () => {
    const at = withExample();
    const refused = "E_ARGUMENT outline is for the document";
    expect(await at.refusal("gram_get", { path: examplePath, id: "d1", outline: true })).toBe(refused);
    expect(
      (await at.ok("gram_get", { path: examplePath, id: exampleId, outline: true })).outline,
    ).toHaveLength(4);
  });

  test("a tree that Markdown cannot say comes as a tree", async () => {
    const at = harness();
    const doc = await at.create(path, { body: "Text" });
    await at.patch(doc, {
      op: "rich",
      node: "b1",
      changes: [["replace", "b1", { type: "gauge", attrs: { level: 3 } }]],
    });
    const [[node, type, md, tree]] = (await at.ok("gram_get", { path })).entity.blocks;
    expect([node, type, md]).toEqual(["b1", "gauge", null]);
    expect(tree).toMatchObject({ type: "gauge", attrs: { level: 3 } });
  });
});
