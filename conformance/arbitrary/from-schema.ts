/**
 * JSON Schema to fast-check: values that a schema admits, in the closed dialect of the contracts. Shape keywords are built,
 * constraint keywords are left to the validator, which filters; the pool gives texts that mean something to the server.
 */
import fc from "fast-check";
import { isObject, type Json } from "../target/target.ts";

export type Texts = Readonly<Record<string, readonly string[]>>;

/** Nesting through definitions beyond which only plain branches are taken. */
const deepest = 3;

export interface FromSchemaOptions {
  /** Texts to draw from, by property name. */
  readonly pool?: Texts;
}

export function fromSchema(root: Json, options: FromSchemaOptions = {}): fc.Arbitrary<unknown> {
  return build(root, { root, pool: options.pool ?? {}, depth: 0, key: undefined });
}

interface Place {
  readonly root: Json;
  readonly pool: Texts;
  readonly depth: number;
  /** Name of the property whose value is built. */
  readonly key: string | undefined;
}

function build(schema: unknown, place: Place): fc.Arbitrary<unknown> {
  if (!isObject(schema)) return fc.jsonValue({ maxDepth: 1 });
  const named = definition(schema, place.root);
  if (named !== undefined) return build(named, { ...place, depth: place.depth + 1 });
  if ("const" in schema) return fc.constant(schema.const);
  if (Array.isArray(schema.enum)) return fc.constantFrom(...schema.enum);
  const branches = branchesOf(schema);
  if (branches !== undefined) return union(schema, branches, place);
  const types = typesOf(schema);
  return fc.oneof(...types.map((type) => ofType(type, schema, place)));
}

function union(schema: Json, branches: readonly Json[], place: Place): fc.Arbitrary<unknown> {
  const shallow = place.depth >= deepest ? branches.filter((branch) => !isNested(branch)) : branches;
  const usable = shallow.length > 0 ? shallow : branches.slice(0, 1);
  const { oneOf: _one, anyOf: _any, ...shared } = schema;
  const whole = Object.keys(shared).some(
    (key) => key !== "description" && key !== "title" && key !== "default",
  );
  return fc.oneof(
    ...usable.map((branch) => build(whole ? merged(shared, branch, place.root) : branch, place)),
  );
}

/** What both the schema and one of its branches say about an object. */
function merged(shared: Json, branch: Json, root: Json): Json {
  const one = definition(branch, root) ?? branch;
  return {
    ...shared,
    ...one,
    properties: { ...(shared.properties as Json | undefined), ...(one.properties as Json | undefined) },
    required: [...new Set([...list(shared.required), ...list(one.required)])],
  };
}

function ofType(type: string, schema: Json, place: Place): fc.Arbitrary<unknown> {
  switch (type) {
    case "string":
      return texts(schema, place);
    case "integer":
      return integers(schema);
    case "number":
      return numbers(schema);
    case "boolean":
      return fc.boolean();
    case "null":
      return fc.constant(null);
    case "array":
      return arrays(schema, place);
    case "object":
      return objects(schema, place);
    default:
      return fc.jsonValue({ maxDepth: 1 });
  }
}

function integers(schema: Json): fc.Arbitrary<number> {
  const { min, max } = bounds(schema, 1);
  const low = Math.ceil(min ?? Math.min(0, (max ?? 0) - 1000));
  const high = Math.floor(Math.min(max ?? Number.MAX_SAFE_INTEGER, Number.MAX_SAFE_INTEGER));
  const near = fc.integer({ min: low, max: Math.max(low, Math.min(high, low + 200)) });
  return fc.oneof({ arbitrary: near, weight: 4 }, { arbitrary: fc.constantFrom(low, high), weight: 1 });
}

function numbers(schema: Json): fc.Arbitrary<number> {
  const { min, max } = bounds(schema, 0);
  const low = min ?? Math.min(-1000, (max ?? 0) - 1000);
  const high = max ?? Math.max(1000, low + 1000);
  const strict = {
    minExcluded: schema.exclusiveMinimum === low,
    maxExcluded: schema.exclusiveMaximum === high,
  };
  // -0 is written as 0 on the wire.
  return fc.double({ min: low, max: high, noNaN: true, ...strict }).map((value) => value + 0 || 0);
}

function bounds(schema: Json, step: 0 | 1): { min: number | undefined; max: number | undefined } {
  const at = (key: string): number | undefined => (typeof schema[key] === "number" ? schema[key] : undefined);
  const { exclusiveMinimum: above, exclusiveMaximum: below } = {
    exclusiveMinimum: at("exclusiveMinimum"),
    exclusiveMaximum: at("exclusiveMaximum"),
  };
  return {
    min: at("minimum") ?? (above === undefined ? undefined : above + step),
    max: at("maximum") ?? (below === undefined ? undefined : below - step),
  };
}

function texts(schema: Json, place: Place): fc.Arbitrary<string> {
  const min = typeof schema.minLength === "number" ? schema.minLength : 0;
  const max = typeof schema.maxLength === "number" ? schema.maxLength : undefined;
  const pattern = typeof schema.pattern === "string" ? new RegExp(schema.pattern, "u") : undefined;
  const fits = (text: string): boolean =>
    [...text].length >= min &&
    (max === undefined || [...text].length <= max) &&
    (pattern?.test(text) ?? true);
  const known = (place.key === undefined ? [] : (place.pool[place.key] ?? [])).filter(fits);
  const free = formatted(schema) ?? anyText(min, max, pattern, fits);
  if (known.length === 0) return free;
  return fc.oneof({ arbitrary: fc.constantFrom(...known), weight: 7 }, { arbitrary: free, weight: 1 });
}

function anyText(
  min: number,
  max: number | undefined,
  pattern: RegExp | undefined,
  fits: (text: string) => boolean,
): fc.Arbitrary<string> {
  if (pattern !== undefined) return fc.stringMatching(pattern).filter(fits);
  const size = { minLength: min, maxLength: Math.min(max ?? min + 40, min + 40) };
  return fc.oneof(
    fc.string(size),
    // Whole code points only: a lone surrogate cannot travel as UTF-8.
    fc
      .string({ ...size, unit: "binary" })
      .map(wellFormed)
      .filter(fits),
    fc.constantFrom("*", "a/b", "..", "%00", "'; --", "<b>", "é", "\u0000", "{}", "-1").filter(fits),
  );
}

function formatted(schema: Json): fc.Arbitrary<string> | undefined {
  const date = fc.date({ min: new Date("1990-01-01"), max: new Date("2090-01-01"), noInvalidDate: true });
  switch (schema.format) {
    case "date-time":
      return date.map((value) => value.toISOString());
    case "date":
      return date.map((value) => value.toISOString().slice(0, 10));
    case "uri":
      return fc.webUrl();
    case "uuid":
      return fc.uuid();
    default:
      return undefined;
  }
}

function arrays(schema: Json, place: Place): fc.Arbitrary<unknown[]> {
  const head = list(schema.prefixItems).map((item) => build(item, place));
  const min = Math.max(0, (typeof schema.minItems === "number" ? schema.minItems : 0) - head.length);
  const most = typeof schema.maxItems === "number" ? Math.max(0, schema.maxItems - head.length) : min + 4;
  const item = isObject(schema.items) ? build(schema.items, place) : undefined;
  const size = { minLength: min, maxLength: Math.max(min, Math.min(most, min + 4)) };
  const rest = item === undefined ? fc.constant<unknown[]>([]) : fc.array(item, size);
  const tail =
    schema.uniqueItems === true && item !== undefined
      ? fc.uniqueArray(item, { ...size, selector: (value) => JSON.stringify(value) })
      : rest;
  return head.length === 0
    ? tail
    : fc.tuple(fc.tuple(...head), tail).map(([first, more]) => [...first, ...more]);
}

function objects(schema: Json, place: Place): fc.Arbitrary<Json> {
  const properties = isObject(schema.properties) ? schema.properties : {};
  const required = new Set(list(schema.required));
  const optional = Object.keys(properties).filter((key) => !required.has(key));
  const entries = Object.entries(properties)
    .filter(([key, inner]) => required.has(key) || place.depth < deepest || !isNested(inner as Json))
    .map(([key, inner]) => [key, build(inner, { ...place, key })] as const);
  const model = Object.fromEntries(entries);
  const full = fc.record(model, { requiredKeys: Object.keys(model).filter((key) => required.has(key)) });
  // With every optional key at even odds most calls would carry ten filters and find nothing.
  const few = fc
    .tuple(full, fc.subarray(optional, { maxLength: Math.min(3, optional.length) }))
    .map(([value, keep]) =>
      Object.fromEntries(Object.entries(value).filter(([key]) => required.has(key) || keep.includes(key))),
    );
  return fc.oneof({ arbitrary: few, weight: 3 }, { arbitrary: full, weight: 1 }) as fc.Arbitrary<Json>;
}

function definition(schema: Json, root: Json): Json | undefined {
  const name = typeof schema.$ref === "string" ? /^#\/\$defs\/(.+)$/.exec(schema.$ref)?.[1] : undefined;
  const found = name === undefined || !isObject(root.$defs) ? undefined : root.$defs[name];
  return isObject(found) ? found : undefined;
}

function branchesOf(schema: Json): readonly Json[] | undefined {
  const branches = schema.oneOf ?? schema.anyOf;
  return Array.isArray(branches) ? (branches as readonly Json[]) : undefined;
}

/** Does the schema lead back into definitions? */
function isNested(schema: unknown): boolean {
  return JSON.stringify(schema)?.includes('"$ref"') ?? false;
}

function typesOf(schema: Json): readonly string[] {
  if (typeof schema.type === "string") return [schema.type];
  if (Array.isArray(schema.type)) return schema.type as readonly string[];
  return isObject(schema.properties) ? ["object"] : ["any"];
}

function list(value: unknown): readonly string[] {
  return Array.isArray(value) ? (value as readonly string[]) : [];
}

function wellFormed(text: string): string {
  return text.toWellFormed();
}
