/** The HTTP wires: POST a message, read a JSON body or an event stream. What differs by era is in http-legacy and http-modern. */
import { type Answer, mediaType, type Poster, textsOf } from "./post.ts";
import {
  type Conversation,
  clip,
  compact,
  type Era,
  type Id,
  isObject,
  isResponse,
  type Json,
  listTools,
  type Message,
  type Provoked,
  parseMessage,
  parseMessages,
  type Reply,
  type RequestOptions,
  type Target,
} from "./target.ts";
import type { Watch } from "./watch.ts";

type Headers = Readonly<Record<string, string | undefined>>;

export interface HttpTarget extends Target {
  readonly poster: Poster;
  readonly watch: Watch;
  open(): Promise<HttpConversation>;
}

/** How an era frames a message. */
export interface Framing {
  readonly era: Era;
  readonly session: string | undefined;
  meta(extra: Json | undefined): Json;
  /** Headers that the era asks for with this message. */
  headers(message: Json): Headers;
  /** Ends what the conversation holds on the server. */
  end(): Promise<void>;
}

export const accept = "application/json, text/event-stream";

export class HttpConversation implements Conversation {
  readonly wire;
  readonly poster: Poster;
  readonly framing: Framing;
  opening: Json = {};
  alive = true;
  readonly #watch: Watch;
  #nextId = 1;

  constructor(poster: Poster, framing: Framing, watch: Watch) {
    this.wire = `http-${framing.era}` as const;
    this.poster = poster;
    this.framing = framing;
    this.#watch = watch;
  }

  get session(): string | undefined {
    return this.framing.session;
  }

  request(method: string, params: Json = {}, options: RequestOptions = {}): Promise<Reply> {
    const id = options.id ?? this.#nextId++;
    const meta = this.framing.meta(options.meta);
    const full = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params;
    return this.ask(id, { jsonrpc: "2.0", id, method, params: full }, options);
  }

  /** Posts a request as given and reads until the response with its id. */
  async ask(id: Id, message: Json, options: RequestOptions = {}): Promise<Reply> {
    const meta = isObject(message.params) && isObject(message.params._meta) ? message.params._meta : {};
    const token = meta.progressToken;
    if (token !== undefined) this.#watch.opens(token);
    const answer = await this.poster.send({
      headers: { ...this.framing.headers(message), ...options.headers },
      body: JSON.stringify(message),
      until: (text) => answersOf(text, mediaTypeOfStream).some((one) => one.message.id === id),
      ...(options.timeoutMs === undefined ? {} : { timeoutMs: options.timeoutMs }),
    });
    const all = this.judge(answer);
    if (token !== undefined) this.#watch.closes(token);
    const own = all.find((one) => isResponse(one.message) && one.message.id === id);
    return {
      message: own?.message,
      result: isObject(own?.message.result) ? own.message.result : undefined,
      // A refusal of the whole POST may carry no id: it is still this request's error.
      error: own?.message.error ?? all.find((one) => one.message.error !== undefined)?.message.error,
      others: all.filter((one) => one !== own).map((one) => one.message),
      text: own?.text ?? answer.text,
      exchange: answer.exchange,
      http: answer,
      lingered: answer.lingered,
    };
  }

  call(name: string, args: unknown, options?: RequestOptions): Promise<Reply> {
    return this.request("tools/call", compact({ name, arguments: args }), options);
  }

  list() {
    return listTools(this);
  }

  notify(method: string, params: Json = {}): Promise<Provoked> {
    const meta = this.framing.meta(undefined);
    const full = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params;
    return this.provoke(JSON.stringify({ jsonrpc: "2.0", method, params: full }));
  }

  async provoke(bytes: string | Uint8Array, headers?: Headers): Promise<Provoked> {
    const parsed = parseMessage(Buffer.from(bytes as string).toString("utf8"));
    const answer = await this.poster.send({
      headers: { ...this.framing.headers((parsed ?? {}) as Json), ...headers },
      body: bytes,
      until: (text) => answersOf(text, mediaTypeOfStream).some((one) => isResponse(one.message)),
      quietMs: 1_500,
    });
    return {
      answers: this.judge(answer).map((one) => one.message),
      exchange: answer.exchange,
      http: answer,
      alive: await this.#probe(),
    };
  }

  /** Reads the messages of an answer and lets the watch see them. */
  judge(answer: Answer): readonly { readonly message: Message; readonly text: string }[] {
    const found = answersOf(answer.text, mediaType(answer));
    for (const { message, text } of found) {
      this.#watch.received(message, { sent: answer.exchange.sent, received: clip(text) });
    }
    if (!isUtf8(answer.bytes)) this.#watch.find("base.utf-8", "the answer is not UTF-8", answer.exchange);
    return found;
  }

  async close(): Promise<void> {
    if (!this.alive) return;
    this.alive = false;
    await this.framing.end().catch(() => {});
  }

  async #probe(): Promise<boolean> {
    try {
      const method = this.framing.era === "modern" ? "server/discover" : "ping";
      return (await this.request(method)).result !== undefined;
    } catch {
      return false;
    }
  }
}

const mediaTypeOfStream = "text/event-stream";

function answersOf(
  text: string,
  type: string,
): readonly { readonly message: Message; readonly text: string }[] {
  const texts = textsOf({ text, headers: { "content-type": type } });
  return texts.flatMap((one) => parseMessages(one).map((message) => ({ message, text: one })));
}

function isUtf8(bytes: Buffer): boolean {
  try {
    new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    return true;
  } catch {
    return false;
  }
}
