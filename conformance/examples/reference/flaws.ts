/**
 * Where the reference server can be made wrong. It is right when no flaw is given; the suite's own tests give it one flaw
 * at a time and expect the suite to name the rule that it breaks.
 */
import type { Era, Json, ListedTool, Message, Transport } from "../../target/target.ts";
import type { Model } from "./model.ts";

/** Checks that can be left out. */
export type Guard =
  | "origin"
  | "origin-everywhere"
  | "host"
  | "media-type"
  | "body-limit"
  | "json"
  | "utf-8"
  | "shape"
  | "batch"
  | "write-gate"
  | "session-id"
  | "event-id"
  | "version-header"
  | "version-differs"
  | "method-header"
  | "method-differs"
  | "name-header"
  | "name-differs"
  | "name-decoding"
  | "name-broken"
  | "header-case"
  | "header-space"
  | "header-values"
  | "envelope"
  | "envelope-version"
  | "envelope-capabilities"
  | "version"
  | "method"
  | "unknown-tool"
  | "call-shape"
  | "arguments"
  | "cursor"
  | "uri"
  | "session"
  | "session-end"
  | "get-stream"
  | "own-stream"
  | "legacy-version"
  | "initialized";

export interface Context {
  readonly era: Era;
  readonly transport: Transport;
  readonly request: Message;
  /** Requests handled so far, by the whole server. */
  readonly count: number;
  readonly model: Model;
}

export interface Flaws {
  readonly skip?: readonly Guard[];
  /** Changes a response just before it is written; `undefined` swallows it. */
  respond?(response: Json, context: Context): Json | undefined;
  /** Hears each message as it arrives, before the ones already at work are answered. */
  heard?(message: Message): void;
  /** Messages written before the response. */
  before?(context: Context): readonly Json[];
  /** Changes what `tools/list` shows. */
  tools?(tools: readonly ListedTool[], context: Context): readonly ListedTool[];
  /** Changes the result of a tool call. */
  result?(result: Json, name: string, args: Json, context: Context): Json;
  /** Runs when arguments were refused. */
  refused?(model: Model): void;
  /** Changes arguments before they are validated, after the leniency. */
  lenient?(args: unknown): unknown;
  /** Answers a notification. */
  notified?(message: Message): Json | undefined;
  /** Changes the head of an HTTP answer. */
  head?(status: number, headers: Record<string, string>, context: Partial<Context>): number;
  /** Bytes on stdout around a message. */
  line?(text: string): string;
  /** Makes the id of a session. */
  session?(count: number, asked: string | undefined): string;
  /** What the server declares in place of its capabilities. */
  capabilities?(capabilities: Json): Json;
  /** Takes a request without metadata after one that had it. */
  readonly remembers?: true;
  /** Id of the `count`-th event of a session. */
  eventId?(count: number): string;
  /** Keeps an event stream open after its response. */
  readonly lingers?: true;
  /** Asks for this bearer token, and takes the id of a session in its place. */
  readonly token?: string;
  /** Answers so many times while nobody reads its stderr. */
  readonly deafAfter?: number;
  /** Ends, or goes silent, at the given request. */
  readonly dies?: number;
  readonly hangs?: number;
  /** Stays when stdin ends. */
  readonly stays?: true;
}
