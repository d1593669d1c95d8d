/**
 * A Service as an SDK server. The only file that registers protocol methods: `tools/list` is the Service's frozen array,
 * so its bytes are the same on all wires; `tools/call` is the dispatcher; every fault of the parameters is -32602.
 */
import {
  CLIENT_INFO_META_KEY,
  ProtocolError,
  Server,
  type ServerContext,
  type StandardSchemaV1,
  SUPPORTED_PROTOCOL_VERSIONS,
} from "@modelcontextprotocol/server";
import type { Resources } from "../runtime/resources.ts";
import type { Log, Service } from "../runtime/service.ts";
import type { Caller } from "../runtime/tool.ts";
import { supportedModern } from "./era.ts";
import { invalidParams, isObject, type RequestId } from "./message.ts";
import { createProgress, type Progress } from "./progress.ts";

export interface McpOptions {
  readonly service: Service;
  readonly resources?: Resources;
  /** Shown to the client at `initialize` and `server/discover`. */
  readonly instructions?: string;
  readonly log: Log;
}

/** What the transport knows of who sent a request; the client's name comes from the protocol. */
export type ConnectionOf = (id: RequestId) => Omit<Caller, "client">;

const internalError = -32603;
/** The SDK turns it into -32602; legacy wires turn it back. See `legacyError`. */
const resourceNotFound = -32002;
const resourceDeadlineMs = 60_000;

const cacheHint = { ttlMs: 0, cacheScope: "private" } as const;
const cacheHints = {
  "tools/list": cacheHint,
  "resources/list": cacheHint,
  "resources/templates/list": cacheHint,
  "resources/read": cacheHint,
  "server/discover": cacheHint,
} as const;

// Elicitation would need a validator; none is used, and the SDK's default one is built for each instance.
const noValidator = {
  getValidator() {
    throw new Error("elicitation is not used");
  },
};

const supportedProtocolVersions = [...SUPPORTED_PROTOCOL_VERSIONS, ...supportedModern];

/** One instance a connection on stdio and a legacy session, one a request on modern HTTP: it has to be cheap. */
// Deprecated only for ordinary use: McpServer would validate and word errors itself, the low-level class is the documented
// base for a tool set that comes from a registry.
export function createProtocolServer(options: McpOptions, connectionOf: ConnectionOf): Server {
  const { service, resources, instructions } = options;
  const server = new Server(service.contract.server, {
    capabilities: {
      tools: { listChanged: false },
      ...(resources === undefined ? {} : { resources: { subscribe: false, listChanged: false } }),
    },
    ...(instructions === undefined ? {} : { instructions }),
    cacheHints,
    jsonSchemaValidator: noValidator,
    supportedProtocolVersions,
  });

  server.setRequestHandler("tools/list", listParams, ({ cursor }) => {
    if (cursor !== undefined) throw badCursor();
    return { tools: service.list() as never };
  });
  server.setRequestHandler("tools/call", anyParams, (params, context) =>
    callTool(options, server, connectionOf, params, context),
  );
  if (resources !== undefined) registerResources(server, resources, options.log);
  return server;
}

interface CallParams {
  readonly name: string;
  readonly arguments?: unknown;
}

async function callTool(
  { service }: McpOptions,
  server: Server,
  connectionOf: ConnectionOf,
  { name, arguments: args }: CallParams,
  context: ServerContext,
): Promise<never> {
  const progress = progressOf(context);
  const wire = await service.call(name, args, {
    signal: context.mcpReq.signal,
    caller: { client: clientName(server, context), ...connectionOf(context.mcpReq.id) },
    ...(progress === undefined ? {} : { progress: progress.report }),
  });
  progress?.end();
  if (wire.kind === "protocol-error") throw new ProtocolError(wire.code, wire.message, wire.data);
  return wire.result as never;
}

function progressOf({ mcpReq }: ServerContext): Progress | undefined {
  const token = mcpReq._meta?.progressToken;
  if (token === undefined) return undefined;
  // Once the client is gone, notifying fails; the handler hears of that through its signal.
  return createProgress(token, (params) => {
    mcpReq.notify({ method: "notifications/progress", params: { ...params } }).catch(() => {});
  });
}

const maxClientName = 128;

function clientName(server: Server, { mcpReq }: ServerContext): string {
  const info =
    (mcpReq as { envelope?: Record<string, unknown> }).envelope?.[CLIENT_INFO_META_KEY] ??
    server.getClientVersion();
  const name =
    isObject(info) && typeof info.name === "string" ? info.name.trim().slice(0, maxClientName) : "";
  return name === "" ? "mcp" : name;
}

function registerResources(server: Server, resources: Resources, log: Log): void {
  server.setRequestHandler("resources/list", listParams, async ({ cursor }, { mcpReq }) => {
    const page = await guarded(log, "resources/list", mcpReq.signal, (signal) =>
      resources.list(cursor, signal),
    );
    if (page.kind === "bad-cursor") throw badCursor();
    const { resources: listed, nextCursor } = page;
    return { resources: listed, ...(nextCursor === undefined ? {} : { nextCursor }) } as never;
  });
  server.setRequestHandler("resources/templates/list", listParams, ({ cursor }) => {
    if (cursor !== undefined) throw badCursor();
    return { resourceTemplates: resources.templates() } as never;
  });
  server.setRequestHandler("resources/read", readParams, async ({ uri }, { mcpReq }) => {
    const read = await guarded(log, "resources/read", mcpReq.signal, (signal) => resources.read(uri, signal));
    if (read.kind === "missing") throw new ProtocolError(resourceNotFound, read.message, { uri });
    return { contents: read.contents } as never;
  });
}

/** A deadline, and a fixed sentence instead of the text of an exception. */
async function guarded<Result>(
  log: Log,
  method: string,
  signal: AbortSignal,
  work: (signal: AbortSignal) => Promise<Result>,
): Promise<Result> {
  const bounded = AbortSignal.any([signal, AbortSignal.timeout(resourceDeadlineMs)]);
  try {
    return await Promise.race([work(bounded), aborted(bounded)]);
  } catch (error) {
    if (!signal.aborted) log.error("A resource request failed", { method, error });
    throw new ProtocolError(internalError, `${method} failed; the server's log has the reason`);
  }
}

function aborted(signal: AbortSignal): Promise<never> {
  return new Promise((_resolve, reject) => {
    signal.addEventListener("abort", () => reject(signal.reason), { once: true });
  });
}

function badCursor(): ProtocolError {
  return new ProtocolError(
    invalidParams,
    "Invalid params: the cursor is not one of this list. Start again without it.",
  );
}

/** Standard Schemas by hand: the SDK's own would answer -32603 with a dump of its parser. */
function params<Value>(read: (value: Record<string, unknown>) => Value | string): {
  params: StandardSchemaV1<unknown, Value>;
} {
  return {
    params: {
      "~standard": {
        version: 1,
        vendor: "concordat",
        validate(value) {
          const result = read(value as Record<string, unknown>);
          return typeof result === "string" ? { issues: [{ message: result }] } : { value: result };
        },
      },
    },
  };
}

const listParams = params<{ cursor: string | undefined }>(({ cursor }) =>
  cursor === undefined || typeof cursor === "string" ? { cursor } : "cursor must be text",
);
const readParams = params<{ uri: string }>(({ uri }) =>
  typeof uri === "string" ? { uri } : "uri is required and must be text",
);
/** The SDK has checked `tools/call` before its handler runs. */
const anyParams = params<CallParams>((value) => value as unknown as CallParams);

/** A missing resource is -32002 with its uri before 2026-07-28 and -32602 since; the SDK knows only the second. */
export function legacyError<Outgoing extends object>(message: Outgoing): Outgoing {
  const { error } = message as { error?: { code: number; data?: unknown } };
  if (error?.code !== invalidParams || !isObject(error.data)) return message;
  const keys = Object.keys(error.data);
  if (keys.length !== 1 || keys[0] !== "uri") return message;
  return { ...message, error: { ...error, code: resourceNotFound } };
}
