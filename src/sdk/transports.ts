/** From connect options to a transport of the official client. */
import type { Transport } from "@modelcontextprotocol/client";
import { ConnectionError } from "./errors.ts";

export interface StdioOptions {
  /** Program to start, or the whole command line as a list: `["gno", "mcp"]`. No shell is involved. */
  readonly command: string | readonly [string, ...string[]];
  readonly args?: readonly string[];
  /** Environment of the server, beside the few variables that the client always passes (HOME, PATH …). */
  readonly env?: Readonly<Record<string, string>>;
  readonly cwd?: string;
  /** What the server writes to stderr: shown by default. */
  readonly stderr?: "inherit" | "ignore";
}

export interface HttpOptions {
  /** The MCP endpoint: `http://127.0.0.1:3000/mcp`. */
  readonly url: string | URL;
  /** Bearer token, where the server asks for one. */
  readonly token?: string;
}

export async function openTransport(options: StdioOptions | HttpOptions): Promise<Transport> {
  if ("url" in options) {
    const { StreamableHTTPClientTransport } = await import("@modelcontextprotocol/client");
    return new StreamableHTTPClientTransport(endpoint(options.url), {
      requestInit:
        options.token === undefined ? {} : { headers: { Authorization: `Bearer ${options.token}` } },
    });
  }
  const { StdioClientTransport, getDefaultEnvironment } = await import("@modelcontextprotocol/client/stdio");
  const words = typeof options.command === "string" ? [options.command] : options.command;
  const [program, ...rest] = words;
  if (!program) throw new ConnectionError("`command` is empty: name the program that serves the contract.");
  return new StdioClientTransport({
    command: program,
    args: [...rest, ...(options.args ?? [])],
    env: { ...getDefaultEnvironment(), ...options.env },
    stderr: options.stderr ?? "inherit",
    ...(options.cwd === undefined ? {} : { cwd: options.cwd }),
  });
}

function endpoint(url: string | URL): URL {
  const parsed = typeof url === "string" && !URL.canParse(url) ? undefined : new URL(url);
  if (parsed === undefined || !/^https?:$/.test(parsed.protocol)) {
    throw new ConnectionError(
      `\`url\` is no http address: ${String(url)}. Pass the whole endpoint, for example http://127.0.0.1:3000/mcp.`,
    );
  }
  return parsed;
}
