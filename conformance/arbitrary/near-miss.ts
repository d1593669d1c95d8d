/**
 * Arguments that are valid but for one fault, around generated valid ones. A fault is never a value that the documented
 * leniency makes valid: no text where text is not admitted, no null for a key that may be left out.
 */
import fc from "fast-check";
import { isObject, type Json } from "../target/target.ts";

export interface Miss {
  readonly arguments: Json;
  readonly fault: string;
}

type Fault = (args: Json) => Miss | undefined;

/** `valid` yields arguments of `schema`; `isValid` is the schema's validator. */
export function nearMiss(
  schema: Json,
  valid: fc.Arbitrary<Json>,
  isValid: (value: unknown) => boolean,
): fc.Arbitrary<Miss> | undefined {
  const faults = [...topFaults(schema)];
  if (faults.length === 0) return undefined;
  return fc
    .tuple(valid, fc.constantFrom(...faults))
    .map(([args, fault]) => fault(args))
    .filter((miss): miss is Miss => miss !== undefined && !isValid(miss.arguments));
}

function* topFaults(schema: Json): Generator<Fault> {
  const properties = isObject(schema.properties) ? (schema.properties as Readonly<Record<string, Json>>) : {};
  const required = Array.isArray(schema.required) ? (schema.required as readonly string[]) : [];
  for (const key of required) {
    yield (args) => {
      const { [key]: _dropped, ...rest } = args;
      return { arguments: rest, fault: `${key} is missing` };
    };
  }
  if (schema.additionalProperties === false) {
    yield (args) => ({ arguments: { ...args, notInTheContract: 1 }, fault: "an unknown key" });
  }
  for (const [key, inner] of Object.entries(properties)) {
    for (const value of wrongValues(inner)) {
      yield (args) => ({ arguments: { ...args, [key]: value }, fault: `${key} is ${JSON.stringify(value)}` });
    }
  }
}

function* wrongValues(schema: Json): Generator<unknown> {
  const types = new Set([schema.type].flat());
  if (types.size === 0 || types.has(undefined)) return;
  if (!types.has("object")) yield { nothing: 1 };
  if (!types.has("array") && !types.has("object")) yield [1];
  if (types.has("string") && types.size === 1) yield 7;
  if (types.has("integer")) yield 1.5;
  if (typeof schema.minimum === "number") yield schema.minimum - 1;
  if (typeof schema.exclusiveMinimum === "number") yield schema.exclusiveMinimum;
  if (typeof schema.maximum === "number" && schema.maximum < Number.MAX_SAFE_INTEGER)
    yield schema.maximum + 1;
  if (typeof schema.minLength === "number" && schema.minLength > 0) yield "";
  if (Array.isArray(schema.enum)) yield "none of these words";
}
