/** A client on the other end of an in-process stdio server. */
import { PassThrough } from "node:stream";
import { type StdioExit, type StdioOptions, serveOnStdio } from "../../src/transports/stdio.ts";
import type { ProtocolOutput } from "../../src/transports/stdout-guard.ts";
import { createFake, type Fake } from "./fake-service.ts";
import { type Answer, initialize, initialized } from "./wire.ts";

export interface StdioClient {
  readonly fake: Fake;
  readonly exit: Promise<StdioExit>;
  /** Every message so far, as text. */
  readonly lines: string[];
  send(...messages: unknown[]): void;
  write(bytes: Buffer | string): void;
  /** The answer with this id, whenever it comes. */
  answer(id: unknown): Promise<Answer>;
  /** The next message that fits and was not taken yet. */
  next(fits?: (message: Answer) => boolean): Promise<Answer>;
  end(): void;
  breakPipe(): void;
  stop(): void;
}

export function openStdio(fake: Fake = createFake(), options: Partial<StdioOptions> = {}): StdioClient {
  const input = new PassThrough();
  const lines: string[] = [];
  const taken = new Set<number>();
  const waiting: (() => void)[] = [];
  const errorListeners: ((error: Error) => void)[] = [];
  const output: ProtocolOutput = {
    write(text) {
      lines.push(text);
      for (const look of waiting.slice()) look();
      return true;
    },
    onDrain: () => {},
    onError: (listener) => errorListeners.push(listener),
    flushed: async () => {},
    moved: false,
  };
  const stop = new AbortController();
  const exit = serveOnStdio({
    service: fake.service,
    resources: fake.resources,
    log: fake.log,
    input,
    output,
    stop: stop.signal,
    ...options,
  });

  function next(fits: (message: Answer) => boolean = () => true): Promise<Answer> {
    const { promise, resolve } = Promise.withResolvers<Answer>();
    const look = () => {
      for (const [index, line] of lines.entries()) {
        if (taken.has(index)) continue;
        const message = JSON.parse(line) as Answer;
        if (!fits(message)) continue;
        taken.add(index);
        if (waiting.includes(look)) waiting.splice(waiting.indexOf(look), 1);
        resolve(message);
        return;
      }
      if (!waiting.includes(look)) waiting.push(look);
    };
    look();
    return promise;
  }

  return {
    fake,
    exit,
    lines,
    send: (...messages) => {
      input.write(messages.map((message) => `${JSON.stringify(message)}\n`).join(""));
    },
    write: (bytes) => {
      input.write(bytes);
    },
    answer: (id) => next((message) => message.id === id && message.method === undefined),
    next,
    end: () => {
      input.end();
    },
    breakPipe: () => {
      for (const listener of errorListeners) listener(new Error("EPIPE"));
    },
    stop: () => stop.abort(),
  };
}

export async function openLegacyStdio(fake?: Fake, options?: Partial<StdioOptions>): Promise<StdioClient> {
  const client = openStdio(fake, options);
  client.send(initialize("open"), initialized);
  await client.answer("open");
  return client;
}
