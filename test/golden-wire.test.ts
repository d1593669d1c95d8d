/** golden/wire, sent as it stands: our server answers each probe with the shape that is written there. */
import { type ChildProcess, spawn } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { describe, expect, onTestFinished, test } from "vitest";

const ROOT = fileURLToPath(new URL("..", import.meta.url));

interface StdioStep {
  readonly request: string;
  readonly response?: object;
}

interface HttpStep {
  readonly request: {
    readonly line: string;
    readonly head: Readonly<Record<string, string>>;
    readonly body: string;
  };
  readonly response: {
    readonly status: number;
    readonly head: Readonly<Record<string, string>>;
    readonly body?: object;
  };
}

function steps<Step>(wire: string): readonly Step[] {
  return (JSON.parse(readFileSync(join(ROOT, `golden/wire/${wire}.json`), "utf8")) as { steps: Step[] })
    .steps;
}

/** Starts `gno` in folders of its own, which are gone after the test. */
function start(...args: readonly string[]): ChildProcess {
  const home = mkdtempSync(join(tmpdir(), "gno-wire-"));
  const child = spawn(process.execPath, [join(ROOT, "src/cli/gno.ts"), ...args], {
    stdio: ["pipe", "pipe", "pipe"],
    env: {
      ...process.env,
      GNO_CONFIG_DIR: join(home, "config"),
      GNO_DATA_DIR: join(home, "data"),
      GNO_CACHE_DIR: join(home, "cache"),
    },
  });
  const ended = new Promise((resolve) => child.once("exit", resolve));
  onTestFinished(async () => {
    child.kill();
    await ended;
    rmSync(home, { recursive: true, force: true });
  });
  return child;
}

/** The address that `gno serve` prints once it listens. */
async function announced(server: ChildProcess): Promise<string> {
  for await (const line of createInterface({ input: server.stdout! })) {
    const url = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(line)?.[0];
    if (url !== undefined) return url;
  }
  throw new Error("the server ended before it listened");
}

/** The one message of a JSON body or of an event stream. */
function message(body: string): unknown {
  const data = body.split("\n").filter((line) => line.startsWith("data:") && line.length > 6);
  return JSON.parse(data.at(-1)?.slice("data:".length) ?? body);
}

/** What differs between an answer and its golden; placeholders stand for values of their kind. */
function misfit(want: unknown, have: unknown, at = ""): string[] {
  if (want === "{…}") return typeof have === "object" && have !== null ? [] : [`${at}: is no object`];
  if (want === "any non-empty") return typeof have === "string" && have !== "" ? [] : [`${at}: is no text`];
  if (typeof want === "string" && /^\{\w+\}$/.test(want))
    return typeof have === "string" ? [] : [`${at}: is missing`];
  if (typeof want !== "object" || want === null) {
    return want === have ? [] : [`${at}: is ${JSON.stringify(have)}, should be ${JSON.stringify(want)}`];
  }
  if (typeof have !== "object" || have === null) return [`${at}: is ${JSON.stringify(have)}`];
  const inner = have as Record<string, unknown>;
  // The result of a call has these keys and no other; `initialize` may say more.
  const surplus = "content" in want ? Object.keys(inner).filter((key) => !(key in want)) : [];
  return [
    ...surplus.map((key) => `${at}/${key}: is not in the golden`),
    ...Object.entries(want).flatMap(([key, value]) => misfit(value, inner[key], `${at}/${key}`)),
  ];
}

describe("golden/wire", () => {
  test.each(["stdio-legacy", "stdio-modern"])("%s", async (wire) => {
    const server = start("mcp");
    const lines = createInterface({ input: server.stdout! })[Symbol.asyncIterator]();
    for (const { request, response } of steps<StdioStep>(wire)) {
      server.stdin!.write(`${request}\n`);
      if (response === undefined) continue;
      const line = await lines.next();
      expect(misfit(response, JSON.parse(line.value as string))).toEqual([]);
    }
    server.stdin!.end();
    expect((await lines.next()).done).toBe(true);
  });

  test.each(["http-legacy", "http-modern"])("%s", async (wire) => {
    const server = start("serve", "--port", "0");
    const url = await announced(server);
    let session: string | undefined;
    for (const { request, response } of steps<HttpStep>(wire)) {
      const [method = "", path = ""] = request.line.split(" ");
      const { Host: _host, ...rest } = request.head;
      const head = "Mcp-Session-Id" in rest ? { ...rest, "Mcp-Session-Id": session ?? "" } : rest;
      const answer = await fetch(new URL(path, url), { method, headers: head, body: request.body });
      expect(answer.status).toBe(response.status);
      for (const [name, value] of Object.entries(response.head)) {
        const have = answer.headers.get(name)?.split(";")[0];
        expect(misfit(value, have, name)).toEqual([]);
      }
      // A session may be named again on later answers; without a session there is nothing to name.
      if (wire === "http-modern") expect(answer.headers.has("Mcp-Session-Id")).toBe(false);
      session = answer.headers.get("Mcp-Session-Id") ?? session;
      const body = await answer.text();
      if (response.body !== undefined) expect(misfit(response.body, message(body))).toEqual([]);
      else expect(body).toBe("");
    }
  });

  test("a differing answer is seen", () => {
    const golden = steps<StdioStep>("stdio-modern")[0]!.response!;
    const result = { content: [{ type: "text", text: "x" }], structuredContent: {}, resultType: "complete" };
    const meta = (golden as { result: { _meta: object } }).result._meta;
    const good = { jsonrpc: "2.0", id: 1, result: { ...result, _meta: meta } };
    expect(misfit(golden, good)).toEqual([]);
    expect(misfit(golden, { ...good, id: "1" })).toEqual(['/id: is "1", should be 1']);
    expect(misfit(golden, { ...good, result })).toEqual(["/result/_meta: is undefined"]);
    expect(misfit(golden, { ...good, result: { ...good.result, isError: false } })).toEqual([
      "/result/isError: is not in the golden",
    ]);
  });
});
