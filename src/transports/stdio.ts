/**
 * Serves one client over stdin and stdout until the input ends, the client closes stdout or a signal asks to stop.
 * Running calls may then finish within a bound; the promise resolves with how it ended, and whoever started the process
 * closes the rest and exits with `code`.
 */
import { randomUUID } from "node:crypto";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { createProtocolServer, type McpOptions } from "./mcp.ts";
import { StdioTransport } from "./stdio-transport.ts";
import { claimStdout, type ProtocolOutput } from "./stdout-guard.ts";

export interface StdioOptions extends McpOptions {
  /** What `claimStdout()` returned, when the caller has claimed it before loading other modules. */
  readonly output?: ProtocolOutput;
  readonly input?: NodeJS.ReadableStream;
  /** Milliseconds that running calls may take after the end of input or a signal. */
  readonly graceMs?: number;
  /** Fires instead of a signal of the process, for tests. */
  readonly stop?: AbortSignal;
}

export interface StdioExit {
  readonly reason: "end" | "signal" | "broken-pipe";
  /** 0 however it ended: a client that leaves is no failure. */
  readonly code: 0;
}

// With the process's own shutdown this stays below the two seconds after which clients kill.
const defaultGraceMs = 1_200;

const signals = ["SIGTERM", "SIGINT", "SIGHUP"] as const;

export async function serveOnStdio(options: StdioOptions): Promise<StdioExit> {
  const output = options.output ?? claimStdout();
  const input = options.input ?? process.stdin;
  const graceMs = options.graceMs ?? defaultGraceMs;
  const transport = new StdioTransport(input, output);
  const connection = { session: randomUUID(), transport: "stdio", local: true } as const;
  const ended = whenOver(input, output, options.stop);

  const handle = serveStdio(
    ({ era }) => {
      transport.era = era;
      return createProtocolServer(options, () => connection);
    },
    {
      transport,
      onerror: (error) => options.log.info("stdio: a message was not served", { reason: error.message }),
    },
  );

  const reason = await ended;
  if (reason === "end") transport.finish();
  if (reason !== "broken-pipe") await transport.drain(graceMs);
  await handle.close();
  await options.service.close(0);
  return { reason, code: 0 };
}

function whenOver(
  input: NodeJS.ReadableStream,
  output: ProtocolOutput,
  stop: AbortSignal | undefined,
): Promise<StdioExit["reason"]> {
  const { promise, resolve } = Promise.withResolvers<StdioExit["reason"]>();
  const onSignal = () => resolve("signal");
  input.on("end", () => resolve("end"));
  input.on("close", () => resolve("end"));
  // A broken input is an input that has ended.
  input.on("error", () => resolve("end"));
  output.onError(() => resolve("broken-pipe"));
  if (stop !== undefined) {
    stop.addEventListener("abort", onSignal, { once: true });
    return promise;
  }
  for (const signal of signals) process.once(signal, onSignal);
  return promise.finally(() => {
    for (const signal of signals) process.off(signal, onSignal);
  });
}
