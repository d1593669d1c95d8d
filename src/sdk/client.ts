/**
 * The hand-written half of the typed clients: connect, call, map results and errors. `generated/<c>/sdk.ts` adds the
 * methods and their types. The official MCP client is imported here and in `transports.ts` only.
 */
import type { CallToolResult, Client } from "@modelcontextprotocol/client";
import { ConnectionError, ToolCallError } from "./errors.ts";
import { refusalOf } from "./refusal.ts";
import { type HttpOptions, openTransport, type StdioOptions } from "./transports.ts";

export { ConnectionError, isToolCallError, ToolCallError } from "./errors.ts";
export type { HttpOptions, StdioOptions } from "./transports.ts";

export type ConnectOptions = (StdioOptions | HttpOptions) & {
  /** `auto` asks for the newest revision that both speak and falls back to the 2025 handshake. */
  readonly era?: "auto" | "legacy" | "modern";
  /** Shown to the server as the caller. */
  readonly client?: { readonly name: string; readonly version: string };
  /** Milliseconds a call may take; default 150,000, longer than any documented wait of a server. */
  readonly timeoutMs?: number;
  /** Times an idempotent tool is tried again after the connection broke; default 1. Others are never repeated. */
  readonly retries?: number;
};

export interface CallOptions {
  readonly signal?: AbortSignal;
  readonly timeoutMs?: number;
  readonly onProgress?: (done: number, total: number | undefined, message: string | undefined) => void;
}

/** Method name to tool name, as generated: `{ multiGet: "gno_multi_get" }`. */
export type Methods = Readonly<Record<string, string>>;

const MODERN = "2026-07-28";
const DEFAULT_TIMEOUT_MS = 150_000;
const INVALID_PARAMS = -32602;

/**
 * Connects and returns a client with one method a tool.
 * @param idempotent names of the tools that may be repeated after a broken connection.
 * @throws ConnectionError when the server cannot be started or reached.
 */
export async function createClient<T>(
  options: ConnectOptions,
  methods: Methods,
  idempotent: readonly string[],
): Promise<T> {
  const repeatable = new Set(idempotent);
  let client = await open(options);
  let closed = false;

  const call = async (
    tool: string,
    args: Readonly<Record<string, unknown>> = {},
    callOptions: CallOptions = {},
  ) => {
    if (closed) throw new ConnectionError("This client is closed. Connect again.");
    for (let left = repeatable.has(tool) ? (options.retries ?? 1) : 0; ; left -= 1) {
      const used = client;
      try {
        return unwrap(
          tool,
          await used.callTool({ name: tool, arguments: { ...args } }, requestOptions(options, callOptions)),
        );
      } catch (error) {
        if (!isBroken(error) || left <= 0 || closed || callOptions.signal?.aborted)
          throw translate(tool, error);
        // Another call may have reconnected while this one waited.
        if (client === used) client = await open(options);
      }
    }
  };

  const api: Record<string, unknown> = {
    close: async () => {
      closed = true;
      await client.close();
    },
  };
  for (const [method, tool] of Object.entries(methods)) {
    api[method] = (args?: Readonly<Record<string, unknown>>, callOptions?: CallOptions) =>
      call(tool, args, callOptions);
  }
  return api as T;
}

async function open(options: ConnectOptions): Promise<Client> {
  const { Client } = await import("@modelcontextprotocol/client");
  const mode = options.era === "modern" ? { pin: MODERN } : (options.era ?? "auto");
  const client = new Client(options.client ?? { name: "concordat-sdk", version: "1.0.0" }, {
    versionNegotiation: { mode },
  });
  try {
    await client.connect(await openTransport(options));
  } catch (error) {
    await client.close().catch(() => undefined);
    if (error instanceof ConnectionError) throw error;
    const target = "url" in options ? String(options.url) : [options.command].flat().join(" ");
    throw new ConnectionError(`Cannot connect to ${target}: ${reason(error)}`, { cause: error });
  }
  return client;
}

function requestOptions(options: ConnectOptions, call: CallOptions) {
  const { onProgress } = call;
  return {
    timeout: call.timeoutMs ?? options.timeoutMs ?? DEFAULT_TIMEOUT_MS,
    resetTimeoutOnProgress: true,
    ...(call.signal === undefined ? {} : { signal: call.signal }),
    ...(onProgress === undefined
      ? {}
      : {
          onprogress: (p: { progress: number; total?: number; message?: string }) =>
            onProgress(p.progress, p.total, p.message),
        }),
  };
}

/** Tool errors travel as `{error|code, message}` beside `isError`; broken arguments as text alone. */
function unwrap(tool: string, result: CallToolResult): unknown {
  if (result.isError !== true) return result.structuredContent;
  const data = result.structuredContent as { error?: unknown; code?: unknown; message?: unknown } | undefined;
  const code = data?.error ?? data?.code;
  const text = result.content.map((block) => (block.type === "text" ? block.text : "")).join("\n");
  if (typeof code !== "string") throw new ToolCallError(tool, "INVALID_ARGUMENTS", text);
  throw new ToolCallError(tool, code, typeof data?.message === "string" ? data.message : text);
}

function translate(tool: string, error: unknown): unknown {
  if (error instanceof ToolCallError || error instanceof ConnectionError) return error;
  const code = (error as { code?: unknown } | undefined)?.code;
  if (code === INVALID_PARAMS) return new ToolCallError(tool, "UNKNOWN_TOOL", reason(error), error);
  const refusal = refusalOf(error);
  if (refusal?.code !== undefined) return new ToolCallError(tool, refusal.code, refusal.message, error);
  if (refusal?.status === 401) {
    return new ConnectionError("The server wants a bearer token: pass `token` to connect().", {
      cause: error,
    });
  }
  if (isBroken(error) || refusal !== undefined) {
    const why = refusal === undefined ? reason(error) : `${refusal.status} ${refusal.message}`;
    return new ConnectionError(`The connection to the server broke during ${tool}: ${why}`, { cause: error });
  }
  return error;
}

const NOT_FOUND = 404;

/**
 * Connection faults carry one of the official client's string codes, or come from fetch as TypeError; 404 says that the
 * server no longer knows the session.
 */
function isBroken(error: unknown): boolean {
  const code = (error as { code?: unknown } | undefined)?.code;
  if (error instanceof TypeError || refusalOf(error)?.status === NOT_FOUND) return true;
  return code === "CONNECTION_CLOSED" || code === "NOT_CONNECTED" || code === "SEND_FAILED";
}

function reason(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
