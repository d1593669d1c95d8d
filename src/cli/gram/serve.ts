/** `gram-mcp`: serves a folder of documents, on standard input and output or over HTTP. */

import { statSync } from "node:fs";
import { homedir } from "node:os";
import { basename, resolve } from "node:path";
import type { Mount, VaultOptions } from "../../app/gram/serve.ts";
import { serveGramOnHttp, serveGramOnStdio } from "../../app/gram/serve.ts";
import { expandHome } from "../../app/paths.ts";
import { type Command, CommandError, type Context, type OptionDef, type Values } from "../command.ts";
import { serveFlags, serveOptions } from "../serve-options.ts";

const own: readonly OptionDef[] = [
  { name: "root", type: "string", hint: "folder", description: "Folder of documents that agents work in" },
  { name: "read-only", type: "boolean", description: "Agents may read and not write" },
  {
    name: "approve",
    type: "string",
    hint: "folder",
    multiple: true,
    description: "Let agents see only this folder of the root. Repeatable.",
  },
  {
    name: "mount",
    type: "string",
    hint: "id=folder[:ro]",
    multiple: true,
    description: "Another folder as @mounts/<id>, read-only with :ro. Repeatable.",
  },
  {
    name: "model",
    type: "string",
    hint: "builtin|none",
    description: "What searches by meaning: the built-in model (default), or nothing",
  },
  {
    name: "http",
    type: "boolean",
    description: "Serve many clients over HTTP instead of one on standard input",
  },
];

const kept = new Set(["port", "host", "mcp-token-file", "mcp-allowed-host", "mcp-allowed-origin"]);

export const gramServe: Command = {
  words: ["serve"],
  summary: "Serve a folder of documents; this is what gram-mcp does without a command.",
  positionals: [],
  options: [...own, ...serveOptions.filter(({ name }) => kept.has(name))],

  async run(values, context) {
    const vault = vaultOf(values);
    const { logLevel } = context.config;
    const model = modelOf(values.model);
    if (values.http !== true) return serveGramOnStdio({ vault, logLevel, model }, context.signal);
    return overHttp(vault, values, context);
  },
};

async function overHttp(
  vault: VaultOptions,
  values: Values,
  { config, io, signal }: Context,
): Promise<number> {
  const { port, host, tokenFile, allowedHosts, allowedOrigins } = serveFlags(values);
  const server = await serveGramOnHttp({
    vault,
    logLevel: config.logLevel,
    model: modelOf(values.model),
    port: port ?? 3000,
    ...(host === undefined ? {} : { host }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    ...(allowedHosts === undefined ? {} : { hosts: allowedHosts }),
    ...(allowedOrigins === undefined ? {} : { origins: allowedOrigins }),
  }).catch((error: unknown) => {
    throw error instanceof Error ? new CommandError("VALIDATION", error.message, 2) : error;
  });
  io.stdout.write(
    `${io.paint("bold", server.url)}  ${vault.root ?? "no folder"}, ${vault.access === "read" ? "read-only" : "writes allowed"}\n`,
  );
  await new Promise<void>((end) => {
    if (signal.aborted) end();
    else signal.addEventListener("abort", () => end(), { once: true });
  });
  await server.close();
  return 0;
}

function modelOf(given: unknown): "builtin" | undefined {
  if (given === undefined || given === "builtin") return "builtin";
  if (given === "none") return undefined;
  throw new CommandError("VALIDATION", `--model is builtin or none, not ${JSON.stringify(given)}.`);
}

/** @throws CommandError: a folder that is not there is a slip of the hand, and serving nothing would hide it */
function mustBeThere(flag: string, folder: string): string {
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === true) return folder;
  throw new CommandError("VALIDATION", `${flag} ${folder} is no folder. Create it, or name another one.`);
}

function vaultOf(values: Values): VaultOptions {
  const list = (name: string) => (Array.isArray(values[name]) ? values[name].map(String) : []);
  const folder = (given: string) => resolve(expandHome(given, homedir()));
  return {
    root: typeof values.root === "string" ? mustBeThere("--root", folder(values.root)) : undefined,
    access: values["read-only"] === true ? "read" : "write",
    approved: list("approve"),
    mounts: list("mount").map((given) => mountOf(given, folder)),
  };
}

function mountOf(given: string, folder: (given: string) => string): Mount {
  const match = /^([A-Za-z0-9][A-Za-z0-9_-]{0,63})=(.+?)(:ro)?$/.exec(given);
  if (match === null) {
    throw new CommandError(
      "VALIDATION",
      `--mount is id=folder or id=folder:ro, not ${JSON.stringify(given)}.`,
    );
  }
  const at = mustBeThere("--mount", folder(match[2] as string));
  return {
    id: match[1] as string,
    name: basename(at),
    folder: at,
    access: match[3] === undefined ? "write" : "read",
  };
}
