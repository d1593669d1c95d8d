/**
 * What a place in a schema admits: JSON types, and the schemas of its members. Unions become alternatives, so that
 * leniency can ask "does any of them admit a string here?". Conditions (`if`, `not`) narrow only what the validator
 * accepts; leaving them out makes a place look wider, which means less conversion, never more.
 */
import type { JsonSchema } from "./contract.ts";

export type Schema = JsonSchema | boolean;
export type TypeName = "string" | "number" | "integer" | "boolean" | "object" | "array" | "null";

/** One alternative of a place, with its references and `allOf` resolved. */
export interface Shape {
  readonly properties: ReadonlyMap<string, Schema>;
  readonly required: ReadonlySet<string>;
  readonly additional: Schema;
  readonly items: Schema;
  readonly prefixItems: readonly Schema[];
}

export interface SchemaReader {
  types(schema: Schema): ReadonlySet<TypeName>;
  shapes(schema: Schema): readonly Shape[];
}

const allTypes: ReadonlySet<TypeName> = new Set<TypeName>([
  "string",
  "number",
  "integer",
  "boolean",
  "object",
  "array",
  "null",
]);
const noTypes: ReadonlySet<TypeName> = new Set<TypeName>();
const openShape: Shape = {
  properties: new Map(),
  required: new Set(),
  additional: true,
  items: true,
  prefixItems: [],
};

/** Answers are kept by schema object: a schema is read once, not once a call. */
export function createSchemaReader(root: JsonSchema): SchemaReader {
  const typesOf = new Map<JsonSchema, ReadonlySet<TypeName>>();
  const shapesOf = new Map<JsonSchema, readonly Shape[]>();

  function resolve(ref: string): Schema {
    if (ref === "#") return root;
    if (!ref.startsWith("#/")) return true;
    let at: unknown = root;
    for (const part of ref.slice(2).split("/")) {
      at = (at as Record<string, unknown> | undefined)?.[part.replaceAll("~1", "/").replaceAll("~0", "~")];
    }
    return (at as Schema | undefined) ?? true;
  }

  function types(schema: Schema): ReadonlySet<TypeName> {
    if (typeof schema === "boolean") return schema ? allTypes : noTypes;
    const known = typesOf.get(schema);
    if (known !== undefined) return known;
    // A schema that refers to itself admits, as far as this turn goes, everything.
    typesOf.set(schema, allTypes);
    let admitted = ownTypes(schema);
    if (typeof schema.$ref === "string") admitted = both(admitted, types(resolve(schema.$ref)));
    for (const part of schemas(schema.allOf)) admitted = both(admitted, types(part));
    for (const union of [schema.anyOf, schema.oneOf]) {
      if (Array.isArray(union)) admitted = both(admitted, either(schemas(union).map(types)));
    }
    typesOf.set(schema, admitted);
    return admitted;
  }

  function shapes(schema: Schema): readonly Shape[] {
    if (typeof schema === "boolean") return schema ? [openShape] : [];
    const known = shapesOf.get(schema);
    if (known !== undefined) return known;
    shapesOf.set(schema, [openShape]);
    let alternatives: readonly Shape[] = [ownShape(schema)];
    if (typeof schema.$ref === "string") alternatives = product(alternatives, shapes(resolve(schema.$ref)));
    for (const part of schemas(schema.allOf)) alternatives = product(alternatives, shapes(part));
    for (const union of [schema.anyOf, schema.oneOf]) {
      if (Array.isArray(union)) alternatives = product(alternatives, schemas(union).flatMap(shapes));
    }
    shapesOf.set(schema, alternatives);
    return alternatives;
  }

  return { types, shapes };
}

function schemas(value: unknown): readonly Schema[] {
  return Array.isArray(value) ? (value as readonly Schema[]) : [];
}

function ownTypes(schema: JsonSchema): ReadonlySet<TypeName> {
  if ("const" in schema) return new Set(typeNames(schema.const));
  if (Array.isArray(schema.enum)) return new Set(schema.enum.flatMap(typeNames));
  if (schema.type === undefined) return allTypes;
  return new Set((Array.isArray(schema.type) ? schema.type : [schema.type]) as readonly TypeName[]);
}

function typeNames(value: unknown): readonly TypeName[] {
  if (value === null) return ["null"];
  if (Array.isArray(value)) return ["array"];
  if (typeof value === "number") return Number.isInteger(value) ? ["integer", "number"] : ["number"];
  return [typeof value as TypeName];
}

function ownShape(schema: JsonSchema): Shape {
  return {
    properties: new Map(Object.entries((schema.properties ?? {}) as Record<string, Schema>)),
    required: new Set((schema.required ?? []) as readonly string[]),
    additional: (schema.additionalProperties ?? true) as Schema,
    items: (schema.items ?? true) as Schema,
    prefixItems: schemas(schema.prefixItems),
  };
}

function both(a: ReadonlySet<TypeName>, b: ReadonlySet<TypeName>): ReadonlySet<TypeName> {
  const common = new Set([...a].filter((type) => b.has(type)));
  // Every integer is a number.
  if (a.has("integer") && b.has("number")) common.add("integer");
  if (b.has("integer") && a.has("number")) common.add("integer");
  return common;
}

function either(sets: readonly ReadonlySet<TypeName>[]): ReadonlySet<TypeName> {
  return new Set(sets.flatMap((set) => [...set]));
}

// A schema with two unions of many branches each would multiply; past this, one open shape converts nothing.
const maxAlternatives = 64;

function product(left: readonly Shape[], right: readonly Shape[]): readonly Shape[] {
  if (left.length * right.length > maxAlternatives) return [openShape];
  return left.flatMap((a) => right.map((b) => merged(a, b)));
}

function merged(a: Shape, b: Shape): Shape {
  const properties = new Map(a.properties);
  for (const [key, schema] of b.properties) {
    const own = properties.get(key);
    properties.set(key, own === undefined ? schema : and(own, schema));
  }
  return {
    properties,
    required: a.required.union(b.required),
    additional: and(a.additional, b.additional),
    items: and(a.items, b.items),
    prefixItems: a.prefixItems.length > 0 ? a.prefixItems : b.prefixItems,
  };
}

function and(a: Schema, b: Schema): Schema {
  if (a === true) return b;
  if (b === true) return a;
  return { allOf: [a, b] };
}
