/** The reference server over HTTP: one path, both eras, the checks in the order of the contract. */
import { randomUUID } from "node:crypto";
import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo, Socket } from "node:net";
import { type Era, isObject, type Json, type Message } from "../../target/target.ts";
import type { Guard } from "./flaws.ts";
import {
  createProtocol,
  failure,
  isModern,
  isWellFormed,
  legacyVersions,
  modernVersions,
  type Protocol,
  type ServerOptions,
} from "./protocol.ts";

const bodyLimit = 1_048_576;
const mirrored = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
]);

export interface RunningServer {
  readonly url: URL;
  close(): Promise<void>;
}

interface Session {
  readonly version: string;
  readonly streams: Set<ServerResponse>;
}

interface Answer {
  readonly status: number;
  readonly headers?: Record<string, string>;
  readonly body?: Json | readonly Json[];
}

export async function startHttp(options: ServerOptions): Promise<RunningServer> {
  const protocol = createProtocol(options);
  const sessions = new Map<string, Session>();
  const server = createServer((request, response) => {
    void serve(protocol, sessions, server, request, response, spaced).catch(() => response.destroy());
  });
  const spaced = new WeakSet<Socket>();
  // The parser drops white space around values; who minds it has to look at the bytes.
  if (!protocol.guards("header-space")) {
    server.on("connection", (socket) =>
      socket.on("data", (bytes: Buffer) => {
        if (/^[\w-]+:(?:[ \t]{2,}|.*[ \t]\r$)/m.test(bytes.toString("latin1"))) spaced.add(socket);
      }),
    );
  }
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: new URL(`http://127.0.0.1:${port}/mcp`),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function serve(
  protocol: Protocol,
  sessions: Map<string, Session>,
  server: Server,
  request: IncomingMessage,
  response: ServerResponse,
  spaced: WeakSet<Socket>,
) {
  const header = (name: string) => request.headers[name] as string | undefined;
  const write = (answer: Answer, message?: Message) => {
    const headers = answer.headers ?? {};
    const at =
      message === undefined ? {} : protocol.context(message, isModern(message) ? "modern" : "legacy", "http");
    const status = protocol.flaws.head?.(answer.status, headers, at) ?? answer.status;
    if (answer.body === undefined) return void response.writeHead(status, headers).end();
    const text = JSON.stringify(answer.body);
    response.writeHead(status, { "Content-Type": "application/json", ...headers }).end(text);
  };
  const refuse = (status: number, code: number, text: string, data?: Json, id: unknown = null) =>
    write({ status, body: failure(code, text, id, data) });

  const { port } = server.address() as AddressInfo;
  const hosts = [`127.0.0.1:${port}`, `localhost:${port}`];
  const hostLines = request.rawHeaders.filter(
    (word, index) => index % 2 === 0 && word.toLowerCase() === "host",
  );
  const foreign = hostLines.length !== 1 || !hosts.includes(header("host") ?? "");
  if (protocol.guards("host") && foreign) return refuse(403, -32000, "Forbidden");
  const origin = header("origin");
  const checked =
    protocol.guards("origin") && (request.method === "POST" || protocol.guards("origin-everywhere"));
  if (checked && origin !== undefined && !hosts.some((host) => origin === `http://${host}`)) {
    return refuse(403, -32000, "Forbidden");
  }
  const session = sessions.get(header("mcp-session-id") ?? "");
  const { token } = protocol.flaws;
  if (token !== undefined && header("authorization") !== `Bearer ${token}` && session === undefined) {
    return refuse(401, -32000, "Unauthorized");
  }
  if (request.method === "GET" || request.method === "DELETE") return other(request.method);
  if (request.method !== "POST") return write({ status: 405, headers: { Allow: "GET, POST, DELETE" } });

  const body = await readBody(request);
  if (body === undefined && protocol.guards("body-limit"))
    return refuse(413, -32000, "Request body too large");
  if (spaced.has(request.socket)) return refuse(400, -32600, "Bad Request");
  let message: unknown;
  try {
    message = JSON.parse(new TextDecoder("utf-8", { fatal: protocol.guards("utf-8") }).decode(body));
  } catch {
    return protocol.guards("json") ? refuse(400, -32700, "The body is not JSON.") : write({ status: 200 });
  }
  if (protocol.guards("media-type") && !/^application\/json\b/.test(header("content-type") ?? "")) {
    return refuse(415, -32000, "The body has to be JSON.");
  }
  const writes = Array.isArray(message) ? message.some(protocol.isWrite) : protocol.isWrite(message);
  if (writes && protocol.guards("write-gate"))
    return refuse(403, -32000, "Forbidden", { code: "WRITE_DISABLED" });
  if (Array.isArray(message)) {
    if (protocol.guards("batch")) return refuse(400, -32600, "Batches are not taken.");
    const era = message.some(isModern) ? "modern" : "legacy";
    const answers = await Promise.all(message.map((one) => protocol.handle(one as Message, era, "http")));
    return write({ status: 200, body: answers.filter((one) => one !== undefined) });
  }
  if (protocol.guards("shape") && !isWellFormed(message)) return refuse(400, -32600, "That is no request.");
  const version = header("mcp-protocol-version");
  if (isModern(message) || modernVersions.includes(version ?? "")) return modern(message as Message);
  return legacy(message as Message, version);

  function other(method: string) {
    if (session === undefined)
      return refuse(header("mcp-session-id") === undefined ? 400 : 404, -32000, "There is no such session.");
    if (method === "GET") {
      if (!protocol.guards("get-stream")) return write({ status: 200, body: {} });
      response.writeHead(200, { "Content-Type": "text/event-stream" }).flushHeaders();
      session.streams.add(response);
      response.on("close", () => session.streams.delete(response));
      return;
    }
    for (const stream of session.streams) stream.end();
    if (protocol.guards("session-end")) sessions.delete(header("mcp-session-id") ?? "");
    write({ status: 200 });
  }

  async function modern(message: Message) {
    const refusal = modernRefusal(protocol, message, request);
    if (refusal !== undefined)
      return refuse(refusal.status, refusal.code, refusal.text, refusal.data, message.id ?? null);
    const answer = await protocol.handle(message, "modern", "http");
    if (message.id === undefined)
      return write(answer === undefined ? { status: 202 } : { status: 200, body: answer }, message);
    if (answer === undefined)
      return write({ status: 200, headers: { "Content-Type": "text/event-stream" } }, message);
    if (protocol.flaws.before !== undefined) return stream(answer, {}, "modern");
    write({ status: statusOf(message, answer), body: answer }, message);
  }

  async function legacy(message: Message, claimed: string | undefined) {
    if (message.method === "initialize") {
      const answer = (await protocol.handle(message, "legacy", "http")) ?? {};
      const id = protocol.flaws.session?.(sessions.size, header("mcp-session-id")) ?? randomUUID();
      const result = isObject(answer.result) ? answer.result : {};
      sessions.set(id, { version: String(result.protocolVersion), streams: new Set() });
      return stream(answer, { "Mcp-Session-Id": id });
    }
    if (session === undefined && protocol.guards("session")) {
      const known = header("mcp-session-id") !== undefined;
      return refuse(
        known ? 404 : 400,
        known ? -32001 : -32000,
        known ? "Session not found" : "There is no session.",
      );
    }
    if (claimed !== undefined && protocol.guards("legacy-version") && !legacyVersions.includes(claimed)) {
      return refuse(400, -32000, `The version ${claimed} is not served.`);
    }
    const answer = await protocol.handle(message, "legacy", "http");
    if (message.id === undefined)
      return write(answer === undefined ? { status: 202 } : { status: 200, body: answer }, message);
    if (answer !== undefined) stream(answer);
  }

  function stream(answer: Json, headers: Record<string, string> = {}, era: Era = "legacy") {
    const at = protocol.context(message as Message, era, "http");
    const extra = protocol.flaws.before?.(at) ?? [];
    const frames = [...extra, answer].map((one) => {
      const id = protocol.flaws.eventId?.(at.count);
      return `${id === undefined ? "" : `id: ${id}\n`}event: message\ndata: ${JSON.stringify(one)}\n\n`;
    });
    const head: Record<string, string> = { "Content-Type": "text/event-stream", ...headers };
    const status = protocol.flaws.head?.(200, head, at) ?? 200;
    response.writeHead(status, head).write(frames.join(""));
    if (protocol.flaws.lingers !== true) response.end();
    if (!protocol.guards("own-stream"))
      for (const open of session?.streams ?? []) open.write(frames.join(""));
  }
}

interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly text: string;
  readonly data?: Json;
}

/** The checks of a modern request in the contract's order; the rest is the protocol's. */
function modernRefusal(protocol: Protocol, message: Message, request: IncomingMessage): Refusal | undefined {
  const header = (name: string) => request.headers[name] as string | undefined;
  const params = isObject(message.params) ? message.params : {};
  const meta = isObject(params._meta) ? params._meta : {};
  const bodyVersion = meta["io.modelcontextprotocol/protocolVersion"];
  if (protocol.guards("session-id") && header("mcp-session-id") !== undefined) {
    return { status: 400, code: -32600, text: "Modern requests have no session." };
  }
  if (protocol.guards("event-id") && header("last-event-id") !== undefined) {
    return { status: 400, code: -32000, text: "Streams are not resumed." };
  }
  const sent = (name: string) => request.rawHeaders.includes(name) || protocol.guards("header-case");
  const mismatch = (name: string): Refusal => ({
    status: 400,
    code: -32020,
    text: `${name} does not repeat the body.`,
  });
  const headerVersion = header("mcp-protocol-version");
  const badEnvelope =
    typeof bodyVersion !== "string" || !isObject(meta["io.modelcontextprotocol/clientCapabilities"]);
  if (badEnvelope || message.id === undefined) return undefined;
  /** Missing and different are two rules, so that each can be left out alone. */
  const repeats = (value: string | undefined, wanted: unknown, missing: Guard, differs: Guard) =>
    value === undefined ? !protocol.guards(missing) : value === wanted || !protocol.guards(differs);
  if (!repeats(headerVersion, bodyVersion, "version-header", "version-differs"))
    return mismatch("MCP-Protocol-Version");
  const method = sent("Mcp-Method") ? header("mcp-method") : undefined;
  const wanted = protocol.guards("header-values") ? method : method?.toLowerCase();
  if (!repeats(wanted, message.method, "method-header", "method-differs")) return mismatch("Mcp-Method");
  const key = mirrored.get(String(message.method));
  if (key === undefined) return undefined;
  const raw = header("mcp-name");
  if (raw === undefined) return protocol.guards("name-header") ? mismatch("Mcp-Name") : undefined;
  const name = protocol.guards("name-decoding") ? decoded(raw) : raw;
  if (name === undefined) return protocol.guards("name-broken") ? mismatch("Mcp-Name") : undefined;
  const value = params[key];
  const differs = typeof value === "string" && name !== value && protocol.guards("name-differs");
  return differs ? mismatch("Mcp-Name") : undefined;
}

/** A header value as text; `undefined` when it is missing or its Base64 is broken. */
function decoded(value: string | undefined): string | undefined {
  const inner = /^=\?base64\?(.*)\?=$/.exec(value ?? "")?.[1];
  if (inner === undefined) return value;
  const bytes = Buffer.from(inner, "base64");
  if (bytes.toString("base64") !== inner) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
  } catch {
    return undefined;
  }
}

function statusOf(message: Message, answer: Json): number {
  const code = isObject(answer.error) ? answer.error.code : undefined;
  if (code === -32601) return 404;
  const bare = isObject(message.params) ? message.params._meta : undefined;
  const badEnvelope =
    !isObject(bare) ||
    !isObject(bare["io.modelcontextprotocol/clientCapabilities"]) ||
    typeof bare["io.modelcontextprotocol/protocolVersion"] !== "string";
  return code === -32022 || (code === -32602 && badEnvelope) ? 400 : 200;
}

async function readBody(request: IncomingMessage): Promise<Buffer | undefined> {
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of request as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size <= bodyLimit) chunks.push(chunk);
  }
  return size > bodyLimit ? undefined : Buffer.concat(chunks);
}
