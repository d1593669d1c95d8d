/** The real `gram-mcp` as a child process on standard input and output, bundled once for a test file: start, ask, stop, kill. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { build } from "esbuild";
import { afterAll } from "vitest";

const root = fileURLToPath(new URL("../../../", import.meta.url));

export interface Answer {
  readonly isError: boolean;
  /** `structuredContent`: the answer, or `{code, message}`. */
  readonly data: Record<string, unknown> & { readonly code?: string };
}

export interface GramServer {
  readonly child: ChildProcess;
  call(tool: string, args: object): Promise<Answer>;
  /** Ends its input. @returns the exit code */
  end(): Promise<number | null>;
  /** Kills it where it stands. Calls without an answer reject. */
  kill(): Promise<void>;
}

/** Call it at the top level. @param children further programs, bundled beside it. @returns the folder of the entry files */
export async function bundleServer(children: readonly string[] = []): Promise<string> {
  const cache = path.join(root, "node_modules", ".cache");
  mkdirSync(cache, { recursive: true });
  const folder = mkdtempSync(path.join(cache, "gram-server-"));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  await build({
    absWorkingDir: root,
    entryPoints: [path.join(root, "src/cli/gram-mcp.ts"), ...children],
    bundle: true,
    splitting: true,
    format: "esm",
    platform: "node",
    target: "node22",
    outdir: folder,
    entryNames: "[name]",
    alias: { "@modelcontextprotocol/server/_shims": "./src/transports/sdk-shims.ts" },
    external: ["better-sqlite3", "sqlite-vec", "node-llama-cpp"],
    loader: { ".bin": "copy" },
    logLevel: "warning",
    banner: {
      js: "import { createRequire as __cr } from 'node:module'; const require = __cr(import.meta.url);",
    },
  });
  writeFileSync(path.join(folder, "package.json"), '{"type":"module","version":"0.0.0"}');
  return folder;
}

/** @param command goes in front, as strace does */
export async function startServer(
  bundle: string,
  vault: string,
  command: readonly string[] = [],
): Promise<GramServer> {
  const [program = "", ...args] = [
    ...command,
    process.execPath,
    path.join(bundle, "gram-mcp.js"),
    "--root",
    vault,
  ];
  const child = spawn(program, args, { stdio: ["pipe", "pipe", "pipe"] });
  const waiting = new Map<number, { resolve(message: unknown): void; reject(error: Error): void }>();
  let said = "";
  child.stderr.on("data", (chunk) => {
    said += String(chunk);
  });
  child.stdin.on("error", () => undefined);
  createInterface({ input: child.stdout }).on("line", (line) => {
    // A kill cuts the last line short.
    if (!line.endsWith("}")) return;
    const message = JSON.parse(line) as { readonly id?: number };
    if (message.id === undefined) return;
    waiting.get(message.id)?.resolve(message);
    waiting.delete(message.id);
  });
  const closed = once(child, "close").then(() => {
    for (const { reject } of waiting.values()) reject(new Error(`the server ended: ${said}`));
    waiting.clear();
  });
  let ids = 0;
  const send = (message: object) =>
    void child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  const ask = (method: string, params: object) =>
    new Promise<unknown>((resolve, reject) => {
      ids += 1;
      waiting.set(ids, { resolve, reject });
      send({ id: ids, method, params });
    });
  await ask("initialize", {
    protocolVersion: "2025-11-25",
    capabilities: {},
    clientInfo: { name: "crash", version: "1" },
  });
  send({ method: "notifications/initialized" });
  return {
    child,
    async call(tool, args) {
      const message = (await ask("tools/call", { name: tool, arguments: args })) as {
        readonly result?: { readonly isError?: boolean; readonly structuredContent: Answer["data"] };
      };
      if (message.result === undefined) throw new Error(JSON.stringify(message));
      return { isError: message.result.isError === true, data: message.result.structuredContent };
    },
    async end() {
      child.stdin.end();
      await closed;
      return child.exitCode;
    },
    async kill() {
      child.kill("SIGKILL");
      await closed;
    },
  };
}

export interface Stamp {
  readonly rev: number;
  readonly hash: string;
}

/** The stamp that a write answered with. */
export function stampOf({ isError, data }: Answer): Stamp {
  if (isError) throw new Error(JSON.stringify(data));
  return data.doc as Stamp;
}
