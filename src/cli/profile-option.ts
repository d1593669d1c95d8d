/** The flag that names a tool profile, for the server commands. */
import { profiles } from "../app/tools.ts";
import { CommandError, type OptionDef, type Values } from "./command.ts";

export const profileOption = (name: string): OptionDef => ({
  name,
  type: "string",
  hint: profiles.join("|"),
  description: "Which tools are offered, and with which descriptions",
});

/** @throws CommandError for a profile that the contract does not have, before any listener opens. */
export function profileOf(value: Values[string], from: string): string | undefined {
  if (value === undefined) return undefined;
  if (typeof value === "string" && profiles.includes(value)) return value;
  throw new CommandError("VALIDATION", `${from} is one of: ${profiles.join(", ")}.`);
}
