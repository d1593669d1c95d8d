/**
 * Arguments of right calls: made from the schema alone, or a published example with one or two of its arguments made anew.
 * Rules between arguments, which no schema shows, would otherwise refuse nearly all calls of some tools.
 */
import fc from "fast-check";
import type { ContractTool } from "../contract.ts";
import type { Json } from "../target/target.ts";
import { fromSchema, type Texts } from "./from-schema.ts";

export interface CallsOptions {
  readonly pool: Texts;
  readonly isValid: (args: Json) => boolean;
  /** Whether the arguments keep the rules between them; asked of changed examples only. */
  readonly isLawful?: (args: Json) => boolean;
}

export function callsOf(tool: ContractTool, options: CallsOptions): fc.Arbitrary<Json> {
  const { isValid, isLawful = () => true } = options;
  const pool = poolOf(tool.name, options.pool);
  const made = fromSchema(tool.input, { pool }) as fc.Arbitrary<Json>;
  const given = tool.examples.map(({ input }) => input);
  // What has to be there and cannot be drawn from the server, such as a budget, stays the example's.
  const kept = new Set((tool.input.required as readonly string[] | undefined)?.filter((key) => !pool[key]));
  if (given.length === 0) return made.filter(isValid);
  const changed = fc
    .tuple(fc.constantFrom(...given), made, fc.array(fc.nat(), { maxLength: 2 }))
    .map(([example, anew, picks]) => {
      const entries = Object.entries(anew).filter(([key]) => !kept.has(key));
      const taken = entries.length === 0 ? [] : picks.map((pick) => entries[pick % entries.length]!);
      return { ...example, ...Object.fromEntries(taken) };
    })
    .filter(isLawful);
  return fc.oneof({ arbitrary: changed, weight: 3 }, { arbitrary: made, weight: 1 }).filter(isValid);
}

/** `tool.argument` says more than `argument`. */
function poolOf(tool: string, pool: Texts): Texts {
  const own = Object.entries(pool).filter(([key]) => key.startsWith(`${tool}.`));
  return { ...pool, ...Object.fromEntries(own.map(([key, texts]) => [key.slice(tool.length + 1), texts])) };
}
