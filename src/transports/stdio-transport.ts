/**
 * The wire under `serveStdio`: lines in, lines out. It answers what the SDK drops in silence (bad JSON, wrong shapes,
 * batches, an id that is in flight, a wrong claimed version after the pin) and knows which requests are unanswered, so
 * that the end of input can wait for them.
 */
import { type JSONRPCMessage, PROTOCOL_VERSION_META_KEY, type Transport } from "@modelcontextprotocol/server";
import { claimedVersion, hasClaim, modernRevision, unsupported, unsupportedVersion } from "./era.ts";
import { InFlight } from "./in-flight.ts";
import { legacyError } from "./mcp.ts";
import {
  errorMessage,
  invalidParams,
  invalidRequest,
  isRequestId,
  type Message,
  methodNotFound,
  type Notification,
  parseError,
  parseJson,
  type Request,
  type RequestId,
  readMessage,
} from "./message.ts";
import { paramsFault } from "./params-guard.ts";
import { LineSplitter } from "./stdio-lines.ts";
import type { ProtocolOutput } from "./stdout-guard.ts";

/** Bytes of one line; a longer one is refused and the next one served. */
export const maxLineBytes = 10 * 1024 * 1024;

interface Refusal {
  readonly code: number;
  readonly message: string;
  readonly id?: RequestId;
  readonly data?: unknown;
}

type Outgoing = JSONRPCMessage | ReturnType<typeof errorMessage>;

export class StdioTransport implements Transport {
  onclose?: () => void;
  onerror?: (error: Error) => void;
  onmessage?: (message: JSONRPCMessage) => void;
  /** Set by who opens the connection, when the era is known. */
  era: "open" | "legacy" | "modern" = "open";

  readonly #input: NodeJS.ReadableStream;
  readonly #output: ProtocolOutput;
  readonly #inFlight = new InFlight<string>();
  readonly #lines: LineSplitter;
  #closed = false;

  constructor(input: NodeJS.ReadableStream, output: ProtocolOutput) {
    this.#input = input;
    this.#output = output;
    this.#lines = new LineSplitter(maxLineBytes, {
      line: (bytes) => this.#read(bytes),
      tooLong: () =>
        this.#refuse({
          code: invalidRequest,
          message: `Invalid request: a message has at most ${maxLineBytes} bytes`,
        }),
    });
  }

  async start(): Promise<void> {
    this.#output.onDrain(() => this.#input.resume());
    this.#input.on("data", this.#onData);
  }

  readonly #onData = (chunk: Buffer): void => this.#lines.push(chunk);

  /** The input has ended: what came after the last line end is a line, too. */
  finish(): void {
    this.#lines.end();
  }

  /** Takes no more input; resolves when every request is answered, at the latest after `limitMs`. */
  async drain(limitMs: number): Promise<void> {
    this.#input.off("data", this.#onData);
    this.#input.pause();
    await this.#inFlight.drained(limitMs);
    await this.#output.flushed();
  }

  async send(message: JSONRPCMessage): Promise<void> {
    if (this.#closed) return;
    if ("id" in message && !("method" in message) && message.id !== undefined) {
      this.#write(this.era === "legacy" ? legacyError(message) : message);
      this.#inFlight.remove(message.id);
      return;
    }
    this.#write(message);
  }

  async close(): Promise<void> {
    if (this.#closed) return;
    this.#closed = true;
    this.#input.off("data", this.#onData);
    this.#input.pause();
    this.onclose?.();
  }

  #write(message: Outgoing): void {
    // A client that stops reading is not read from either: what waits here stays bounded.
    if (!this.#output.write(`${JSON.stringify(message)}\n`)) this.#input.pause();
  }

  #refuse({ code, message, id, data }: Refusal): void {
    if (!this.#closed) this.#write(errorMessage(code, message, id, data));
  }

  #read(bytes: Buffer): void {
    if (this.#closed) return;
    const parsed = parseJson(bytes);
    if (parsed === undefined)
      this.#refuse({ code: parseError, message: "Parse error: the line is not JSON in UTF-8" });
    else this.#accept(readMessage(parsed.value));
  }

  #accept(message: Message): void {
    switch (message.kind) {
      case "malformed":
        if (!message.silent) this.#refuse(message);
        break;
      case "batch":
        this.#refuse({
          code: invalidRequest,
          message: "Invalid request: batches are not served, send one message a line",
        });
        break;
      case "response":
        // To a request that was never made.
        break;
      case "notification":
        this.#acceptNotification(message);
        break;
      case "request":
        this.#acceptRequest(message);
    }
  }

  #acceptRequest(request: Request): void {
    const fault = this.#faultOf(request);
    if (fault !== undefined) {
      this.#refuse(fault);
      return;
    }
    // Set at once, not when the SDK has built its instance: what follows may stand in the same chunk.
    if (this.era === "open" && request.method === "initialize" && !hasClaim(request.params))
      this.era = "legacy";
    this.#inFlight.add(request.id, request.method);
    this.#deliver(request.raw);
  }

  #faultOf({ id, method, params }: Request): Refusal | undefined {
    // An error with this id would be taken for the answer to the first request, so the id goes into `data`.
    if (this.#inFlight.has(id)) {
      return { code: invalidRequest, message: "Invalid request: this id is still in flight", data: { id } };
    }
    const claims = hasClaim(params);
    if (this.era !== "legacy" && claims && method !== "initialize") {
      const claimed = claimedVersion(params);
      if (typeof claimed === "string" && claimed !== modernRevision) {
        return { code: unsupportedVersion, id, ...unsupported(claimed) };
      }
      if (method === "subscriptions/listen") {
        return { code: methodNotFound, message: "Method not found", id, data: { method } };
      }
    }
    if (this.era === "open" && !claims && method !== "initialize") {
      const message = `Invalid params: the request has no params._meta with ${PROTOCOL_VERSION_META_KEY}, and no initialize came before it`;
      return { code: invalidParams, message, id };
    }
    // On a modern connection the SDK names what the envelope lacks, and that comes first.
    const envelopeFirst =
      method === "initialize" ? claims || this.era === "modern" : this.era === "modern" && !claims;
    const fault = envelopeFirst ? undefined : paramsFault(method, params);
    return fault === undefined ? undefined : { code: invalidParams, message: fault, id };
  }

  #acceptNotification({ method, params, raw }: Notification): void {
    // Before the opening it would pin the era.
    if (this.era === "open" && !hasClaim(params)) return;
    if (method === "notifications/cancelled") {
      const id = params?.requestId;
      if (!isRequestId(id) || !this.#inFlight.has(id)) return;
      // `initialize` cannot be cancelled.
      if (this.#inFlight.get(id) === "initialize") return;
      this.#inFlight.remove(id);
    }
    this.#deliver(raw);
  }

  #deliver(raw: object): void {
    this.onmessage?.(raw as JSONRPCMessage);
  }
}
