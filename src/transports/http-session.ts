/**
 * One session of the 2025 era: one SDK server, one answer for each request in flight, at most one event stream. A client
 * that drops a connection cancels nothing; `notifications/cancelled` does, and ends the stream of its request.
 */
import type { JSONRPCMessage, Transport, TransportSendOptions } from "@modelcontextprotocol/server";
import { type Heartbeats, HttpAnswer, streamHeaders } from "./http-answer.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { accepts, eventStreamType, jsonType } from "./http-guard.ts";
import { notAcceptable, type Refusal, streamTaken } from "./http-refusal.ts";
import { InFlight } from "./in-flight.ts";
import { legacyError } from "./mcp.ts";
import {
  invalidParams,
  invalidRequest,
  isRequestId,
  type Message,
  type Request,
  type RequestId,
} from "./message.ts";
import { paramsFault } from "./params-guard.ts";

interface Pending {
  readonly method: string;
  readonly answer: HttpAnswer;
  readonly peer: string;
  readonly done: () => void;
}

export class LegacySession implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  readonly sessionId: string;
  /** Who opened it; nobody else may use it. */
  readonly identity: string;
  lastUsed = 0;

  readonly #heartbeats: Heartbeats;
  readonly #inFlight = new InFlight<Pending>();
  readonly #endings: (() => void)[] = [];
  #stream: EventStream | undefined;
  #isClosed = false;

  constructor(sessionId: string, identity: string, heartbeats: Heartbeats) {
    this.sessionId = sessionId;
    this.identity = identity;
    this.#heartbeats = heartbeats;
  }

  get isIdle(): boolean {
    return this.#inFlight.size === 0 && this.#stream === undefined;
  }

  get isClosed(): boolean {
    return this.#isClosed;
  }

  touch(now: number): void {
    this.lastUsed = now;
  }

  onEnd(listener: () => void): void {
    this.#endings.push(listener);
  }

  /** Where the request came from; asked for each one, as a session may be used from two machines. */
  peerOf(id: RequestId): string {
    return this.#inFlight.get(id)?.peer ?? "";
  }

  async start(): Promise<void> {}

  /** Serves a POST. Resolves when its answer is complete, or with why there is none. */
  async post(exchange: HttpExchange, message: Message): Promise<Refusal | undefined> {
    if (message.kind === "request") return this.#serve(exchange, message);
    if (message.kind === "notification") {
      const isCancel = message.method === "notifications/cancelled";
      if (!isCancel || this.#cancel(message.params?.requestId))
        this.onmessage?.(message.raw as JSONRPCMessage);
    }
    // A response to a request that was never made is taken and dropped.
    exchange.empty(202, this.#headers());
    return undefined;
  }

  async #serve(exchange: HttpExchange, message: Request): Promise<Refusal | undefined> {
    const { id, method, params, raw } = message;
    const accept = exchange.header("accept");
    const streams = accepts(accept, eventStreamType);
    if (!streams && !accepts(accept, jsonType)) return notAcceptable;
    if (this.#inFlight.has(id)) {
      return refusal(400, invalidRequest, "Invalid request: this id is still in flight", id);
    }
    const fault = paramsFault(method, params);
    if (fault !== undefined) return refusal(200, invalidParams, fault, id);
    const answer = new HttpAnswer(exchange, {
      single: streams ? "event-stream" : "json",
      streams,
      headers: this.#headers(),
    });
    const { promise, resolve } = Promise.withResolvers<void>();
    this.#inFlight.add(id, { method, answer, peer: exchange.peer, done: resolve });
    this.#heartbeats.add(answer);
    this.onmessage?.(raw as JSONRPCMessage);
    await promise;
    return undefined;
  }

  /** @returns whether the SDK is to hear of it. `initialize` cannot be cancelled, odd ids are ignored. */
  #cancel(id: unknown): boolean {
    if (!isRequestId(id)) return false;
    const pending = this.#inFlight.get(id);
    if (pending === undefined || pending.method === "initialize") return false;
    // No response will come, so the stream would stay open for good.
    pending.answer.end();
    this.#settle(id, pending);
    return true;
  }

  async send(message: JSONRPCMessage, options?: TransportSendOptions): Promise<void> {
    if ("method" in message) {
      if (options?.relatedRequestId === undefined) this.#stream?.write(message);
      else this.#inFlight.get(options.relatedRequestId)?.answer.notify(message);
      return;
    }
    const pending = message.id === undefined ? undefined : this.#inFlight.get(message.id);
    if (pending === undefined || message.id === undefined) return;
    pending.answer.respond(legacyError(message));
    this.#settle(message.id, pending);
  }

  #settle(id: RequestId, { answer, done }: Pending): void {
    this.#heartbeats.remove(answer);
    this.#inFlight.remove(id);
    done();
  }

  /** Serves a GET: the stream for what belongs to no request. */
  listen(exchange: HttpExchange): Refusal | undefined {
    if (this.#stream !== undefined) return streamTaken;
    const stream = new EventStream(exchange, this.#headers());
    this.#stream = stream;
    this.#heartbeats.add(stream);
    exchange.response.once("close", () => {
      this.#heartbeats.remove(stream);
      if (this.#stream === stream) this.#stream = undefined;
    });
    return undefined;
  }

  async close(): Promise<void> {
    if (this.#isClosed) return;
    this.#isClosed = true;
    for (const ending of this.#endings) ending();
    this.onclose?.();
    for (const pending of this.#inFlight.values()) {
      pending.answer.end();
      this.#heartbeats.remove(pending.answer);
      pending.done();
    }
    this.#stream?.end();
  }

  #headers(): { "mcp-session-id": string } {
    return { "mcp-session-id": this.sessionId };
  }
}

const maxWaiting = 1024 * 1024;

class EventStream {
  readonly #exchange: HttpExchange;

  constructor(exchange: HttpExchange, headers: Readonly<Record<string, string>>) {
    this.#exchange = exchange;
    exchange.response.writeHead(200, { ...streamHeaders, ...headers });
    exchange.response.flushHeaders();
  }

  write(message: JSONRPCMessage): void {
    this.#send(`event: message\ndata: ${JSON.stringify(message)}\n\n`);
  }

  beat(): void {
    this.#send(": keepalive\n\n");
  }

  end(): void {
    this.#exchange.response.end();
  }

  // Who does not read is cut off before memory fills.
  #send(text: string): void {
    const { response } = this.#exchange;
    if (response.writableLength > maxWaiting) response.destroy();
    else response.write(text);
  }
}

function refusal(status: number, code: number, message: string, id: RequestId): Refusal {
  return { status, code, message, id };
}
