/** The stdio wires: one JSON-RPC message a line; a conversation is a process of its own. */
import type { Channel, Connect, ConnectOptions, Exit } from "./channel.ts";
import {
  type Conversation,
  clientInfo,
  clip,
  compact,
  type Era,
  type Exchange,
  type Id,
  isObject,
  isResponse,
  type Json,
  legacyRevision,
  listTools,
  type Message,
  modernMeta,
  type Provoked,
  parseMessage,
  parseMessages,
  type Reply,
  type RequestOptions,
  type Target,
  TargetFailure,
} from "./target.ts";
import type { Watch } from "./watch.ts";

interface Waiting {
  readonly sent: string;
  readonly others: Message[];
  readonly token: unknown;
  settle(line: string, message: Message): void;
  fail(failure: TargetFailure): void;
}

export interface StdioOptions {
  readonly era: Era;
  readonly connect: Connect;
  readonly watch: Watch;
  readonly timeoutMs: number;
}

export interface StdioTarget extends Target {
  /** Without an opening exchange. */
  openBare(options?: ConnectOptions): StdioConversation;
  open(): Promise<StdioConversation>;
}

export function stdioTarget(options: StdioOptions): StdioTarget {
  const live = new Set<StdioConversation>();
  const openBare = (connect?: ConnectOptions) => {
    const conversation = new StdioConversation(options, options.connect(connect));
    live.add(conversation);
    return conversation;
  };
  return {
    wire: `stdio-${options.era}`,
    era: options.era,
    transport: "stdio",
    openBare,
    async open() {
      const conversation = openBare();
      await conversation.start();
      return conversation;
    },
    async close() {
      await Promise.all([...live].map((one) => one.close()));
    },
  };
}

export class StdioConversation implements Conversation {
  readonly wire;
  readonly channel: Channel;
  readonly session = undefined;
  opening: Json = {};
  alive = true;
  exit: Exit | undefined;
  readonly #options: StdioOptions;
  readonly #waiting = new Map<string, Waiting>();
  /** Messages that answer no request of ours, until someone collects them. */
  #strays: { line: string; message: Message }[] = [];
  #rest: Buffer = Buffer.alloc(0);
  #nextId = 1;

  constructor(options: StdioOptions, channel: Channel) {
    this.#options = options;
    this.wire = `stdio-${options.era}` as const;
    this.channel = channel;
    channel.onData((chunk) => this.#read(chunk));
    void channel.exit.then((exit) => this.#ended(exit));
  }

  /** The opening exchange of the era. */
  async start(): Promise<Reply> {
    const legacy = this.#options.era === "legacy";
    const reply = legacy
      ? await this.request("initialize", {
          protocolVersion: legacyRevision,
          capabilities: {},
          clientInfo,
        })
      : await this.request("server/discover");
    if (reply.result === undefined) {
      throw new TargetFailure(
        "refused",
        `the opening was answered with ${reply.error?.code}`,
        reply.exchange,
      );
    }
    if (legacy) this.channel.write(`{"jsonrpc":"2.0","method":"notifications/initialized"}\n`);
    this.opening = reply.result;
    return reply;
  }

  request(method: string, params: Json = {}, options: RequestOptions = {}): Promise<Reply> {
    const id = options.id ?? this.#nextId++;
    const meta = this.#options.era === "modern" ? modernMeta(options.meta) : compact(options.meta ?? {});
    const full = Object.keys(meta).length > 0 ? { ...params, _meta: meta } : params;
    return this.ask(id, { jsonrpc: "2.0", id, method, params: full }, options);
  }

  ask(id: Id, message: Json, options: RequestOptions = {}): Promise<Reply> {
    const timeoutMs = options.timeoutMs ?? this.#options.timeoutMs;
    const sent = JSON.stringify(message);
    const method = String(message.method);
    const meta = isObject(message.params) && isObject(message.params._meta) ? message.params._meta : {};
    return new Promise((resolve, reject) => {
      const key = keyOf(id);
      if (!this.alive) return reject(this.#gone(sent));
      const timer = setTimeout(() => {
        this.#waiting.delete(key);
        const got = this.#strays.map((one) => one.line).join("\n");
        reject(
          new TargetFailure("timeout", `no answer to ${method} within ${timeoutMs} ms`, {
            sent: clip(sent),
            received: clip(got),
          }),
        );
      }, timeoutMs);
      const others: Message[] = [];
      this.#waiting.set(key, {
        sent,
        others,
        token: meta.progressToken,
        settle: (line, answer) => {
          clearTimeout(timer);
          resolve(replyOf(answer, line, sent, others));
        },
        fail: (failure) => {
          clearTimeout(timer);
          reject(failure);
        },
      });
      if (meta.progressToken !== undefined) this.#options.watch.opens(meta.progressToken);
      this.channel.write(`${sent}\n`);
    });
  }

  call(name: string, args: unknown, options?: RequestOptions): Promise<Reply> {
    return this.request("tools/call", compact({ name, arguments: args }), options);
  }

  list() {
    return listTools(this);
  }

  notify(method: string, params: Json = {}): Promise<Provoked> {
    const full = this.#options.era === "modern" ? { ...params, _meta: modernMeta() } : params;
    return this.provoke(JSON.stringify({ jsonrpc: "2.0", method, params: full }));
  }

  async provoke(bytes: string | Uint8Array): Promise<Provoked> {
    this.#strays = [];
    this.channel.write(bytes);
    this.channel.write("\n");
    const alive = (await this.#probe()) && (await this.#probe());
    const strays = this.#strays;
    this.#strays = [];
    return {
      answers: strays.map((one) => one.message),
      exchange: {
        sent: clip(Buffer.from(bytes as string).toString("utf8")),
        received: clip(strays.map((one) => one.line).join("\n") || (alive ? "" : this.#lastWords())),
      },
      http: undefined,
      alive,
    };
  }

  /** What arrived that answers nothing, since the last look. */
  strays(): readonly Message[] {
    const strays = this.#strays.map((one) => one.message);
    this.#strays = [];
    return strays;
  }

  async close(): Promise<void> {
    if (!this.alive) return;
    this.channel.end();
    const patience = setTimeout(() => this.channel.kill(), Math.min(3_000, this.#options.timeoutMs));
    await this.channel.exit;
    clearTimeout(patience);
  }

  async #probe(): Promise<boolean> {
    const method = this.#options.era === "modern" ? "server/discover" : "ping";
    try {
      await this.request(method);
      return true;
    } catch {
      return false;
    }
  }

  #read(chunk: Buffer): void {
    let rest = this.#rest.length === 0 ? chunk : Buffer.concat([this.#rest, chunk]);
    for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
      this.#line(rest.subarray(0, end));
      rest = rest.subarray(end + 1);
    }
    this.#rest = Buffer.from(rest);
  }

  #line(bytes: Buffer): void {
    let line: string;
    try {
      line = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
      this.#noise("base.utf-8", "a line is not UTF-8", bytes.toString("latin1"));
      return;
    }
    const message = parseMessage(line);
    if (message === undefined || (message.method === undefined && !("id" in message || "error" in message))) {
      this.#noise("stdio.only-messages", "a line on stdout is no message", line);
      for (const one of parseMessages(line)) this.#strays.push({ line, message: one });
      return;
    }
    const waiting = isResponse(message) ? this.#waiting.get(keyOf(message.id)) : undefined;
    this.#options.watch.received(message, { sent: clip(waiting?.sent ?? ""), received: clip(line) });
    if (waiting === undefined) {
      if (this.#strays.length < 1_000) this.#strays.push({ line, message });
      for (const one of this.#waiting.values()) one.others.push(message);
      return;
    }
    this.#waiting.delete(keyOf(message.id));
    if (waiting.token !== undefined) this.#options.watch.closes(waiting.token);
    waiting.settle(line, message);
  }

  #noise(row: string, says: string, line: string): void {
    this.#options.watch.find(row, says, { sent: "", received: clip(line) });
  }

  #ended(exit: Exit): void {
    this.alive = false;
    this.exit = exit;
    if (this.#rest.length > 0) this.#line(this.#rest);
    for (const waiting of this.#waiting.values()) waiting.fail(this.#gone(waiting.sent));
    this.#waiting.clear();
  }

  #gone(sent: string): TargetFailure {
    const how = this.exit?.signal ?? `code ${this.exit?.code}`;
    const exchange: Exchange = { sent: clip(sent), received: this.#lastWords() };
    return new TargetFailure("gone", `the server ended (${how})`, exchange);
  }

  #lastWords(): string {
    const words = this.channel.stderr().trim();
    return words === "" ? "" : `(stderr) ${clip(words)}`;
  }
}

function replyOf(message: Message, text: string, sent: string, others: Message[]): Reply {
  return {
    message,
    result: isObject(message.result) ? message.result : undefined,
    error: message.error,
    others,
    text,
    exchange: { sent: clip(sent), received: clip(text) },
    http: undefined,
    lingered: false,
  };
}

/** Ids of different types are different ids. */
function keyOf(id: unknown): string {
  return `${typeof id}:${String(id)}`;
}
