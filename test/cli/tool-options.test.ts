/** Commands made from schemas: every tool of the contract, and each kind of property by an example. */
import { describe, expect, test } from "vitest";
import { type ToolRow, tools } from "../../src/app/tools.ts";
import { toolOptions } from "../../src/cli/tool-options.ts";

const named = (name: string): ToolRow => {
  const tool = tools.find((row) => row.name === name);
  if (tool === undefined) throw new Error(name);
  return tool;
};

describe("what is typed first", () => {
  test.each([
    { tool: "gno_search", want: [{ name: "query", required: true, rest: "words" }] },
    { tool: "gno_get", want: [{ name: "ref", required: true }] },
    { tool: "gno_multi_get", want: [{ name: "refs", required: false, rest: "list" }] },
    { tool: "gno_capture", want: [{ name: "content", required: false }] },
    { tool: "gno_add_collection", want: [{ name: "path", required: true }] },
    { tool: "gno_remove_collection", want: [{ name: "collection", required: false }] },
    { tool: "gno_sync", want: [{ name: "collection", required: false }] },
    { tool: "gno_job_status", want: [{ name: "job-id", required: true }] },
    { tool: "gno_list_tags", want: [] },
    { tool: "gno_status", want: [] },
  ])("$tool", ({ tool, want }) => {
    const { positionals } = toolOptions(named(tool));
    expect(positionals.map(({ description: _, ...rest }) => rest)).toEqual(want);
  });
});

describe("every tool", () => {
  test.each([...tools])("$name has a flag or a positional for each property, and no name twice", (tool) => {
    const { positionals, options } = toolOptions(tool);
    const flags = options.map(({ name }) => name);
    expect(new Set(flags).size).toBe(flags.length);
    const shorts = options.flatMap(({ short }) => short ?? []);
    expect(new Set(shorts).size).toBe(shorts.length);
    for (const { name } of positionals) expect(flags).toContain(name);
    for (const { hint } of options) expect(hint?.length ?? 0).toBeLessThanOrEqual(24);
    const keys = Object.keys((tool.input.properties ?? {}) as object);
    for (const key of keys) {
      const flag = key.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
      expect(flags.some((name) => name === flag || name.startsWith(`${flag}-`))).toBe(true);
    }
  });
});

describe("toArguments", () => {
  test.each([
    {
      tool: "gno_search",
      values: { query: "fox", limit: "3", "tags-all": ["a", "b"], "min-score": "0.5" },
      want: { query: "fox", limit: "3", tagsAll: ["a", "b"], minScore: "0.5" },
    },
    { tool: "gno_ask", values: { query: "who" }, want: { query: "who", verify: true } },
    {
      tool: "gno_ask",
      values: { query: "who", verify: false },
      want: { query: "who", verify: false },
    },
    {
      tool: "gno_get",
      values: { ref: "a/b", "line-numbers": false },
      want: { ref: "a/b", lineNumbers: false },
    },
    {
      tool: "gno_capture",
      values: { content: "x", collection: "notes", "source-kind": "web", "source-url": "https://a.test/" },
      want: { content: "x", collection: "notes", source: { kind: "web", url: "https://a.test/" } },
    },
    {
      tool: "gno_query",
      values: { query: "fox", "query-modes": ['{"mode":"term","text":"den"}'] },
      want: { query: "fox", queryModes: [{ mode: "term", text: "den" }] },
    },
  ])("$tool $values", ({ tool, values, want }) => {
    expect(toolOptions(named(tool)).toArguments(values)).toEqual(want);
  });

  test("a filter is JSON, and an error shows how", () => {
    const { toArguments } = toolOptions(named("gno_search"));
    const filter = '{"op":"eq","key":"status","value":"open"}';
    expect(toArguments({ query: "x", filter })).toEqual({ query: "x", filter: JSON.parse(filter) });
    expect(() => toArguments({ query: "x", filter: "status=open" })).toThrow(
      `--filter needs JSON in quotes, for example --filter '{"op":"eq","key":"text","value":"text"}'.`,
    );
  });

  test("a broken JSON value names its flag", () => {
    const read = () =>
      toolOptions(named("gno_query")).toArguments({ query: "x", "query-modes": ["term:den"] });
    expect(read).toThrow(/--query-modes needs JSON/);
  });
});
