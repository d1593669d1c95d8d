/** `gno` and its commands. */
import { version } from "../app/version.ts";
import type { Command } from "./command.ts";
import { type Commands, runProgram } from "./program.ts";
import { runMain } from "./run-main.ts";

/** Hand-written commands load when they are named; all others come from the contract. */
const own: Readonly<Record<string, () => Promise<Command>>> = {
  init: async () => (await import("./commands/init.ts")).init,
  "collection list": async () => (await import("./commands/collection-list.ts")).collectionList,
  "context add": async () => (await import("./commands/contexts.ts")).contextAdd,
  "context list": async () => (await import("./commands/contexts.ts")).contextList,
  "context rm": async () => (await import("./commands/contexts.ts")).contextRemove,
  "context verify": async () => (await import("./commands/context-verify.ts")).contextVerify(),
  sync: async () => (await import("./commands/sync.ts")).syncCommand(),
  rename: async () => (await import("./commands/relocate.ts")).renameCommand,
  move: async () => (await import("./commands/relocate.ts")).moveCommand,
  audit: async () => (await import("./commands/audit.ts")).auditCommand(),
  embed: async () => (await import("./commands/vectors.ts")).embedCommand(),
  "collection clear-embeddings": async () => (await import("./commands/vectors.ts")).clearEmbeddingsCommand(),
  mcp: async () => (await import("./commands/mcp.ts")).mcp,
  serve: async () => (await import("./commands/serve.ts")).serve,
  doctor: async () => (await import("./commands/doctor.ts")).doctor,
  bench: async () => (await import("./commands/bench.ts")).bench,
  "models list": async () => (await import("./commands/models.ts")).modelsList,
  "models pull": async () => (await import("./commands/models.ts")).modelsPull,
  "models use": async () => (await import("./commands/models.ts")).modelsUse,
  "models verify": async () => (await import("./commands/models.ts")).modelsVerify,
  "models remove": async () => (await import("./commands/models.ts")).modelsRemove,
  "models path": async () => (await import("./commands/models.ts")).modelsPath,
};

const aliases: Readonly<Record<string, string>> = {
  update: "sync",
  "egress get": "collection policy get",
  "egress set": "collection policy set",
  "egress check": "collection policy check",
};

const commands: Commands = {
  async find(name) {
    const meant = Object.hasOwn(aliases, name) ? (aliases[name] as string) : name;
    const load = Object.hasOwn(own, meant) ? own[meant] : undefined;
    if (load !== undefined) return load();
    const { toolCommand } = await import("./commands/tool.ts");
    return toolCommand(meant);
  },
  async all() {
    const { toolCommands } = await import("./commands/tool.ts");
    const fromContract = toolCommands().filter(({ words }) => !Object.hasOwn(own, words.join(" ")));
    return [...(await Promise.all(Object.values(own).map((load) => load()))), ...fromContract];
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
