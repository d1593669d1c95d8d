/** Which lines start a section, and where it ends. Fences, setext and list items are the ways to get it wrong. */
import { describe, expect, test } from "vitest";
import { anchorOf, listSections } from "../../../src/engine/sections/list.ts";

const cases: readonly { given: string; text: string; want: readonly string[] }[] = [
  { given: "no heading", text: "words\n\nmore\n", want: [] },
  { given: "levels", text: "# A\n## B\n# C\n", want: ["A 1-2", "A/B 2-2", "C 3-4"] },
  { given: "a level left out", text: "# A\n\n### C\n\nx\n\n## B\n", want: ["A 1-8", "A/C 3-6", "A/B 7-8"] },
  {
    given: "a fence of four in which one of three stands",
    text: "# A\n\n````md\n```\n# not a heading\n```\n# nor this\n````\n\n## B\n",
    want: ["A 1-11", "A/B 10-11"],
  },
  {
    given: "a fence that three blanks indent",
    text: "# A\n\n   ```sh\n# comment\n   ```\n\n# B\n",
    want: ["A 1-6", "B 7-8"],
  },
  { given: "a fence that nothing closes", text: "# A\n\n~~~\n# x\n", want: ["A 1-5"] },
  { given: "indented code", text: "# A\n\ntext\n\n    # code\n", want: ["A 1-6"] },
  { given: "setext headings", text: "A\n=\n\nB\n-\n\n# C\n", want: ["C 7-8"] },
  { given: "a setext heading that starts like a tag", text: "#tag\n===\n\n## C", want: ["C 4-4"] },
  { given: "comment, quote and list", text: "<!--\n# a\n-->\n\n> # b\n\n- # c\n\n# D", want: ["D 9-9"] },
  { given: "front matter", text: "---\n# note\na: 1\n---\n# A\n", want: ["A 5-6"] },
  { given: "marks without a title or a blank", text: "#\n## ##\n#x\n####### seven\n# A", want: ["A 5-5"] },
  {
    given: "closing marks and CRLF",
    text: "# A ##\r\n\r\ntext\r\n  ## B\t#\r\n",
    want: ["A 1-5", "A/B 4-5"],
  },
  { given: "inline markup", text: "# The `load` *command*\n", want: ["The load command 1-2"] },
];

describe("listSections", () => {
  test.each(cases)("$given", ({ text, want }) => {
    const found = listSections(text, "a.md").map(
      ({ headingPath, line, endLine }) => `${headingPath.join("/")} ${line}-${endLine}`,
    );
    expect(found).toEqual(want);
  });

  test("reads Markdown only", () => {
    expect(listSections("# a comment\n", "a.py")).toEqual([]);
    expect(listSections("# a comment\n", "a.txt")).toEqual([]);
  });

  test("numbers anchors past those that titles take themselves", () => {
    const text = "# a\n# a 2\n# a\n# a\n# a 2\n";
    expect(listSections(text, "a.md").map(({ anchor }) => anchor)).toEqual([
      "a",
      "a-2",
      "a-3",
      "a-4",
      "a-2-2",
    ]);
  });

  test("looks at twenty thousand equal titles once each", () => {
    const anchors = listSections("# same\n".repeat(20_000), "a.md").map(({ anchor }) => anchor);
    expect(new Set(anchors).size).toBe(20_000);
    expect(anchors.at(-1)).toBe("same-20000");
  });

  test("gives each section its own anchor and counts equal paths", () => {
    const text = "# A\n## x\n## x\n## x 2\n# A\n## x\n";
    expect(listSections(text, "a.md").map(({ anchor, occurrence }) => [anchor, occurrence])).toEqual([
      ["a", 1],
      ["x", 1],
      ["x-2", 2],
      ["x-2-2", 1],
      ["a-2", 2],
      ["x-3", 3],
    ]);
  });

  test.each([
    ["Open questions", "open-questions"],
    ["A  –  B", "a-b"],
    ["A -- B", "a-b"],
    ["Ünïcode É", "ünïcode-é"],
    ["e\u0301", "é"],
    ["snake_case()", "snakecase"],
    ["🚀", "section"],
  ])("anchor of %s", (title, want) => expect(anchorOf(title)).toBe(want));
});
