/**
 * The checks of an HTTP request, one named step each, and their order for a contract. A step lets the request go on
 * (undefined), refuses it, or has answered it. What a step needs from the server stands in `Boundary`.
 */
import type { TokenGuard } from "./bearer.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { type Allowed, isLoopbackAddress } from "./http-guard.ts";
import type { Capacity, HttpLimits, RateWindow, Slot } from "./http-limits.ts";
import {
  forbidden,
  methodNotAllowed,
  notJson,
  pathNotFound,
  type Refusal,
  tooManyRequests,
  unauthorized,
  unavailable,
  unsupportedEncoding,
} from "./http-refusal.ts";
import type { ModernStep } from "./modern-guard.ts";

export type RequestStep =
  | "peer"
  | "target"
  | "host"
  | "origin"
  | "preflight"
  | "open-routes"
  | "rate"
  | "auth"
  | "routes"
  | "body"
  | "method"
  | "shutdown"
  | "capacity"
  | "parse";

export interface Ladder {
  readonly request: readonly RequestStep[];
  readonly modern: readonly ModernStep[];
  /** Whether refusals of ours name the id of a request that could be read; gno answers null. */
  readonly echoIds: boolean;
}

/** The order of the gno contract: the boundary in full, then the body, then the protocol. */
export const gnoLadder: Ladder = {
  request: [
    "peer",
    "target",
    "host",
    "origin",
    "preflight",
    "open-routes",
    "rate",
    "auth",
    "routes",
    "body",
    "method",
    "shutdown",
    "capacity",
    "parse",
  ],
  modern: [
    "media",
    "session",
    "version-header",
    "listen",
    "last-event-id",
    "write-gate",
    "contract-gate",
    "protocol",
  ],
  echoIds: false,
};

/** The order that every check of the protocol's own suite is satisfied with; sessions and event ids do no harm. */
export const protocolLadder: Ladder = {
  request: [
    "target",
    "host",
    "origin",
    "preflight",
    "open-routes",
    "method",
    "auth",
    "rate",
    "routes",
    "shutdown",
    "capacity",
    "body",
    "parse",
  ],
  modern: ["media", "protocol", "listen", "write-gate", "contract-gate"],
  echoIds: true,
};

export interface RouteRequest {
  readonly method: string;
  readonly path: string;
  readonly query: URLSearchParams;
  /** True for a caller on this machine. */
  readonly local: boolean;
}

export interface RouteAnswer {
  readonly status: number;
  /** Sent as JSON. */
  readonly body: unknown;
}

export interface Route {
  /** True: served without token and outside the rate limit, as a health check needs it. */
  readonly open: boolean;
  answer(request: RouteRequest): RouteAnswer | Promise<RouteAnswer>;
}

export interface Boundary {
  readonly path: string;
  readonly limits: HttpLimits;
  readonly allowed: Allowed;
  readonly loopbackOnly: boolean;
  readonly token: TokenGuard | undefined;
  readonly rate: RateWindow;
  readonly capacity: Capacity;
  readonly routes: ReadonlyMap<string, Route>;
  readonly isClosing: boolean;
}

export type StepResult = undefined | Refusal | "answered";

type Step = (exchange: HttpExchange, boundary: Boundary) => StepResult | Promise<StepResult>;

const allow = "GET, POST, DELETE";

export const requestSteps: Readonly<Record<RequestStep, Step>> = {
  peer: ({ peer }, { loopbackOnly }) => (loopbackOnly && !isLoopbackAddress(peer) ? forbidden : undefined),

  // An absolute target names a host of its own, which nothing would compare.
  target: ({ request }) => (request.url?.startsWith("/") ? undefined : forbidden),

  host(exchange, { allowed }) {
    const hosts = exchange.all("host");
    return hosts.length === 1 && allowed.hosts.has(hosts[0]!.trim().toLowerCase()) ? undefined : forbidden;
  },

  origin(exchange, { allowed }) {
    const origins = exchange.all("origin");
    const [origin] = origins;
    if (origin === undefined) return undefined;
    if (origins.length > 1 || !allowed.origins.has(origin)) return forbidden;
    if (allowed.crossOrigins.has(origin)) grantOrigin(exchange, origin);
    return undefined;
  },

  /** A browser asks before it sends; it cannot show the token yet. Only configured origins have anything to ask. */
  preflight(exchange, { allowed }) {
    if (exchange.method !== "OPTIONS") return undefined;
    const origin = exchange.header("origin");
    if (origin === undefined || !allowed.crossOrigins.has(origin)) return methodNotAllowed(allow);
    exchange.empty(204, preflightHeaders);
    return "answered";
  },

  "open-routes": (exchange, boundary) => answerRoute(exchange, boundary, true),

  rate({ peer }, { rate }) {
    const wait = rate.take(peer);
    return wait === undefined ? undefined : tooManyRequests(wait);
  },

  auth(exchange, { token }) {
    if (token === undefined) return undefined;
    const verdict = token.check(exchange.all("authorization"));
    if (verdict === "unavailable") return unavailable;
    if (verdict === "unauthorized") return unauthorized;
    exchange.identity = token.identity();
    exchange.authenticated = true;
    return undefined;
  },

  routes(exchange, boundary) {
    return exchange.path === boundary.path ? undefined : answerRoute(exchange, boundary, false);
  },

  async body(exchange, { limits }) {
    const encoding = exchange.header("content-encoding");
    if (encoding !== undefined && encoding !== "identity") return unsupportedEncoding;
    const result = await exchange.readBody(limits.maxBodyBytes);
    return result === "gone" ? "answered" : result;
  },

  method: ({ method }) =>
    method === "GET" || method === "POST" || method === "DELETE" ? undefined : methodNotAllowed(allow),

  shutdown: (_exchange, { isClosing }) => (isClosing ? unavailable : undefined),

  capacity(exchange, { capacity }) {
    // What frees a place must not wait for one: a cancellation, the end of a session.
    if (capacity.isFull && (exchange.method === "DELETE" || isNotification(exchange))) return undefined;
    const slot = capacity.enter((listener) => exchange.onGone(listener));
    if (slot === undefined) return tooManyRequests(1);
    if (!(slot instanceof Promise)) return keep(exchange, slot);
    return slot.then((entered) => (entered === undefined ? "answered" : keep(exchange, entered)));
  },

  parse: (exchange) => (exchange.method === "POST" && exchange.json() === undefined ? notJson : undefined),
};

function keep(exchange: HttpExchange, slot: Slot): undefined {
  exchange.slot = slot;
}

function isNotification(exchange: HttpExchange): boolean {
  return (
    exchange.body !== undefined && exchange.method === "POST" && exchange.message()?.kind === "notification"
  );
}

const preflightHeaders = {
  "access-control-allow-methods": allow,
  "access-control-allow-headers":
    "Authorization, Content-Type, Accept, Mcp-Session-Id, Mcp-Protocol-Version, Mcp-Method, Mcp-Name, Last-Event-ID",
  "access-control-max-age": "600",
} as const;

/** On every answer to that origin, refusals too: a page has to read the session id and why it was refused. */
function grantOrigin({ response }: HttpExchange, origin: string): void {
  response.setHeader("access-control-allow-origin", origin);
  response.setHeader("access-control-expose-headers", "Mcp-Session-Id, WWW-Authenticate, Retry-After");
  response.setHeader("vary", "Origin");
}

async function answerRoute(exchange: HttpExchange, boundary: Boundary, open: boolean): Promise<StepResult> {
  const route = boundary.routes.get(exchange.path);
  if (route === undefined || route.open !== open) return open ? undefined : pathNotFound;
  if (exchange.method !== "GET" && exchange.method !== "HEAD") return methodNotAllowed("GET, HEAD");
  const { body, status } = await route.answer({
    method: exchange.method,
    path: exchange.path,
    query: new URL(exchange.request.url ?? "/", "http://localhost").searchParams,
    local: isLoopbackAddress(exchange.peer),
  });
  exchange.answerJson(status, JSON.stringify(body));
  return "answered";
}
