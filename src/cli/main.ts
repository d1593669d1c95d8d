/** `gno`: its commands, and the only place of the process that exits. */
import { version } from "../app/version.ts";
import type { Command } from "./command.ts";
import { type Commands, runProgram } from "./program.ts";

/** Hand-written commands load when they are named; all others come from the contract. */
const own: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./commands/init.ts")).init,
  "collection list": async () => (await import("./commands/collection-list.ts")).collectionList,
  mcp: async () => (await import("./commands/mcp.ts")).mcp,
  serve: async () => (await import("./commands/serve.ts")).serve,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
};

const aliases: Readonly<Record<string, string>> = { update: "sync" };

const commands: Commands = {
  async find(name) {
    const load = Object.hasOwn(own, name) ? own[name] : undefined;
    if (load !== undefined) return load();
    const { toolCommand } = await import("./commands/tool.ts");
    return toolCommand(Object.hasOwn(aliases, name) ? (aliases[name] as string) : name);
  },
  async all() {
    const { toolCommands } = await import("./commands/tool.ts");
    return [...(await Promise.all(Object.values(own).map((load) => load()))), ...toolCommands()];
  },
};

export async function main(): Promise<void> {
  const program = {
    name: "gno",
    summary: "search, read and write your notes, for people and agents",
    version,
  };
  await runMain((signal) => runProgram(program, commands, process.argv.slice(2), signal));
}

/** Ctrl-C and SIGTERM ask for an orderly end, a second Ctrl-C takes it; the exit waits for what is still to be written. */
export async function runMain(run: (signal: AbortSignal) => Promise<number>): Promise<void> {
  const abort = new AbortController();
  const stop = () => {
    if (abort.signal.aborted) process.exit(130);
    abort.abort();
  };
  process.on("SIGINT", stop).on("SIGTERM", stop);
  // A reader that went away (`gno search x | head -1`) is no error of ours.
  process.stdout.on("error", (error: NodeJS.ErrnoException) => process.exit(error.code === "EPIPE" ? 0 : 2));
  process.stderr.on("error", () => {});
  const code = await run(abort.signal);
  await Promise.all([flushed(process.stdout), flushed(process.stderr)]);
  process.exit(code);
}

function flushed(stream: NodeJS.WriteStream): Promise<void> {
  return new Promise((resolve) => {
    if (stream.writableEnded || stream.destroyed) resolve();
    else stream.write("", () => resolve());
  });
}
