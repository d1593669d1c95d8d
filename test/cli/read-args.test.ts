/** Strict reading: each typing error gets one sentence that says what to do. */
import { describe, expect, test } from "vitest";
import { type Command, CommandError } from "../../src/cli/command.ts";
import { splitGlobals } from "../../src/cli/globals.ts";
import { readArgs } from "../../src/cli/read-args.ts";

const command: Command = {
  words: ["find"],
  summary: "Finds.",
  positionals: [{ name: "query", description: "", required: true, rest: "words" }],
  options: [
    { name: "query", type: "string", description: "" },
    { name: "limit", short: "n", type: "string", description: "" },
    { name: "tags-all", type: "string", multiple: true, description: "" },
    { name: "line-numbers", type: "boolean", description: "", default: true },
  ],
  run: async () => 0,
};

describe("readArgs", () => {
  test.each([
    { argv: ["red", "fox"], want: { query: "red fox" } },
    { argv: ["fox", "-n", "3"], want: { query: "fox", limit: "3" } },
    { argv: ["fox", "-n3"], want: { query: "fox", limit: "3" } },
    { argv: ["--limit=3", "fox"], want: { query: "fox", limit: "3" } },
    { argv: ["fox", "--tags-all", "a", "--tags-all", "b"], want: { query: "fox", "tags-all": ["a", "b"] } },
    { argv: ["fox", "--no-line-numbers"], want: { query: "fox", "line-numbers": false } },
    { argv: ["--", "-fox", "--den"], want: { query: "-fox --den" } },
    { argv: ["--query", "red fox"], want: { query: "red fox" } },
  ])("$argv", ({ argv, want }) => {
    expect({ ...readArgs("gno", command, argv) }).toEqual(want);
  });

  test.each([
    { argv: [], message: "gno find needs <query>. See: gno find --help" },
    {
      argv: ["fox", "--limt", "3"],
      message: "There is no flag --limt. Did you mean --limit? See: gno find --help",
    },
    {
      argv: ["fox", "--nothing"],
      message: /There is no flag --nothing. A text that starts with a dash goes after a lone --/,
    },
    { argv: ["fox", "--limit"], message: /--limit needs a value/ },
    {
      argv: ["fox", "--line-numbers=no"],
      message: /--line-numbers takes no value; use --line-numbers or --no-line-numbers/,
    },
    { argv: ["fox", "--query", "den"], message: /"fox" and --query say the same thing; give one of the two/ },
    { argv: ["-fox"], message: /There is no flag -f/ },
  ])("refuses $argv", ({ argv, message }) => {
    const read = () => readArgs("gno", command, argv);
    expect(read).toThrow(CommandError);
    expect(read).toThrow(message);
  });

  test("refuses a surplus word", () => {
    const one: Command = { ...command, positionals: [{ name: "ref", description: "", required: true }] };
    expect(() => readArgs("gno", one, ["a", "b"])).toThrow('gno find does not know what to do with "b".');
  });
});

describe("splitGlobals", () => {
  test.each([
    { argv: ["search", "fox"], flags: {}, rest: ["search", "fox"] },
    {
      argv: ["--index", "work", "search", "--quiet"],
      flags: { index: "work", quiet: true },
      rest: ["search"],
    },
    {
      argv: ["search", "--config=x.yml", "--no-color"],
      flags: { config: "x.yml", color: false },
      rest: ["search"],
    },
    { argv: ["search", "--", "--index", "x"], flags: {}, rest: ["search", "--", "--index", "x"] },
  ])("$argv", ({ argv, flags, rest }) => {
    expect(splitGlobals(argv)).toEqual({ flags, rest });
  });

  test.each([[["--index"]], [["--config="]]])("refuses %j", (argv) => {
    expect(() => splitGlobals(argv)).toThrow(/needs a value/);
  });
});
