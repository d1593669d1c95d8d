/** Single HTTP exchanges with full control of the head, and raw ones through a socket. */
import { Agent as HttpAgent, request as httpRequest, type IncomingMessage } from "node:http";
import { Agent as HttpsAgent, request as httpsRequest } from "node:https";
import { connect } from "node:net";
import type { Pace } from "./pace.ts";
import { pause } from "./pace.ts";
import { parseFrames } from "./sse.ts";
import { clip, compact, type Exchange, type Head, TargetFailure } from "./target.ts";

export interface Post {
  readonly method?: string;
  readonly path?: string;
  readonly headers: Readonly<Record<string, string | undefined>>;
  readonly body?: string | Uint8Array;
  /** Event streams: stop reading when this says so; without it, read to the end. */
  readonly until?: (text: string) => boolean;
  /** Event streams: give up waiting for the end after this, without failing. */
  readonly quietMs?: number;
  readonly timeoutMs?: number;
}

export interface Answer extends Head {
  readonly text: string;
  readonly bytes: Buffer;
  /** Still open a second after `until` was true. */
  readonly lingered: boolean;
  readonly exchange: Exchange;
}

export interface Poster {
  readonly url: URL;
  send(post: Post): Promise<Answer>;
  /** Bytes as they are through a socket of their own; reads until the peer closes or `timeoutMs`. */
  raw(bytes: string | Uint8Array): Promise<Answer | undefined>;
  /** Requests that were answered with 429. */
  refusals(): number;
  /** The first of them that held a result: the call had run all the same. */
  ranAnyway(): Exchange | undefined;
  close(): void;
}

const lingerMs = 1_000;

export interface PosterOptions {
  readonly url: URL;
  readonly headers: Readonly<Record<string, string>>;
  readonly pace: Pace;
  readonly timeoutMs: number;
}

export function createPoster(options: PosterOptions): Poster {
  const { url, pace } = options;
  const secure = url.protocol === "https:";
  const agent = secure ? new HttpsAgent({ keepAlive: true }) : new HttpAgent({ keepAlive: true });

  let refusals = 0;
  let ranAnyway: Exchange | undefined;

  const once = (post: Post): Promise<Answer> =>
    new Promise((resolve, reject) => {
      const headers = compact({ ...options.headers, ...post.headers });
      const body = post.body === undefined ? undefined : Buffer.from(post.body as string);
      if (body !== undefined) headers["Content-Length"] ??= String(body.length);
      const sent = describeRequest(post, url, headers);
      const timeoutMs = post.timeoutMs ?? options.timeoutMs;
      const fail = (kind: "timeout" | "gone", says: string, received = "") =>
        reject(new TargetFailure(kind, says, { sent, received: clip(received) }));
      const make = secure ? httpsRequest : httpRequest;
      const request = make(
        new URL(post.path ?? url.href, url),
        { method: post.method ?? "POST", headers, agent, setHost: !("Host" in headers) },
        (response) => void read(response),
      );
      let late = false;
      const timer = setTimeout(() => {
        late = true;
        fail("timeout", `no answer within ${timeoutMs} ms`);
        request.destroy();
      }, timeoutMs);
      request.on("error", (error: NodeJS.ErrnoException) => {
        clearTimeout(timer);
        // The server closed an idle connection just as it was used again: nothing was processed.
        if (!late && request.reusedSocket && error.code === "ECONNRESET") return resolve(once(post));
        fail("gone", `the connection failed (${error.code ?? error.message})`);
      });
      request.end(body);

      const read = (response: IncomingMessage): void => {
        const chunks: Buffer[] = [];
        let lingered = false;
        let wait: NodeJS.Timeout | undefined;
        const done = () => {
          clearTimeout(timer);
          clearTimeout(wait);
          const bytes = Buffer.concat(chunks);
          const text = bytes.toString("utf8");
          const head = { status: response.statusCode ?? 0, headers: flat(response.headers) };
          resolve({
            ...head,
            text,
            bytes,
            lingered,
            exchange: { sent, received: describeAnswer(head, text) },
          });
        };
        const leave = () => {
          done();
          response.destroy();
        };
        if (post.quietMs !== undefined && isStream(response)) wait = setTimeout(leave, post.quietMs);
        response.on("data", (chunk: Buffer) => {
          chunks.push(chunk);
          if (post.until === undefined || lingered || !isStream(response)) return;
          if (post.until(Buffer.concat(chunks).toString("utf8"))) {
            lingered = true;
            clearTimeout(wait);
            wait = setTimeout(leave, lingerMs);
          }
        });
        response.on("end", () => {
          lingered = false;
          done();
        });
        response.on("error", () => {
          clearTimeout(timer);
          fail("gone", "the connection broke inside the answer", Buffer.concat(chunks).toString("utf8"));
        });
      };
    });

  return {
    url,
    async send(post) {
      for (let attempt = 1; ; attempt++) {
        await pace.turn();
        const answer = await once(post);
        if (answer.status !== 429) return answer;
        refusals++;
        if (/"result"\s*:/.test(answer.text)) ranAnyway ??= answer.exchange;
        const wait = pace.backoff(attempt, answer.headers["retry-after"]);
        if (wait === undefined) {
          throw new TargetFailure(
            "refused",
            "the server keeps answering 429; try --max-rpm",
            answer.exchange,
          );
        }
        await pause(wait);
      }
    },
    async raw(bytes) {
      if (secure) return undefined;
      await pace.turn();
      return rawExchange(url, bytes, options.timeoutMs);
    },
    ranAnyway: () => ranAnyway,
    refusals: () => refusals,
    close: () => agent.destroy(),
  };
}

function rawExchange(url: URL, bytes: string | Uint8Array, timeoutMs: number): Promise<Answer> {
  return new Promise((resolve, reject) => {
    const chunks: Buffer[] = [];
    const sent = clip(Buffer.from(bytes as string).toString("latin1"));
    const socket = connect(Number(url.port || 80), url.hostname.replace(/^\[|\]$/g, ""), () =>
      socket.write(bytes),
    );
    const finish = () => {
      clearTimeout(timer);
      socket.destroy();
      const text = Buffer.concat(chunks).toString("utf8");
      const [head = "", ...rest] = text.split("\r\n\r\n");
      const status = Number(/^HTTP\/1\.[01] (\d{3})/.exec(head)?.[1] ?? 0);
      const headers = Object.fromEntries(
        head
          .split("\r\n")
          .slice(1)
          .map((line) => {
            const at = line.indexOf(":");
            return [line.slice(0, at).toLowerCase(), line.slice(at + 1).trim()];
          }),
      );
      const body = rest.join("\r\n\r\n");
      resolve({
        status,
        headers,
        text: body,
        bytes: Buffer.from(body),
        lingered: false,
        exchange: { sent, received: clip(text) },
      });
    };
    const timer = setTimeout(finish, Math.min(timeoutMs, 3_000));
    socket.on("data", (chunk) => void chunks.push(chunk));
    socket.on("end", finish);
    socket.on("error", (error: NodeJS.ErrnoException) => {
      // A refusal may come as a reset after the answer was read.
      if (chunks.length > 0) return finish();
      clearTimeout(timer);
      reject(new TargetFailure("gone", `the connection failed (${error.code})`, { sent, received: "" }));
    });
  });
}

/** Texts of the messages in an answer: its body, or the data of its frames. */
export function textsOf(answer: Pick<Answer, "text" | "headers">): readonly string[] {
  if (answer.text.trim() === "") return [];
  if (!mediaType(answer).startsWith("text/event-stream")) return [answer.text];
  return parseFrames(answer.text)
    .map((frame) => frame.data)
    .filter((data) => data !== "");
}

export function mediaType(head: Pick<Head, "headers">): string {
  return (head.headers["content-type"] ?? "").toLowerCase();
}

function isStream(response: IncomingMessage): boolean {
  return (response.headers["content-type"] ?? "").startsWith("text/event-stream");
}

function flat(headers: IncomingMessage["headers"]): Record<string, string> {
  return Object.fromEntries(
    Object.entries(headers).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.join(", ") : (value ?? ""),
    ]),
  );
}

function describeRequest(post: Post, url: URL, headers: Readonly<Record<string, string>>): string {
  const head = Object.entries(headers)
    .filter(([name]) => name.toLowerCase() !== "authorization")
    .map(([name, value]) => `${name}: ${value}`);
  const line = `${post.method ?? "POST"} ${post.path ?? `${url.pathname}${url.search}`}`;
  const body = post.body === undefined ? "" : Buffer.from(post.body as string).toString("utf8");
  return clip([line, ...head, "", body].join("\n"));
}

function describeAnswer(head: Head, text: string): string {
  const shown = Object.entries(head.headers).filter(([name]) => name !== "date" && name !== "connection");
  return clip(
    [`HTTP ${head.status}`, ...shown.map(([name, value]) => `${name}: ${value}`), "", text].join("\n"),
  );
}
