/** Validators of the generator itself: tool files against the dialect, examples and defaults against their schema. */
import { Ajv2020, type ErrorObject, type ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "./contract.ts";
import type { JsonFile } from "./json.ts";
import type { Problems } from "./problems.ts";

/** Reports what is wrong with `value`, which stands at `pointer` of `file`. */
export type SchemaCheck = (file: JsonFile, pointer: string, value: unknown, problems: Problems) => boolean;

/** Schemas are checked against our dialect first, which is closed: ajv need not check them against 2020-12 again. */
const OPTIONS = { allErrors: true, strict: false, validateFormats: false, validateSchema: false } as const;

export function dialectValidator(meta: JsonSchema): {
  readonly tool: SchemaCheck;
  readonly schema: SchemaCheck;
} {
  const ajv = new Ajv2020(OPTIONS);
  const tool = ajv.compile(meta);
  const schema = ajv.compile({ $ref: `${String(meta.$id)}#/$defs/schema` });
  return { tool: reporter(tool), schema: reporter(schema) };
}

/** Undefined when the schema itself is broken, which is then reported. */
export function schemaValidator(
  schema: JsonSchema,
  source: JsonFile,
  pointer: string,
  problems: Problems,
): SchemaCheck | undefined {
  try {
    return reporter(compileSchema(schema));
  } catch (error) {
    problems.add(
      source.path,
      source.line(pointer),
      `this schema does not compile: ${(error as Error).message.split("\n")[0]}`,
    );
    return undefined;
  }
}

export function compileSchema(schema: JsonSchema): ValidateFunction {
  // Contracts may give several tools one output, `$id` and all; here each schema stands alone.
  const { $id: _id, ...anonymous } = schema;
  return new Ajv2020(OPTIONS).compile(anonymous);
}

function reporter(validate: ValidateFunction): SchemaCheck {
  return (file, pointer, value, problems) => {
    if (validate(value)) return true;
    for (const error of mostSpecific(validate.errors ?? [])) {
      const at = pointer + error.instancePath;
      const key = offendingKey(error);
      problems.add(
        file.path,
        file.line(key === undefined ? at : `${at}/${key}`),
        `${at || "the file"} ${describe(error, key)}`,
      );
    }
    return false;
  };
}

function offendingKey(error: ErrorObject): string | undefined {
  return (error.params.additionalProperty ?? error.params.unevaluatedProperty) as string | undefined;
}

function describe(error: ErrorObject, key: string | undefined): string {
  if (error.keyword === "unevaluatedProperties")
    return `uses the keyword ${key}, which is not in our dialect; see schemas/tool.schema.json`;
  if (error.keyword === "additionalProperties")
    return `has the unknown key ${key}; remove it or correct its name`;
  if (error.keyword === "enum")
    return `must be one of ${(error.params.allowedValues as unknown[]).map((v) => JSON.stringify(v)).join(", ")}`;
  if (error.keyword === "const") return `must be ${JSON.stringify(error.params.allowedValue)}`;
  return error.message ?? `breaks ${error.keyword}`;
}

/** A failed subschema makes its parents fail too; only the deepest places say something useful. */
function mostSpecific(errors: readonly ErrorObject[]): readonly ErrorObject[] {
  const depth = (error: ErrorObject): number => error.instancePath.split("/").length;
  const wrappers = new Set(["anyOf", "oneOf", "allOf", "if", "unevaluatedProperties"]);
  const leaves = errors.filter(
    (error) =>
      !wrappers.has(error.keyword) ||
      !errors.some(
        (other) => depth(other) > depth(error) && other.instancePath.startsWith(error.instancePath),
      ),
  );
  return leaves.length > 0 ? leaves : errors;
}
