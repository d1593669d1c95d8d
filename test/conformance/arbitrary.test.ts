/** What is made from a schema fits it; what is made beside it does not, also after the documented leniency. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createAjv } from "../../conformance/arbitrary/ajv.ts";
import { fromSchema } from "../../conformance/arbitrary/from-schema.ts";
import { nearMiss } from "../../conformance/arbitrary/near-miss.ts";
import { loadContract } from "../../conformance/contract.ts";
import { convert } from "../../conformance/examples/reference/model.ts";
import type { Json } from "../../conformance/target/target.ts";

const contract = loadContract("gno");

const shapes: readonly { readonly name: string; readonly schema: Json }[] = [
  { name: "bounds", schema: { type: "integer", exclusiveMinimum: 0, maximum: 9 } },
  {
    name: "numbers between exclusive bounds",
    schema: { type: "number", exclusiveMinimum: 0, exclusiveMaximum: 1 },
  },
  { name: "text by pattern", schema: { type: "string", pattern: "^[a-z][a-z0-9_-]{0,9}$" } },
  { name: "text by length in code points", schema: { type: "string", minLength: 2, maxLength: 4 } },
  { name: "words and a constant", schema: { enum: ["a", 1, null] } },
  {
    name: "unique items",
    schema: { type: "array", items: { enum: ["a", "b", "c"] }, minItems: 2, uniqueItems: true },
  },
  {
    name: "a tuple",
    schema: {
      type: "array",
      prefixItems: [{ type: "string" }, { type: "boolean" }],
      minItems: 2,
      items: { type: "integer" },
    },
  },
  { name: "several types", schema: { type: ["string", "null"] } },
  {
    name: "a union of objects",
    schema: {
      oneOf: [
        {
          type: "object",
          required: ["op"],
          additionalProperties: false,
          properties: { op: { const: "all" } },
        },
        {
          type: "object",
          required: ["op", "n"],
          properties: { op: { const: "some" }, n: { type: "integer" } },
        },
      ],
    },
  },
  {
    name: "a shape that nests in itself",
    schema: {
      $ref: "#/$defs/node",
      $defs: {
        node: {
          type: "object",
          required: ["name"],
          additionalProperties: false,
          properties: {
            name: { type: "string" },
            children: { type: "array", items: { $ref: "#/$defs/node" }, maxItems: 3 },
          },
        },
      },
    },
  },
];

describe("fromSchema", () => {
  test.each(shapes)("makes values for $name", ({ schema }) => {
    const fits = createAjv().compile(schema);
    fc.assert(
      fc.property(fromSchema(schema), (value) => {
        expect(fits(JSON.parse(JSON.stringify(value))), JSON.stringify(value)).toBe(true);
      }),
      { numRuns: 60 },
    );
  });

  test.each(contract.tools.map((tool) => ({ name: tool.name, tool })))(
    "fits most of what it makes for $name",
    ({ tool }) => {
      const fits = contract.fitsInput(tool);
      const made = fc.sample(fromSchema(tool.input), { numRuns: 100, seed: 1 });
      const right = made.filter((value) => fits(value)).length;
      expect(right).toBeGreaterThan(50);
    },
  );

  test("draws from the pool by the name of the property", () => {
    const schema = { type: "object", required: ["ref"], properties: { ref: { type: "string" } } };
    const made = fc.sample(fromSchema(schema, { pool: { ref: ["notes/a.md"] } }), { numRuns: 50, seed: 1 });
    expect(made.filter((value) => (value as { ref: string }).ref === "notes/a.md").length).toBeGreaterThan(
      20,
    );
  });
});

describe("nearMiss", () => {
  test.each(contract.tools.map((tool) => ({ name: tool.name, tool })))(
    "breaks $name whatever the leniency",
    ({ tool }) => {
      const fits = contract.fitsInput(tool);
      const valid = (fromSchema(tool.input) as fc.Arbitrary<Json>).filter((args) => fits(args));
      const misses = nearMiss(tool.input, valid, (value) => fits(value));
      if (misses === undefined) return expect(Object.keys(tool.input.properties ?? {})).toEqual([]);
      fc.assert(
        fc.property(misses, ({ arguments: args }) => {
          expect(fits(convert(tool.input, JSON.parse(JSON.stringify(args)))), JSON.stringify(args)).toBe(
            false,
          );
        }),
        { numRuns: 40 },
      );
    },
  );
});
