/** Our own server as the suite sees it: a vault, an index over it, a command for stdio and a running HTTP server. */
import { execFile, spawn } from "node:child_process";
import { mkdirSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import type { Contract } from "../../conformance/contract.ts";
import { type Connect, processChannel } from "../../conformance/target/channel.ts";
import { createVault, type Vault } from "../../conformance/vault.ts";

const entry = fileURLToPath(new URL("../../src/cli/gno.ts", import.meta.url));

export interface GnoServer {
  readonly vault: Vault;
  readonly stdio: Connect;
  readonly url: URL;
  close(): Promise<void>;
}

export interface GnoServerOptions {
  readonly profile: string;
  readonly write: boolean;
}

export async function startGno(contract: Contract, { profile, write }: GnoServerOptions): Promise<GnoServer> {
  const vault = createVault(contract);
  const env = {
    ...process.env,
    GNO_CONFIG_DIR: join(vault.home, "config"),
    GNO_DATA_DIR: join(vault.home, "data"),
    GNO_CACHE_DIR: join(vault.home, "cache"),
  };
  mkdirSync(env.GNO_CONFIG_DIR);
  writeFileSync(join(env.GNO_CONFIG_DIR, "index.yml"), configuration(vault));
  await promisify(execFile)(process.execPath, [entry, "update"], { env });

  const gate = write ? ["--mcp-enable-write"] : [];
  const args = [entry, "serve", "--port", "0", "--mcp-tool-profile", profile, ...gate];
  const child = spawn(process.execPath, args, { env, stdio: ["ignore", "pipe", "pipe"] });
  const ended = new Promise<void>((resolve) => child.once("exit", () => resolve()));
  let said = "";
  const url = await new Promise<URL>((resolve, reject) => {
    const look = (chunk: Buffer) => {
      said += chunk.toString("utf8");
      const found = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(said)?.[0];
      if (found !== undefined) resolve(new URL(found));
    };
    child.stdout.on("data", look);
    child.stderr.on("data", look);
    child.once("exit", (code) => reject(new Error(`the server did not start (code ${code}):\n${said}`)));
  });
  const flags = `--tool-profile ${profile}${write ? " --enable-write" : ""}`;
  return {
    vault,
    url,
    stdio: processChannel(`exec "${process.execPath}" "${entry}" mcp ${flags}`, env),
    async close() {
      child.kill("SIGTERM");
      const patience = setTimeout(() => child.kill("SIGKILL"), 10_000);
      await ended;
      clearTimeout(patience);
      vault.remove();
    },
  };
}

/** Limits far above the published ones: those are proved by their own tests. */
function configuration(vault: Vault): string {
  return `version: "1.0"
collections:
  - name: notes
    path: ${JSON.stringify(join(vault.path, "notes"))}
    pattern: "**/*"
  - name: work
    path: ${JSON.stringify(join(vault.path, "work"))}
    pattern: "**/*"
  - name: memory
    path: ${JSON.stringify(join(vault.path, "memory"))}
    memoryManaged: true
gateway:
  limits:
    maxRequestsPerMinute: 100000
    maxSessions: 1000
    maxConcurrentRequests: 1000
    maxQueuedRequests: 1000
`;
}
