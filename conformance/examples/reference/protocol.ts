/** Both eras of the protocol over the model: one message in, at most one out. No bytes, no sockets. */
import type { Contract } from "../../contract.ts";
import {
  type Era,
  isObject,
  type Json,
  type ListedTool,
  type Message,
  type Transport,
} from "../../target/target.ts";
import type { Context, Flaws, Guard } from "./flaws.ts";
import { convert, createModel, type Model, refusal } from "./model.ts";

export interface ServerOptions {
  readonly contract: Contract;
  readonly profile?: string;
  readonly write?: boolean;
  readonly flaws?: Flaws;
}

export interface Protocol {
  readonly model: Model;
  readonly flaws: Flaws;
  guards(guard: Guard): boolean;
  isWrite(message: unknown): boolean;
  handle(message: Message, era: Era, transport: Transport): Promise<Json | undefined>;
  context(message: Message, era: Era, transport: Transport): Context;
}

export const legacyVersions = ["2025-11-25", "2025-06-18", "2025-03-26"];
export const modernVersions = ["2026-07-28"];
const prefix = "io.modelcontextprotocol/";
const cacheable = new Set([
  "server/discover",
  "tools/list",
  "resources/list",
  "resources/templates/list",
  "resources/read",
]);
const pageSize = 3;

export class Refused extends Error {
  readonly code: number;
  readonly data: Json | undefined;

  constructor(code: number, message: string, data?: Json) {
    super(message);
    this.code = code;
    this.data = data;
  }
}

export function createProtocol(options: ServerOptions): Protocol {
  const { contract, profile = "full", write = false, flaws = {} } = options;
  const model = createModel(contract);
  const published = contract.list(profile, write);
  const skipped = new Set(flaws.skip);
  const guards = (guard: Guard) => !skipped.has(guard);
  let count = 0;
  let remembered = false;

  const context = (request: Message, era: Era, transport: Transport): Context => ({
    era,
    transport,
    request,
    count,
    model,
  });

  const listTools = (at: Context): readonly ListedTool[] => flaws.tools?.(published, at) ?? published;

  function callTool(params: Json, at: Context): Json {
    const { name, arguments: given = {} } = params;
    if (guards("call-shape")) {
      if (typeof name !== "string") throw new Refused(-32602, "A call needs the name of a tool.");
      if (!isObject(given)) throw new Refused(-32602, "Arguments are an object.");
    }
    const tool = contract.tool(String(name));
    const listed = published.some((one) => one.name === name);
    if (tool === undefined || !listed) {
      if (guards("unknown-tool")) throw new Refused(-32602, `There is no tool called ${String(name)}.`);
      return { content: [{ type: "text", text: "unknown tool" }], isError: true };
    }
    const lenient = convert(tool.input, given);
    const args = flaws.lenient?.(lenient) ?? lenient;
    const fits = contract.fitsInput(tool);
    if (guards("arguments") && !fits(args)) {
      flaws.refused?.(model);
      return refusal(tool, fits.errors?.[0]);
    }
    const result = model.call(tool, args as Json);
    return flaws.result?.(result, tool.name, args as Json, at) ?? result;
  }

  function listResources(params: Json): Json {
    const all = model.resources();
    const { cursor } = params;
    const start = cursor === undefined ? 0 : Number(/^p(\d+)$/.exec(String(cursor))?.[1] ?? Number.NaN);
    const bad = Number.isNaN(start) || start > all.length;
    if (bad && guards("cursor")) throw new Refused(-32602, "That cursor is not one of ours.");
    const from = bad ? 0 : start;
    const page = all.slice(from, from + pageSize).map(({ text: _text, ...listed }) => listed);
    return {
      resources: page,
      ...(from + pageSize < all.length ? { nextCursor: `p${from + pageSize}` } : {}),
    };
  }

  function readResource(params: Json, at: Context): Json {
    const found = model.resources().find((one) => one.uri === params.uri);
    if (found !== undefined)
      return { contents: [{ uri: found.uri, mimeType: found.mimeType, text: found.text }] };
    if (!guards("uri")) return { contents: [] };
    const code = at.era === "modern" ? -32602 : -32002;
    throw new Refused(code, "There is no such resource.", { uri: params.uri });
  }

  function dispatch(message: Message, at: Context): Json {
    const params = isObject(message.params) ? message.params : {};
    switch (message.method) {
      case "tools/list":
        if (params.cursor !== undefined && guards("cursor"))
          throw new Refused(-32602, "There is one page of tools.");
        return { tools: listTools(at) };
      case "tools/call":
        return callTool(params, at);
      case "resources/list":
        return listResources(params);
      case "resources/templates/list":
        return {
          resourceTemplates: [
            {
              uriTemplate: `${contract.name}://{collection}/{+path}`,
              name: "document",
              mimeType: "text/markdown",
            },
          ],
        };
      case "resources/read":
        return readResource(params, at);
      case "initialize":
        if (at.era === "legacy") return initialize(params);
        break;
      case "ping":
        if (at.era === "legacy") return {};
        break;
      case "server/discover":
        if (at.era === "modern") return { supportedVersions: modernVersions, capabilities: capabilities() };
        break;
    }
    if (guards("method")) throw new Refused(-32601, `There is no method ${String(message.method)}.`);
    return {};
  }

  const capabilities = (): Json => {
    const own = { tools: { listChanged: false }, resources: { subscribe: false, listChanged: false } };
    return flaws.capabilities?.(own) ?? own;
  };

  function initialize(params: Json): Json {
    const asked = String(params.protocolVersion);
    const protocolVersion = legacyVersions.includes(asked) ? asked : legacyVersions[0];
    return { protocolVersion, capabilities: capabilities(), serverInfo: contract.server };
  }

  function checkEnvelope(message: Message): void {
    const meta = isObject(message.params) ? message.params._meta : undefined;
    const version = isObject(meta) ? meta[`${prefix}protocolVersion`] : undefined;
    const formed =
      isObject(meta) && typeof version === "string" && isObject(meta[`${prefix}clientCapabilities`]);
    if (flaws.remembers === true && remembered && meta === undefined) return;
    remembered ||= formed;
    const demand = (guard: Guard, holds: boolean, what: string) => {
      if (guards(guard) && !holds) throw new Refused(-32602, `A request needs ${what}.`);
    };
    demand("envelope", isObject(meta), "_meta");
    if (!isObject(meta)) return;
    demand("envelope-version", typeof version === "string", "the version in _meta");
    demand(
      "envelope-capabilities",
      isObject(meta[`${prefix}clientCapabilities`]),
      "the client's capabilities in _meta",
    );
    if (version === undefined) return;
    if (guards("version") && !modernVersions.includes(version as string)) {
      throw new Refused(-32022, `The version ${String(version)} is not served.`, {
        supported: modernVersions,
        requested: version,
      });
    }
  }

  function finish(result: Json, at: Context): Json {
    if (at.era === "legacy") return result;
    const hints = cacheable.has(String(at.request.method)) ? { ttlMs: 0, cacheScope: "private" } : {};
    return {
      ...result,
      resultType: "complete",
      ...hints,
      _meta: { [`${prefix}serverInfo`]: contract.server },
    };
  }

  return {
    model,
    flaws,
    guards,
    context,
    isWrite: (message) =>
      !write &&
      isObject(message) &&
      message.method === "tools/call" &&
      isObject(message.params) &&
      contract.tool(String(message.params.name))?.effect === "write",
    async handle(message, era, transport) {
      count++;
      flaws.heard?.(message);
      // Answers come later than the message that asks, as they do from real work.
      await Promise.resolve();
      const at = context(message, era, transport);
      const { id } = message as { id?: unknown };
      if (id === undefined) return flaws.notified?.(message);
      let response: Json;
      try {
        if (era === "modern") checkEnvelope(message);
        response = { jsonrpc: "2.0", id, result: finish(dispatch(message, at), at) };
      } catch (error) {
        const known =
          error instanceof Refused ? error : new Refused(-32603, "Something went wrong inside the server.");
        const data = known.data === undefined ? {} : { data: known.data };
        response = { jsonrpc: "2.0", id, error: { code: known.code, message: known.message, ...data } };
      }
      return flaws.respond === undefined ? response : flaws.respond(response, at);
    },
  };
}

export function failure(code: number, message: string, id: unknown = null, data?: Json): Json {
  return { jsonrpc: "2.0", id, error: { code, message, ...(data === undefined ? {} : { data }) } };
}

/** A JSON-RPC request or notification with an id that the protocol knows. */
export function isWellFormed(message: unknown): message is Message {
  if (!isObject(message) || message.jsonrpc !== "2.0" || typeof message.method !== "string") return false;
  if (message.params !== undefined && !isObject(message.params)) return false;
  return !("id" in message) || typeof message.id === "string" || Number.isInteger(message.id);
}

export function isModern(message: unknown): boolean {
  const params = isObject(message) && isObject(message.params) ? message.params : {};
  return isObject(params._meta) && `${prefix}protocolVersion` in params._meta;
}
