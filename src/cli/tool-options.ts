/** From a tool's input schema to the options of its command, and back from their values to its arguments. */
import type { AppConfig } from "../app/config.ts";
import type { JsonSchema, ToolRow } from "../app/tools.ts";
import type { CallerNames } from "./call-tool.ts";
import { CommandError, type OptionDef, type PositionalDef, type Values } from "./command.ts";
import { withCommands } from "./tool-names.ts";

/** Short flags that users of search tools know. */
const shortFlags: Readonly<Record<string, string>> = { limit: "n", collection: "c" };

interface Property {
  /** Key in the arguments, `["source", "url"]` for a key of a nested object. */
  readonly path: readonly string[];
  /** Flag and positional name: `line-numbers`, `source-url`. */
  readonly name: string;
  readonly schema: JsonSchema;
  readonly required: boolean;
}

export interface ToolOptions {
  readonly positionals: readonly PositionalDef[];
  readonly options: readonly OptionDef[];
  /** Arguments of the call; numbers stay text, which the service reads by the schema. */
  toArguments(values: Values): Record<string, unknown>;
  /** Who calls, where the user may say so. */
  names?(values: Values, config: AppConfig): CallerNames;
}

/** Every property becomes a flag; what a user types first becomes a positional as well, and may be given either way. */
export function toolOptions(tool: ToolRow): ToolOptions {
  const properties = propertiesOf(tool.input, []);
  const positional = positionalsOf(tool, properties);
  return {
    positionals: positional,
    options: properties.map((property) => optionOf(property)),
    toArguments: (values) => argumentsOf(properties, values, tool.input),
  };
}

function propertiesOf(schema: JsonSchema, parent: readonly string[]): Property[] {
  const required = new Set((schema.required as readonly string[] | undefined) ?? []);
  const entries = Object.entries((schema.properties ?? {}) as Record<string, JsonSchema>);
  return entries.flatMap(([key, own]): Property[] => {
    const path = [...parent, key];
    // One level of nesting reads well as flags (`--source-url`); deeper shapes are given as JSON.
    if (own.type === "object" && own.properties !== undefined && parent.length === 0)
      return propertiesOf(own, path);
    return [
      {
        path,
        name: path.map(kebab).join("-"),
        schema: own,
        required: required.has(key) && parent.length === 0,
      },
    ];
  });
}

/**
 * Required texts in schema order, the collection only under `gno collection`; without one, the list of references or the
 * content; a write tool that is about a collection takes its name.
 */
function positionalsOf(tool: ToolRow, properties: readonly Property[]): PositionalDef[] {
  const texts = properties.filter(
    ({ name, schema, required }) =>
      required && schema.type === "string" && (name !== "collection" || tool.command[0] === "collection"),
  );
  if (texts.length > 0) {
    return texts.map(({ name, schema }, index) => ({
      name,
      description: describe(schema),
      // `gno collection remove --collection x` reads as well.
      required: name !== "collection" || tool.command.length > 2,
      // `gno search two words` is one query; any other text has to be quoted.
      ...(index === texts.length - 1 && (name === "query" || name === "goal")
        ? { rest: "words" as const }
        : {}),
    }));
  }
  for (const name of ["refs", "trace-ids", "content", "collection"]) {
    const found = properties.find((property) => property.name === name);
    if (found === undefined || (name === "collection" && tool.effect === "read")) continue;
    const list = found.schema.type === "array";
    return [
      {
        name,
        description: describe(found.schema),
        required: false,
        ...(list ? { rest: "list" as const } : {}),
      },
    ];
  }
  return [];
}

function optionOf({ path, name, schema }: Property): OptionDef {
  const short = path.length === 1 ? shortFlags[path[0] as string] : undefined;
  const base = { name, description: describe(schema), ...(short === undefined ? {} : { short }) };
  if (schema.type === "boolean") {
    return { ...base, type: "boolean", ...(schema.default === true ? { default: true } : {}) };
  }
  const shown =
    schema.default === undefined || Array.isArray(schema.default) ? undefined : String(schema.default);
  return {
    ...base,
    type: "string",
    hint: hintOf(schema),
    ...(schema.type === "array" ? { multiple: true } : {}),
    ...(shown === undefined ? {} : { default: shown }),
  };
}

function describe(schema: JsonSchema): string {
  const own = typeof schema.description === "string" ? schema.description : "";
  const names = (schema.type === "array" ? (schema.items as JsonSchema) : schema).enum;
  const text = Array.isArray(names) && isLong(names) ? `${own} One of: ${names.join(", ")}.`.trim() : own;
  return withCommands(schema.type === "array" ? `${text} Repeatable.`.trim() : text);
}

function isLong(names: readonly unknown[]): boolean {
  return names.join("|").length > 24;
}

function hintOf(schema: JsonSchema): string {
  const item = schema.type === "array" ? (schema.items as JsonSchema) : schema;
  // A long list of names would push the descriptions of all flags off the screen; it stands in its own description.
  if (Array.isArray(item.enum)) return isLong(item.enum) ? "name" : item.enum.join("|");
  if (item.type === "integer" || item.type === "number") return "n";
  return item.type === "string" ? "text" : "json";
}

function argumentsOf(
  properties: readonly Property[],
  values: Values,
  root: JsonSchema,
): Record<string, unknown> {
  const args: Record<string, unknown> = {};
  for (const { path, name, schema, required } of properties) {
    // What can only be one value need not be typed.
    const given = values[name] ?? (required ? (schema.const as Values[string]) : undefined);
    if (given === undefined) continue;
    const value = convert(given, schema, name, root);
    const [key, nested] = path as [string, string?];
    if (nested === undefined) args[key] = value;
    else args[key] = { ...(args[key] as object | undefined), [nested]: value };
  }
  return args;
}

function convert(
  given: NonNullable<Values[string]>,
  schema: JsonSchema,
  name: string,
  root: JsonSchema,
): unknown {
  if (schema.type === "array") {
    const items = schema.items as JsonSchema;
    const list = Array.isArray(given) ? given : [given];
    return list.map((each) => (items.type === "string" ? each : json(String(each), name, items, root)));
  }
  const single = Array.isArray(given) ? given.at(-1) : given;
  if (schema.type === "object" || (schema.type === undefined && schema.$ref !== undefined)) {
    return json(String(single), name, schema, root);
  }
  return single;
}

function json(text: string, name: string, schema: JsonSchema, root: JsonSchema): unknown {
  try {
    return JSON.parse(text);
  } catch {
    const example = JSON.stringify(exampleOf(schema, root));
    throw new CommandError(
      "VALIDATION",
      `--${name} needs JSON in quotes, for example --${name} '${example}'.`,
    );
  }
}

/** The plainest value of a schema: required members of the first alternative. */
function exampleOf(schema: JsonSchema, root: JsonSchema): unknown {
  const { $ref, oneOf, anyOf, type, properties, required } = schema as JsonSchema & {
    readonly $ref?: string;
    readonly oneOf?: readonly JsonSchema[];
    readonly anyOf?: readonly JsonSchema[];
    readonly properties?: Readonly<Record<string, JsonSchema>>;
    readonly required?: readonly string[];
  };
  const defs = root.$defs as Readonly<Record<string, JsonSchema>> | undefined;
  const named = $ref === undefined ? undefined : defs?.[$ref.slice("#/$defs/".length)];
  const inner = named ?? (oneOf ?? anyOf)?.[0];
  if (inner !== undefined) return exampleOf(inner, root);
  if ("const" in schema) return schema.const;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  if (properties !== undefined) {
    const keys = required ?? Object.keys(properties).slice(0, 1);
    return Object.fromEntries(keys.map((key) => [key, exampleOf(properties[key] ?? {}, root)]));
  }
  if (type === "array") return [];
  return type === "number" || type === "integer" ? 1 : type === "boolean" ? true : "text";
}

/** `lineNumbers` → `line-numbers` */
export function kebab(name: string): string {
  return name.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`);
}
