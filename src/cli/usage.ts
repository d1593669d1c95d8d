/** Usage texts. citty renders a command's; the overview of all commands is a plain table. */
import { stripVTControlCharacters } from "node:util";
import { type ArgsDef, defineCommand, renderUsage } from "citty";
import type { Command, OptionDef, PositionalDef } from "./command.ts";
import type { Io } from "./io.ts";
import { plain } from "./io.ts";

export interface Program {
  readonly name: string;
  readonly summary: string;
  readonly version: string;
}

/** Flags that every command takes. */
const globalOptions: readonly OptionDef[] = [
  { name: "index", type: "string", hint: "name", description: "Index to use", default: "default" },
  {
    name: "config",
    type: "string",
    hint: "file",
    description: "Configuration file in place of the usual one",
  },
  { name: "color", type: "boolean", description: "Colour the output; the default on a terminal" },
  { name: "quiet", short: "q", type: "boolean", description: "Only the answer and errors" },
  { name: "verbose", type: "boolean", description: "More about what happens, on stderr" },
  {
    name: "offline",
    type: "boolean",
    description: "Download nothing, ask no model server on another machine",
  },
  { name: "yes", short: "y", type: "boolean", description: "Do not ask before something is removed" },
];

export async function commandUsage(program: Program, command: Command, io: Io): Promise<string> {
  const positionals = command.positionals.map((each) => [each.name, positionalArg(each)] as const);
  const typedFirst = new Set(command.positionals.map(({ name }) => name));
  const options = [...command.options, ...globalOptions]
    .filter(({ name }) => !typedFirst.has(name))
    .map((each) => [each.name, optionArg(each)] as const);
  const rendered = await renderUsage(
    defineCommand({
      meta: { name: `${program.name} ${command.words.join(" ")}`, description: command.summary },
      args: Object.fromEntries([...positionals, ...options]) as ArgsDef,
    }),
  );
  // citty decides on colour when it loads and looks at no stream.
  return io.paint === plain ? stripVTControlCharacters(rendered) : rendered;
}

function positionalArg({ description, required, rest }: PositionalDef) {
  return {
    type: "positional" as const,
    description,
    required,
    ...(rest === undefined ? {} : { valueHint: "…" }),
  };
}

function optionArg(option: OptionDef) {
  return {
    type: option.type,
    description: option.description,
    ...(option.short === undefined ? {} : { alias: option.short }),
    ...(option.hint === undefined ? {} : { valueHint: option.hint }),
    ...(option.default === undefined ? {} : { default: option.default }),
  };
}

/** All commands with one line each. */
export function overview(program: Program, commands: readonly Command[], io: Io): string {
  const rows = commands.map((command) => [command.words.join(" "), firstSentence(command.summary)] as const);
  const width = Math.max(...rows.map(([name]) => name.length));
  const lines = rows.map(([name, summary]) => `  ${io.paint("cyan", name.padEnd(width))}  ${summary}`);
  return [
    `${program.name} ${program.version}: ${program.summary}`,
    "",
    `Usage: ${program.name} <command> [options]`,
    "",
    ...lines,
    "",
    `${program.name} <command> --help shows the options of a command.`,
  ].join("\n");
}

function firstSentence(text: string): string {
  return /^(.*?[.:;])(\s|$)/.exec(text)?.[1]?.replace(/[.:;]$/, "") ?? text;
}
