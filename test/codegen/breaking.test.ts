/** What counts as major and what as minor, one planted change each. */
import { describe, expect, test } from "vitest";
import { compareReleases, type Size } from "../../codegen/breaking.ts";
import { emitToolsJson } from "../../codegen/emit/tools.ts";
import { linkMini, miniContract } from "./project.ts";

const spec = "spec/mini.md";
const find = "schemas/mini/find.json";
const put = "schemas/mini/put-note.json";
const note = "schemas/mini/_types/note.json";
const condition = "schemas/mini/_types/condition.json";

const swap = (from: string, to: string) => (text: string) => {
  if (!text.includes(from)) throw new Error(`nothing to replace: ${from}`);
  return text.replace(from, () => to);
};

async function report(edits: Parameters<typeof linkMini>[0]) {
  const released = new Map([["spec/released/mini.json", emitToolsJson(await miniContract())]]);
  const { model, problems } = await linkMini(edits);
  expect(problems).toEqual([]);
  return compareReleases(model.contracts, released);
}

describe("compareReleases", () => {
  test("equal contracts differ in nothing", async () => {
    expect(await report({})).toEqual({ size: "none", lines: [] });
  });

  const cases: [Size, string, NonNullable<Parameters<typeof linkMini>[0]>, string][] = [
    [
      "minor",
      "a new tool",
      {
        [spec]: swap("| mini_ping |", "| mini_pong | read | yes | none | full | - | 1.2 |\n| mini_ping |"),
        "schemas/mini/pong.json":
          '{"$schema":"../tool.schema.json","title":"Pong","description":"Answers.","input":{"type":"object","properties":{}},"output":{"type":"object"},"examples":[{"name":"x","input":{},"output":{}}]}',
      },
      "minor mini: tool mini_pong is new",
    ],
    [
      "major",
      "a tool that is gone",
      {
        [spec]: swap("| mini_ping | read | yes | none | full small | - | 1.2 |\n", ""),
        "schemas/mini/ping.json": null,
      },
      "major mini: tool mini_ping is gone",
    ],
    [
      "minor",
      "a new optional input key",
      { [find]: swap('"limit":', '"page": { "type": "integer" },\n      "limit":') },
      "minor mini_find input/page: the key is new",
    ],
    [
      "major",
      "a new required input key",
      {
        [put]: (text) =>
          swap(
            '"required": ["name"]',
            '"required": ["name", "tags"]',
          )(swap('"input": { "name": "a" }', '"input": { "name": "a", "tags": [] }')(text)),
      },
      "major mini_put_note input/tags: the key is now required",
    ],
    [
      "major",
      "an input key that is gone",
      { [put]: swap('"kind": { "enum": ["plain", "rich"], "default": "plain" },', "") },
      "major mini_put_note input/kind: the key is gone",
    ],
    [
      "minor",
      "an input key that need not be sent any more",
      { [put]: swap('"required": ["name"]', '"required": []') },
      "minor mini_put_note input/name: the key is no longer required",
    ],
    [
      "major",
      "a tighter bound of an input",
      { [find]: swap('"minimum": 1,', '"minimum": 1, "maximum": 50,') },
      "major mini_find input/limit: maximum was 9007199254740991, is 50",
    ],
    [
      "minor",
      "a looser bound of an input",
      { [put]: swap('"maxLength": 8', '"maxLength": 80') },
      "minor mini_put_note input/name: maxLength was 8, is 80",
    ],
    [
      "minor",
      "a new word of an input",
      { [put]: swap('["plain", "rich"]', '["plain", "rich", "wild"]') },
      'minor mini_put_note input/kind: enum member "wild" is new',
    ],
    [
      "major",
      "a word of an input that is gone",
      { [put]: swap('["plain", "rich"]', '["plain"]') },
      'major mini_put_note input/kind: enum member "rich" is gone',
    ],
    [
      "major",
      "another default",
      { [find]: swap('"default": 5', '"default": 6') },
      "major mini_find input/limit: its default changed",
    ],
    [
      "major",
      "an input that closes",
      { [put]: swap('"required": ["name"]', '"required": ["name"],\n    "additionalProperties": false') },
      "major mini_put_note input: it is now closed",
    ],
    [
      "major",
      "another pattern",
      { [put]: swap("^[a-z]+$", "^[a-z]*$") },
      "major mini_put_note input/name: pattern changed",
    ],
    [
      "major",
      "another type",
      {
        [put]: swap(
          '"tags": { "type": "array", "items": { "type": "string" }',
          '"tags": { "type": "array", "items": { "type": "integer" }',
        ),
      },
      'major mini_put_note input/tags/items: type "string" is gone',
    ],
    [
      "major",
      "a change inside a definition",
      { [condition]: swap('"required": ["op", "value"]', '"required": ["op"]') },
      "major mini_find input miniCondition: oneOf changed",
    ],
    [
      "minor",
      "a new output key",
      { [note]: swap('"link":', '"size": { "type": "integer" },\n    "link":') },
      "minor mini_find output/hits/items/size: the key is new",
    ],
    [
      "major",
      "an output key that is gone",
      { [note]: swap('"link": { "type": ["string", "null"] }', '"way": { "type": "string" }') },
      "major mini_find output/hits/items/link: the key is gone",
    ],
    [
      "major",
      "an output key that may be absent now",
      { [note]: swap('"required": ["name", "at"]', '"required": ["name"]') },
      "major mini_find output/hits/items/at: the key is no longer required",
    ],
    [
      "minor",
      "a new error code of a tool",
      { [spec]: swap("| full small | NOT_FOUND |", "| full small | LOCKED NOT_FOUND |") },
      "minor mini_find: error code LOCKED is new",
    ],
    [
      "major",
      "an error code that is gone",
      {
        [spec]: (text) =>
          swap(
            "| LOCKED | - | 2 | another writer was faster |\n",
            "",
          )(swap("LOCKED NOT_FOUND", "NOT_FOUND")(text)),
      },
      "major mini: error code LOCKED is gone",
    ],
    [
      "major",
      "another exit code",
      { [spec]: swap("| LOCKED | - | 2 |", "| LOCKED | - | 3 |") },
      "major LOCKED: its status or exit code changed",
    ],
    [
      "major",
      "a tool that leaves a profile",
      { [spec]: swap("| full small | - | 1.2 |", "| full | - | 1.2 |") },
      "major mini_ping: profile small is gone",
    ],
    [
      "major",
      "a tool that begins to write",
      { [spec]: swap("| mini_ping | read |", "| mini_ping | write |") },
      "major mini_ping: it was a read tool, is a write tool",
    ],
    [
      "major",
      "another envelope",
      { [spec]: swap("{code, message}", "{error, message}") },
      "major envelope error: the form of results changed",
    ],
    [
      "major",
      "another name of the server",
      { [spec]: swap("mini-server", "maxi-server") },
      "major mini: serverInfo.name was mini-server, is maxi-server",
    ],
    [
      "major",
      "a resource that is gone",
      { [spec]: swap("mini://{name}", "mini://{id}") },
      "major mini: resource mini://{name} is gone",
    ],
    [
      "minor",
      "another description",
      { [find]: swap("Finds notes by their words.", "Finds notes.") },
      "minor mini_find: its description changed",
    ],
  ];
  test.each(cases)("%s: %s", async (size, _name, edits, want) => {
    const { size: found, lines } = await report(edits);
    expect(lines).toContain(want);
    expect(found).toBe(size);
  });

  test("a definition that is renamed and refers to itself is compared and ends", async () => {
    const rename = (text: string) => text.replaceAll("miniCondition", "miniFilter");
    expect((await report({ [condition]: rename })).size).toBe("major");
  });

  test("prose inside schemas is no difference", async () => {
    expect((await report({ [note]: swap("A note.", "One note.") })).size).toBe("none");
  });

  test("a contract that is gone is major, one without a release is minor", async () => {
    const contract = await miniContract();
    expect(
      compareReleases([], new Map([["spec/released/mini.json", emitToolsJson(contract)]])).lines,
    ).toEqual(["major mini: the contract is gone"]);
    expect(compareReleases([contract], new Map()).lines).toEqual([
      "minor mini: the contract was never released; run: npm run codegen -- release",
    ]);
  });
});
