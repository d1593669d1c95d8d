/** Everything the HTTP boundary says no with: status, headers and JSON-RPC body, in one table. */
import { invalidRequest, parseError, type RequestId } from "./message.ts";

export interface Refusal {
  readonly status: number;
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
  /**
   * The id of the request, where it is echoed. null where no request is answered but the boundary speaks; left out where
   * the id could not be read.
   */
  readonly id?: RequestId | null;
}

const boundary = -32000;
const sessionNotFound = -32001;

const at = (status: number, message: string, code = boundary): Refusal => ({
  status,
  code,
  message,
  id: null,
});

export const forbidden = at(403, "Forbidden");
export const unauthorized: Refusal = {
  ...at(401, "Unauthorized"),
  headers: { "www-authenticate": "Bearer" },
};
export const bodyTooLarge = at(413, "Request body too large");
export const unavailable = at(503, "Resident runtime unavailable");
export const writeDisabled: Refusal = { ...forbidden, data: { code: "WRITE_DISABLED" } };
export const pathNotFound = at(404, "Not found");
export const sessionRequired = at(400, "Bad Request: Mcp-Session-Id header is required");
export const sessionUnknown = at(404, "Session not found", sessionNotFound);
export const noResumption = at(400, "Bad Request: streams are not resumed, send no Last-Event-ID");
export const unsupportedMedia = at(415, "Unsupported Media Type: Content-Type must be application/json");
export const unsupportedEncoding = at(415, "Unsupported Media Type: a body is sent without Content-Encoding");
export const notAcceptableBoth = at(
  406,
  "Not Acceptable: Accept must admit application/json and text/event-stream",
);
export const notAcceptableStream = at(406, "Not Acceptable: Accept must admit text/event-stream");
export const notAcceptable = at(
  406,
  "Not Acceptable: Accept must admit application/json or text/event-stream",
);
export const streamTaken = at(409, "Conflict: this session has an open event stream already");
export const sessionOnModern = at(400, "Invalid request: 2026-07-28 has no sessions", invalidRequest);
export const notJson: Refusal = {
  status: 400,
  code: parseError,
  message: "Parse error: the body is not JSON in UTF-8",
};
export const noBatches: Refusal = {
  status: 400,
  code: invalidRequest,
  message: "Invalid request: batches are not served, send one message a request",
};

export function tooManyRequests(retryAfterSeconds: number): Refusal {
  return { ...at(429, "Too many requests"), headers: { "retry-after": String(retryAfterSeconds) } };
}

export function methodNotAllowed(allow: string): Refusal {
  return { ...at(405, "Method not allowed"), headers: { allow } };
}
