/** The schemas of one tool: self-contained, published, checked against their own examples and defaults. */
import { bundle, type Integers, type Load, publishInput, publishOutput, subschemas } from "../bundle.ts";
import { schemaValidator } from "../check.ts";
import type { Example, JsonSchema, Tool } from "../contract.ts";
import { type JsonFile, pointerOf } from "../json.ts";
import type { Problems } from "../problems.ts";
import type { Shapes } from "../shapes.ts";

const MAX_INPUT_CHARS = 100_000;
/** A `oneOf` at the root of a published input breaks some clients; these two have it by contract. */
const ROOT_UNION = ["gno_rename_note", "gno_move_note"];

export interface WrittenSchemas {
  readonly input: JsonSchema;
  readonly output: JsonSchema;
  readonly examples: readonly Example[];
}

export type LinkedSchemas = Pick<Tool, "input" | "output" | "inputShape" | "outputShape">;

/** Undefined when they cannot be used; why is then reported. */
export async function linkSchemas(
  source: JsonFile,
  written: WrittenSchemas,
  files: ReadonlyMap<string, JsonFile>,
  shapes: Shapes,
  integers: Integers,
  problems: Problems,
): Promise<LinkedSchemas | undefined> {
  const load: Load = (path) => files.get(path)?.value;
  const part = async (key: "input" | "output"): Promise<JsonSchema | undefined> => {
    try {
      return await bundle(source.path, written[key], load);
    } catch (error) {
      problems.add(
        source.path,
        source.line(`/${key}`),
        `${key} cannot be made self-contained: ${bundleReason(error)}`,
      );
      return undefined;
    }
  };
  const input = await part("input");
  const output = await part("output");
  if (input === undefined || output === undefined) return undefined;
  if (output.type !== "object") {
    problems.add(
      source.path,
      source.line("/output"),
      'the output must be an object; give the schema "type": "object"',
    );
  }
  const published = { input: publishInput(input, integers), output: publishOutput(output) };
  const checks = {
    input: schemaValidator(published.input, source, "/input", problems),
    output: schemaValidator(published.output, source, "/output", problems),
  };
  for (const [index, example] of written.examples.entries()) {
    checks.input?.(source, pointerOf(["examples", index, "input"]), example.input, problems);
    checks.output?.(source, pointerOf(["examples", index, "output"]), example.output, problems);
  }
  try {
    const inputShape = shapes.of(source.path, written.input);
    return { ...published, inputShape, outputShape: shapes.of(source.path, written.output) };
  } catch (error) {
    problems.add(source.path, 1, (error as Error).message);
    return undefined;
  }
}

/** What the published form promises beyond being a schema. */
export function checkInput(tool: string, source: JsonFile, input: JsonSchema, problems: Problems): void {
  for (const key of ["oneOf", "anyOf", "allOf"]) {
    if (key in input && !(key === "oneOf" && ROOT_UNION.includes(tool))) {
      problems.add(
        source.path,
        source.line(`/input/${key}`),
        `an input has no ${key} at its root; let the handler check it`,
      );
    }
  }
  const size = JSON.stringify(input).length;
  if (size >= MAX_INPUT_CHARS) {
    problems.add(
      source.path,
      source.line("/input"),
      `the input is published with ${size} characters; stay under ${MAX_INPUT_CHARS}`,
    );
  }
  checkSchema([], input, input, source, problems);
}

/** Defaults are valid where they stand, and a closed object requires only keys that it has. */
function checkSchema(
  at: readonly (string | number)[],
  schema: JsonSchema,
  root: JsonSchema,
  source: JsonFile,
  problems: Problems,
): void {
  const here = `/input${pointerOf(at)}`;
  if ("default" in schema) {
    const alone = { ...schema, ...(root.$defs === undefined ? {} : { $defs: root.$defs }) };
    schemaValidator(alone, source, here, problems)?.(source, `${here}/default`, schema.default, problems);
  }
  const missing = ((schema.required ?? []) as string[]).filter(
    (key) => !(key in ((schema.properties ?? {}) as object)),
  );
  if (schema.additionalProperties === false && missing.length > 0) {
    problems.add(
      source.path,
      source.line(`${here}/required`),
      `${missing.join(", ")} is required and not among the properties; add it`,
    );
  }
  for (const [step, child] of subschemas(schema))
    checkSchema([...at, ...step], child, root, source, problems);
}

function bundleReason(error: unknown): string {
  const nested = (error as { errors?: Error[] }).errors ?? [error as Error];
  return nested
    .map(({ message }) => message.split("\n")[0]!.replaceAll("https://concordat.invalid/", ""))
    .join("; ");
}
