/** The table grammar of spec/README.md: what it reads, and that whatever it does not know is an error with its line. */
import { describe, expect, test } from "vitest";
import { formatProblem, Problems } from "../../codegen/problems.ts";
import { readTables, splitRow } from "../../codegen/table.ts";

const head = "| uri | mime | tool-or-source |\n| --- | --- | --- |\n";

function read(text: string) {
  const problems = new Problems();
  const tables = readTables("spec/x.md", text, problems);
  return { tables, problems: problems.list().map(formatProblem) };
}

describe("splitRow", () => {
  test.each([
    ["cells without their padding", "|  a | b|", ["a", "b"]],
    ["an escaped pipe is a part of its cell", "| a \\| b | c |", ["a | b", "c"]],
    ["empty cells stay", "| a |  |", ["a", ""]],
    ["no closing pipe", "| a | b", undefined],
    ["an escaped pipe closes nothing", "| a | b \\|", undefined],
  ])("%s", (_name, given, want) => {
    expect(splitRow(given)).toEqual(want);
  });
});

describe("readTables", () => {
  test("reads rows with their line and takes backticks off a whole cell", () => {
    const { tables, problems } = read(
      `# t\n\n## Resources\n\n${head}| \`a://{x}\` | \`b\` and \`c\` | d |\n`,
    );
    expect(problems).toEqual([]);
    expect(tables.Resources).toEqual([
      { line: 7, cells: { uri: "a://{x}", mime: "`b` and `c`", "tool-or-source": "d" } },
    ]);
  });

  test("joins the parts of a table that stand under deeper headings", () => {
    const { tables, problems } = read(
      `## Resources\n### One\n${head}| a | b | c |\n### Two\n${head}| d | e | f |\n`,
    );
    expect(problems).toEqual([]);
    expect(tables.Resources?.map(({ cells }) => cells.uri)).toEqual(["a", "d"]);
  });

  test("leaves tables under Semantics and in code fences alone", () => {
    const { tables, problems } = read(
      `## Semantics\n### x\n| any | thing |\n| --- | --- |\n\n\`\`\`\n| not | a table |\n\`\`\`\n`,
    );
    expect(problems).toEqual([]);
    expect(tables).toEqual({});
  });

  test.each([
    [
      "a heading that names no table",
      `## Resource\n${head}`,
      ["spec/x.md:2: this table stands under no known heading"],
    ],
    ["a table above every heading", head, ["spec/x.md:1: this table stands under no known heading"]],
    [
      "a missing column",
      "## Resources\n| uri | mime |\n| --- | --- |\n",
      ["spec/x.md:2: columns of Resources are: uri | mime | tool-or-source"],
    ],
    [
      "columns in another order",
      "## Resources\n| mime | uri | tool-or-source |\n| --- | --- | --- |\n",
      ["spec/x.md:2: columns of Resources"],
    ],
    [
      "no line below the header",
      "## Resources\n| uri | mime | tool-or-source |\n| a | b | c |\n",
      ["spec/x.md:3: the second line of Resources must be"],
    ],
    [
      "a cell too many",
      `## Resources\n${head}| a | b | c | d |\n`,
      ["spec/x.md:4: Resources has 3 columns, this row has 4"],
    ],
    [
      "an empty cell",
      `## Resources\n${head}| a |  | c |\n`,
      ["spec/x.md:4: the cell mime is empty; write - for none"],
    ],
    [
      "no closing pipe",
      `## Resources\n${head}| a | b | c\n`,
      ["spec/x.md:4: a row ends with a pipe; add it"],
    ],
    [
      "a key twice",
      `## Resources\n${head}| a | b | c |\n| a | d | e |\n`,
      ["spec/x.md:5: a is already in Resources, line 4; keep one row"],
    ],
  ])("refuses %s", (_name, given, want) => {
    const { problems } = read(given);
    expect(problems.length).toBe(want.length);
    for (const [index, text] of want.entries()) expect(problems[index]).toContain(text);
  });

  test("shows every fault of a file at once", () => {
    expect(read(`## Resources\n${head}| a | b |\n| c |  | d |\n\n## Tols\n${head}`).problems.length).toBe(3);
  });

  test("a key of Routes is method and path", () => {
    const routes = "## Routes\n| method | path | tool | query | status |\n| --- | --- | --- | --- | --- |\n";
    expect(read(`${routes}| GET | /a | x | - | 200 |\n| POST | /a | x | - | 200 |\n`).problems).toEqual([]);
    expect(read(`${routes}| GET | /a | x | - | 200 |\n| GET | /a | y | - | 200 |\n`).problems.length).toBe(1);
  });
});
