/** The plainest value that a schema admits, or undefined when none is found at once. Only near-misses use it. */
import { localName } from "../bundle.ts";
import { compileSchema } from "../check.ts";
import type { JsonSchema } from "../contract.ts";

const TEXTS = [
  "a",
  "aaaaaaaa",
  "#aaaaaa",
  "0",
  "a/b",
  "2026-01-01T00:00:00Z",
  "2026-01-01",
  "gno://a/b.md",
  "A",
];

export function sample(schema: JsonSchema, root: JsonSchema): unknown {
  const value = guess(schema, root, 0);
  if (value === undefined) return undefined;
  const whole = root.$defs === undefined ? schema : { ...schema, $defs: root.$defs };
  return compileSchema(whole)(value) ? value : undefined;
}

function guess(schema: JsonSchema, root: JsonSchema, depth: number): unknown {
  const name = localName(schema);
  if (name !== undefined) {
    const def = (root.$defs as Record<string, JsonSchema>)[name];
    return depth > 8 || def === undefined ? undefined : guess(def, root, depth + 1);
  }
  if ("const" in schema) return schema.const;
  if ("default" in schema) return schema.default;
  if (Array.isArray(schema.enum)) return schema.enum[0];
  const branches = (schema.oneOf ?? schema.anyOf) as JsonSchema[] | undefined;
  if (branches !== undefined && !("type" in schema)) {
    return branches.map((branch) => guess(branch, root, depth + 1)).find((value) => value !== undefined);
  }
  return byType([schema.type].flat()[0] as string | undefined, schema, root, depth);
}

function byType(type: string | undefined, schema: JsonSchema, root: JsonSchema, depth: number): unknown {
  switch (type) {
    case "string":
      return text(schema);
    case "integer":
    case "number":
      return (schema.minimum as number) ?? ((schema.exclusiveMinimum as number) ?? 0) + 1;
    case "boolean":
      return true;
    case "null":
      return null;
    case "array":
      return list(schema, root, depth);
    case "object":
      return record(schema, root, depth);
    default:
      return "a";
  }
}

function text(schema: JsonSchema): string | undefined {
  const min = (schema.minLength as number | undefined) ?? 0;
  const max = (schema.maxLength as number | undefined) ?? Number.POSITIVE_INFINITY;
  const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern, "u") : /^/;
  const choices = ["a".repeat(Math.max(1, min)), ...TEXTS, "a".repeat(64), "0".repeat(64)];
  return choices.find((choice) => choice.length >= min && choice.length <= max && pattern.test(choice));
}

function list(schema: JsonSchema, root: JsonSchema, depth: number): unknown {
  const prefix = (schema.prefixItems as JsonSchema[] | undefined) ?? [];
  const items = prefix.map((item) => guess(item, root, depth + 1));
  const rest = typeof schema.items === "object" ? (schema.items as JsonSchema) : undefined;
  const wanted = Math.max(
    (schema.minItems as number | undefined) ?? 0,
    prefix.length === 0 && rest !== undefined ? 1 : 0,
  );
  while (items.length < wanted) items.push(rest === undefined ? "a" : guess(rest, root, depth + 1));
  return items.includes(undefined) ? undefined : items;
}

function record(schema: JsonSchema, root: JsonSchema, depth: number): unknown {
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  const entries = ((schema.required ?? []) as string[]).map((key) => [
    key,
    guess(properties[key] ?? {}, root, depth + 1),
  ]);
  return entries.some(([, value]) => value === undefined) ? undefined : Object.fromEntries(entries);
}
