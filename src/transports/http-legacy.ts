/**
 * The stateful leg: which session a request belongs to, and how one begins. An id that a client chose is never adopted,
 * an unknown one is 404 so that the client opens a new session, and a session serves only the identity that opened it.
 */
import { SUPPORTED_PROTOCOL_VERSIONS } from "@modelcontextprotocol/server";
import type { Service } from "../runtime/service.ts";
import type { Heartbeats } from "./http-answer.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { type HttpGate, passGate } from "./http-gate.ts";
import { accepts, eventStreamType, isJson, isLoopbackAddress, jsonType } from "./http-guard.ts";
import type { HttpLimits } from "./http-limits.ts";
import {
  forbidden,
  noResumption,
  notAcceptableBoth,
  notAcceptableStream,
  type Refusal,
  sessionRequired,
  sessionUnknown,
  tooManyRequests,
  unsupportedMedia,
  writeDisabled,
} from "./http-refusal.ts";
import { LegacySession } from "./http-session.ts";
import { newSessionId, SessionStore } from "./http-sessions.ts";
import { createProtocolServer, type McpOptions } from "./mcp.ts";
import { invalidParams, invalidRequest, type Message, type Request } from "./message.ts";
import { paramsFault } from "./params-guard.ts";
import { deniesWrite } from "./write-gate.ts";

export interface LegacyOptions extends McpOptions {
  readonly gate?: HttpGate;
}

/** Messages that a session can take. */
export type SessionMessage = Exclude<Message, { kind: "malformed" } | { kind: "batch" }>;

export class LegacyLeg {
  readonly #options: LegacyOptions;
  readonly #service: Service;
  readonly #store: SessionStore;
  readonly #heartbeats: Heartbeats;

  constructor(options: LegacyOptions, limits: HttpLimits, heartbeats: Heartbeats, now: () => number) {
    this.#options = options;
    this.#service = options.service;
    this.#heartbeats = heartbeats;
    this.#store = new SessionStore({ max: limits.maxSessions, idleMs: limits.sessionIdleMs, now });
  }

  get sessions(): number {
    return this.#store.size;
  }

  sweep(): void {
    this.#store.sweep();
  }

  closeAll(): void {
    this.#store.closeAll();
  }

  /** Resolves when the answer is complete, or with why there is none. */
  async post(exchange: HttpExchange, message: SessionMessage): Promise<Refusal | undefined> {
    if (!isJson(exchange.header("content-type"))) return unsupportedMedia;
    const opening = message.kind === "request" && message.method === "initialize" ? message : undefined;
    const session = opening === undefined ? this.#session(exchange) : this.#liveSession(exchange);
    if (session !== undefined && !(session instanceof LegacySession)) return session;
    const pending = this.#gate(exchange, message.raw);
    const refusal = pending instanceof Promise ? await pending : pending;
    if (refusal !== undefined) return refusal;
    if (opening !== undefined) {
      return session === undefined ? this.#open(exchange, opening) : alreadyOpen(opening);
    }
    // It may have ended while the gate was asked.
    if (session?.isClosed) return sessionUnknown;
    return session?.post(exchange, message);
  }

  listen(exchange: HttpExchange): Refusal | undefined {
    const session = this.#session(exchange);
    if (!(session instanceof LegacySession)) return session;
    if (exchange.header("last-event-id") !== undefined) return noResumption;
    if (!accepts(exchange.header("accept"), eventStreamType)) return notAcceptableStream;
    return session.listen(exchange);
  }

  end(exchange: HttpExchange): Refusal | undefined {
    const session = this.#session(exchange);
    if (!(session instanceof LegacySession)) return session;
    void session.close();
    exchange.empty(200);
    return undefined;
  }

  #session(exchange: HttpExchange): LegacySession | Refusal {
    if (exchange.header("mcp-session-id") === undefined) return sessionRequired;
    return this.#liveSession(exchange) ?? sessionUnknown;
  }

  /** The session that the request names, if it is open and his who asks, in a version that is served. */
  #liveSession(exchange: HttpExchange): LegacySession | Refusal | undefined {
    const session = this.#store.get(exchange.header("mcp-session-id") ?? "");
    if (session === undefined) return undefined;
    if (session.identity !== exchange.identity) {
      void session.close();
      return forbidden;
    }
    const version = exchange.header("mcp-protocol-version")?.trim();
    if (version === undefined || SUPPORTED_PROTOCOL_VERSIONS.includes(version)) return session;
    const message = `Bad Request: unsupported protocol version, use one of ${SUPPORTED_PROTOCOL_VERSIONS.join(", ")}`;
    return { ...sessionRequired, message };
  }

  #gate(exchange: HttpExchange, message: object): Refusal | undefined | Promise<Refusal | undefined> {
    if (exchange.header("last-event-id") !== undefined) return noResumption;
    if (deniesWrite(this.#service, message)) return writeDisabled;
    const { gate } = this.#options;
    return gate === undefined ? undefined : passGate(gate, message, exchange);
  }

  async #open(exchange: HttpExchange, message: Request): Promise<Refusal | undefined> {
    const accept = exchange.header("accept");
    if (!accepts(accept, jsonType) || !accepts(accept, eventStreamType)) return notAcceptableBoth;
    const fault = paramsFault(message.method, message.params);
    if (fault !== undefined) {
      return { status: 400, code: invalidParams, message: fault, id: message.id };
    }
    if (!this.#store.makeRoom()) return tooManyRequests(1);
    const session = new LegacySession(newSessionId(), exchange.identity, this.#heartbeats);
    this.#store.add(session);
    const server = createProtocolServer(this.#options, (id) => ({
      session: session.sessionId,
      transport: "http",
      local: isLoopbackAddress(session.peerOf(id)),
      address: session.peerOf(id),
    }));
    await server.connect(session);
    return session.post(exchange, message);
  }
}

function alreadyOpen({ id }: Request): Refusal {
  return {
    status: 400,
    code: invalidRequest,
    message: "Invalid request: this session is initialized already",
    id,
  };
}
