/** `gno serve` in this process: flags before config before defaults, and every refusal before anything listens. */

import { chmodSync, existsSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { type AddressInfo, createServer } from "node:net";
import { availableParallelism } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { profiles } from "../../generated/gno/profiles.ts";
import {
  clientUrl,
  type RunningServer,
  ServeError,
  type ServeFlags,
  startServing,
} from "../../src/app/serve.ts";
import { harness } from "../contracts/gno/harness.ts";

async function serve(
  yaml: string,
  flags: ServeFlags = {},
): Promise<RunningServer & { readonly root: string }> {
  const h = await harness({ yaml });
  const server = await startServing(h.config, { port: 0, ...flags });
  onTestFinished(() => server.close());
  return { ...server, root: h.root };
}

const names = (server: RunningServer) => server.app.service.list().map((tool) => tool.name);

describe("profile and write gate", () => {
  test.each([
    { yaml: "", flags: {}, profile: "full", writes: false },
    { yaml: "gateway:\n  enableWrite: true\n", flags: {}, profile: "full", writes: true },
    { yaml: "gateway:\n  toolProfile: core\n", flags: {}, profile: "core", writes: false },
    {
      yaml: "gateway:\n  toolProfile: core\n",
      flags: { toolProfile: "full" },
      profile: "full",
      writes: false,
    },
    {
      yaml: "gateway:\n  enableWrite: true\n",
      flags: { enableWrite: false },
      profile: "full",
      writes: false,
    },
    { yaml: "", flags: { toolProfile: "core", enableWrite: true }, profile: "core", writes: true },
  ] as const)("$yaml with $flags", async ({ yaml, flags, profile, writes }) => {
    const server = await serve(yaml, flags);
    expect(server.profile).toBe(profile);
    expect(names(server)).toEqual(profiles[profile][writes ? "write" : "read"]);
  });
});

test("limits of the config and of the readers reach the listener and the status", async () => {
  const server = await serve(
    "gateway:\n  limits:\n    maxSessions: 3\n    maxConcurrentRequests: 7\n    maxQueuedRequests: 2\n",
  );
  const outcome = await server.app.service.run(
    "gno_status",
    {},
    {
      caller: { client: "t", session: "s", transport: "http", local: true },
    },
  );
  expect(outcome).toMatchObject({
    data: {
      resident: {
        readers: { active: 0, queued: 0, limit: Math.max(1, availableParallelism() - 1), maxQueued: 256 },
        transport: { maxSessions: 3, maxConcurrentRequests: 7, maxQueuedRequests: 2 },
      },
    },
  });
});

describe("the token file", () => {
  test("is made for its owner alone, asked for, and never asked for by the health check", async () => {
    const h = await harness();
    const tokenFile = join(h.root, "token");
    const server = await startServing(h.config, { port: 0, tokenFile });
    onTestFinished(() => server.close());
    expect(statSync(tokenFile).mode & 0o077).toBe(0);
    const post = (headers: Record<string, string>) =>
      fetch(server.url, {
        method: "POST",
        body: "{}",
        headers: { "content-type": "application/json", ...headers },
      });
    expect((await post({})).status).toBe(401);
    expect((await post({ authorization: "Bearer x" })).status).toBe(401);
    const token = readFileSync(tokenFile, "utf8").trim();
    expect((await post({ authorization: `Bearer ${token}` })).status).not.toBe(401);
    expect((await fetch(new URL("/health", server.url))).status).toBe(200);
  });

  test("that others can read is refused", async () => {
    const h = await harness();
    const tokenFile = join(h.root, "token");
    writeFileSync(tokenFile, "x".repeat(40));
    chmodSync(tokenFile, 0o644);
    await expect(startServing(h.config, { port: 0, tokenFile })).rejects.toThrow(/chmod 600/);
  });
});

describe("a start that is refused", () => {
  test.each([
    { flags: { host: "0.0.0.0" }, message: /token file/ },
    { flags: { host: "0.0.0.0", tokenFile: "t" }, message: /exact host/ },
    { flags: { allowedOrigins: ["*"] }, message: /exact origin/ },
    { flags: { toolProfile: "huge" }, message: /full, core/ },
  ])("$flags leaves no pid file", async ({ flags, message }) => {
    const h = await harness();
    const given = "tokenFile" in flags ? { ...flags, tokenFile: join(h.root, "t") } : flags;
    const start = startServing(h.config, { port: 0, ...given });
    await expect(start).rejects.toThrow(ServeError);
    await expect(start).rejects.toThrow(message);
    expect(existsSync(join(h.config.dirs.data, "serve.pid"))).toBe(false);
  });

  test("a port in use is named", async () => {
    const other = createServer().listen(0, "127.0.0.1");
    onTestFinished(() => void other.close());
    await new Promise((resolve) => other.once("listening", resolve));
    const { port } = other.address() as AddressInfo;
    const h = await harness();
    await expect(startServing(h.config, { port })).rejects.toThrow(new RegExp(`Port ${port} .* is in use`));
  });
});

test("a pid file of the caller's own stands as long as the server", async () => {
  const h = await harness();
  const pidFile = join(h.root, "run", "gno.pid");
  const server = await startServing(h.config, { port: 0, pidFile });
  expect(readFileSync(pidFile, "utf8")).toBe(`${process.pid}\n${new URL(server.url).port}\n`);
  await server.close();
  expect(existsSync(pidFile)).toBe(false);
});

test.each([
  { host: "127.0.0.1", allowed: ["notes.example:3000"], url: "http://127.0.0.1:3000/mcp" },
  { host: "0.0.0.0", allowed: ["notes.example:3000", "other:3000"], url: "http://notes.example:3000/mcp" },
  { host: "::", allowed: ["notes.example"], url: "http://notes.example/mcp" },
])("clients of a listener on $host are told $url", ({ host, allowed, url }) => {
  const own = host.includes(":") ? `[${host}]` : host;
  expect(clientUrl(`http://${own}:3000/mcp`, host, allowed)).toBe(url);
});
