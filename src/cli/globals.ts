/** Global flags, which may stand anywhere before a lone `--`; the rest is the command's. */
import type { GlobalFlags } from "../app/config.ts";
import { CommandError } from "./command.ts";

export interface SplitArgs {
  readonly flags: GlobalFlags;
  readonly rest: readonly string[];
}

const withValue = new Map([
  ["--index", "index"],
  ["--config", "config"],
] as const);

const switches = new Map<string, GlobalFlags>([
  ["--color", { color: true }],
  ["--no-color", { color: false }],
  ["--quiet", { quiet: true }],
  ["-q", { quiet: true }],
  ["--verbose", { verbose: true }],
  ["--offline", { offline: true }],
  ["--yes", { yes: true }],
  ["-y", { yes: true }],
]);

/**
 * @param names of the flags that the program takes; absent = all
 * @throws CommandError for a flag that lacks its value.
 */
export function splitGlobals(argv: readonly string[], names?: readonly string[]): SplitArgs {
  const takes = (key: string) => names === undefined || names.includes(key);
  let flags: GlobalFlags = {};
  const rest: string[] = [];
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  for (let at = 0; at < own.length; at += 1) {
    const word = own[at] as string;
    const equals = word.indexOf("=");
    const name = (equals === -1 ? word : word.slice(0, equals)) as "--index" | "--config";
    const key = withValue.get(name);
    if (key !== undefined && takes(key)) {
      if (equals === -1) at += 1;
      const value = equals === -1 ? own[at] : word.slice(equals + 1);
      if (value === undefined || value === "") throw new CommandError("VALIDATION", `${name} needs a value.`);
      flags = { ...flags, [key]: value };
    } else if (Object.keys(switches.get(word) ?? {}).some(takes)) {
      flags = { ...flags, ...switches.get(word) };
    } else {
      rest.push(word);
    }
  }
  return { flags, rest: end === -1 ? rest : [...rest, ...argv.slice(end)] };
}
