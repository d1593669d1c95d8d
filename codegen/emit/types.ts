/** `types.ts`: what a tool is sent (Input), what its handler gets (Args, defaults filled in) and returns (Output). */
import { compile } from "json-schema-to-typescript";
import { mapSubschemas } from "../bundle.ts";
import type { Contract, JsonSchema, Tool } from "../contract.ts";
import { capital, contractHeader, union } from "./print.ts";
import { tidy } from "./tidy.ts";

/** Only the validator sees these: they narrow values, not types. */
const CONSTRAINTS = [
  "if",
  "then",
  "else",
  "not",
  "allOf",
  "dependentRequired",
  "propertyNames",
  "maxProperties",
  "contains",
];

export async function emitTypes(contract: Contract): Promise<string> {
  const stem = capital(contract.name);
  const shared = new Map<string, string>();
  const blocks: string[] = [];
  for (const tool of contract.tools) blocks.push(await toolTypes(stem, tool, shared));
  const map = contract.tools.map(({ name, typeName, errors }) => {
    const id = stem + typeName;
    return `  ${name}: { args: ${id}Args; output: ${id}Output; errors: ${union(errors)} };`;
  });
  return [
    contractHeader(contract),
    ...blocks,
    ...[...shared.values()].map((text) => `${text}\n`),
    "/** Everything a handler is typed by. An alias and not an interface: only that fits an index signature. */",
    `export type ${stem}Tools = {`,
    ...map,
    "};",
    "",
  ].join("\n");
}

async function toolTypes(stem: string, tool: Tool, shared: Map<string, string>): Promise<string> {
  const id = stem + tool.typeName;
  const args = withDefaults(tool.input);
  const hasDefaults = JSON.stringify(args) !== JSON.stringify(tool.input);
  const parts = [
    await declare(tool.input, `${id}Input`, shared),
    hasDefaults ? await declare(args, `${id}Args`, shared) : `export type ${id}Args = ${id}Input;\n`,
    await declare(tool.output, `${id}Output`, shared),
  ];
  return parts.join("\n");
}

/** Declares `name`; definitions of `$defs` go to `shared`, where equal ones meet. */
async function declare(schema: JsonSchema, name: string, shared: Map<string, string>): Promise<string> {
  const { $id: _id, $schema: _dialect, ...bare } = schema;
  const text = await compile(forTypes(bare) as never, name, {
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    format: false,
    additionalProperties: false,
  });
  const declarations = tidy(text);
  let own = "";
  for (const declaration of declarations) {
    if (declaration.name === name) {
      own = `${declaration.text}\n`;
      continue;
    }
    const known = shared.get(declaration.name);
    if (known !== undefined && known !== declaration.text) {
      throw new Error(
        `two different types are called ${declaration.name} (the second comes from ${name}); rename the definition`,
      );
    }
    shared.set(declaration.name, declaration.text);
  }
  return own;
}

/** Keys with a default are there once the arguments are validated. */
function withDefaults(schema: JsonSchema): JsonSchema {
  const mapped = mapSubschemas(schema, withDefaults);
  const properties = (mapped.properties ?? {}) as Record<string, JsonSchema | boolean>;
  const filled = Object.entries(properties).flatMap(([key, child]) =>
    typeof child === "object" && "default" in child ? [key] : [],
  );
  const required = new Set([...((mapped.required ?? []) as string[]), ...filled]);
  return filled.length === 0 ? mapped : { ...mapped, required: [...required] };
}

/** The library's own dialect: tuples are written as a list of items, and constraints are not types. */
function forTypes(schema: JsonSchema): JsonSchema {
  const { prefixItems, items, ...rest } = mapSubschemas(schema, forTypes);
  const kept: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !CONSTRAINTS.includes(key)),
  );
  // An object of which nothing is said is a free map; one with properties has those.
  if (kept.type === "object" && !("properties" in kept)) kept.additionalProperties ??= true;
  if (!Array.isArray(prefixItems)) return items === undefined ? kept : { ...kept, items };
  return { ...kept, items: prefixItems, additionalItems: items ?? true, minItems: kept.minItems ?? 0 };
}
