/** Schemas that refer to definitions: what is published, and the types that stand for it. */
import { describe, expect, test } from "vitest";
import { bundle } from "../../codegen/bundle.ts";
import type { JsonSchema } from "../../codegen/contract.ts";
import { createShapes } from "../../codegen/shapes.ts";

const leaf: JsonSchema = {
  type: "object",
  properties: { key: { type: "string" } },
  required: ["key"],
  additionalProperties: false,
};
const group = (level: number): JsonSchema => ({
  type: "object",
  properties: { all: { type: "array", items: { $ref: `#/$defs/treeDepth${level}` } } },
  required: ["all"],
  additionalProperties: false,
});
const files: Readonly<Record<string, JsonSchema>> = {
  "schemas/a/_types/tree.json": {
    $id: "a://tree",
    $ref: "#/$defs/treeDepth1",
    $defs: {
      treeDepth1: { oneOf: [leaf, group(2)] },
      treeDepth2: { oneOf: [leaf, group(3)] },
      treeDepth3: { oneOf: [leaf] },
    },
  },
};
const load = (path: string) => files[path];
const tree: JsonSchema = { $ref: "_types/tree.json", description: "Which ones." };
const tool = "schemas/a/find.json";

describe("a type file whose root is a reference to one of its definitions", () => {
  test("is published as that reference, with the definitions at the root", async () => {
    const written: JsonSchema = { type: "object", properties: { tree, other: { $ref: "_types/tree.json" } } };
    const { properties, $defs } = await bundle(tool, written, load);
    expect(properties).toEqual({
      tree: { $ref: "#/$defs/treeDepth1", description: "Which ones." },
      other: { $ref: "#/$defs/treeDepth1" },
    });
    expect(Object.keys($defs as object)).toEqual(["treeDepth1", "treeDepth2", "treeDepth3"]);
  });

  test("is one type that contains itself, however many levels the schema spells out", () => {
    const shapes = createShapes(load, (name) => name.toUpperCase());
    const shape = shapes.of(tool, { type: "object", properties: { tree } });
    expect(shape).toMatchObject({
      type: "object",
      properties: { tree: { $ref: "type:TREE", description: "Which ones." } },
    });
    expect([...shapes.types.keys()]).toEqual(["TREE"]);
    expect(JSON.stringify(shapes.types.get("TREE"))).toContain('"items":{"$ref":"type:TREE"}');
  });
});
