/** `gno mcp`: one client on stdin and stdout. stdout is claimed for the protocol before anything else can print. */
import { serveOnStdio } from "../transports/stdio.ts";
import { claimStdout } from "../transports/stdout-guard.ts";
import { composeGno } from "./compose.ts";
import type { AppConfig } from "./config.ts";
import { instructions } from "./instructions.ts";
import { createLog } from "./log.ts";
import { warmUp } from "./warm-up.ts";

export interface StdioServeOptions {
  readonly config: AppConfig;
  readonly profile: string;
  readonly writeEnabled: boolean;
  /** Fires when the process is asked to end. */
  readonly stop: AbortSignal;
}

/** Milliseconds that jobs may take to end after the last call: a client waits about two seconds before it kills. */
const jobGraceMs = 700;

/** @returns the exit code, when the client has gone. */
export async function serveStdio({
  config,
  profile,
  writeEnabled,
  stop,
}: StdioServeOptions): Promise<number> {
  const output = claimStdout();
  const log = createLog("gno mcp", config.logLevel);
  const app = composeGno({ config, log, mode: "stdio", profile, writeEnabled, hostPaths: true });
  const broken = new AbortController();
  const warm = warmUp(app, (message) => {
    log.error(message);
    broken.abort();
  });
  const exit = await serveOnStdio({
    service: warm.service,
    resources: app.resources,
    instructions: instructions(writeEnabled),
    log,
    output,
    stop: AbortSignal.any([stop, broken.signal]),
  });
  warm.cancel();
  await app.close(jobGraceMs);
  await output.flushed();
  return broken.signal.aborted ? 2 : exit.code;
}
