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
