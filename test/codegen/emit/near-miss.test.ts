/** Near-misses: one fault each, refused by the rule they name, and never a value that leniency makes valid. */
import { Ajv2020 } from "ajv/dist/2020.js";
import { describe, expect, test } from "vitest";
import type { JsonSchema, Tool } from "../../../codegen/contract.ts";
import { nearMisses } from "../../../codegen/emit/near-miss.ts";
import { link } from "../../../codegen/link.ts";
import { Problems } from "../../../codegen/problems.ts";
import { readSources } from "../../../codegen/read.ts";
import { miniContract, PROJECT } from "../project.ts";

async function misses(property: JsonSchema, example: unknown): Promise<Record<string, unknown>> {
  const tool: Tool = {
    ...(await miniContract()).tools[2]!,
    input: { type: "object", properties: { k: property }, additionalProperties: false },
    examples: [{ name: "x", input: { k: example }, output: {} }],
  };
  const { cases, unmade } = nearMisses(tool);
  expect(unmade).toEqual([]);
  return Object.fromEntries(
    cases
      .filter(({ pointer }) => pointer !== "/notInTheContract")
      .map((found) => [`${found.rule} ${found.pointer}`, (found.arguments as { k: unknown }).k]),
  );
}

describe("nearMisses", () => {
  test.each<[string, JsonSchema, unknown, Record<string, unknown>]>([
    [
      "text",
      { type: "string", minLength: 2, maxLength: 3 },
      "ab",
      { "type /k": 7, "minLength /k": "a", "maxLength /k": "aaaa" },
    ],
    ["a pattern", { type: "string", pattern: "^[a-z]+$" }, "a", { "type /k": 7, "pattern /k": "?" }],
    [
      "an integer",
      { type: "integer", minimum: 1, maximum: 9 },
      1,
      { "type /k": 1.5, "minimum /k": 0, "maximum /k": 10 },
    ],
    [
      "excluded bounds",
      { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
      0.5,
      { "type /k": {}, "exclusiveMinimum /k": 0, "exclusiveMaximum /k": 1 },
    ],
    ["a boolean", { type: "boolean" }, true, { "type /k": {} }],
    ["words", { enum: ["x", "y"] }, "x", { "enum /k": "none of these" }],
    ["one word", { const: "x" }, "x", { "const /k": "not x" }],
    ["text or nothing", { type: ["string", "null"] }, "a", { "type /k": 7 }],
    [
      "a list",
      { type: "array", items: { type: "integer" }, minItems: 1, maxItems: 2 },
      [1],
      { "type /k": {}, "minItems /k": [], "maxItems /k": [1, 1, 1], "type /k/0": [1.5] },
    ],
    [
      "distinct items",
      { type: "array", items: { type: "string" }, uniqueItems: true },
      ["a"],
      { "type /k": {}, "uniqueItems /k": ["a", "a"], "type /k/0": [7] },
    ],
    [
      "an object in it",
      { type: "object", properties: { x: { type: "string" } }, required: ["x"], additionalProperties: false },
      { x: "a" },
      {
        "type /k": [],
        "required /k/x": {},
        "additionalProperties /k/notInTheContract": { x: "a", notInTheContract: 1 },
        "type /k/x": { x: 7 },
      },
    ],
  ])("steps over each bound of %s", async (_name, property, example, want) => {
    expect(await misses(property, example)).toMatchObject(want);
    expect(Object.keys(await misses(property, example)).sort()).toEqual(Object.keys(want).sort());
  });

  test("a choice of objects is refused as a choice", async () => {
    const find = (await miniContract()).tools[0]!;
    const found = nearMisses(find).cases.filter(({ pointer }) => pointer === "/where");
    expect(found.length).toBeGreaterThan(4);
    expect(new Set(found.map(({ rule }) => rule))).toEqual(new Set(["oneOf"]));
  });

  test("an open input has no unknown key", async () => {
    const put = (await miniContract()).tools[1]!;
    expect(nearMisses(put).cases.map(({ rule }) => rule)).not.toContain("additionalProperties");
  });

  test("a key that no example shows is still probed", async () => {
    const tool = {
      ...(await miniContract()).tools[2]!,
      input: {
        type: "object",
        properties: { deep: { type: "object", properties: { x: { type: "integer" } } } },
      },
      examples: [{ name: "x", input: {}, output: {} }],
    } as Tool;
    expect(nearMisses(tool).cases).toContainEqual({
      name: "deep.x is an object",
      arguments: { deep: { x: {} } },
      rule: "type",
      pointer: "/deep/x",
    });
  });
});

describe("near-misses of the real contracts", () => {
  test("none is valid, also after the documented leniency, and each is refused by the rule it names", async () => {
    const problems = new Problems();
    const { contracts } = await link(readSources(PROJECT), problems);
    expect(problems.list()).toEqual([]);
    const tools = contracts.flatMap((contract) => contract.tools);
    expect(tools.length).toBeGreaterThan(0);
    for (const tool of tools) {
      const { $id: _id, ...input } = tool.input;
      const validate = new Ajv2020({ allErrors: true, strict: false, validateFormats: false }).compile(input);
      for (const miss of nearMisses(tool).cases) {
        const label = `${tool.name}: ${miss.name}`;
        const given = lenient(miss.arguments, tool.input, tool.input);
        expect(given, label).toEqual(miss.arguments);
        expect(validate(given), label).toBe(false);
        const rules = validate.errors!.map(({ keyword, instancePath, params }) => {
          const key = keyword === "required" ? params.missingProperty : params.additionalProperty;
          return `${keyword} ${instancePath}${key === undefined ? "" : `/${key}`}`;
        });
        expect(rules, label).toContain(`${miss.rule} ${miss.pointer}`);
      }
    }
  });
});

/** The leniency of spec/decisions in its widest reading: text becomes what it spells, and null for an optional key is dropped. */
function lenient(value: unknown, schema: JsonSchema, root: JsonSchema): unknown {
  const ref = schema.$ref as string | undefined;
  if (ref !== undefined)
    return lenient(value, (root.$defs as Record<string, JsonSchema>)[ref.slice(8)]!, root);
  const admits = (type: string): boolean => JSON.stringify(schema).includes(`"${type}"`);
  if (typeof value === "string" && "type" in schema && !admits("string")) {
    try {
      return JSON.parse(value);
    } catch {
      return value;
    }
  }
  if (Array.isArray(value))
    return value.map((item) => (schema.items ? lenient(item, schema.items as JsonSchema, root) : item));
  if (typeof value !== "object" || value === null) return value;
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const required = (schema.required ?? []) as string[];
  return Object.fromEntries(
    Object.entries(value)
      .filter(([key, inner]) => inner !== null || required.includes(key) || !(key in properties))
      .map(([key, inner]) => [key, properties[key] ? lenient(inner, properties[key], root) : inner]),
  );
}
