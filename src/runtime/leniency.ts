/**
 * The one conversion before validation: only where the schema admits no string, a number, `true`, `false`, an array or
 * an object that was sent as text is read as what it spells; and `null` for an optional key means absent. Everything
 * else reaches the validator as it came: "5.9" is no integer, "1e4", "0x10", "" and " 5 " are no numbers, "no" is no
 * boolean. The arguments are copied on the way, so the caller's object is never changed.
 */
import type { JsonSchema } from "./contract.ts";
import { deeperThan, maxDepth } from "./depth.ts";
import {
  createSchemaReader,
  type Schema,
  type SchemaReader,
  type Shape,
  type TypeName,
} from "./schema-shape.ts";

export type Lenient = (args: unknown) => unknown;

export function createLeniency(schema: JsonSchema): Lenient {
  const reader = createSchemaReader(schema);
  const places = [schema];
  return (args) => convert(args, places, reader);
}

function convert(value: unknown, places: readonly Schema[], reader: SchemaReader): unknown {
  if (typeof value === "string") {
    const read = readText(value, places, reader);
    return typeof read === "object" ? convert(read, places, reader) : read;
  }
  if (Array.isArray(value)) {
    const shapes = places.flatMap((place) => reader.shapes(place));
    return value.map((item, index) =>
      convert(
        item,
        shapes.map((shape) => shape.prefixItems[index] ?? shape.items),
        reader,
      ),
    );
  }
  if (typeof value === "object" && value !== null) return convertObject(value, places, reader);
  return value;
}

function convertObject(value: object, places: readonly Schema[], reader: SchemaReader): unknown {
  const all = places.flatMap((place) => reader.shapes(place));
  const shapes = all.length > 1 ? matching(value as Record<string, unknown>, all) : all;
  const copy: Record<string, unknown> = {};
  for (const [key, member] of Object.entries(value)) {
    if (member === undefined) continue;
    const schemas = shapes.map((shape) => shape.properties.get(key) ?? shape.additional);
    if (member === null && isBlank(key, shapes, schemas, reader)) continue;
    const converted = convert(member, schemas, reader);
    if (key === "__proto__") Object.defineProperty(copy, key, own(converted));
    else copy[key] = converted;
  }
  return copy;
}

// `copy.__proto__ = x` would set the prototype instead of a member that the validator can refuse.
function own(value: unknown): PropertyDescriptor {
  return { value, enumerable: true, configurable: true, writable: true };
}

/** Form-based clients send null for what the user left blank. A null that the schema admits stays. */
function isBlank(
  key: string,
  shapes: readonly Shape[],
  schemas: readonly Schema[],
  reader: SchemaReader,
): boolean {
  return (
    shapes.some((shape) => shape.properties.has(key)) &&
    shapes.every((shape) => !shape.required.has(key)) &&
    !schemas.some((schema) => reader.types(schema).has("null"))
  );
}

/** The alternatives whose words agree with the value: a union is told apart by members such as `op`. */
function matching(value: Record<string, unknown>, shapes: readonly Shape[]): readonly Shape[] {
  const agreeing = shapes.filter((shape) => {
    for (const [key, schema] of shape.properties) {
      if (typeof schema !== "object" || !Object.hasOwn(value, key)) continue;
      if ("const" in schema && value[key] !== schema.const) return false;
      if (Array.isArray(schema.enum) && !schema.enum.includes(value[key])) return false;
    }
    return true;
  });
  return agreeing.length > 0 ? agreeing : shapes;
}

const integerText = /^-?(?:0|[1-9]\d*)$/;
const numberText = /^-?(?:0|[1-9]\d*)(?:\.\d+)?$/;

function readText(text: string, places: readonly Schema[], reader: SchemaReader): unknown {
  const admits = (type: TypeName) => places.some((place) => reader.types(place).has(type));
  if (admits("string")) return text;
  if (text === "true" || text === "false") return admits("boolean") ? text === "true" : text;
  if (admits("number") && numberText.test(text)) return finite(text);
  if (admits("integer") && integerText.test(text)) return finite(text);
  if (text.startsWith("[") && admits("array")) return parsed(text, Array.isArray);
  if (text.startsWith("{") && admits("object")) return parsed(text, (value) => !Array.isArray(value));
  return text;
}

// A number that a double cannot hold exactly would arrive as another one.
function finite(text: string): number | string {
  const value = Number(text);
  return Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value)) ? value : text;
}

function parsed(text: string, fits: (value: unknown) => boolean): unknown {
  try {
    const value: unknown = JSON.parse(text);
    return fits(value) && !deeperThan(maxDepth, value) ? value : text;
  } catch {
    return text;
  }
}
