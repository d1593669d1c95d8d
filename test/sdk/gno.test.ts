/** The typed client against the real server: types, results, declared codes, and what happens when a server goes away. */
import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { join } from "node:path";
import { describe, expect, expectTypeOf, onTestFinished, test } from "vitest";
import {
  ConnectionError,
  connect,
  type Gno,
  type GnoGetError,
  isToolCallError,
  ToolCallError,
} from "../../generated/gno/sdk.ts";
import { bundle } from "../cli/bundle.ts";
import { type Place, place } from "../cli/gno.ts";

const entry = join(bundle(), "gno.js");

async function indexed(): Promise<Place> {
  const at = place(entry);
  at.write({ "plans/atlas.md": "# Atlas\n\nThe launch window opens in April.\n" });
  await at.gno(["init"]);
  await at.gno(["collection", "add", at.vault]);
  return at;
}

async function served(at: Place, port = "0"): Promise<{ url: string; server: ChildProcess }> {
  const server = spawn(process.execPath, [entry, "serve", "--port", port], {
    env: at.env,
    stdio: ["ignore", "pipe", "inherit"],
  });
  onTestFinished(() => void server.kill("SIGKILL"));
  // Listening, not iterating: leaving an iteration would close the pipe that the server still writes to.
  const url = await new Promise<string>((resolve, reject) => {
    let shown = "";
    server.stdout.setEncoding("utf8").on("data", (chunk: string) => {
      shown += chunk;
      const [found] = /http:\/\/127\.0\.0\.1:\d+\/mcp/.exec(shown) ?? [];
      if (found !== undefined) resolve(found);
    });
    server.once("exit", () => reject(new Error(`the server ended: ${shown}`)));
  });
  return { url, server };
}

async function works(gno: Gno): Promise<void> {
  const { results, meta } = await gno.search({ query: "launch window" });
  expect(results).toMatchObject([{ uri: "gno://notes/plans/atlas.md" }]);
  expectTypeOf(meta.totalResults).toEqualTypeOf<number>();
  const missing = await gno.get({ ref: "notes/none.md" }).catch((error: unknown) => error);
  expect(missing).toBeInstanceOf(ToolCallError);
  expect(missing).toMatchObject({ tool: "gno_get", code: "NOT_FOUND" satisfies GnoGetError });
  expect(isToolCallError(missing)).toBe(true);
  // @ts-expect-error `limit` is a number
  await expect(gno.search({ query: "x", limit: "many" })).rejects.toMatchObject({
    code: "INVALID_ARGUMENTS",
  });
  // Absent over stdio; over HTTP the gate refuses the name before dispatch.
  await expect(gno.capture({ collection: "notes", content: "x" })).rejects.toMatchObject({
    code: expect.stringMatching(/^(UNKNOWN_TOOL|WRITE_DISABLED)$/),
  });
}

describe.each(["legacy", "modern", "auto"] as const)("connect(), era %s", (era) => {
  test("over stdio", async () => {
    const at = await indexed();
    const gno = await connect({
      command: process.execPath,
      args: [entry, "mcp"],
      env: at.env as Record<string, string>,
      era,
      stderr: "ignore",
    });
    onTestFinished(() => gno.close());
    await works(gno);
  });

  test("over HTTP", async () => {
    const { url } = await served(await indexed());
    const gno = await connect({ url, era });
    onTestFinished(() => gno.close());
    await works(gno);
  });
});

describe("connect()", () => {
  test.each([
    ["a program that is not there", { command: "no-such-program-here" }, /no-such-program-here/],
    ["a port where nobody listens", { url: "http://127.0.0.1:9/mcp" }, /127\.0\.0\.1:9/],
    ["an address that is none", { url: "notes" }, /no http address/],
    ["an empty command", { command: "" }, /command/],
  ])("says what is wrong with %s", async (_, options, message) => {
    const failed = await connect(options).catch((error: unknown) => error);
    expect(failed).toBeInstanceOf(ConnectionError);
    expect((failed as Error).message).toMatch(message);
  });

  test("refuses calls after close(), and tells when the server went away", async () => {
    const at = await indexed();
    const { url, server } = await served(at);
    const gno = await connect({ url, retries: 0 });
    server.kill("SIGKILL");
    await once(server, "exit");
    await expect(gno.peek({})).rejects.toBeInstanceOf(ConnectionError);
    await gno.close();
    await expect(gno.peek({})).rejects.toThrow(/closed/);
  });

  test("finds a restarted server again, for tools that may be repeated", async () => {
    const at = await indexed();
    const first = await served(at);
    const gno = await connect({ url: first.url, era: "legacy" });
    onTestFinished(() => gno.close());
    first.server.kill("SIGKILL");
    await once(first.server, "exit");
    await served(at, new URL(first.url).port);
    await expect(gno.search({ query: "launch" })).resolves.toMatchObject({ meta: { totalResults: 1 } });
  });

  test("stops a call that the caller gave up", async () => {
    const at = await indexed();
    const gno = await connect({
      command: process.execPath,
      args: [entry, "mcp"],
      env: at.env as Record<string, string>,
      stderr: "ignore",
    });
    onTestFinished(() => gno.close());
    await expect(gno.search({ query: "launch" }, { signal: AbortSignal.abort() })).rejects.toThrow();
    await expect(gno.search({ query: "launch" })).resolves.toMatchObject({ meta: { totalResults: 1 } });
  });
});
