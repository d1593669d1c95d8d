/** A client on each of the four wires, to `gno mcp` or `gno serve` as processes of their own. */
import { type ChildProcess, spawn } from "node:child_process";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { onTestFinished } from "vitest";
import type { Place } from "../cli/gno.ts";

export const eras = [
  { era: "legacy", mode: "legacy" as const },
  { era: "modern", mode: { pin: "2026-07-28" } as const },
];

export type Mode = (typeof eras)[number]["mode"];

export const wires = eras.flatMap(({ era, mode }) => [
  { wire: `stdio, ${era}`, transport: "stdio" as const, mode },
  { wire: `HTTP, ${era}`, transport: "http" as const, mode },
]);

export interface ConnectOptions {
  readonly entry: string;
  readonly transport: "stdio" | "http";
  readonly mode: Mode;
  readonly write: boolean;
}

/** Starts a server and speaks with it; both end with the test. */
export async function connect(at: Place, options: ConnectOptions): Promise<Client> {
  const { entry, transport, mode, write } = options;
  const client = new Client({ name: "walker", version: "1" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  if (transport === "http") {
    const { url } = await serve(at, entry, write ? ["--mcp-enable-write"] : []);
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    return client;
  }
  await client.connect(
    new StdioClientTransport({
      command: process.execPath,
      args: [entry, "mcp", ...(write ? ["--enable-write"] : [])],
      env: { ...(process.env as Record<string, string>), ...at.env },
    }),
  );
  return client;
}

export interface Served {
  readonly url: string;
  readonly process: ChildProcess;
}

export async function serve(at: Place, entry: string, args: readonly string[]): Promise<Served> {
  const child = spawn(process.execPath, [entry, "serve", "--port", "0", ...args], {
    env: { ...process.env, ...at.env },
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  const url = await new Promise<string>((resolve, reject) => {
    let text = "";
    child.stdout.setEncoding("utf8").on("data", (more: string) => {
      text += more;
      const found = /http:\/\/\S+\/mcp/.exec(text)?.[0];
      if (found !== undefined) resolve(found);
    });
    child.on("exit", (code) => reject(new Error(`serve ended with ${code}`)));
  });
  return { url, process: child };
}

// biome-ignore lint/suspicious/noExplicitAny: answers have as many shapes as there are tools.
export type Call = (name: string, args?: Record<string, unknown>) => Promise<any>;

/** Calls that have to succeed; gives their data. */
export function calls(client: Client): Call {
  return async (name, args = {}) => {
    const result = await client.callTool({ name, arguments: args });
    if (result.isError === true) throw new Error(`${name}: ${JSON.stringify(result.content)}`);
    return result.structuredContent;
  };
}
