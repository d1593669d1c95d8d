/** The reference server on a byte channel: the era is the one of the first message. */
import { fileURLToPath } from "node:url";
import { loadContract } from "../../contract.ts";
import type { Channel, Connect, Exit } from "../../target/channel.ts";
import type { Era, Json, Message } from "../../target/target.ts";
import {
  createProtocol,
  failure,
  isModern,
  isWellFormed,
  type Protocol,
  type ServerOptions,
} from "./protocol.ts";

const longest = 4 * 1_048_576;

/** Feeds bytes to the server; `write` gets what it would put on stdout. */
export function createLineServer(
  options: ServerOptions,
  write: (text: string) => void,
  exit: (code: number) => void,
) {
  const protocol = createProtocol(options);
  const { flaws } = protocol;
  let era: Era | undefined;
  let rest: Buffer = Buffer.alloc(0);
  let seen = 0;
  let opened = false;
  let running = 0;
  let ended = false;

  const send = (message: Json | readonly Json[] | undefined) => {
    if (message === undefined) return;
    const text = JSON.stringify(message);
    write(flaws.line?.(text) ?? `${text}\n`);
  };
  const leave = () => {
    if (ended && running === 0 && flaws.stays !== true) exit(0);
  };

  async function take(bytes: Buffer): Promise<void> {
    let text: string;
    try {
      text = new TextDecoder("utf-8", { fatal: protocol.guards("utf-8") }).decode(bytes).trim();
    } catch {
      return send(failure(-32700, "The line is not UTF-8."));
    }
    if (text === "") return;
    let message: unknown;
    try {
      message = JSON.parse(text);
    } catch {
      return protocol.guards("json") ? send(failure(-32700, "The line is not JSON.")) : undefined;
    }
    if (Array.isArray(message)) {
      if (protocol.guards("batch")) return send(failure(-32600, "Batches are not taken."));
      return send(
        (await Promise.all(message.map((one) => answer(one as Message)))).filter((one) => one !== undefined),
      );
    }
    if (!isWellFormed(message)) {
      if (protocol.guards("shape")) return send(failure(-32600, "That is no request."));
      if (typeof message !== "object" || message === null) return;
    }
    seen++;
    if (flaws.dies === seen) return exit(3);
    if (flaws.hangs !== undefined && seen >= flaws.hangs) return;
    for (const extra of flaws.before?.(protocol.context(message as Message, era ?? "legacy", "stdio")) ?? [])
      send(extra);
    send(await answer(message as Message));
  }

  function answer(message: Message): Promise<Json | undefined> {
    era ??= isModern(message) || message.method === "server/discover" ? "modern" : "legacy";
    if (message.method === "initialize") opened = true;
    const early = era === "legacy" && !opened && message.method !== "ping" && message.id !== undefined;
    if (early && protocol.guards("initialized")) {
      return Promise.resolve(failure(-32600, "initialize comes first.", message.id));
    }
    return protocol.handle(message, era, "stdio");
  }

  return {
    protocol,
    push(chunk: Buffer) {
      rest = rest.length === 0 ? chunk : Buffer.concat([rest, chunk]);
      for (let end = rest.indexOf(10); end !== -1; end = rest.indexOf(10)) {
        const line = rest.subarray(0, end);
        rest = rest.subarray(end + 1);
        running++;
        void take(line).finally(() => {
          running--;
          leave();
        });
      }
      if (rest.length > longest) rest = Buffer.alloc(0);
    },
    end() {
      ended = true;
      leave();
    },
  };
}

/** The server inside this process, for tests: no start-up cost, the same bytes. */
export function inProcess(options: ServerOptions): Connect {
  return (connect = {}) => {
    let answers = 0;
    let listener: (chunk: Buffer) => void = () => {};
    let gone = false;
    let leave: (exit: Exit) => void = () => {};
    const exit = new Promise<Exit>((resolve) => {
      leave = resolve;
    });
    const end = (one: Exit) => {
      gone = true;
      leave(one);
    };
    const server = createLineServer(
      options,
      (text) => {
        const heard = connect.stderr !== "unread" || ++answers <= (options.flaws?.deafAfter ?? Infinity);
        if (heard) queueMicrotask(() => gone || listener(Buffer.from(text)));
      },
      (code) => setImmediate(() => end({ code, signal: null })),
    );
    const channel: Channel = {
      write: (bytes) => void (gone || server.push(Buffer.from(bytes as string))),
      end: () => server.end(),
      onData: (one) => {
        listener = one;
      },
      exit,
      stderr: () => "",
      kill: () => end({ code: null, signal: "SIGKILL" }),
    };
    return channel;
  };
}

export type { Protocol };

/** `node conformance/examples/reference/stdio.ts [profile] [--write]` */
if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const [profile = "full"] = process.argv.slice(2).filter((word) => !word.startsWith("--"));
  const options = { contract: loadContract("gno"), profile, write: process.argv.includes("--write") };
  const server = createLineServer(
    options,
    (text) => void process.stdout.write(text),
    (code) => process.exit(code),
  );
  process.stdin.on("data", (chunk: Buffer) => server.push(chunk));
  process.stdin.on("end", () => server.end());
}
