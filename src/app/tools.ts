/** The contract as the command line sees it: its tools and the exit code of each error. */
import { errors, type GnoErrorCode } from "../../generated/gno/errors.ts";
import { gno } from "../../generated/gno/tools.ts";
import type { JsonSchema, ToolRow } from "../runtime/contract.ts";

export const tools: readonly ToolRow[] = gno.tools;

/** Profiles by name, `full` first. */
export const profiles: readonly string[] = gno.profiles;

export function exitOf(code: string): number {
  return Object.hasOwn(errors, code) ? errors[code as GnoErrorCode].exit : 2;
}

export type { JsonSchema, ToolRow };
