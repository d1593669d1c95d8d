/** One HTTP request and its answer, read once: single-valued headers, body within its limit, JSON. */
import type { IncomingMessage, ServerResponse } from "node:http";
import type { Admission } from "./http-gate.ts";
import type { Slot } from "./http-limits.ts";
import { bodyTooLarge, type Refusal } from "./http-refusal.ts";
import { errorMessage, type Message, parseJson, readMessage } from "./message.ts";

export class HttpExchange {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly path: string;
  readonly method: string;
  /** Set by the step that knows. */
  identity = "loopback";
  authenticated = false;
  admission: Admission | undefined;
  slot: Slot | undefined;
  body: Buffer | undefined;
  #parsed: { readonly value: unknown } | undefined;
  #message: Message | undefined;

  constructor(request: IncomingMessage, response: ServerResponse) {
    this.request = request;
    this.response = response;
    this.method = request.method ?? "GET";
    const target = request.url ?? "/";
    const query = target.indexOf("?");
    this.path = query === -1 ? target : target.slice(0, query);
  }

  get peer(): string {
    return this.request.socket.remoteAddress ?? "";
  }

  /** The header's value; several are joined, which no exact comparison then accepts. */
  header(name: string): string | undefined {
    const value = this.request.headers[name];
    return Array.isArray(value) ? value.join(", ") : value;
  }

  /** Node keeps only the first of some headers; where two must not pass for one, all are looked at. */
  all(name: string): readonly string[] {
    const { rawHeaders } = this.request;
    const values: string[] = [];
    for (let index = 0; index < rawHeaders.length; index += 2) {
      if (rawHeaders[index]!.toLowerCase() === name) values.push(rawHeaders[index + 1]!);
    }
    return values;
  }

  /** undefined = the body is no JSON. Parsed on the first call. */
  json(): { readonly value: unknown } | undefined {
    this.#parsed ??= parseJson(this.body ?? Buffer.alloc(0));
    return this.#parsed;
  }

  message(): Message | undefined {
    const parsed = this.json();
    if (parsed === undefined) return undefined;
    this.#message ??= readMessage(parsed.value);
    return this.#message;
  }

  /** The client has left before its answer was written. */
  get isGone(): boolean {
    return this.response.closed && !this.response.writableFinished;
  }

  onGone(listener: () => void): void {
    this.response.once("close", () => {
      if (!this.response.writableFinished) listener();
    });
  }

  /** Reads the body up to `limit`. "gone" = the client left first. */
  async readBody(limit: number): Promise<Refusal | "gone" | undefined> {
    const declared = this.header("content-length");
    if (declared === undefined && this.header("transfer-encoding") === undefined) {
      this.body = Buffer.alloc(0);
      return undefined;
    }
    if (declared !== undefined && !(Number(declared) <= limit)) return bodyTooLarge;
    const { request } = this;
    const chunks: Buffer[] = [];
    let length = 0;
    const { promise, resolve } = Promise.withResolvers<Refusal | "gone" | undefined>();
    const onData = (chunk: Buffer) => {
      length += chunk.length;
      if (length > limit) finish(bodyTooLarge);
      else chunks.push(chunk);
    };
    const onEnd = () => {
      this.body = chunks.length === 1 ? chunks[0]! : Buffer.concat(chunks);
      finish(undefined);
    };
    const onGone = () => finish("gone");
    const finish = (result: Refusal | "gone" | undefined) => {
      request.off("data", onData);
      request.off("end", onEnd);
      request.off("close", onGone);
      if (result === bodyTooLarge) request.pause();
      resolve(result);
    };
    request.on("data", onData);
    request.on("end", onEnd);
    request.on("close", onGone);
    return promise;
  }

  refuse({ status, code, message, id, data, headers }: Refusal): void {
    this.answerJson(status, JSON.stringify(errorMessage(code, message, id, data)), headers);
  }

  /** One JSON text as the whole answer. */
  answerJson(status: number, text: string, headers: Readonly<Record<string, string>> = {}): void {
    const { request, response } = this;
    if (response.headersSent || response.destroyed) return;
    const complete = request.complete || this.body !== undefined;
    response.writeHead(status, {
      "content-type": "application/json",
      "content-length": Buffer.byteLength(text),
      ...(complete ? {} : { connection: "close" }),
      ...headers,
    });
    if (complete) response.end(text);
    else endUnread(request, response, text);
  }

  empty(status: number, headers: Readonly<Record<string, string>> = {}): void {
    const { response } = this;
    if (response.headersSent || response.destroyed) return;
    response.writeHead(status, { "content-length": 0, ...headers }).end();
  }
}

const maxDiscarded = 4 * 1024 * 1024;
const maxDiscardMs = 1_000;

/**
 * Closing a socket that still receives resets it, and the client loses the answer that is on its way. So the answer is
 * written whole, and a bounded rest of the body is read and dropped before the end.
 */
function endUnread(request: IncomingMessage, response: ServerResponse, text: string): void {
  response.write(text);
  let left = maxDiscarded;
  const stop = () => {
    clearTimeout(timer);
    request.off("data", onData);
    response.end();
    if (!request.complete) request.socket.destroySoon();
  };
  const onData = (chunk: Buffer) => {
    left -= chunk.length;
    if (left < 0) stop();
  };
  const timer = setTimeout(stop, maxDiscardMs);
  request.on("data", onData);
  request.once("end", stop);
  request.once("close", stop);
  request.resume();
}
