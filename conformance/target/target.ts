/** What properties see of a server under test: conversations on one wire, with raw bytes kept as evidence. */

export type Transport = "stdio" | "http";
export type Era = "legacy" | "modern";
export type Wire = `${Transport}-${Era}`;

export const wires: readonly Wire[] = ["stdio-legacy", "stdio-modern", "http-legacy", "http-modern"];
export const legacyRevision = "2025-11-25";
export const modernRevision = "2026-07-28";

export type Id = string | number;
export type Json = Readonly<Record<string, unknown>>;

export interface RpcError {
  readonly code: number;
  readonly message: string;
  readonly data?: unknown;
}

/** A message as parsed from the wire: nothing about it is known yet. */
export interface Message {
  readonly jsonrpc?: unknown;
  readonly id?: unknown;
  readonly method?: unknown;
  readonly params?: unknown;
  readonly result?: Json;
  readonly error?: RpcError;
}

/** What went over the wire for one question, bounded, for failure reports. */
export interface Exchange {
  readonly sent: string;
  readonly received: string;
}

export interface Head {
  readonly status: number;
  /** Names in lower case. */
  readonly headers: Readonly<Record<string, string>>;
}

export interface Reply {
  /** The response with the id of the request, if one came. */
  readonly message: Message | undefined;
  readonly result: Json | undefined;
  readonly error: RpcError | undefined;
  /** Other messages that came on the stream of the request (HTTP) or until its response (stdio). */
  readonly others: readonly Message[];
  /** The bytes of the response: a line, or the data of its frame or body. */
  readonly text: string;
  readonly exchange: Exchange;
  readonly http: Head | undefined;
  /** HTTP: the response came on an event stream that was still open a second later. */
  readonly lingered: boolean;
}

/** What came back for bytes that may be no request at all. */
export interface Provoked {
  readonly answers: readonly Message[];
  readonly exchange: Exchange;
  readonly http: Head | undefined;
  /** The server still answers a request on the same channel. */
  readonly alive: boolean;
}

export interface RequestOptions {
  readonly id?: Id;
  /** Added to `params._meta`; a key with `undefined` is left out, also a required one. */
  readonly meta?: Json;
  /** HTTP: added to the headers of the era; `undefined` leaves one out. */
  readonly headers?: Readonly<Record<string, string | undefined>>;
  readonly timeoutMs?: number;
}

export interface ListedTool {
  readonly name: string;
  readonly description?: string;
  readonly inputSchema: Json;
  readonly outputSchema?: Json;
  readonly annotations?: Json;
}

export interface Conversation {
  readonly wire: Wire;
  /** Result of `initialize` or `server/discover`. */
  readonly opening: Json;
  readonly alive: boolean;
  /** Session id over legacy HTTP, when the server minted one. */
  readonly session: string | undefined;
  request(method: string, params?: Json, options?: RequestOptions): Promise<Reply>;
  /** Sends a request as given, without the era's additions to its body, and waits for the response with its id. */
  ask(id: Id, message: Json, options?: RequestOptions): Promise<Reply>;
  call(name: string, args: unknown, options?: RequestOptions): Promise<Reply>;
  /** All pages of `tools/list`. */
  list(): Promise<readonly ListedTool[]>;
  notify(method: string, params?: Json): Promise<Provoked>;
  /** Sends exactly this and watches what it provokes. Over HTTP the headers of the era go along. */
  provoke(
    bytes: string | Uint8Array,
    headers?: Readonly<Record<string, string | undefined>>,
  ): Promise<Provoked>;
  close(): Promise<void>;
}

export interface Target {
  readonly wire: Wire;
  readonly era: Era;
  readonly transport: Transport;
  /** A new conversation: a process (stdio), a session (legacy HTTP) or nothing but a client (modern HTTP). */
  open(): Promise<Conversation>;
  close(): Promise<void>;
}

export type FailureKind = "timeout" | "gone" | "refused";

/** The server did not answer, ended, or refused to open: never a verdict on a rule by itself. */
export class TargetFailure extends Error {
  readonly kind: FailureKind;
  readonly exchange: Exchange;

  constructor(kind: FailureKind, message: string, exchange: Exchange) {
    super(message);
    this.name = "TargetFailure";
    this.kind = kind;
    this.exchange = exchange;
  }
}

export const clientInfo = { name: "concordat-conform", version: "1.0.0" };
const prefix = "io.modelcontextprotocol/";

/** The metadata of a modern request, with `extra` laid over it. */
export function modernMeta(extra: Json = {}): Json {
  return compact({
    [`${prefix}protocolVersion`]: modernRevision,
    [`${prefix}clientCapabilities`]: {},
    [`${prefix}clientInfo`]: clientInfo,
    ...extra,
  });
}

/** Without the keys whose value is `undefined`. */
export function compact<T>(record: Readonly<Record<string, T | undefined>>): Record<string, T> {
  return Object.fromEntries(
    Object.entries(record).filter((entry): entry is [string, T] => entry[1] !== undefined),
  );
}

export const evidenceLimit = 2_000;

export function clip(text: string, limit = evidenceLimit): string {
  return text.length <= limit ? text : `${text.slice(0, limit)} … (${text.length - limit} more characters)`;
}

export function isObject(value: unknown): value is Json {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** A message in the sense of the wire: an object; what is in it is judged elsewhere. */
export function parseMessage(text: string): Message | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return isObject(value) ? (value as Message) : undefined;
  } catch {
    return undefined;
  }
}

/** The messages in a line or a body: one, or those of an array, which no revision served here allows and which is judged apart. */
export function parseMessages(text: string): readonly Message[] {
  const one = parseMessage(text);
  if (one !== undefined) return [one];
  try {
    const value: unknown = JSON.parse(text);
    return Array.isArray(value) ? value.filter((item) => isObject(item)) : [];
  } catch {
    return [];
  }
}

export function isResponse(message: Message): boolean {
  return message.method === undefined;
}

/** Follows `nextCursor` until it is gone; stops at 200 pages, which no tool list needs. */
export async function listTools(conversation: Conversation): Promise<readonly ListedTool[]> {
  const tools: ListedTool[] = [];
  let cursor: unknown;
  for (let page = 0; page < 200; page++) {
    const reply = await conversation.request("tools/list", cursor === undefined ? {} : { cursor });
    if (!Array.isArray(reply.result?.tools)) {
      throw new TargetFailure("refused", "tools/list gave no array of tools", reply.exchange);
    }
    tools.push(...(reply.result.tools as ListedTool[]));
    cursor = reply.result.nextCursor;
    if (cursor === undefined) break;
  }
  return tools;
}
