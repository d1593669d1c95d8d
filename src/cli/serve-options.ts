/** The flags of the HTTP server, shared by `gno serve` and `concordat serve`. */
import { homedir } from "node:os";
import { resolve } from "node:path";
import { expandHome } from "../app/paths.ts";
import type { ServeFlags } from "../app/serve.ts";
import { CommandError, type OptionDef, type Values } from "./command.ts";
import { profileOf, profileOption } from "./profile-option.ts";

export const serveOptions: readonly OptionDef[] = [
  {
    name: "port",
    short: "p",
    type: "string",
    hint: "n",
    description: "Port to listen on; 0 takes any free one",
    default: "3000",
  },
  {
    name: "host",
    type: "string",
    hint: "address",
    description: "Address to listen on",
    default: "127.0.0.1",
  },
  {
    name: "mcp-token-file",
    type: "string",
    hint: "file",
    description: "Ask for the bearer token in this file; a missing one is created",
  },
  {
    name: "mcp-allowed-host",
    type: "string",
    hint: "host:port",
    multiple: true,
    description: "Exact Host header to accept. Repeatable.",
  },
  {
    name: "mcp-allowed-origin",
    type: "string",
    hint: "origin",
    multiple: true,
    description: "Exact Origin to accept. Repeatable.",
  },
  {
    name: "mcp-enable-write",
    type: "boolean",
    description: "Let clients write notes and change collections",
  },
  profileOption("mcp-tool-profile"),
  {
    name: "pid-file",
    type: "string",
    hint: "file",
    description: "Write process id and port to this file as well",
  },
];

/** @throws CommandError for a port or profile that is none. */
export function serveFlags(values: Values): ServeFlags {
  const text = (name: string) => (typeof values[name] === "string" ? values[name] : undefined);
  const file = (name: string) => {
    const given = text(name);
    return given === undefined ? undefined : resolve(expandHome(given, homedir()));
  };
  const list = (name: string) => (Array.isArray(values[name]) ? values[name].map(String) : undefined);
  const flags = {
    port: portOf(text("port")),
    host: text("host"),
    tokenFile: file("mcp-token-file"),
    allowedHosts: list("mcp-allowed-host"),
    allowedOrigins: list("mcp-allowed-origin"),
    enableWrite: typeof values["mcp-enable-write"] === "boolean" ? values["mcp-enable-write"] : undefined,
    toolProfile: profileOf(values["mcp-tool-profile"], "--mcp-tool-profile"),
    pidFile: file("pid-file"),
  };
  return Object.fromEntries(Object.entries(flags).filter(([, value]) => value !== undefined)) as ServeFlags;
}

function portOf(text: string | undefined): number | undefined {
  if (text === undefined) return undefined;
  const port = /^\d{1,5}$/.test(text) ? Number(text) : Number.NaN;
  if (port <= 65_535) return port;
  throw new CommandError("VALIDATION", `--port is a number from 0 to 65535, not ${JSON.stringify(text)}.`);
}
