/**
 * Makes schemas self-contained. A reference to a file is replaced by its content; `#/$defs/<name>` stays, and its
 * definition moves to the `$defs` of the whole. Published inputs keep the key order of the contract.
 */
import { $RefParser } from "@apidevtools/json-schema-ref-parser";
import type { JsonSchema } from "./contract.ts";
import { compare } from "./problems.ts";

const DIALECT = "https://json-schema.org/draft/2020-12/schema";
/** Largest integer that every JSON reader keeps exact. */
const MAX_INTEGER = Number.MAX_SAFE_INTEGER;
/** Never fetched: only gives relative references something to stand on. */
const BASE = "https://concordat.invalid/";

export type Load = (path: string) => unknown;

/** @throws Error when a reference leads nowhere, files refer to each other in a circle, or two definitions clash. */
export async function bundle(path: string, schema: JsonSchema, load: Load): Promise<JsonSchema> {
  const resolved = await new $RefParser().dereference(BASE + path, hide(schema), {
    mutateInputSchema: false,
    resolve: {
      file: false,
      http: false,
      sources: {
        order: 1,
        canRead: true,
        read: (file: { url: string }) => {
          const value = load(file.url.slice(BASE.length));
          if (value === undefined) throw new Error(`no file ${file.url.slice(BASE.length)}`);
          return JSON.stringify(hide(value as JsonSchema));
        },
      },
    },
    dereference: { circular: false, cloneReferences: true },
  });
  return hoist(resolved as JsonSchema);
}

/** Out of the library's sight: an `$id` must not become a base for references, and a local reference stays one. */
const HIDDEN_ID = "x-id";
const HIDDEN_REF = "x-ref";

function hide({ $id, $ref, ...schema }: JsonSchema): JsonSchema {
  const isLocal = typeof $ref === "string" && $ref.startsWith("#");
  return {
    ...($id === undefined ? {} : { [HIDDEN_ID]: $id }),
    ...($ref === undefined ? {} : { [isLocal ? HIDDEN_REF : "$ref"]: $ref }),
    ...mapSubschemas(schema, hide),
  };
}

/** Moves every nested `$defs` to the root and drops what has no place inside: `$id`, `$schema`, `title`. */
function hoist(root: JsonSchema): JsonSchema {
  const defs = new Map<string, JsonSchema>();
  const visit = (schema: JsonSchema, isRoot: boolean): JsonSchema => {
    const own = schema.$defs as Record<string, JsonSchema> | undefined;
    for (const [name, def] of Object.entries(own ?? {})) {
      const cleaned = visit(def, false);
      const known = defs.get(name);
      if (known !== undefined && JSON.stringify(known) !== JSON.stringify(cleaned)) {
        throw new Error(`two definitions are called ${name}; rename one`);
      }
      defs.set(name, cleaned);
    }
    const kept: Record<string, unknown> = {};
    for (const [key, value] of Object.entries(schema)) {
      if (key === "$defs" || key === "title" || key === "$schema") continue;
      if (key === HIDDEN_REF) kept.$ref = value;
      else if (key !== HIDDEN_ID) kept[key] = value;
      else if (isRoot) kept.$id = value;
    }
    return mapSubschemas(kept, (child) => visit(child, false));
  };
  const body = visit(root, true);
  const used = reachable(body, defs);
  if (used.length === 0) return body;
  return { ...body, $defs: Object.fromEntries(used.map((name) => [name, defs.get(name)])) };
}

/** Names of the definitions that are used, in the order of first use. */
function reachable(body: JsonSchema, defs: ReadonlyMap<string, JsonSchema>): string[] {
  const names: string[] = [];
  const visit = (schema: JsonSchema): void => {
    const name = localName(schema);
    if (name !== undefined && !names.includes(name)) {
      const def = defs.get(name);
      if (def === undefined) throw new Error(`#/$defs/${name} is not defined`);
      names.push(name);
      visit(def);
    }
    for (const [, child] of subschemas(schema)) visit(child);
  };
  visit(body);
  return names;
}

/** `x` of `{ "$ref": "#/$defs/x" }`. */
export function localName(schema: JsonSchema): string | undefined {
  const ref = schema.$ref;
  return typeof ref === "string" && ref.startsWith("#/$defs/") ? ref.slice("#/$defs/".length) : undefined;
}

const MAPS = ["properties", "$defs"];
const LISTS = ["prefixItems", "oneOf", "anyOf", "allOf"];
const SINGLE = ["additionalProperties", "items", "if", "then", "else", "not", "propertyNames", "contains"];

/** Direct subschemas with the pointer parts that lead to them; boolean schemas are left out. */
export function* subschemas(schema: JsonSchema): Generator<[readonly (string | number)[], JsonSchema]> {
  for (const [key, value] of Object.entries(schema)) {
    if (MAPS.includes(key)) {
      for (const [name, child] of Object.entries(value as object))
        if (isSchema(child)) yield [[key, name], child];
    } else if (LISTS.includes(key)) {
      for (const [index, child] of (value as unknown[]).entries())
        if (isSchema(child)) yield [[key, index], child];
    } else if (SINGLE.includes(key) && isSchema(value)) {
      yield [[key], value];
    }
  }
}

/** A copy with each direct subschema replaced. */
export function mapSubschemas(schema: JsonSchema, change: (child: JsonSchema) => JsonSchema): JsonSchema {
  const one = (child: unknown): unknown => (isSchema(child) ? change(child) : child);
  const copy: Record<string, unknown> = {};
  for (const [key, value] of Object.entries(schema)) {
    if (MAPS.includes(key)) {
      copy[key] = Object.fromEntries(
        Object.entries(value as object).map(([name, child]) => [name, one(child)]),
      );
    } else if (LISTS.includes(key)) {
      copy[key] = (value as unknown[]).map(one);
    } else {
      copy[key] = SINGLE.includes(key) ? one(value) : value;
    }
  }
  return copy;
}

function isSchema(value: unknown): value is JsonSchema {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** Whether integers without a bound above are published with one, or as the tool file has them. */
export type Integers = "bounded" | "as-written";

/** The input as `tools/list` shows it. */
export function publishInput(schema: JsonSchema, integers: Integers = "bounded"): JsonSchema {
  const {
    type,
    properties,
    required,
    additionalProperties,
    $defs,
    $id: _id,
    ...rest
  } = integers === "bounded" ? boundIntegers(schema) : schema;
  return defined({
    type,
    $schema: DIALECT,
    properties,
    required,
    // An open input carries no such key.
    additionalProperties: additionalProperties === true ? undefined : additionalProperties,
    $defs,
    ...rest,
  });
}

/** The output as it is validated and, where the contract says so, published. */
export function publishOutput(schema: JsonSchema): JsonSchema {
  const { $id, type, properties, required, additionalProperties, $defs, ...rest } = schema;
  return defined({ $schema: DIALECT, $id, type, ...rest, properties, required, additionalProperties, $defs });
}

function boundIntegers(schema: JsonSchema): JsonSchema {
  const mapped = mapSubschemas(schema, boundIntegers);
  const isInteger =
    mapped.type === "integer" || (Array.isArray(mapped.type) && mapped.type.includes("integer"));
  const isBounded = ["maximum", "exclusiveMaximum", "enum", "const"].some((key) => key in mapped);
  return isInteger && !isBounded ? { ...mapped, maximum: MAX_INTEGER } : mapped;
}

function defined(object: Record<string, unknown>): JsonSchema {
  return Object.fromEntries(Object.entries(object).filter(([, value]) => value !== undefined));
}

/** Keys sorted at every level: equal meaning gives equal text. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => compare(a, b)))
      : inner,
  );
}
