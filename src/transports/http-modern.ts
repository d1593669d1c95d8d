/**
 * The sessionless leg: one SDK server for one request. The transport is the SDK's own, which binds the server to the
 * revision, with the two ends replaced: what it would put into a web `Response` goes straight to the socket.
 */
import {
  type JSONRPCMessage,
  PerRequestHTTPServerTransport,
  type TransportSendOptions,
} from "@modelcontextprotocol/server";
import { headerMismatch, unsupportedVersion } from "./era.ts";
import { type Heartbeats, HttpAnswer } from "./http-answer.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { accepts, eventStreamType, jsonType } from "./http-guard.ts";
import type { Refusal } from "./http-refusal.ts";
import { type ConnectionOf, createProtocolServer, type McpOptions } from "./mcp.ts";
import { invalidParams, invalidRequest, methodNotFound, parseError, type RequestId } from "./message.ts";
import { type ModernMessage, modernClassification } from "./modern-guard.ts";
import { paramsFault } from "./params-guard.ts";

const missingCapability = -32021;

/** What the SDK refuses before a handler runs has a status of its own; what a handler answers is 200. */
const refusedStatus: ReadonlyMap<number, number> = new Map([
  [parseError, 400],
  [invalidRequest, 400],
  [methodNotFound, 404],
  [headerMismatch, 400],
  [missingCapability, 400],
  [unsupportedVersion, 400],
]);

class ModernTransport extends PerRequestHTTPServerTransport {
  readonly #answer: HttpAnswer;
  readonly #done = Promise.withResolvers<void>();
  #id: RequestId | undefined;
  #isDelivering = false;
  #isClosed = false;

  constructor(answer: HttpAnswer) {
    super({ classification: modernClassification });
    this.#answer = answer;
  }

  /** Resolves when the response is written, or the exchange was closed without one. */
  serve(message: JSONRPCMessage, id: RequestId): Promise<void> {
    this.#id = id;
    this.#deliver(message);
    return this.#done.promise;
  }

  async notify(message: JSONRPCMessage): Promise<void> {
    this.#deliver(message);
    // Its handler runs in a microtask of the SDK's.
    await Promise.resolve();
    await this.close();
  }

  #deliver(message: JSONRPCMessage): void {
    this.#isDelivering = true;
    try {
      this.onmessage?.(message, { classification: modernClassification });
    } finally {
      this.#isDelivering = false;
    }
  }

  override async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if (this.#isClosed) return;
    if ("method" in message) {
      if (options?.relatedRequestId === this.#id) this.#answer.notify(message);
      return;
    }
    if (message.id !== this.#id) return;
    this.#answer.respond(message, "error" in message ? this.#statusOf(message.error.code) : 200);
    // The server is dropped, not closed: there is nothing left to abort, and closing would build an error to say so.
    this.#isClosed = true;
    this.#done.resolve();
  }

  #statusOf(code: number): number {
    return this.#isDelivering || code === missingCapability ? (refusedStatus.get(code) ?? 200) : 200;
  }

  /** Also how a client that leaves cancels: the SDK aborts the handler's signal. */
  override async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    this.onclose?.();
    this.#done.resolve();
  }
}

/** Serves a message that has passed the guard. Resolves when its answer is complete, the client has left, or with why not. */
export async function serveModern(
  options: McpOptions,
  connectionOf: ConnectionOf,
  heartbeats: Heartbeats,
  exchange: HttpExchange,
  message: ModernMessage,
): Promise<Refusal | undefined> {
  const accept = exchange.header("accept");
  const answer = new HttpAnswer(exchange, {
    single: accepts(accept, jsonType) ? "json" : "event-stream",
    streams: accepts(accept, eventStreamType),
  });
  const transport = new ModernTransport(answer);
  const server = createProtocolServer(options, connectionOf);
  if (message.kind === "notification") {
    await server.connect(transport);
    await transport.notify(message.raw as JSONRPCMessage);
    exchange.empty(202);
    return undefined;
  }
  // `initialize` is an unknown method here, whatever its parameters.
  const fault = message.method === "initialize" ? undefined : paramsFault(message.method, message.params);
  if (fault !== undefined) {
    return { status: 200, code: invalidParams, message: fault, id: message.id };
  }
  exchange.onGone(() => void transport.close());
  await server.connect(transport);
  heartbeats.add(answer);
  await transport.serve(message.raw as JSONRPCMessage, message.id);
  heartbeats.remove(answer);
  return undefined;
}
