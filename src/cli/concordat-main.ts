/** `concordat`: prove a server against a contract, serve, print what is published. */
import { version } from "../app/version.ts";
import type { Command, OptionDef } from "./command.ts";
import { type Commands, runProgram } from "./program.ts";
import { runMain } from "./run-main.ts";

/** What the suite exports; it is handed in, so that only the entry file knows where the suite is. */
export interface Suite {
  readonly default: { readonly args?: unknown };
  runConform(given: never): Promise<number>;
}

interface SuiteArg {
  readonly type: "string" | "boolean";
  readonly description?: string;
  readonly default?: string | boolean;
}

export async function main(loadSuite: () => Promise<Suite>): Promise<void> {
  const own: Readonly<Record<string, () => Promise<Command>>> = {
    conform: async () => conformCommand(await loadSuite()),
    serve: async () => (await import("./commands/serve-all.ts")).serveAll,
    contracts: async () => (await import("./commands/contracts.ts")).contracts,
  };
  const commands: Commands = {
    find: async (name) => (Object.hasOwn(own, name) ? own[name]?.() : undefined),
    all: () => Promise.all(Object.values(own).map((load) => load())),
  };
  const summary = "hold MCP servers against published contracts, and serve them";
  await runMain((signal) =>
    runProgram({ name: "concordat", summary, version }, commands, process.argv.slice(2), signal),
  );
}

function conformCommand(suite: Suite): Command {
  const args = Object.entries((suite.default.args ?? {}) as Readonly<Record<string, SuiteArg>>);
  return {
    words: ["conform"],
    summary: "Hold an MCP server against a published contract and both MCP revisions.",
    positionals: [],
    options: args.map(
      ([name, arg]): OptionDef => ({
        name,
        type: arg.type,
        description: arg.description ?? "",
        ...(arg.type === "string" ? { hint: "text" } : {}),
        ...(arg.default === undefined || arg.default === false ? {} : { default: arg.default }),
      }),
    ),
    async run(values) {
      const defaults = Object.fromEntries(args.map(([name, arg]) => [name, arg.default]));
      return suite.runConform({ ...defaults, ...values } as never);
    },
  };
}
