/** `types.ts`: what a tool is sent (Input), what its handler gets (Args, defaults filled in) and returns (Output). */
import { compile } from "json-schema-to-typescript";
import { canonical, mapSubschemas } from "../bundle.ts";
import type { Contract, JsonSchema, Tool } from "../contract.ts";
import { typeName } from "../shapes.ts";
import { capital, contractHeader, docComment, union } from "./print.ts";
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
  const blocks: string[] = [];
  for (const tool of contract.tools) blocks.push(...(await toolTypes(stem, tool)));
  const map = contract.tools.map((tool) => {
    const id = stem + tool.typeName;
    return `  ${tool.name}: { args: ${id}Args; output: ${id}Output; errors: ${union(tool.errors)} };`;
  });
  const shared: string[] = [];
  for (const [name, shape] of contract.types) shared.push(await declare(name, shape));
  return [
    contractHeader(contract),
    ...blocks,
    ...shared,
    "/** Arguments once they are validated: keys with a default are there. */",
    "export type Filled<Input, Key extends keyof Input> = Input & Required<Pick<Input, Key>>;",
    "",
    "/** Everything a handler is typed by. An alias and not an interface: only that fits an index signature. */",
    `export type ${stem}Tools = {`,
    ...map,
    "};",
    "",
  ].join("\n");
}

async function toolTypes(stem: string, tool: Tool): Promise<string[]> {
  const id = stem + tool.typeName;
  const input = { description: `What ${tool.name} is sent.`, ...tool.inputShape };
  return [
    await declare(`${id}Input`, input),
    await declareArgs(id, tool.inputShape),
    await declare(`${id}Output`, tool.outputShape),
  ];
}

/** Keys with a default are there once the arguments are validated. */
async function declareArgs(id: string, input: JsonSchema): Promise<string> {
  const filled = withDefaults(input);
  if (JSON.stringify(filled) === JSON.stringify(input)) return `export type ${id}Args = ${id}Input;\n`;
  if (canonical({ ...filled, required: 0 }) !== canonical({ ...input, required: 0 })) {
    return declare(`${id}Args`, {
      ...filled,
      description: `${id}Input once it is validated: keys with a default are there.`,
    });
  }
  const keys = (filled.required as string[]).filter(
    (key) => !((input.required ?? []) as string[]).includes(key),
  );
  return `export type ${id}Args = Filled<${id}Input, ${union(keys)}>;\n`;
}

/** The declaration of one type, followed by an empty line. */
async function declare(name: string, shape: JsonSchema): Promise<string> {
  const alias = typeName(shape);
  if (alias !== undefined) {
    const comment = typeof shape.description === "string" ? `${docComment(shape.description)}\n` : "";
    return `${comment}export type ${name} = ${alias};\n`;
  }
  if (isEmpty(shape))
    return `${docComment(String(shape.description))}\nexport type ${name} = Record<string, never>;\n`;
  const { $id: _id, ...bare } = forTypes(shape);
  const text = await compile(bare as never, name, {
    bannerComment: "",
    ignoreMinAndMaxItems: true,
    format: false,
    additionalProperties: false,
  });
  return tidy(text);
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

/** The library's own dialect: types by name, tuples as a list of items, and no constraints. */
function forTypes(schema: JsonSchema): JsonSchema {
  const name = typeName(schema);
  if (name !== undefined) return { ...describe(schema), tsType: name };
  const { prefixItems, items, title: _title, default: _default, ...rest } = mapSubschemas(schema, forTypes);
  const kept: Record<string, unknown> = Object.fromEntries(
    Object.entries(rest).filter(([key]) => !CONSTRAINTS.includes(key)),
  );
  // An object of which nothing is said is a free map; one with properties has those.
  if (kept.type === "object" && !("properties" in kept)) kept.additionalProperties ??= true;
  if (Array.isArray(prefixItems)) {
    return { ...kept, items: prefixItems, additionalItems: items ?? true, minItems: kept.minItems ?? 0 };
  }
  // What an item is stands where its type is declared; on the list it would read "Items: …".
  return items === undefined ? kept : { ...kept, items: withoutDescription(items) };
}

/** A closed object without keys, of which the empty interface would say nothing. */
function isEmpty({ properties, additionalProperties, description }: JsonSchema): boolean {
  return (
    additionalProperties === false && Object.keys(properties ?? {}).length === 0 && description !== undefined
  );
}

function describe({ description }: JsonSchema): JsonSchema {
  return description === undefined ? {} : { description };
}

function withoutDescription(items: unknown): unknown {
  if (typeof items !== "object" || items === null) return items;
  const { description: _description, ...rest } = items as JsonSchema;
  return rest;
}
