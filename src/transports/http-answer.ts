/**
 * The answer to one JSON-RPC request over HTTP. It stays unwritten until something is to be said: a response alone goes
 * out whole, with its length; a notification before it, or a long wait, opens an event stream.
 */
import type { JSONRPCMessage } from "@modelcontextprotocol/server";
import type { HttpExchange } from "./http-exchange.ts";
import { eventStreamType } from "./http-guard.ts";
import type { Refusal } from "./http-refusal.ts";
import { errorMessage, type RequestId } from "./message.ts";

export const streamHeaders = {
  "content-type": eventStreamType,
  "cache-control": "no-cache, no-transform",
  // Proxies that buffer would hold notifications back.
  "x-accel-buffering": "no",
} as const;

const comment = ": keepalive\n\n";

export interface AnswerOptions {
  /** Form of a response that nothing came before. */
  readonly single: "json" | "event-stream";
  /** False when the client does not accept event streams: notifications are then dropped. */
  readonly streams: boolean;
  readonly headers?: Readonly<Record<string, string>>;
}

export class HttpAnswer {
  readonly #exchange: HttpExchange;
  readonly #options: AnswerOptions;
  #isOpen = false;

  constructor(exchange: HttpExchange, options: AnswerOptions) {
    this.#exchange = exchange;
    this.#options = options;
  }

  /** A notification: the response comes later. */
  notify(message: JSONRPCMessage): void {
    if (this.#options.streams) this.#write(frame(message));
  }

  /** The response; nothing comes after it. */
  respond(message: JSONRPCMessage, status = 200): void {
    const { response, admission } = this.#exchange;
    const late = "result" in message ? admission?.recheck() : undefined;
    if (late !== undefined) {
      this.#withhold({ ...late, id: (message as { id: RequestId }).id });
      return;
    }
    if (this.#isOpen) {
      response.end(frame(message));
    } else if (this.#options.single === "json") {
      this.#exchange.answerJson(status, JSON.stringify(message), this.#options.headers);
    } else if (!response.destroyed) {
      const text = frame(message);
      response
        .writeHead(200, {
          ...streamHeaders,
          ...this.#options.headers,
          "content-length": Buffer.byteLength(text),
        })
        .end(text);
    }
  }

  /** What was to be answered must not go out any more. */
  #withhold(refusal: Refusal): void {
    const { code, message, id, data } = refusal;
    if (this.#isOpen) this.#exchange.response.end(frame(errorMessage(code, message, id, data)));
    else this.#exchange.refuse({ ...refusal, headers: { ...this.#options.headers, ...refusal.headers } });
  }

  /** Nothing will come: the request was cancelled. */
  end(): void {
    if (this.#isOpen) this.#exchange.response.end();
    else this.#exchange.empty(200, { ...streamHeaders, ...this.#options.headers });
  }

  /** Tells proxies and the client that the wait goes on. */
  beat(): void {
    if (this.#options.streams) this.#write(comment);
  }

  #write(text: string): void {
    const { response } = this.#exchange;
    if (response.destroyed || response.writableEnded) return;
    if (!this.#isOpen) {
      this.#isOpen = true;
      response.writeHead(200, { ...streamHeaders, ...this.#options.headers });
    }
    response.write(text);
  }
}

function frame(message: object): string {
  return `event: message\ndata: ${JSON.stringify(message)}\n\n`;
}

/** What is waiting for its answer, or open for events: each gets a comment now and then. */
export class Heartbeats {
  readonly #fresh = new Set<Beating>();
  readonly #waiting = new Set<Beating>();

  add(beating: Beating): void {
    this.#fresh.add(beating);
  }

  remove(beating: Beating): void {
    this.#fresh.delete(beating);
    this.#waiting.delete(beating);
  }

  /** Those that wait since the last beat; the others begin to count. */
  beat(): void {
    for (const beating of this.#waiting) beating.beat();
    for (const beating of this.#fresh) this.#waiting.add(beating);
    this.#fresh.clear();
  }
}

export interface Beating {
  beat(): void;
}
