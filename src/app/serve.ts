/** `gno serve`: many clients on one port, Streamable HTTP at `/mcp` and a health check at `/health`. */
import { join } from "node:path";
import type { GatewayConfig, GatewayLimits } from "../engine/config/types.ts";
import { TokenFileError } from "../transports/bearer.ts";
import { createHttpServer, type HttpServer, type HttpServerOptions } from "../transports/http.ts";
import { HttpConfigError } from "../transports/http-bind.ts";
import { isLoopbackHost } from "../transports/http-guard.ts";
import type { HttpLimits } from "../transports/http-limits.ts";
import { type App, composeGno } from "./compose.ts";
import type { AppConfig } from "./config.ts";
import { egressGate } from "./egress-gate.ts";
import { instructions } from "./instructions.ts";
import { createLog } from "./log.ts";
import { pidFileName, writePidFiles } from "./pid-file.ts";
import { profiles } from "./tools.ts";
import { version } from "./version.ts";

/** What flags say; each absent one falls back to `gateway` in the config, then to the default. */
export interface ServeFlags {
  readonly port?: number;
  readonly host?: string;
  readonly tokenFile?: string;
  readonly allowedHosts?: readonly string[];
  readonly allowedOrigins?: readonly string[];
  readonly enableWrite?: boolean;
  readonly toolProfile?: string;
  readonly pidFile?: string;
}

export interface RunningServer {
  readonly url: string;
  readonly writeEnabled: boolean;
  readonly profile: string;
  readonly app: App;
  close(): Promise<void>;
}

/** A start that the settings do not allow: said in words, nothing listens. */
export class ServeError extends Error {}

/** Milliseconds that running requests, and then jobs, may take when the server is asked to end. */
const requestGraceMs = 1_500;
const jobGraceMs = 5_000;

/** Resolves when the port is open. @throws ServeError, StoreError, ConfigError */
export async function startServing(config: AppConfig, flags: ServeFlags): Promise<RunningServer> {
  const log = createLog("gno serve", config.logLevel);
  const { createConfigStore } = await import("../engine/config/store.ts");
  const gateway: GatewayConfig = createConfigStore(config.configFile).load()?.gateway ?? {};
  const host = flags.host ?? gateway.host ?? "127.0.0.1";
  const profile = flags.toolProfile ?? gateway.toolProfile ?? "full";
  if (!profiles.includes(profile)) {
    throw new ServeError(
      `gateway.toolProfile is one of ${profiles.join(", ")}, not ${JSON.stringify(profile)}.`,
    );
  }
  const writeEnabled = flags.enableWrite ?? gateway.enableWrite === true;
  const startedAt = Date.now();
  let server: HttpServer | undefined;
  const app = composeGno({
    config,
    log,
    mode: "serve",
    profile,
    writeEnabled,
    hostPaths: isLoopbackHost(host),
    counters: () => (server === undefined ? undefined : { ...server.stats(), startedAt }),
  });
  try {
    // A database that cannot be opened is found now and not by the first client.
    await app.probe();
    await app.engine();
    server = createHttpServer({
      service: app.service,
      resources: app.resources,
      instructions: instructions(writeEnabled),
      log,
      host,
      gate: egressGate({ engine: app.engine, isWriteTool: app.service.isWriteTool, log }),
      ...listenerOptions(flags, gateway),
      routes: new Map([
        ["/health", { open: true, answer: () => ({ status: 200, body: { status: "ok", version } }) }],
      ]),
    });
    const port = await server.listen();
    const pidFiles = [
      join(config.dirs.data, pidFileName),
      ...(flags.pidFile === undefined ? [] : [flags.pidFile]),
    ];
    const removePidFiles = writePidFiles(pidFiles, process.pid, port);
    return {
      url: clientUrl(server.url, host, flags.allowedHosts ?? gateway.allowedHosts ?? []),
      writeEnabled,
      profile,
      app,
      async close() {
        removePidFiles();
        await server?.close(requestGraceMs);
        await app.close(jobGraceMs);
      },
    };
  } catch (error) {
    await app.close(0);
    if (error instanceof HttpConfigError || error instanceof TokenFileError)
      throw new ServeError(error.message);
    throw error;
  }
}

/** Nobody can connect to "all addresses": then it is the first host that clients may name. */
export function clientUrl(url: string, host: string, allowedHosts: readonly string[]): string {
  const [named] = allowedHosts;
  if (!["0.0.0.0", "::", "[::]"].includes(host) || named === undefined) return url;
  const { protocol, pathname } = new URL(url);
  return `${protocol}//${named}${pathname}`;
}

function listenerOptions(flags: ServeFlags, gateway: GatewayConfig): Partial<HttpServerOptions> {
  const tokenFile = flags.tokenFile ?? gateway.tokenFile;
  return {
    ...(flags.port === undefined ? {} : { port: flags.port }),
    ...(tokenFile === undefined ? {} : { tokenFile }),
    hosts: flags.allowedHosts ?? gateway.allowedHosts ?? [],
    origins: flags.allowedOrigins ?? gateway.allowedOrigins ?? [],
    limits: limitsOf(gateway.limits ?? {}),
  };
}

/** Names of the config to names of the boundary. */
function limitsOf(limits: Partial<GatewayLimits>): Partial<HttpLimits> {
  const { maxRequestsPerMinute, sessionIdleTimeoutMs, ...same } = limits;
  return {
    ...same,
    ...(maxRequestsPerMinute === undefined ? {} : { requestsPerMinute: maxRequestsPerMinute }),
    ...(sessionIdleTimeoutMs === undefined ? {} : { sessionIdleMs: sessionIdleTimeoutMs }),
  };
}
