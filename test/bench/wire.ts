/** A search over each wire, beside a bare SDK echo of a payload of the same size on the same kind of wire. */
import { type ChildProcessWithoutNullStreams, spawn } from "node:child_process";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { spread } from "./measure.ts";
import type { Row } from "./report.ts";

const ECHO = new URL("./echo-server.ts", import.meta.url).pathname;
const WARM = 20;

interface Wire {
  call(name: string, args: object): Promise<unknown>;
  close(): void;
}

const initialize = {
  protocolVersion: "2025-11-25",
  capabilities: {},
  clientInfo: { name: "bench", version: "1" },
};

/** A server of its own process, spoken to over its standard streams. */
export async function stdioWire(
  command: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<Wire & { readonly pid: number }> {
  const child: ChildProcessWithoutNullStreams = spawn(command[0]!, command.slice(1), { stdio: "pipe", env });
  child.stderr.resume();
  let buffer = "";
  let answer: ((line: string) => void) | undefined;
  child.stdout.setEncoding("utf8").on("data", (text: string) => {
    buffer += text;
    for (let end = buffer.indexOf("\n"); end >= 0; end = buffer.indexOf("\n")) {
      answer?.(buffer.slice(0, end));
      buffer = buffer.slice(end + 1);
    }
  });
  let id = 0;
  const request = (method: string, params: object) => {
    const answered = new Promise<string>((resolve) => {
      answer = resolve;
    });
    id += 1;
    child.stdin.write(`${JSON.stringify({ jsonrpc: "2.0", id, method, params })}\n`);
    return answered.then((line) => JSON.parse(line));
  };
  await request("initialize", initialize);
  child.stdin.write('{"jsonrpc":"2.0","method":"notifications/initialized"}\n');
  return {
    pid: child.pid ?? 0,
    call: (name, args) => request("tools/call", { name, arguments: args }),
    close: () => child.kill("SIGKILL"),
  };
}

async function http(url: string, stop: () => void): Promise<Wire> {
  const headers: Record<string, string> = {
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  let id = 0;
  const post = async (message: object) => {
    const response = await fetch(url, { method: "POST", headers, body: JSON.stringify(message) });
    const text = await response.text();
    if (!response.ok) throw new Error(`${response.status} ${text}`);
    headers["mcp-session-id"] ??= response.headers.get("mcp-session-id") ?? "";
    const data = text.startsWith("{") ? text : (/^data: (.*)$/m.exec(text)?.[1] ?? "null");
    return text === "" ? undefined : JSON.parse(data);
  };
  const request = (method: string, params: object) => {
    id += 1;
    return post({ jsonrpc: "2.0", id, method, params });
  };
  await request("initialize", initialize);
  headers["mcp-protocol-version"] = "2025-11-25";
  await post({ jsonrpc: "2.0", method: "notifications/initialized" });
  return { call: (name, args) => request("tools/call", { name, arguments: args }), close: stop };
}

/** Starts a server that prints its address; @returns the child and the address. */
async function listening(command: readonly string[], env: NodeJS.ProcessEnv, address: RegExp) {
  const child = spawn(command[0]!, command.slice(1), { stdio: ["ignore", "pipe", "pipe"], env });
  const found = await new Promise<string>((resolve, reject) => {
    let text = "";
    const look = (chunk: string) => {
      text += chunk;
      const match = address.exec(text);
      if (match) resolve(match[1]!);
    };
    child.stdout.setEncoding("utf8").on("data", look);
    child.stderr.setEncoding("utf8").on("data", look);
    void once(child, "close").then(() => reject(new Error(`${command.join(" ")} ended: ${text}`)));
  });
  return { found, stop: () => child.kill("SIGKILL") };
}

async function p50(wire: Wire, name: string, argsOf: (n: number) => object, count: number): Promise<number> {
  const times: number[] = [];
  for (let n = 0; n < count + WARM; n += 1) {
    const start = performance.now();
    await wire.call(name, argsOf(n));
    if (n >= WARM) times.push(performance.now() - start);
  }
  return spread(times).p50;
}

export interface WireOptions {
  readonly work: string;
  /** Folder of an already indexed bench engine. */
  readonly base: string;
  /** Built entry, `dist/gno.js`. */
  readonly built: string;
  readonly queries: readonly string[];
  readonly inProcessP50: number;
}

export async function wireSpeed({ work, base, built, queries, inProcessP50 }: WireOptions): Promise<Row[]> {
  const env = {
    ...process.env,
    GNO_CONFIG_DIR: join(base, "config"),
    GNO_DATA_DIR: join(base, "data"),
    GNO_CACHE_DIR: join(base, "cache"),
  };
  const limits = join(base, "config", "index.yml");
  const argsOf = (n: number) => ({ query: queries[n % queries.length]!, limit: 5 });
  const rows: Row[] = [];

  const ours = await stdioWire([process.execPath, built, "mcp"], env);
  const answer = (await ours.call("gno_search", argsOf(0))) as { result: object };
  const payload = join(work, "payload.json");
  writeFileSync(payload, JSON.stringify(answer.result));
  const echo = await stdioWire([process.execPath, ECHO, "stdio", payload], env);
  const echoP50 = await p50(echo, "echo", () => ({}), queries.length);
  const value = await p50(ours, "gno_search", argsOf, queries.length);
  ours.close();
  echo.close();
  rows.push({
    group: "wire",
    measure: `search over stdio, p50 (in process ${inProcessP50.toFixed(2)} ms)`,
    value,
    unit: "ms",
    floor: { what: "bare SDK echo", value: echoP50 },
    aim: { rule: "in process + 5 echoes", value: inProcessP50 + 5 * echoP50 },
    limit: { rule: "in process + 10 echoes", value: inProcessP50 + 10 * echoP50 },
  });

  // The published limit of 120 requests a minute is right for a person's machine and wrong for a measurement.
  const { appendFileSync } = await import("node:fs");
  appendFileSync(limits, "gateway:\n  limits:\n    maxRequestsPerMinute: 100000\n");
  const server = await listening(
    [process.execPath, built, "serve", "--port", "0"],
    env,
    /(http:\/\/127\.0\.0\.1:\d+\/mcp)/,
  );
  const echoServer = await listening([process.execPath, ECHO, "http", payload], env, /"port":(\d+)/);
  const oursHttp = await http(server.found, server.stop);
  const echoHttp = await http(`http://127.0.0.1:${echoServer.found}/mcp`, echoServer.stop);
  const echoHttpP50 = await p50(echoHttp, "echo", () => ({}), queries.length);
  const httpValue = await p50(oursHttp, "gno_search", argsOf, queries.length);
  oursHttp.close();
  echoHttp.close();
  rows.push({
    group: "wire",
    measure: "search over HTTP, one client, p50",
    value: httpValue,
    unit: "ms",
    floor: { what: "bare SDK echo", value: echoHttpP50 },
  });
  return rows;
}
