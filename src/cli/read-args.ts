/** Strict reading of a command's arguments: an unknown flag or a surplus word is an error that says what to do. */
import { parseArgs } from "node:util";
import { type Command, CommandError, type OptionDef, type Values } from "./command.ts";

// citty keeps definitions and usage, but it ignores unknown flags and forgets all but the last of a repeated one.

/** @throws CommandError (VALIDATION, exit 1). */
export function readArgs(program: string, command: Command, argv: readonly string[]): Values {
  const label = `${program} ${command.words.join(" ")}`;
  const { values, positionals } = parse(command, label, argv);
  const read: Record<string, string | boolean | readonly (string | boolean)[] | undefined> = { ...values };
  const words = [...positionals];
  for (const positional of command.positionals) {
    const rest = positional.rest === undefined ? words.splice(0, 1) : words.splice(0);
    const flagged = read[positional.name] !== undefined;
    if (rest.length === 0) {
      if (positional.required && !flagged) throw usageError(label, `${label} needs <${positional.name}>.`);
      continue;
    }
    if (flagged) {
      const shown = JSON.stringify(rest[0]);
      throw usageError(label, `${shown} and --${positional.name} say the same thing; give one of the two.`);
    }
    read[positional.name] = positional.rest === "list" ? rest : rest.join(" ");
  }
  if (words.length > 0) {
    throw usageError(label, `${label} does not know what to do with ${JSON.stringify(words[0])}.`);
  }
  return read;
}

function parse(command: Command, label: string, argv: readonly string[]) {
  const options = Object.fromEntries(
    command.options.map((option) => [
      option.name,
      {
        type: option.type,
        ...(option.short === undefined ? {} : { short: option.short }),
        ...(option.multiple ? { multiple: true } : {}),
      },
    ]),
  );
  try {
    return parseArgs({ args: [...argv], options, strict: true, allowPositionals: true, allowNegative: true });
  } catch (error) {
    throw usageError(label, explain(error, command.options));
  }
}

/** Node's own sentences, in ours: which flag, and the nearest one that exists. */
function explain(error: unknown, options: readonly OptionDef[]): string {
  const { code, message } = error as { code?: string; message: string };
  const flag = /'(-[^\s',]*)/.exec(message)?.[1] ?? "";
  if (code === "ERR_PARSE_ARGS_UNKNOWN_OPTION") {
    const near = nearest(flag.replace(/^-+(no-)?/, ""), options);
    if (near !== undefined) return `There is no flag ${flag}. Did you mean --${near}?`;
    return `There is no flag ${flag}. A text that starts with a dash goes after a lone --.`;
  }
  if (code === "ERR_PARSE_ARGS_INVALID_OPTION_VALUE") {
    const long = /--[\w-]+/.exec(message)?.[0] ?? flag;
    const option = options.find(({ name }) => `--${name}` === long);
    return option?.type === "boolean"
      ? `${long} takes no value; use ${long} or --no-${long.slice(2)}.`
      : `${long} needs a value; one that starts with a dash is given as ${long}=VALUE.`;
  }
  return message;
}

function nearest(name: string, options: readonly OptionDef[]): string | undefined {
  if (name.length < 3) return undefined;
  const names = options.map((option) => option.name);
  return names.find((each) => each.startsWith(name)) ?? closest(name, names);
}

/** The name that a typing error was probably meant for. */
export function closest(word: string, names: readonly string[]): string | undefined {
  const far = names.map((name) => ({ name, edits: distance(name, word) })).filter(({ edits }) => edits <= 2);
  return far.sort((a, b) => a.edits - b.edits)[0]?.name;
}

/** Edits from `a` to `b`: enough for a typing error. */
function distance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, index) => index);
  for (let i = 1; i <= a.length; i += 1) {
    const next = [i];
    for (let j = 1; j <= b.length; j += 1) {
      const swap = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(swap, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}

function usageError(label: string, message: string): CommandError {
  return new CommandError("VALIDATION", `${message} See: ${label} --help`);
}
