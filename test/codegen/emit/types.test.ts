/** Given a schema, the type that stands in types.ts. */
import { describe, expect, test } from "vitest";
import type { JsonSchema } from "../../../codegen/contract.ts";
import { emitTypes } from "../../../codegen/emit/types.ts";
import { miniContract } from "../project.ts";

/** The declaration of `name` when mini_ping has this input and output. */
async function declared(
  name: string,
  input: JsonSchema,
  output: JsonSchema = { type: "object" },
): Promise<string> {
  const contract = await miniContract();
  const ping = { ...contract.tools[2]!, inputShape: input, outputShape: output };
  const text = await emitTypes({ ...contract, tools: [ping] });
  const start = text.search(new RegExp(`^export (type|interface) ${name}\\b`, "m"));
  return text.slice(start).split("\n\n")[0]!;
}

const object = (properties: object, required: string[] = []): JsonSchema => ({
  type: "object",
  properties,
  required,
  additionalProperties: false,
});

describe("emitTypes", () => {
  const cases: [name: string, given: object, want: string][] = [
    ["a text", { a: { type: "string" } }, "a?: string;"],
    ["an integer", { a: { type: "integer", minimum: 1 } }, "a?: number;"],
    ["a choice of words", { a: { enum: ["x", "y(z"] } }, 'a?: "x" | "y(z";'],
    ["one word", { a: { const: "x" } }, 'a?: "x";'],
    ["text or nothing", { a: { type: ["string", "null"] } }, "a?: string | null;"],
    ["a list", { a: { type: "array", items: { type: "string" } } }, "a?: string[];"],
    [
      "a list of choices keeps its parentheses",
      { a: { type: "array", items: { enum: ["x", "y"] } } },
      'a?: ("x" | "y")[];',
    ],
    [
      "a pair",
      {
        a: {
          type: "array",
          prefixItems: [{ type: "string" }, { type: "integer" }],
          items: false,
          minItems: 2,
        },
      },
      "a?: [string, number];",
    ],
    ["a free map", { a: { type: "object" } }, "a?: {\n    [k: string]: unknown;\n  };"],
    [
      "a map of numbers",
      { a: { type: "object", additionalProperties: { type: "number" } } },
      "a?: {\n    [k: string]: number;\n  };",
    ],
    ["a key with a hyphen", { "a-b": { type: "boolean" } }, '"a-b"?: boolean;'],
    ["anything", { a: {} }, "a?: unknown;"],
    [
      "a list with bounds is no union of tuples",
      { a: { type: "array", items: { type: "string" }, maxItems: 3 } },
      "a?: string[];",
    ],
    [
      "what only the validator sees is left out",
      { a: { type: "string", not: { const: "x" } } },
      "a?: string;",
    ],
    [
      "a description is a comment of one line",
      { a: { type: "string", description: "Words." } },
      "/** Words. */\n  a?: string;",
    ],
    [
      "a choice of objects",
      { a: { oneOf: [object({ x: { type: "string" } }), object({ y: { type: "string" } })] } },
      "a?: {\n    x?: string;\n  } | {\n    y?: string;\n  };",
    ],
  ];
  test.each(cases)("%s", async (_name, properties, want) => {
    expect(await declared("MiniPingInput", object(properties))).toContain(`  ${want}\n`);
  });

  test("a required key has no question mark", async () => {
    expect(await declared("MiniPingInput", object({ a: { type: "string" } }, ["a"]))).toContain(
      "  a: string;",
    );
  });

  test("a key with a default is optional when sent and there for the handler", async () => {
    const input = object({ a: { type: "string" }, b: { type: "integer", default: 1 } }, ["a"]);
    expect(await declared("MiniPingInput", input)).toContain("  b?: number;");
    expect(await declared("MiniPingArgs", input)).toBe(
      'export type MiniPingArgs = Filled<MiniPingInput, "b">;',
    );
  });

  test("a default further down gives the arguments a type of their own", async () => {
    const input = object({ a: object({ b: { type: "integer", default: 1 } }) });
    expect(await declared("MiniPingArgs", input)).toContain("    b: number;");
  });

  test("without defaults the arguments are the input", async () => {
    expect(await declared("MiniPingArgs", object({ a: { type: "string" } }))).toBe(
      "export type MiniPingArgs = MiniPingInput;",
    );
  });

  test("a closed object without keys admits no key", async () => {
    expect(await declared("MiniPingInput", object({}))).toBe(
      "export type MiniPingInput = Record<string, never>;",
    );
  });

  test("shapes that tools share are declared once, recursive ones too", async () => {
    const text = await emitTypes(await miniContract());
    expect(text.match(/MiniNote \{/g)).toHaveLength(1);
    expect(text).toContain("  hits: MiniNote[];");
    expect(text).toContain("export type MiniPutNoteOutput = MiniNote;");
    expect(text).toContain("  of: MiniCondition;");
  });

  test("the tool map carries the error codes of each row", async () => {
    const text = await emitTypes(await miniContract());
    expect(text).toContain('errors: "LOCKED" | "NOT_FOUND" };');
    expect(text).toContain("mini_ping: { args: MiniPingArgs; output: MiniPingOutput; errors: never };");
  });
});
