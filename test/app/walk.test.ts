/** The whole way of a user and his agent: init, add, search, read, capture, search again, on both wires and both eras. */
import { join } from "node:path";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { describe, expect, onTestFinished, test } from "vitest";
import { bundle } from "../cli/bundle.ts";
import { type Place, place } from "../cli/gno.ts";
import { calls, connect, serve, wires } from "./wires.ts";

const entry = join(bundle(), "gno.js");

async function indexed(): Promise<Place> {
  const at = place(entry);
  at.write({ "plans/atlas.md": "# Atlas\n\nThe launch window opens in April.\n", "b.md": "# B\n" });
  expect((await at.gno(["init"])).code).toBe(0);
  expect(await at.gno(["collection", "add", at.vault])).toMatchObject({ code: 0, stdout: /^notes: 2 added/ });
  return at;
}

async function walk(client: Client): Promise<void> {
  const call = calls(client);
  const { tools } = await client.listTools();
  expect(tools.map((tool) => tool.name)).toEqual(expect.arrayContaining(["gno_search", "gno_capture"]));
  const found = await call("gno_search", { query: "launch window" });
  expect(found.results[0]).toMatchObject({ uri: "gno://notes/plans/atlas.md", score: 1 });
  const { uri, line } = found.results[0];
  const read = await call("gno_get", { ref: uri, fromLine: line, lineCount: 5 });
  expect(read.content).toContain("The launch window opens in April.");
  const note = await call("gno_capture", {
    collection: "notes",
    title: "Call Dana",
    content: "Ask about zebras.\n",
  });
  expect(note).toMatchObject({ created: true, sync: { status: "completed" } });
  expect((await call("gno_search", { query: "zebras" })).results).toMatchObject([{ uri: note.uri }]);
  const { resources } = await client.listResources();
  expect(resources.map((resource) => resource.uri)).toContain(note.uri);
  const { contents } = await client.readResource({ uri: note.uri });
  expect(contents).toMatchObject([
    { mimeType: "text/markdown", text: expect.stringContaining("Ask about zebras.") },
  ]);
  await expect(client.callTool({ name: "gno_nope", arguments: {} })).rejects.toMatchObject({ code: -32602 });
}

test.each(wires)("the first day, over $wire", async ({ transport, mode }) => {
  const at = await indexed();
  await walk(await connect(at, { entry, transport, mode, write: true }));
});

describe("gno serve", () => {
  test("is healthy, shows in peek, and ends in order", async () => {
    const at = await indexed();
    const served = await serve(at, entry, []);
    const health = await fetch(new URL("/health", served.url));
    expect(await health.json()).toMatchObject({ status: "ok" });
    const peek = JSON.parse((await at.gno(["peek", "--json"])).stdout);
    expect(peek.serve).toEqual({ running: true, url: `http://localhost:${new URL(served.url).port}` });
    const ended = new Promise<number | null>((resolve) => served.process.on("exit", resolve));
    served.process.kill("SIGTERM");
    expect(await ended).toBe(0);
    expect(JSON.parse((await at.gno(["peek", "--json"])).stdout).serve).toEqual({
      running: false,
      url: null,
    });
  });

  test("status over HTTP shows the listener's own counters", async () => {
    const at = await indexed();
    const { url } = await serve(at, entry, []);
    const client = new Client({ name: "walker", version: "1" }, { versionNegotiation: { mode: "legacy" } });
    await client.connect(new StreamableHTTPClientTransport(new URL(url)));
    onTestFinished(() => client.close());
    const { structuredContent } = await client.callTool({ name: "gno_status", arguments: {} });
    expect(structuredContent).toMatchObject({
      resident: {
        mode: "serve",
        resident: true,
        listenerPort: Number(new URL(url).port),
        admission: { state: "accepting" },
        transport: { activeSessions: 1, maxSessions: 32, maxConcurrentRequests: 64 },
      },
    });
  });

  test.each([
    {
      args: ["--host", "0.0.0.0"],
      err: /needs a token file \(--mcp-token-file\) and at least one exact host .* and at least one exact origin/,
    },
    { args: ["--mcp-allowed-host", "*"], err: /no exact host/ },
  ])("refuses to start with $args", async ({ args, err }) => {
    const at = await indexed();
    const ran = await at.gno(["serve", "--port", "0", ...args]);
    expect(ran).toMatchObject({ code: 2, stdout: "", stderr: expect.stringMatching(err) });
  });
});
