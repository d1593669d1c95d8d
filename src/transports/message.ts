/**
 * Bytes to one JSON-RPC message, on every wire alike: fatal UTF-8, bounded nesting, ids that can be echoed exactly, no
 * batches. What is refused here never reaches the SDK, which would drop it without an answer.
 */
import { isUtf8 } from "node:buffer";
import { isJSONRPCNotification, isJSONRPCRequest } from "@modelcontextprotocol/server";
import { deeperThan, maxDepth } from "../runtime/depth.ts";

export type RequestId = string | number;

export interface Request {
  readonly kind: "request";
  readonly id: RequestId;
  readonly method: string;
  readonly params: Params | undefined;
  readonly raw: object;
}

export interface Notification {
  readonly kind: "notification";
  readonly method: string;
  readonly params: Params | undefined;
  readonly raw: object;
}

export type Params = Readonly<Record<string, unknown>>;

export type Message =
  | Request
  | Notification
  /** An answer to a request of ours; we make none, so it is taken and dropped. */
  | { readonly kind: "response"; readonly raw: object }
  | { readonly kind: "batch"; readonly members: readonly unknown[] }
  | Malformed;

export interface Malformed {
  readonly kind: "malformed";
  readonly code: number;
  readonly message: string;
  /** Present when the id of the request could be read. */
  readonly id?: RequestId;
  /** A faulty notification: JSON-RPC forbids to answer it. */
  readonly silent?: true;
}

export const parseError = -32700;
export const invalidRequest = -32600;
export const methodNotFound = -32601;
export const invalidParams = -32602;

/** `bytes` to a JSON value; undefined when they are no UTF-8 or no JSON. */
export function parseJson(bytes: Buffer): { readonly value: unknown } | undefined {
  if (!isUtf8(bytes)) return undefined;
  try {
    return { value: JSON.parse(bytes.toString("utf8")) };
  } catch {
    return undefined;
  }
}

const members: ReadonlySet<string> = new Set(["jsonrpc", "id", "method", "params"]);

export function readMessage(value: unknown): Message {
  if (Array.isArray(value)) return { kind: "batch", members: value };
  if (!isObject(value)) return malformed("A JSON-RPC message is a JSON object");
  if (typeof value.method !== "string") return readResponse(value);
  const hasId = Object.hasOwn(value, "id");
  const id = hasId && isRequestId(value.id) ? value.id : undefined;
  const refuse = (message: string, code = invalidRequest): Malformed => ({
    ...malformed(message, code),
    ...(id === undefined ? {} : { id }),
    ...(hasId ? {} : { silent: true }),
  });
  // The id stands at the top: the caller is told which of its requests went too deep.
  if (deeperThan(maxDepth, value)) return refuse(`The message is nested deeper than ${maxDepth} levels`);
  if (hasId && id === undefined) return refuse("The id of a request is a string or a whole number");
  if (value.jsonrpc !== "2.0") return refuse('The member "jsonrpc" must be "2.0"');
  for (const key of Object.keys(value)) {
    if (!members.has(key))
      return refuse("A JSON-RPC request has the members jsonrpc, id, method and params only");
  }
  const { method, params } = value;
  if (params !== undefined && !isObject(params)) return refuse("The params of a request are a JSON object");
  const known = params?._meta === undefined || (isObject(params._meta) && isServable(value, hasId));
  if (!known)
    return refuse(
      "params._meta is not valid: its progressToken is a string or a whole number",
      invalidParams,
    );
  return id === undefined
    ? { kind: "notification", method, params, raw: value }
    : { kind: "request", id, method, params, raw: value };
}

// The SDK drops what its own schema refuses, so with `_meta`, the one part it looks into, it is asked first.
function isServable(value: object, hasId: boolean): boolean {
  return hasId ? isJSONRPCRequest(value) : isJSONRPCNotification(value);
}

function readResponse(value: Record<string, unknown>): Message {
  if (value.method === undefined && ("result" in value || "error" in value))
    return { kind: "response", raw: value };
  return {
    ...malformed("A JSON-RPC request names its method"),
    ...(isRequestId(value.id) ? { id: value.id } : {}),
  };
}

function malformed(message: string, code = invalidRequest): Malformed {
  return { kind: "malformed", code, message: `Invalid request: ${message}` };
}

export function isRequestId(value: unknown): value is RequestId {
  // Half a surrogate pair could not be echoed as it came.
  if (typeof value === "string") return value.isWellFormed();
  return typeof value === "number" && Number.isSafeInteger(value);
}

export function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export interface ErrorMessage {
  readonly jsonrpc: "2.0";
  readonly id?: RequestId | null;
  readonly error: { readonly code: number; readonly message: string; readonly data?: unknown };
}

/** Without `id` the member is left out: the schema of MCP knows no null there. */
export function errorMessage(
  code: number,
  message: string,
  id?: RequestId | null,
  data?: unknown,
): ErrorMessage {
  return {
    jsonrpc: "2.0",
    ...(id === undefined ? {} : { id }),
    error: { code, message, ...(data === undefined ? {} : { data }) },
  };
}
