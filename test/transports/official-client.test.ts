import { fileURLToPath } from "node:url";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { StdioClientTransport } from "@modelcontextprotocol/client/stdio";
import { describe, expect, onTestFinished, test } from "vitest";
import { openHttp } from "./http-client.ts";

const program = fileURLToPath(new URL("./stdio-process.ts", import.meta.url));

const modes = [{ mode: "legacy" }, { mode: "auto" }, { mode: { pin: "2026-07-28" } }] as const;
type Mode = (typeof modes)[number]["mode"];

const newClient = (mode: Mode) => {
  const client = new Client({ name: "official", version: "1" }, { versionNegotiation: { mode } });
  onTestFinished(() => client.close());
  return client;
};

async function exercise(client: Client, transport: "stdio" | "http"): Promise<void> {
  expect((await client.listTools()).tools.map(({ name }) => name)).toContain("fake_echo");
  const who = await client.callTool({ name: "fake_who", arguments: {} });
  expect(who.structuredContent).toMatchObject({ client: "official", transport });
  // Whether its progress arrives before the answer ends the listening is the client's matter; the call has to be served.
  const progress = await client.callTool(
    { name: "fake_progress", arguments: { steps: 1 } },
    { onprogress: () => {} },
  );
  expect(progress.structuredContent).toEqual({ steps: 1 });
  const read = await client.readResource({ uri: "fake://a" });
  expect(read.contents).toMatchObject([{ uri: "fake://a", text: "note a" }]);
  await expect(client.readResource({ uri: "fake://none" })).rejects.toThrow(/no such note/);
  await expect(client.callTool({ name: "no_such", arguments: {} })).rejects.toMatchObject({ code: -32602 });
}

describe("the official client", () => {
  test.each(modes)("over HTTP, $mode", async ({ mode }) => {
    const { fake, server } = await openHttp();
    const client = newClient(mode);
    await client.connect(new StreamableHTTPClientTransport(new URL(server.url)));
    await exercise(client, "http");
    const abort = new AbortController();
    const held = client.callTool({ name: "fake_hold", arguments: { key: "a" } }, { signal: abort.signal });
    await fake.controls.started("a");
    abort.abort();
    await expect(held).rejects.toThrow();
    await expect.poll(() => fake.controls.aborted).toEqual(["a"]);
    await expect.poll(() => server.stats().activeRequests).toBe(0);
  });

  test.each(modes)("over stdio, $mode", async ({ mode }) => {
    const client = newClient(mode);
    await client.connect(
      new StdioClientTransport({ command: process.execPath, args: [program], stderr: "ignore" }),
    );
    await exercise(client, "stdio");
  });
});
