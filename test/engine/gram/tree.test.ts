import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createFold } from "../../../src/engine/gram/fold.ts";
import { splitBlocks } from "../../../src/engine/gram/markdown.ts";
import { parseOps, writeOp } from "../../../src/engine/gram/ops.ts";
import { planCreate, planPatch } from "../../../src/engine/gram/plan.ts";
import { markdownOfTree, sameTree, treeOf } from "../../../src/engine/gram/tree.ts";
import { isTreeBlock } from "../../../src/engine/gram/types.ts";

const documentId = "d_00000000000000000000000000000000";

describe("a block of Markdown as a tree and back", () => {
  test.each([
    "# A heading",
    "Plain words.",
    "**b *c* d** and `code` and ~~gone~~",
    "See [the day](@e2) and [a page](https://x.example/a).",
    "Two\nlines",
    "a \\*b\\* c",
    "> quoted\n> lines",
    "> [!note]\n> text\n>\n> - a\n> - b",
    "- a\n- b\n  - c\n    - d\n- e",
    "1. one\n2. two",
    "3. three\n4. four",
    "| a | b |\n| --- | :---: |\n| 1 | x\\|y |",
    "```js\nconst a = 1;\n```",
    "```\n```",
    "$$\nx^2\n$$",
    "---",
    "[[d1]]",
    "[[d1]]{view=line}",
    "[[*]]{type=task status=open view=board}",
  ])("%j", (md) => {
    const [piece] = splitBlocks(md);
    if (piece === undefined) throw new Error("no block");
    expect(markdownOfTree(treeOf("b1", piece.type, md))).toBe(md);
  });

  test("whatever comes back says the same", () => {
    const word = fc.constantFrom(
      "a",
      "b c",
      "*",
      "**",
      "_",
      "`",
      "~~",
      "[x](@t1)",
      "[",
      "]",
      "\\",
      "<b>",
      "&amp;",
      "|",
      "- ",
      "#",
      "\n",
    );
    fc.assert(
      fc.property(
        fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join("")),
        (text) => {
          for (const { type, md } of splitBlocks(text)) {
            const tree = treeOf("b1", type, md);
            const back = markdownOfTree(tree);
            if (back !== undefined) expect(sameTree(treeOf("b1", type, back), tree)).toBe(true);
          }
        },
      ),
    );
  });
});

function documentWith(body: string) {
  const draft = createFold(documentId);
  const planned = planCreate(draft, { t: "T", body });
  if (planned.kind !== "planned") throw new Error(JSON.stringify(planned));
  return draft;
}

describe("rich changes", () => {
  test.each([
    ["Hello world", [["splice", "b1.1", 6, 11, "moon"]], "Hello moon"],
    ["Hello 👋 world", [["splice", "b1.1", 6, 7, "😀"]], "Hello 😀 world"],
    ["# One", [["attrs", "b1", { level: 3 }]], "### One"],
    ["a", [["insert", "b1.1", { type: "mention", attrs: { ref: "t1", label: "x" } }]], "a[x](@t1)"],
    ["a", [["insert", null, { type: "text", attrs: { text: "b ", marks: ["bold"] } }]], undefined],
    ["- a\n- b", [["remove", "b1.1"]], "- b"],
    ["- a\n- b", [["move", "b1.4", null]], "- b\n- a"],
    ["a *b*", [["replace", "b1.2", { type: "text", attrs: { text: "*c*" } }]], "a \\*c\\*"],
    ["x", [["insert", "b1.1", { type: "sparkle", attrs: { power: 9 } }]], undefined],
  ] as const)("%j %j", (body, changes, want) => {
    const draft = documentWith(body);
    const plan = planPatch(draft, [{ op: "rich", node: "b1", changes: changes as never }]);
    if (plan.kind !== "planned") throw new Error(JSON.stringify(plan));
    const [block] = draft.state.blocks;
    if (block === undefined) throw new Error("no block");
    expect(isTreeBlock(block) ? undefined : block.md).toBe(want);
    // What is written reads back as it was.
    const parsed = parseOps(plan.ops.map(writeOp).join(""));
    expect(parsed).toEqual({ kind: "ops", ops: plan.ops });
  });

  test.each([
    [[["splice", "b1.1", 3, 99, ""]], "changes[0]: changes[0]: there is no span"],
    [[["remove", "b1"]], "changes[0]: changes[0]: b1 is the block itself"],
    [[["remove", "b1.9"]], "changes[0]: changes[0]: there is no node b1.9"],
    [[["explode"]], 'changes[0]: changes[0]: "explode" is no rich change'],
    [[["insert", null, { type: "a b" }]], "changes[0]: changes[0]: a node needs a type"],
    [[["splice", "b1.1", 0, 0, "\ud800"]], "changes[0]: changes[0]: the text is not valid Unicode"],
  ] as const)("%j is refused", (changes, want) => {
    const plan = planPatch(documentWith("Hello"), [{ op: "rich", node: "b1", changes: changes as never }]);
    expect(plan).toMatchObject({ kind: "change", message: expect.stringContaining(want) });
  });
});
