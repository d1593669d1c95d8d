/**
 * Near-misses of an input schema: arguments that are valid but for one fault, each with the rule that refuses them.
 * A fault never uses text where no text is admitted, nor null: the documented leniency makes those valid.
 */
import type { ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import { localName, subschemas } from "../bundle.ts";
import { compileSchema } from "../check.ts";
import type { JsonSchema, Tool } from "../contract.ts";
import { pointerOf } from "../json.ts";
import { sample } from "./sample.ts";

export interface NearMiss {
  readonly name: string;
  readonly arguments: unknown;
  /** Keyword that refuses it. */
  readonly rule: string;
  /** JSON pointer to what is wrong: the value, the missing key or the unknown one. */
  readonly pointer: string;
}

export interface NearMisses {
  readonly cases: readonly NearMiss[];
  /** Faults for which no valid surrounding could be made. */
  readonly unmade: readonly string[];
}

type Path = readonly (string | number)[];

interface Fault {
  readonly name: string;
  readonly rule: string;
  /** Where the keyword reports; the changed place may be one key below. */
  readonly at: Path;
  readonly set: { readonly path: Path; readonly value: unknown } | { readonly drop: Path };
}

/** Nesting through definitions that is probed; deeper levels repeat the same shape. */
const MAX_DEPTH = 5;

export function nearMisses(tool: Tool): NearMisses {
  const validate = compileSchema(tool.input);
  const cases: NearMiss[] = [];
  const unmade: string[] = [];
  for (const fault of faults(tool.input, tool.input, [], 0)) {
    const made = tool.examples
      .map(({ input }) => plant(fault, input, tool.input))
      .find((candidate) => candidate !== undefined && isRefused(validate, candidate, fault));
    if (made === undefined) unmade.push(fault.name);
    else if (!cases.some((known) => JSON.stringify(known.arguments) === JSON.stringify(made))) {
      cases.push({
        name: fault.name,
        arguments: made,
        rule: fault.rule,
        pointer: pointerOf(wrongPlace(fault)),
      });
    }
  }
  return { cases, unmade };
}

function wrongPlace({ set }: Fault): Path {
  return "drop" in set ? set.drop : set.path;
}

function isRefused(validate: ValidateFunction, candidate: unknown, { rule, at }: Fault): boolean {
  if (validate(candidate)) return false;
  const pointer = pointerOf(at);
  return (validate.errors ?? []).some(
    (error: ErrorObject) => error.keyword === rule && error.instancePath === pointer,
  );
}

/** The arguments with the fault, around which everything that is missing has been filled in. */
function plant(fault: Fault, base: unknown, root: JsonSchema): unknown {
  const path = "drop" in fault.set ? fault.set.drop.slice(0, -1) : fault.set.path;
  const copy = reach(structuredClone(base), root, root, path);
  if (copy === undefined) return undefined;
  if ("drop" in fault.set) {
    const parent = get(copy, path);
    const key = fault.set.drop.at(-1)!;
    if (typeof parent !== "object" || parent === null) return undefined;
    delete (parent as Record<string, unknown>)[key];
    return copy;
  }
  return setAt(copy, path, fault.set.value);
}

/** Fills in sample values until the parent of `path` is there. */
function reach(value: unknown, schema: JsonSchema, root: JsonSchema, path: Path): unknown {
  let current = value;
  let at: JsonSchema | undefined = schema;
  for (let depth = 0; depth < path.length; depth += 1) {
    at = child(resolve(at!, root), path[depth]!);
    if (at === undefined) return current;
    const here = path.slice(0, depth + 1);
    if (get(current, here) === undefined && depth < path.length - 1) {
      const made = sample(at, root);
      if (made === undefined) return undefined;
      current = setAt(current, here, made);
    }
  }
  return current;
}

function* faults(schema: JsonSchema, root: JsonSchema, at: Path, depth: number): Generator<Fault> {
  const here = resolve(schema, root);
  const label = at.join(".");
  if (at.length > 0) yield* ownFaults(here, root, at, label);
  yield* objectFaults(here, at, label);
  if (depth >= MAX_DEPTH) return;
  for (const [step, inner] of subschemas(here)) {
    if (step[0] === "properties") yield* faults(inner, root, [...at, step[1]!], depth + 1);
    if (step[0] === "items" && sample(here, root) !== undefined)
      yield* faults(inner, root, [...at, 0], depth + 1);
    if (step[0] === "prefixItems") yield* faults(inner, root, [...at, step[1]!], depth + 1);
  }
}

function* objectFaults(schema: JsonSchema, at: Path, label: string): Generator<Fault> {
  for (const key of (schema.required ?? []) as string[]) {
    yield {
      name: `${key} is missing${at.length > 0 ? ` in ${label}` : ""}`,
      rule: "required",
      at,
      set: { drop: [...at, key] },
    };
  }
  if (schema.additionalProperties === false) {
    const path = [...at, "notInTheContract"];
    yield {
      name: at.length === 0 ? "there is an unknown key" : `${label} has an unknown key`,
      rule: "additionalProperties",
      at,
      set: { path, value: 1 },
    };
  }
}

function* ownFaults(schema: JsonSchema, root: JsonSchema, at: Path, label: string): Generator<Fault> {
  const one = (name: string, rule: string, value: unknown): Fault => ({
    name: `${label} ${name}`,
    rule,
    at,
    set: { path: at, value },
  });
  const rule = ["type", "enum", "const", "oneOf", "anyOf"].find((key) => key in schema);
  const wrong = wrongType(schema, root);
  if (rule !== undefined && wrong !== undefined) yield one(`is ${describeType(wrong)}`, rule, wrong);
  if (types(schema).includes("integer")) yield one("is no whole number", "type", 1.5);
  if ("enum" in schema && (schema.enum as unknown[]).some((word) => typeof word === "string"))
    yield one("is none of its words", "enum", "none of these");
  if (typeof schema.const === "string") yield one("is another text", "const", `not ${schema.const}`);
  yield* boundFaults(schema, root, one);
  yield* branchFaults(schema, root, one);
}

/** An object that nearly is one of several: the choice itself refuses it, not the branch. */
function* branchFaults(
  schema: JsonSchema,
  root: JsonSchema,
  one: (name: string, rule: string, value: unknown) => Fault,
): Generator<Fault> {
  const rule = ["oneOf", "anyOf"].find((key) => key in schema);
  if (rule === undefined) return;
  for (const [index, branch] of (schema[rule] as JsonSchema[]).entries()) {
    const here = resolve(branch, root);
    const whole = sample(here, root);
    if (typeof whole !== "object" || whole === null || Array.isArray(whole)) continue;
    const name = `as choice ${index + 1}`;
    for (const key of (here.required ?? []) as string[]) {
      const { [key]: _dropped, ...rest } = whole as Record<string, unknown>;
      yield one(`${name} lacks ${key}`, rule, rest);
    }
    if (here.additionalProperties === false)
      yield one(`${name} has an unknown key`, rule, { ...whole, notInTheContract: 1 });
  }
}

function* boundFaults(
  schema: JsonSchema,
  root: JsonSchema,
  one: (name: string, rule: string, value: unknown) => Fault,
): Generator<Fault> {
  const bound = (key: string): number | undefined => schema[key] as number | undefined;
  const { minimum, maximum, exclusiveMinimum, exclusiveMaximum } = schema as Record<
    string,
    number | undefined
  >;
  if (minimum !== undefined) yield one("is below its minimum", "minimum", minimum - 1);
  if (maximum !== undefined) yield one("is above its maximum", "maximum", maximum + 1);
  if (exclusiveMinimum !== undefined)
    yield one("is at its excluded minimum", "exclusiveMinimum", exclusiveMinimum);
  if (exclusiveMaximum !== undefined)
    yield one("is at its excluded maximum", "exclusiveMaximum", exclusiveMaximum);
  const minLength = bound("minLength");
  if (minLength !== undefined && minLength > 0)
    yield one("is too short", "minLength", "a".repeat(minLength - 1));
  const maxLength = bound("maxLength");
  if (maxLength !== undefined) yield one("is too long", "maxLength", "a".repeat(maxLength + 1));
  if (typeof schema.pattern === "string") {
    const misfit = ["?", " ", "a", "0", "-", "/", "#"].find(
      (text) => !new RegExp(schema.pattern as string, "u").test(text),
    );
    if (misfit !== undefined) yield one("does not fit its pattern", "pattern", misfit);
  }
  const items = typeof schema.items === "object" ? (schema.items as JsonSchema) : undefined;
  const item = items === undefined ? "a" : sample(items, root);
  const minItems = bound("minItems");
  if (minItems !== undefined && minItems > 0)
    yield one("has too few items", "minItems", Array(minItems - 1).fill(item));
  const maxItems = bound("maxItems");
  if (maxItems !== undefined) yield one("has too many items", "maxItems", Array(maxItems + 1).fill(item));
  if (schema.uniqueItems === true) yield one("has an item twice", "uniqueItems", [item, item]);
}

/** A value of a type that is not admitted, and that no leniency turns into one that is: never text, never null. */
function wrongType(schema: JsonSchema, root: JsonSchema): unknown {
  const admitted = new Set(admittedTypes(schema, root));
  const choices: readonly [string, unknown][] = [
    ["object", {}],
    ["array", []],
    ["number", 7],
    ["boolean", true],
  ];
  const isAdmitted = (type: string): boolean =>
    admitted.has(type) || (type === "number" && admitted.has("integer"));
  // A number where text is wanted and an object where a number is wanted are the mistakes that callers make.
  const order = admitted.has("string")
    ? ["number", "object", "array", "boolean"]
    : ["object", "array", "number", "boolean"];
  const found = order.find((type) => !isAdmitted(type));
  return choices.find(([type]) => type === found)?.[1];
}

function admittedTypes(schema: JsonSchema, root: JsonSchema): string[] {
  const here = resolve(schema, root);
  if ("type" in here) return types(here);
  if ("const" in here) return [typeOf(here.const)];
  if (Array.isArray(here.enum)) return here.enum.map(typeOf);
  const branches = (here.oneOf ?? here.anyOf) as JsonSchema[] | undefined;
  if (branches === undefined) return ["string", "number", "boolean", "object", "array", "null"];
  return branches.flatMap((branch) => admittedTypes(branch, root));
}

function types(schema: JsonSchema): string[] {
  return schema.type === undefined ? [] : ([schema.type].flat() as string[]);
}

function typeOf(value: unknown): string {
  if (value === null) return "null";
  return Array.isArray(value) ? "array" : typeof value;
}

function describeType(value: unknown): string {
  const type = typeOf(value);
  return type === "object" || type === "array" ? `an ${type}` : type === "boolean" ? "true" : `a ${type}`;
}

function resolve(schema: JsonSchema, root: JsonSchema): JsonSchema {
  const name = localName(schema);
  return name === undefined ? schema : resolve((root.$defs as Record<string, JsonSchema>)[name]!, root);
}

function child(schema: JsonSchema, key: string | number): JsonSchema | undefined {
  if (typeof key === "string") return (schema.properties as Record<string, JsonSchema> | undefined)?.[key];
  const prefix = schema.prefixItems as JsonSchema[] | undefined;
  return prefix?.[key] ?? (typeof schema.items === "object" ? (schema.items as JsonSchema) : undefined);
}

function get(value: unknown, path: Path): unknown {
  return path.reduce<unknown>(
    (inner, key) => (inner as Record<string | number, unknown> | undefined)?.[key],
    value,
  );
}

function setAt(value: unknown, path: Path, next: unknown): unknown {
  if (path.length === 0) return next;
  const parent = get(value, path.slice(0, -1));
  if (typeof parent !== "object" || parent === null) return undefined;
  (parent as Record<string | number, unknown>)[path.at(-1)!] = next;
  return value;
}
