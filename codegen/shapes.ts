/**
 * Schemas as the type emitter wants them: a reference to a file of objects or to a definition becomes the name of a
 * type, so that a shape which many tools share is declared once. Other references are replaced by what they name.
 */
import { posix } from "node:path";
import { localName, mapSubschemas } from "./bundle.ts";
import type { JsonSchema } from "./contract.ts";

/** Stands in a shape where a named type is meant: `{ "$ref": "type:GnoSource" }`. */
const PREFIX = "type:";

export interface Shapes {
  /** Shape of a schema written in the file `path`; types it names are added to `types`. */
  of(path: string, schema: JsonSchema): JsonSchema;
  /** Shapes by type name, in the order of first use. */
  readonly types: ReadonlyMap<string, JsonSchema>;
}

/** @param nameType from a file's base name or a definition's name to a type name. */
export function createShapes(load: (path: string) => unknown, nameType: (name: string) => string): Shapes {
  const types = new Map<string, JsonSchema>();
  const origin = new Map<string, string>();

  const named = (name: string, path: string, make: () => JsonSchema): JsonSchema => {
    const known = origin.get(name);
    if (known !== undefined && known !== path)
      throw new Error(`${path} and ${known} would both be the type ${name}; rename one`);
    if (known === undefined) {
      origin.set(name, path);
      // Set before it is made: a type may contain itself.
      types.set(name, {});
      types.set(name, make());
    }
    return { $ref: PREFIX + name };
  };

  const visit = (path: string, schema: JsonSchema): JsonSchema => {
    const { $ref, $defs: _defs, ...beside } = schema;
    if (typeof $ref !== "string") return mapSubschemas(beside, (child) => visit(path, child));
    const local = localName(schema);
    if (local !== undefined) {
      const defs = ((load(path) as JsonSchema).$defs ?? {}) as Record<string, JsonSchema>;
      if (defs[local] === undefined) throw new Error(`#/$defs/${local} is not defined in ${path}`);
      const { type, first } = rolledUp(local);
      const name = first in defs ? first : local;
      const def = defs[name] as JsonSchema;
      return {
        ...named(nameType(first in defs ? type : local), `${path}#${name}`, () => visit(path, def)),
        ...beside,
      };
    }
    const target = posix.join(posix.dirname(path), $ref);
    const found = load(target) as JsonSchema;
    if (!isObjectLike(found)) return { ...visit(target, found), ...beside };
    return {
      ...named(nameType(posix.basename(target, ".json")), target, () => visit(target, found)),
      ...beside,
    };
  };

  return { of: visit, types };
}

/**
 * A schema bounds how deep values nest by one definition a level, `xDepth1` to `xDepth8`. TypeScript need not: all of them
 * are one type `x`, which contains itself.
 */
function rolledUp(definition: string): { readonly type: string; readonly first: string } {
  const type = definition.replace(/Depth\d+$/, "");
  return { type, first: `${type}Depth1` };
}

/** The type that a shape names, if that is all it is. */
export function typeName(shape: JsonSchema): string | undefined {
  return typeof shape.$ref === "string" && shape.$ref.startsWith(PREFIX)
    ? shape.$ref.slice(PREFIX.length)
    : undefined;
}

/** Worth a name: an object with keys, or a choice of such. */
function isObjectLike(schema: JsonSchema): boolean {
  return "properties" in schema || "oneOf" in schema;
}
