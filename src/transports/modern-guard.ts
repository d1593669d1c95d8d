/**
 * What a modern request has to fulfil before it is dispatched, one named step each, so that a contract can order them.
 * The SDK's classifier judges envelope and headers against the body; what it leaves to its own entry (headers that are
 * missing, a revision that is not served) and what is this server's own stands here.
 */
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  classifyInboundRequest,
  LOG_LEVEL_META_KEY,
  type MessageClassification,
  PROTOCOL_VERSION_META_KEY,
} from "@modelcontextprotocol/server";
import type { Service } from "../runtime/service.ts";
import {
  claimedVersion,
  hasClaim,
  headerMismatch,
  modernRevision,
  unsupported,
  unsupportedVersion,
} from "./era.ts";
import type { HttpExchange } from "./http-exchange.ts";
import { type HttpGate, passGate } from "./http-gate.ts";
import { accepts, eventStreamType, isJson, jsonType } from "./http-guard.ts";
import {
  noResumption,
  notAcceptable,
  type Refusal,
  sessionOnModern,
  unsupportedMedia,
  writeDisabled,
} from "./http-refusal.ts";
import { isObject, methodNotFound, type Notification, type Request, type RequestId } from "./message.ts";
import { deniesWrite } from "./write-gate.ts";

export type ModernMessage = Request | Notification;

export interface ModernCandidate {
  readonly exchange: HttpExchange;
  readonly message: ModernMessage;
  readonly service: Service;
  readonly envelopes: KnownEnvelopes;
  readonly gate: HttpGate | undefined;
}

export type ModernStep =
  | "media"
  | "session"
  | "version-header"
  | "listen"
  | "last-event-id"
  | "write-gate"
  | "contract-gate"
  | "protocol";

type Judgment = Refusal | undefined | Promise<Refusal | undefined>;

export const modernSteps: Readonly<Record<ModernStep, (candidate: ModernCandidate) => Judgment>> = {
  media({ exchange }) {
    if (!isJson(exchange.header("content-type"))) return unsupportedMedia;
    const accept = exchange.header("accept");
    return accepts(accept, jsonType) || accepts(accept, eventStreamType) ? undefined : notAcceptable;
  },
  session: ({ exchange }) => (exchange.header("mcp-session-id") === undefined ? undefined : sessionOnModern),
  "version-header"({ exchange, message }) {
    if (message.kind !== "request" || exchange.header("mcp-protocol-version") !== undefined) return undefined;
    return mismatch(
      "(missing)",
      `the MCP-Protocol-Version header is missing, the envelope names ${claim(message)}`,
      null,
    );
  },
  listen({ message }) {
    if (message.kind !== "request" || message.method !== "subscriptions/listen") return undefined;
    const { id, method } = message;
    return { status: 404, code: methodNotFound, message: "Method not found", data: { method }, id };
  },
  "last-event-id": ({ exchange }) =>
    exchange.header("last-event-id") === undefined ? undefined : noResumption,
  "write-gate": ({ service, message }) => (deniesWrite(service, message.raw) ? writeDisabled : undefined),
  "contract-gate": ({ gate, message, exchange }) =>
    gate === undefined ? undefined : passGate(gate, message.raw, exchange),
  protocol: ({ exchange, message, envelopes }) => protocolFault(exchange, message, envelopes),
};

/** Set by `protocol` having passed: what the SDK's server binds to. */
export const modernClassification: MessageClassification = { era: "modern", revision: modernRevision };

/**
 * A client sends the same envelope with every request. Those that the classifier has accepted are kept as text, so that
 * it, half of the cost of a request, is asked only for new ones and for headers that do not agree at first sight.
 */
export class KnownEnvelopes {
  readonly #accepted = new Set<string>();

  /** undefined = too long to keep, or none. */
  keyOf(meta: unknown): string | undefined {
    if (!isObject(meta)) return undefined;
    const key = JSON.stringify(envelopeKeys.map((name) => meta[name]));
    return key.length <= maxEnvelopeLength ? key : undefined;
  }

  has(key: string | undefined): boolean {
    return key !== undefined && this.#accepted.has(key);
  }

  add(key: string | undefined): void {
    if (key === undefined) return;
    if (this.#accepted.size >= maxEnvelopes) this.#accepted.clear();
    this.#accepted.add(key);
  }
}

const envelopeKeys = [
  PROTOCOL_VERSION_META_KEY,
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  LOG_LEVEL_META_KEY,
] as const;
const maxEnvelopes = 256;
const maxEnvelopeLength = 2_000;

function protocolFault(
  exchange: HttpExchange,
  message: ModernMessage,
  envelopes: KnownEnvelopes,
): Refusal | undefined {
  const methodHeader = exchange.header("mcp-method");
  const nameHeader = exchange.header("mcp-name");
  const versionHeader = exchange.header("mcp-protocol-version");
  const isPlain =
    message.kind === "request" &&
    message.method !== "initialize" &&
    message.method === methodHeader &&
    versionHeader === modernRevision &&
    claimedVersion(message.params) === modernRevision;
  const key = isPlain ? envelopes.keyOf(message.params?._meta) : undefined;
  if (!envelopes.has(key)) {
    const fault = classifierFault(message, versionHeader, methodHeader, nameHeader);
    if (fault !== undefined) return fault;
    envelopes.add(key);
  }
  return message.kind === "request" ? routingFault(message, methodHeader, nameHeader) : undefined;
}

function classifierFault(
  message: ModernMessage,
  versionHeader: string | undefined,
  methodHeader: string | undefined,
  nameHeader: string | undefined,
): Refusal | undefined {
  const id = message.kind === "request" ? message.id : null;
  const outcome = classifyInboundRequest({
    httpMethod: "POST",
    body: message.raw,
    ...(versionHeader === undefined ? {} : { protocolVersionHeader: versionHeader }),
    ...(methodHeader === undefined ? {} : { mcpMethodHeader: methodHeader }),
    ...(nameHeader === undefined ? {} : { mcpNameHeader: nameHeader }),
  });
  if (outcome.kind === "reject") {
    const { httpStatus, code, message: text, data } = outcome;
    return { status: httpStatus, code, message: text, data, id };
  }
  if (outcome.kind === "modern" && outcome.classification.revision !== modernRevision) {
    return { status: 400, code: unsupportedVersion, id, ...unsupported(claim(message)) };
  }
  return undefined;
}

const nameSource: ReadonlyMap<string, "name" | "uri" | "taskId"> = new Map([
  ["tools/call", "name"],
  ["prompts/get", "name"],
  ["resources/read", "uri"],
  ["tasks/get", "taskId"],
  ["tasks/update", "taskId"],
  ["tasks/cancel", "taskId"],
]);

/** The headers by which proxies route: there, and the same as in the body. The classifier compares Mcp-Method. */
function routingFault(
  { id, method, params }: Request,
  methodHeader: string | undefined,
  nameHeader: string | undefined,
): Refusal | undefined {
  if (methodHeader === undefined) {
    return mismatch("(missing)", `the Mcp-Method header is missing, the body names ${method}`, id);
  }
  const source = nameSource.get(method);
  const named = source === undefined ? undefined : params?.[source];
  if (source === undefined || typeof named !== "string") return undefined;
  if (nameHeader === undefined) {
    return mismatch(
      "(missing)",
      `the Mcp-Name header is missing, params.${source} is ${JSON.stringify(named)}`,
      id,
    );
  }
  const decoded = decodeSentinel(nameHeader.trim());
  if (decoded === undefined)
    return mismatch(nameHeader, "the Mcp-Name header is no valid Base64 sentinel", id);
  if (decoded === named) return undefined;
  return mismatch(
    nameHeader,
    `params.${source} is ${JSON.stringify(named)}, the Mcp-Name header names another`,
    id,
  );
}

const sentinelPrefix = "=?base64?";
const sentinelSuffix = "?=";
const canonicalBase64 = /^(?:[A-Za-z0-9+/]{4})*(?:[A-Za-z0-9+/]{2}==|[A-Za-z0-9+/]{3}=)?$/;

/** Names that no header can carry are sent as `=?base64?…?=`. */
function decodeSentinel(value: string): string | undefined {
  if (!value.startsWith(sentinelPrefix) || !value.endsWith(sentinelSuffix)) return value;
  const encoded = value.slice(sentinelPrefix.length, -sentinelSuffix.length);
  if (!canonicalBase64.test(encoded)) return undefined;
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(Buffer.from(encoded, "base64"));
  } catch {
    return undefined;
  }
}

function mismatch(header: string, body: string, id: RequestId | null): Refusal {
  return {
    status: 400,
    code: headerMismatch,
    message: `Bad Request: the request headers and body disagree: ${body}`,
    data: { mismatch: { header, body } },
    id,
  };
}

function claim({ params }: ModernMessage): string {
  return String(claimedVersion(params) ?? "unknown");
}

/** Modern: the claim in the envelope, whatever its value, or a header with exactly the served revision. */
export function isModern(exchange: HttpExchange, body: unknown): boolean {
  if (Array.isArray(body)) return body.some(claims);
  return claims(body) || exchange.header("mcp-protocol-version")?.trim() === modernRevision;
}

function claims(message: unknown): boolean {
  return isObject(message) && isObject(message.params) && hasClaim(message.params);
}
