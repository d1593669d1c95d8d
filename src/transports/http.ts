/**
 * Streamable HTTP at one path, in both eras. Every request climbs one ladder of named steps (`http-ladder.ts`), each of
 * which lets it go on, refuses it, or answers it; a contract brings the order:
 *
 *   peer → Host → Origin → rate → token → body → method → shutdown → capacity → JSON → era
 *     modern: media type → session header → missing headers → write gate → the contract's gate → envelope and headers →
 *       one SDK server
 *     legacy: session, or a new one for `initialize` → event id → write gate → the contract's gate → that session's SDK
 *       server
 *
 * The boundary (who may talk to us at all) stands before anything is parsed; the write gate looks at the raw body before
 * the SDK sees it. Refusals and their bodies are one table, `http-refusal.ts`.
 */
import { createHash, randomUUID } from "node:crypto";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { openTokenFile, type TokenGuard } from "./bearer.ts";
import { Heartbeats } from "./http-answer.ts";
import { checkBind, HttpConfigError } from "./http-bind.ts";
import { HttpExchange } from "./http-exchange.ts";
import { callerOf, type HttpGate } from "./http-gate.ts";
import { type Allowed, allowedFor, isLoopbackAddress, isLoopbackHost } from "./http-guard.ts";
import { type Boundary, gnoLadder, type Ladder, type Route, requestSteps } from "./http-ladder.ts";
import { LegacyLeg } from "./http-legacy.ts";
import { Capacity, defaultLimits, type HttpLimits, RateWindow } from "./http-limits.ts";
import { serveModern } from "./http-modern.ts";
import { noBatches, type Refusal, writeDisabled } from "./http-refusal.ts";
import type { McpOptions } from "./mcp.ts";
import { isModern, KnownEnvelopes, type ModernMessage, modernSteps } from "./modern-guard.ts";
import { deniesWrite } from "./write-gate.ts";

export interface HttpServerOptions extends McpOptions {
  /** Default `127.0.0.1`. */
  readonly host?: string;
  /** Default 3000; 0 = any free port. */
  readonly port?: number;
  /** Default `/mcp`. */
  readonly path?: string;
  readonly limits?: Partial<HttpLimits>;
  /** Exact values such as `notes.example:3000`, beside the loopback names of a loopback bind. */
  readonly hosts?: readonly string[];
  /** Exact values such as `https://notes.example`. */
  readonly origins?: readonly string[];
  /** File with the bearer token; created when it is missing. */
  readonly tokenFile?: string;
  readonly ladder?: Ladder;
  /** Further paths of the listener. */
  readonly routes?: ReadonlyMap<string, Route>;
  /** A contract's own check of a message after the write gate, and of its answer. */
  readonly gate?: HttpGate;
  /** Milliseconds, rising; for tests. */
  readonly now?: () => number;
}

export interface HttpStats {
  readonly port: number;
  readonly state: "accepting" | "draining" | "closed";
  readonly activeRequests: number;
  readonly activeSessions: number;
  readonly queuedRequests: number;
  readonly maxConcurrentRequests: number;
  readonly maxQueuedRequests: number;
  readonly maxSessions: number;
}

export interface HttpServer {
  /** Resolves with the port. */
  listen(): Promise<number>;
  /** Refuses new requests, waits up to `graceMs` for running ones, then ends every connection. */
  close(graceMs?: number): Promise<void>;
  readonly port: number;
  readonly url: string;
  stats(): HttpStats;
  /** What the timers do: end idle sessions and those of a token that has changed, and keep waiting streams alive. */
  sweep(): void;
  beat(): void;
}

const defaultPort = 3000;
const sweepMs = 4_000;
const beatMs = 15_000;
const closeGraceMs = 1_500;

/** @throws HttpConfigError or TokenFileError, before anything listens. */
export function createHttpServer(options: HttpServerOptions): HttpServer {
  const host = options.host ?? "127.0.0.1";
  checkBind(host, options.hosts ?? [], options.origins ?? [], options.tokenFile);
  const token = options.tokenFile === undefined ? undefined : openTokenFile(options.tokenFile);
  return new StreamableHttp(options, host, token);
}

class StreamableHttp implements HttpServer {
  readonly #options: HttpServerOptions;
  readonly #ladder: Ladder;
  readonly #limits: HttpLimits;
  readonly #host: string;
  readonly #server: Server;
  readonly #heartbeats = new Heartbeats();
  readonly #legacy: LegacyLeg;
  readonly #instanceId = randomUUID();
  readonly #boundary: Boundary & { allowed: Allowed; isClosing: boolean };
  readonly #timers: NodeJS.Timeout[] = [];
  readonly #envelopes = new KnownEnvelopes();
  #lastLabel = { identity: "", label: "" };
  #port: number;
  #state: HttpStats["state"] = "closed";

  constructor(options: HttpServerOptions, host: string, token: TokenGuard | undefined) {
    const now = options.now ?? (() => performance.now());
    this.#options = options;
    this.#host = host;
    this.#port = options.port ?? defaultPort;
    this.#ladder = options.ladder ?? gnoLadder;
    this.#limits = { ...defaultLimits, ...options.limits };
    const { maxConcurrentRequests, maxQueuedRequests, requestsPerMinute } = this.#limits;
    this.#boundary = {
      path: options.path ?? "/mcp",
      limits: this.#limits,
      allowed: this.#allowed(),
      loopbackOnly: isLoopbackHost(host),
      token,
      rate: new RateWindow(requestsPerMinute, now),
      capacity: new Capacity(maxConcurrentRequests, maxQueuedRequests),
      routes: options.routes ?? new Map(),
      isClosing: false,
    };
    this.#legacy = new LegacyLeg(options, this.#limits, this.#heartbeats, now);
    token?.onChange(() => this.#legacy.closeAll());
    this.#server = createServer(
      {
        maxHeaderSize: 16 * 1024,
        headersTimeout: 10_000,
        requestTimeout: 30_000,
        connectionsCheckingInterval: 1_000,
      },
      (request, response) => void this.#serve(new HttpExchange(request, response)),
    );
  }

  get port(): number {
    return this.#port;
  }

  get url(): string {
    const name = this.#host.includes(":") ? `[${this.#host}]` : this.#host;
    return `http://${name}:${this.#port}${this.#boundary.path}`;
  }

  async listen(): Promise<number> {
    const { promise, resolve, reject } = Promise.withResolvers<void>();
    this.#server.once("error", reject);
    this.#server.listen(this.#port, this.#host, resolve);
    try {
      await promise;
    } catch (error) {
      throw new HttpConfigError(bindProblem(error as NodeJS.ErrnoException, this.#host, this.#port));
    }
    this.#server.on("error", (error) => this.#options.log.error("The listener failed", { error }));
    this.#port = (this.#server.address() as AddressInfo).port;
    this.#boundary.allowed = this.#allowed();
    this.#state = "accepting";
    this.#timers.push(
      setInterval(() => this.sweep(), sweepMs),
      setInterval(() => this.beat(), beatMs),
    );
    for (const timer of this.#timers) timer.unref();
    return this.#port;
  }

  async close(graceMs: number = closeGraceMs): Promise<void> {
    if (this.#state === "closed") return;
    this.#state = "draining";
    this.#boundary.isClosing = true;
    for (const timer of this.#timers) clearInterval(timer);
    const closed = new Promise<void>((resolve) => this.#server.close(() => resolve()));
    this.#server.closeIdleConnections();
    await this.#boundary.capacity.drained(graceMs);
    this.#legacy.closeAll();
    this.#server.closeAllConnections();
    await closed;
    this.#state = "closed";
  }

  stats(): HttpStats {
    const { maxConcurrentRequests, maxQueuedRequests, maxSessions } = this.#limits;
    return {
      port: this.#port,
      state: this.#state,
      activeRequests: this.#boundary.capacity.active,
      activeSessions: this.#legacy.sessions,
      queuedRequests: this.#boundary.capacity.queued,
      maxConcurrentRequests,
      maxQueuedRequests,
      maxSessions,
    };
  }

  sweep(): void {
    this.#boundary.token?.refresh();
    this.#legacy.sweep();
  }

  beat(): void {
    this.#heartbeats.beat();
  }

  #allowed(): Allowed {
    const { hosts = [], origins = [] } = this.#options;
    return allowedFor(this.#host, this.#port, { hosts, origins });
  }

  async #serve(exchange: HttpExchange): Promise<void> {
    try {
      for (const step of this.#ladder.request) {
        const pending = requestSteps[step](exchange, this.#boundary);
        const result = pending instanceof Promise ? await pending : pending;
        if (result === "answered") return;
        if (result === undefined) continue;
        exchange.refuse(result);
        return;
      }
      const refusal = await this.#dispatch(exchange);
      if (refusal !== undefined) exchange.refuse(refusal);
    } catch (error) {
      this.#options.log.error("An HTTP request failed", { error });
      exchange.refuse({ status: 500, code: -32603, message: "Internal server error", id: null });
    } finally {
      exchange.slot?.leave();
    }
  }

  async #dispatch(exchange: HttpExchange): Promise<Refusal | undefined> {
    if (exchange.method === "GET") return this.#legacy.listen(exchange);
    if (exchange.method === "DELETE") return this.#legacy.end(exchange);
    const body = exchange.json()?.value;
    const message = exchange.message();
    if (message === undefined || message.kind === "malformed" || message.kind === "batch") {
      if (deniesWrite(this.#options.service, body)) return writeDisabled;
      if (message?.kind === "batch") {
        const refusal = await this.#options.gate?.refusesBatch(message.members, callerOf(exchange));
        if (refusal !== undefined) return refusal;
      }
      return message?.kind === "malformed" ? { status: 400, ...message } : noBatches;
    }
    if (message.kind !== "response" && isModern(exchange, body)) return this.#serveModern(exchange, message);
    return this.#legacy.post(exchange, message);
  }

  async #serveModern(exchange: HttpExchange, message: ModernMessage): Promise<Refusal | undefined> {
    const { service, gate } = this.#options;
    for (const step of this.#ladder.modern) {
      const pending = modernSteps[step]({ exchange, message, service, gate, envelopes: this.#envelopes });
      const refusal = pending instanceof Promise ? await pending : pending;
      if (refusal === undefined) continue;
      const echo = this.#ladder.echoIds && refusal.id === null && message.kind === "request";
      return echo ? { ...refusal, id: message.id } : refusal;
    }
    // Who left while the gate was asked needs no answer, and nothing would tell its call to stop.
    if (exchange.isGone) return undefined;
    const connection = {
      session: this.#label(exchange.identity),
      transport: "http",
      local: isLoopbackAddress(exchange.peer),
      address: exchange.peer,
    } as const;
    return serveModern(this.#options, () => connection, this.#heartbeats, exchange, message);
  }

  /** Modern requests have no session; callers with one identity share this label, which shows nothing of the token. */
  #label(identity: string): string {
    if (this.#lastLabel.identity !== identity) {
      const hash = createHash("sha256").update(`${this.#instanceId} ${identity}`).digest("hex");
      this.#lastLabel = { identity, label: `http:${hash.slice(0, 16)}` };
    }
    return this.#lastLabel.label;
  }
}

function bindProblem({ code }: NodeJS.ErrnoException, host: string, port: number): string {
  if (code === "EADDRINUSE")
    return `Port ${port} of ${host} is in use. Stop the other server or choose another port with --port.`;
  if (code === "EACCES")
    return `Port ${port} needs more rights than this process has. Choose one above 1023.`;
  return `Listening on ${host}:${port} is not possible (${code}).`;
}
