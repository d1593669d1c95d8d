/** Every mismatch between rows and tool files is a problem with its place, and all of them are shown together. */
import { describe, expect, test } from "vitest";
import { linkMini, miniSources } from "./project.ts";

const spec = "spec/mini.md";
const revision = "spec/mcp-2025-11-25.md";
const find = "schemas/mini/find.json";
const condition = "schemas/mini/_types/condition.json";
const moment = "schemas/shared/moment.json";
type Edits = Parameters<typeof linkMini>[0];

/** Replaces text that must be there. */
const swap = (from: string, to: string) => (text: string) => {
  if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`);
  return text.replace(from, () => to);
};

const lineOf = (problem: string): number => Number(problem.split(":")[1]);

describe("link", () => {
  test("the small contract has no problems", async () => {
    const { model, problems } = await linkMini();
    expect(problems).toEqual([]);
    expect(model.contracts.map(({ name }) => name)).toEqual(["mini"]);
    expect(
      model.contracts[0]!.tools.map(({ name, file, typeName, command }) => ({
        name,
        file,
        typeName,
        command,
      })),
    ).toEqual([
      { name: "mini_find", file: "find", typeName: "Find", command: ["find"] },
      { name: "mini_put_note", file: "put-note", typeName: "PutNote", command: ["note", "put"] },
      { name: "mini_ping", file: "ping", typeName: "Ping", command: ["ping"] },
    ]);
    expect(model.revisions.map(({ revision, requirements }) => [revision, requirements.length])).toEqual([
      ["2025-11-25", 2],
      ["2026-07-28", 2],
    ]);
  });

  /** The line is named by a text that stands in it, so that the fixture may grow. */
  const cases: [name: string, edits: NonNullable<Edits>, at: [file: string, line: string], want: string][] = [
    [
      "a row without its file",
      { [find]: null },
      [spec, "| mini_find |"],
      `tool mini_find has no schema file; write ${find}`,
    ],
    [
      "a file without its row",
      { "schemas/mini/extra.json": "{}" },
      ["schemas/mini/extra.json", "{"],
      `no row in the Tools table of ${spec}`,
    ],
    [
      "a file of no contract",
      { "schemas/other/x.json": "{}" },
      ["schemas/other/x.json", "{"],
      "no contract reads this file",
    ],
    [
      "a tool of another contract",
      { [spec]: swap("| mini_find |", "| max_find |") },
      [spec, "| max_find |"],
      "max_find is no tool name; write mini_<name>",
    ],
    [
      "a lock that does not exist",
      { [spec]: swap("| no | write |", "| no | lease |") },
      [spec, "| mini_put_note |"],
      '"lease" is not allowed here; choose one of: none, write, write-long, job, own',
    ],
    [
      "a reading tool with a lease",
      { [spec]: swap("| yes | none | full small | NOT_FOUND", "| yes | write | full small | NOT_FOUND") },
      [spec, "| mini_find |"],
      "mini_find reads and takes a lease",
    ],
    [
      "an unknown profile",
      { [spec]: swap("full small | NOT_FOUND", "full smal | NOT_FOUND") },
      [spec, "| mini_find |"],
      '"smal" is not in Profiles',
    ],
    [
      "a tool outside full",
      { [spec]: swap("| full | LOCKED", "| small | LOCKED") },
      [spec, "| mini_put_note |"],
      "mini_put_note is not in the profile full",
    ],
    [
      "an unknown code",
      { [spec]: swap("LOCKED NOT_FOUND", "LOCKED MISSING") },
      [spec, "| mini_put_note |"],
      '"MISSING" is not in Errors',
    ],
    [
      "two default profiles",
      { [spec]: swap("| small | no |", "| small | yes |") },
      [spec, "| full | yes |"],
      "exactly one profile is the default",
    ],
    [
      "a missing table",
      { [spec]: swap("## Errors", "## Semantics") },
      [spec, "# mini"],
      "the table Errors is missing",
    ],
    [
      "a missing fact",
      { [spec]: swap("| version | 1.2.0 |\n", "") },
      [spec, "| name | mini |"],
      "Contract has no row version; add it",
    ],
    [
      "an unknown fact",
      { [spec]: swap("| version | 1.2.0 |", "| version | 1.2.0 |\n| licence | none |") },
      [spec, "| licence |"],
      "unknown key licence",
    ],
    [
      "a wrong name",
      { [spec]: swap("| name | mini |", "| name | maxi |") },
      [spec, "| name | maxi |"],
      "the name must be mini",
    ],
    [
      "a missing outcome",
      { [spec]: swap("| unknown | - | - | -32602 |\n", "") },
      [spec, "| ok |"],
      "Envelope has no row unknown; add it",
    ],
    [
      "an exit code out of range",
      { [spec]: swap("| 404 | 1 |", "| 404 | 0 |") },
      [spec, "| NOT_FOUND |"],
      '"0" is not allowed here; write a whole number from 1 to 125',
    ],
    [
      "an unknown level",
      { [revision]: swap("MUST NOT", "OUGHT") },
      [revision, "| http.origin |"],
      '"OUGHT" is not allowed here',
    ],
    [
      "a route to nowhere",
      { [spec]: swap("| mini_find | text limit |", "| mini_seek | text limit |") },
      [spec, "| GET |"],
      '"mini_seek" is not in Tools',
    ],
    ["broken JSON", { [find]: swap('"title"', '"title') }, [find, '"title'], "not JSON:"],
    [
      "a key that stands twice",
      { [find]: swap('"title": "Find",', '"title": "Find",\n  "title": "Seek",') },
      [find, '"Seek"'],
      "this key stands twice in its object; keep one",
    ],
    [
      "an unknown key of a tool file",
      { [find]: swap('"title"', '"titel": "x",\n  "title"') },
      [find, '"titel"'],
      "the file has the unknown key titel",
    ],
    [
      "a keyword outside the dialect",
      { [find]: swap('"minimum": 1,', '"minimum": 1, "multipleOf": 2,') },
      [find, '"multipleOf"'],
      "/input/properties/limit uses the keyword multipleOf",
    ],
    [
      "a description of no profile",
      { [find]: swap('"small"', '"tiny"') },
      [find, '"tiny"'],
      "tiny is no other profile of this tool",
    ],
    [
      "a reference to nothing",
      { [find]: swap("_types/note.json", "_types/nota.json") },
      [find, '"output": {'],
      "output cannot be made self-contained: no file schemas/mini/_types/nota.json",
    ],
    [
      "a definition that is not there",
      { [condition]: (text) => text.replaceAll("#/$defs/miniCondition", "#/$defs/other") },
      [find, '"input": {'],
      "input cannot be made self-contained: #/$defs/other is not defined",
    ],
    [
      "files in a circle",
      { [moment]: '{ "$ref": "../mini/_types/note.json" }' },
      [find, '"output": {'],
      "output cannot be made self-contained",
    ],
    [
      "an example that does not fit its input",
      { [find]: swap('"limit": 1 }', '"limit": 0 }') },
      [find, '"limit": 0'],
      "/examples/1/input/limit must be >= 1",
    ],
    [
      "an example that does not fit its output",
      { [find]: swap('"range": [0, 0]', '"range": [0]') },
      [find, '"range": [0]'],
      "/examples/1/output/range must NOT have fewer than 2 items",
    ],
    [
      "a default that is not valid",
      { [find]: swap('"default": 5', '"default": 0') },
      [find, '"default": 0'],
      "/input/properties/limit/default must be >= 1",
    ],
    [
      "a required key that is not there",
      { [find]: swap('"required": ["text"]', '"required": ["text", "txt"]') },
      [find, '"txt"'],
      "txt is required and not among the properties",
    ],
    [
      "a choice at the root of an input",
      { [find]: swap('"required": ["text"]', '"required": ["text"], "anyOf": [{ "required": ["text"] }]') },
      [find, '"anyOf"'],
      "an input has no anyOf at its root",
    ],
    [
      "an output that is no object",
      { "schemas/mini/_types/note.json": '{ "type": "string" }' },
      ["schemas/mini/put-note.json", '"output"'],
      "the output must be an object",
    ],
    [
      "two tools with one command",
      { "schemas/mini/put-note.json": swap('"note put"', '"find"') },
      [spec, "| mini_put_note |"],
      'mini_put_note and mini_find share the command "find"',
    ],
  ];
  test.each(cases)("refuses %s", async (_name, edits, [file, line], want) => {
    const { problems } = await linkMini(edits);
    const found = problems.find((problem) => problem.startsWith(`${file}:`) && problem.includes(want));
    expect(found, problems.join("\n")).toBeDefined();
    expect(miniSources(edits).get(file)!.split("\n")[lineOf(found!) - 1]).toContain(line);
  });

  test("shows all problems at once, by file and line", async () => {
    const { problems } = await linkMini({
      [find]: swap('"default": 5', '"default": 0'),
      [spec]: (text) =>
        swap(
          "LOCKED NOT_FOUND",
          "LOCKED MISSING",
        )(swap("full small | NOT_FOUND", "full smal | NOT_FOUND")(text)),
      "schemas/mini/ping.json": null,
    });
    // The misspelt profile also orphans the description written for it.
    expect(problems.map((problem) => problem.split(":")[0])).toEqual([find, find, spec, spec, spec]);
    expect(problems).toEqual(
      problems.toSorted((a, b) => (a.split(":")[0] === b.split(":")[0] ? lineOf(a) - lineOf(b) : 0)),
    );
  });

  test("an input is published within the size that clients take", async () => {
    const long = "x".repeat(100_000);
    const { problems } = await linkMini({ [find]: swap('"Words."', `"${long}"`) });
    expect(problems).toEqual([
      expect.stringMatching(/the input is published with \d+ characters; stay under 100000/),
    ]);
  });
});

describe("published schemas", () => {
  test("an input has its keys in the order of the contract, integers have a bound, and no title is left", async () => {
    const { model } = await linkMini({ [find]: swap('"minLength": 1,', '"minLength": 1, "title": "Text",') });
    const { input } = model.contracts[0]!.tools[0]!;
    expect(Object.keys(input)).toEqual([
      "type",
      "$schema",
      "properties",
      "required",
      "additionalProperties",
      "$defs",
    ]);
    expect(input.properties).toEqual({
      text: { type: "string", minLength: 1, description: "Words." },
      limit: { type: "integer", minimum: 1, default: 5, maximum: Number.MAX_SAFE_INTEGER },
      where: { description: "Narrows the hits.", $ref: "#/$defs/miniCondition" },
    });
  });

  test("an output keeps the id that its file gives, and no other", async () => {
    const { model } = await linkMini();
    const [found, note] = model.contracts[0]!.tools.map(({ output }) => output);
    expect(found!.$id).toBe("mini://schemas/hits@1.0");
    expect(note!.$id).toBe("mini://schemas/note@1.0");
    expect(JSON.stringify(found!.properties)).not.toContain("$id");
  });

  test("an open input carries no additionalProperties", async () => {
    const { model } = await linkMini({
      "schemas/mini/put-note.json": swap(
        '"required": ["name"]',
        '"required": ["name"], "additionalProperties": true',
      ),
    });
    expect(model.contracts[0]!.tools[1]!.input).not.toHaveProperty("additionalProperties");
  });
});
