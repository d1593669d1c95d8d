/** `gram-mcp`: serves documents, and looks after their files. Without a command it serves on standard input and output. */
import { version } from "../app/version.ts";
import type { Command } from "./command.ts";
import { type Commands, runProgram } from "./program.ts";
import { runMain } from "./run-main.ts";

const own: Readonly<Record<string, () => Promise<Command>>> = {
  serve: async () => (await import("./gram/serve.ts")).gramServe,
  verify: async () => (await import("./gram/verify.ts")).gramVerify,
  repair: async () => (await import("./gram/repair.ts")).gramRepair,
  log: async () => (await import("./gram/log.ts")).gramLog,
  cat: async () => (await import("./gram/cat.ts")).gramCat,
  export: async () => (await import("./gram/export.ts")).gramExport,
};

const commands: Commands = {
  find: async (name) => (Object.hasOwn(own, name) ? own[name]?.() : undefined),
  all: () => Promise.all(Object.values(own).map((load) => load())),
};

const overview = new Set(["--help", "-h", "--version", "-v"]);

export async function main(): Promise<void> {
  const program = {
    name: "gram-mcp",
    summary: "serve .gram documents, which keep all of their revisions, to agents",
    version,
    globals: ["color", "quiet", "verbose", "yes"],
  };
  const given = process.argv.slice(2);
  const [first] = given;
  const serves = first === undefined || (first.startsWith("-") && !overview.has(first));
  await runMain((signal) => runProgram(program, commands, serves ? ["serve", ...given] : given, signal));
}
