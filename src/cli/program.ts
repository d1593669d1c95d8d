/** Runs one command line: global flags, the command that its words name, usage, errors, exit code. Never throws. */
import { readConfig, UsageError } from "../app/config.ts";
import { type Command, CommandError, type Context } from "./command.ts";
import { splitGlobals } from "./globals.ts";
import { type Io, processIo } from "./io.ts";
import { closest, readArgs } from "./read-args.ts";
import { commandUsage, overview, type Program } from "./usage.ts";

export interface Commands {
  /** Names that need no contract to be looked up first, by their words joined with a space. */
  find(name: string): Promise<Command | undefined>;
  all(): Promise<readonly Command[]>;
}

/** @returns the exit code. */
export async function runProgram(
  program: Program,
  commands: Commands,
  argv: readonly string[],
  signal: AbortSignal,
): Promise<number> {
  const json = (argv.includes("--") ? argv.slice(0, argv.indexOf("--")) : argv).includes("--json");
  try {
    const { flags, rest } = splitGlobals(argv, program.globals);
    const config = readConfig(flags);
    const io = processIo({ color: config.color, quiet: flags.quiet === true });
    return await dispatch(program, commands, rest, { config, io, signal });
  } catch (error) {
    return report(program, error, json, signal);
  }
}

async function dispatch(
  program: Program,
  commands: Commands,
  argv: readonly string[],
  context: Context,
): Promise<number> {
  const { io } = context;
  const [first] = argv;
  if (
    first === undefined ||
    first === "--help" ||
    first === "-h" ||
    (first === "help" && argv.length === 1)
  ) {
    io.stdout.write(`${overview(program, await commands.all(), io)}\n`);
    return 0;
  }
  if (first === "--version" || first === "-v") {
    io.stdout.write(`${program.version}\n`);
    return 0;
  }
  const words = first === "help" ? argv.slice(1) : argv;
  const found = await longestMatch(commands, words);
  if (found === undefined) throw await unknownCommand(program, commands, words);
  const { command, rest } = found;
  if (first === "help" || asksForHelp(rest)) {
    io.stdout.write(`${await commandUsage(program, command, io)}\n`);
    return 0;
  }
  return command.run(readArgs(program.name, command, rest), context);
}

/** `collection add x` is the command "collection add" before it could be "collection". */
async function longestMatch(commands: Commands, argv: readonly string[]) {
  const firstFlag = argv.findIndex((word) => word.startsWith("-"));
  const words = firstFlag === -1 ? argv : argv.slice(0, firstFlag);
  for (let length = Math.min(3, words.length); length > 0; length -= 1) {
    const command = await commands.find(words.slice(0, length).join(" "));
    if (command !== undefined) return { command, rest: argv.slice(length) };
  }
  return undefined;
}

async function unknownCommand(program: Program, commands: Commands, words: readonly string[]) {
  const names = (await commands.all()).map((command) => command.words.join(" "));
  const word = words[0] as string;
  const below = names.filter((name) => name.startsWith(`${word} `));
  if (below.length > 0) {
    return new CommandError(
      "VALIDATION",
      `${program.name} ${word} needs one more word: ${below.map((name) => name.slice(word.length + 1)).join(", ")}.`,
    );
  }
  const near = closest(word, names);
  const hint = near === undefined ? "" : ` Did you mean ${program.name} ${near}?`;
  const shown = JSON.stringify(word.slice(0, 60));
  return new CommandError("VALIDATION", `Unknown command ${shown}.${hint} See: ${program.name} --help`);
}

function asksForHelp(argv: readonly string[]): boolean {
  const end = argv.indexOf("--");
  const own = end === -1 ? argv : argv.slice(0, end);
  return own.includes("--help") || own.includes("-h");
}

/** One line on stderr, or one JSON object with `--json`; a stack only where nobody foresaw the error. */
function report(program: Program, error: unknown, json: boolean, signal: AbortSignal): number {
  const failure = asCommandError(error, signal);
  const { code, message, details } = failure;
  const text = json
    ? JSON.stringify({ error: { code, message, ...(details === undefined ? {} : { details }) } })
    : `${program.name}: ${message}`;
  process.stderr.write(`${text}\n`);
  return failure.exit;
}

function asCommandError(error: unknown, signal: AbortSignal): CommandError {
  if (error instanceof CommandError) return error;
  if (signal.aborted) return new CommandError("CANCELLED", "Cancelled.", 130);
  if (error instanceof UsageError) return new CommandError("VALIDATION", error.message);
  return new CommandError("RUNTIME", error instanceof Error ? error.message : String(error), 2);
}

export type { Io };
