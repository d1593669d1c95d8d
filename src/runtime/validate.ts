/**
 * Validators by schema, compiled on first use and kept. ajv itself loads with the first call, because `tools/list`
 * must not wait for it. Formats are annotations, as 2020-12 has them: a handler that needs a date checks the date.
 */
import type { Ajv2020, ErrorObject, ValidateFunction } from "ajv/dist/2020.js";
import type { JsonSchema } from "./contract.ts";
import { deeperThan } from "./depth.ts";
import { toIssues } from "./issues.ts";
import { createLeniency, type Lenient } from "./leniency.ts";
import type { Issue } from "./outcome.ts";

export type Checked =
  | { readonly ok: true; readonly args: unknown }
  | { readonly ok: false; readonly issues: readonly Issue[] };

export interface Validators {
  /** Loads ajv; the other two may be called once this has resolved. */
  ready(): Promise<void>;
  /** Leniency on a copy, then the schema with its defaults. */
  input(schema: JsonSchema, args: unknown): Checked;
  /** Where an output breaks its schema; undefined when it fits. The data is not changed. */
  output(schema: JsonSchema, data: unknown): readonly Issue[] | undefined;
}

interface InputValidator {
  readonly lenient: Lenient;
  readonly first: ValidateFunction;
}

export function createValidators(): Validators {
  let Ajv: typeof Ajv2020 | undefined;
  let loading: Promise<void> | undefined;
  let instances: ReturnType<typeof createInstances> | undefined;
  const inputs = new Map<JsonSchema, InputValidator>();
  const outputs = new Map<JsonSchema, ValidateFunction>();
  const everything = new Map<JsonSchema, ValidateFunction>();

  function engines(): ReturnType<typeof createInstances> {
    if (Ajv === undefined) throw new Error("validators used before ready()");
    instances ??= createInstances(Ajv);
    return instances;
  }

  function compiled(
    cache: Map<JsonSchema, ValidateFunction>,
    ajv: Ajv2020,
    schema: JsonSchema,
  ): ValidateFunction {
    const known = cache.get(schema);
    if (known !== undefined) return known;
    const validate = ajv.compile(schema);
    cache.set(schema, validate);
    return validate;
  }

  function inputOf(schema: JsonSchema): InputValidator {
    const known = inputs.get(schema);
    if (known !== undefined) return known;
    const created = { lenient: createLeniency(schema), first: engines().input.compile(schema) };
    inputs.set(schema, created);
    return created;
  }

  return {
    ready() {
      loading ??= import("ajv/dist/2020.js").then(
        (module) => {
          // Bundled, a CommonJS module comes as its default export alone.
          Ajv = module.Ajv2020 ?? module.default.Ajv2020;
        },
        (error: unknown) => {
          loading = undefined;
          throw error;
        },
      );
      return loading;
    },
    input(schema, raw) {
      const { lenient, first } = inputOf(schema);
      const args = lenient(raw ?? {});
      const broken = brokenText(args, "");
      if (broken !== undefined) {
        const message =
          "must be Unicode text, got half of a surrogate pair; send the whole character or leave it out";
        return { ok: false, issues: [{ at: broken, rule: "unicode", message }] };
      }
      if (first(args)) return { ok: true, args };
      // The first fault is cheap; all of them are worth the time only while the arguments are small.
      const errors = isSmall(args)
        ? allErrors(compiled(everything, engines().every, schema), args)
        : undefined;
      return { ok: false, issues: toIssues(errors ?? first.errors ?? []) };
    },
    output(schema, data) {
      const validate = compiled(outputs, engines().output, schema);
      return validate(data) ? undefined : toIssues(validate.errors ?? []);
    },
  };
}

function createInstances(Ajv: typeof Ajv2020) {
  // Own names only for what `tools/list` shows, so nothing is fetched, registered or printed.
  const shared = {
    strict: false,
    validateSchema: false,
    validateFormats: false,
    addUsedSchema: false,
    logger: false,
    ownProperties: true,
    verbose: true,
  } as const;
  return {
    input: new Ajv({ ...shared, useDefaults: true }),
    every: new Ajv({ ...shared, allErrors: true }),
    output: new Ajv({ ...shared, verbose: false }),
  };
}

function allErrors(validate: ValidateFunction, args: unknown): readonly ErrorObject[] | undefined {
  return validate(args) ? undefined : (validate.errors ?? undefined);
}

/**
 * Where a text or a key is not well-formed: it cannot be stored, matched or sent back as it came, and an answer that
 * quotes it is refused by strict readers. The pointer ends above a key that is broken itself.
 */
function brokenText(value: unknown, at: string): string | undefined {
  if (typeof value === "string") return value.isWellFormed() ? undefined : at;
  if (typeof value !== "object" || value === null) return undefined;
  for (const [key, member] of Object.entries(value)) {
    if (!key.isWellFormed()) return at;
    const found = brokenText(member, `${at}/${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const smallCount = 2_000;

function isSmall(args: unknown): boolean {
  if (deeperThan(64, args)) return false;
  let left = smallCount;
  const count = (value: unknown): void => {
    if (--left < 0 || typeof value !== "object" || value === null) return;
    for (const member of Object.values(value)) {
      count(member);
      if (left < 0) return;
    }
  };
  count(args);
  return left >= 0;
}
