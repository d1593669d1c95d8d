import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { bodyOps } from "../../../src/engine/gram/body.ts";
import { createFold } from "../../../src/engine/gram/fold.ts";
import { joinBlocks, normalizeText, splitBlocks } from "../../../src/engine/gram/markdown.ts";
import { isTreeBlock } from "../../../src/engine/gram/types.ts";

const types = (text: string) => splitBlocks(text).map(({ type }) => type);

describe("blocks of a text", () => {
  test.each([
    ["", []],
    ["\n \n", []],
    ["plain", ["paragraph"]],
    ["one\ntwo\n\nthree", ["paragraph", "paragraph"]],
    ["# A\ntext", ["heading", "paragraph"]],
    ["####### A", ["paragraph"]],
    ["#no", ["paragraph"]],
    ["text\n---\nmore", ["paragraph", "divider", "paragraph"]],
    ["----", ["paragraph"]],
    ["```js\na\n\n# b\n```\nafter", ["code", "paragraph"]],
    ["````\n```\n````", ["code"]],
    ["~~~\nnever closed\n\n- x", ["code"]],
    ["$$\na\n\nb\n$$", ["math"]],
    ["$$ a $$\nb", ["math", "paragraph"]],
    ["> q\n> r\nafter", ["quote", "paragraph"]],
    ["> [!note]\n> text", ["callout"]],
    ["> [!note] on the line", ["quote"]],
    ["- a\n  - b\n\n- c\n\nend", ["list", "paragraph"]],
    ["1. a\n2. b", ["list"]],
    ["- a\n\n  more of a", ["list"]],
    ["text\n- a", ["paragraph", "list"]],
    ["* star", ["paragraph"]],
    ["| a |\n|---|\n| b |", ["table"]],
    ["| a |\nno rule", ["paragraph"]],
    ["[[d1]]", ["item"]],
    ["[[d1]]{view=line}", ["item"]],
    ["[[*]]{type=task view=board}", ["collection"]],
    ["see [[d1]] here", ["paragraph"]],
    ["[[Not An Id]]", ["paragraph"]],
    ["[[d_51779bca8dd74f53afe256c4bc8fbe2d/e1]]", ["item"]],
  ])("%j", (text, want) => expect(types(text)).toEqual(want));
});

/** Lines of every kind, joined in every order. */
const line = fc.constantFrom(
  "",
  "",
  " ",
  "# h",
  "text",
  "more text",
  "- a",
  "  - b",
  "1. c",
  "> q",
  "> [!note]",
  "```",
  "~~~",
  "$$",
  "---",
  "| a | b |",
  "|---|---|",
  "[[d1]]",
  "[[*]]{type=task}",
  "\ttabbed",
  "\u2028",
);
const text = fc.array(line, { maxLength: 40 }).map((lines) => lines.join("\n"));

/** Blank lines do not count, wherever they stand. */
const withoutBlank = (value: string) => value.split("\n").filter((each) => each.trim() !== "");

test("text to blocks and back loses no line", () => {
  fc.assert(
    fc.property(text, (value) => {
      const joined = joinBlocks(splitBlocks(normalizeText(value)).map(({ md }) => md));
      expect(withoutBlank(joined)).toEqual(withoutBlank(value));
    }),
  );
});

test("a text of blocks that one blank line parts comes back byte for byte", () => {
  fc.assert(
    fc.property(text, (value) => {
      const once = joinBlocks(splitBlocks(value).map(({ md }) => md));
      expect(joinBlocks(splitBlocks(once).map(({ md }) => md))).toBe(once);
    }),
  );
});

function withBody(value: string) {
  const fold = createFold("d_00000000000000000000000000000000");
  rewrite(fold, value);
  return fold;
}

function rewrite(fold: ReturnType<typeof createFold>, value: string) {
  let number = fold.nextNode(".");
  const ops = bodyOps(".", fold.state.blocks, splitBlocks(value), () => `b${number++}`);
  fold.apply(ops);
  return ops;
}

describe("a new body", () => {
  test.each([
    ["a\n\nb\n\nc", "a\n\nb\n\nc", ["b1", "b2", "b3"]],
    ["a\n\nb\n\nc", "a\n\nx\n\nc", ["b1", "b2", "b3"]],
    ["a\n\nb\n\nc", "c", ["b3"]],
    ["a\n\nb", "new\n\na\n\nb", ["b3", "b1", "b2"]],
    ["# a\n\nb", "b\n\n# a", ["b2", "b3"]],
    ["a", "", []],
    ["", "a", ["b1"]],
    ["# h\n\na\n\n- l", "# h2\n\n- l2\n\na", ["b1", "b4", "b2"]],
  ])("%j to %j keeps ids", (from, to, want) => {
    const fold = withBody(from);
    rewrite(fold, to);
    expect(fold.state.blocks.map(({ node }) => node)).toEqual(want);
  });

  test("the blocks are those of the text, and equal ones cost nothing", () => {
    fc.assert(
      fc.property(text, text, (from, to) => {
        const fold = withBody(from);
        rewrite(fold, to);
        const got = fold.state.blocks.map((block) => [block.type, isTreeBlock(block) ? "" : block.md]);
        expect(got).toEqual(splitBlocks(to).map(({ type, md }) => [type, md]));
        expect(rewrite(fold, to)).toEqual([]);
      }),
    );
  });
});
