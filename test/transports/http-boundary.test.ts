import { once } from "node:events";
import { chmodSync, mkdtempSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from "node:fs";
import { connect } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { describe, expect, onTestFinished, test } from "vitest";
import { createHttpServer } from "../../src/transports/http.ts";
import { createFake } from "./fake-service.ts";
import { type HttpClient, openHttp } from "./http-client.ts";
import { initialize, modernRequest, request } from "./wire.ts";

function tokenFile(): string {
  const folder = mkdtempSync(join(tmpdir(), "token-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  return join(folder, "token");
}

/** Bytes in, bytes out, for what no HTTP client sends. */
function raw(client: HttpClient, bytes: string): Promise<string> {
  const { promise, resolve, reject } = Promise.withResolvers<string>();
  const socket = connect(client.server.port, "127.0.0.1", () => socket.end(bytes));
  let text = "";
  socket.on("data", (chunk) => {
    text += chunk.toString("latin1");
  });
  socket.on("close", () => resolve(text));
  socket.on("error", reject);
  return promise;
}

const closed = (message: string) => ({ jsonrpc: "2.0", error: { code: -32000, message }, id: null });
const body = initialize(1);

describe("Host and Origin", () => {
  const cases: {
    name: string;
    host?: (port: number) => string;
    origin?: (port: number) => string;
    status: number;
  }[] = [
    { name: "127.0.0.1 with its port", status: 200 },
    { name: "localhost with its port", host: (port) => `localhost:${port}`, status: 200 },
    { name: "LOCALHOST in capitals", host: (port) => `LocalHost:${port}`, status: 200 },
    { name: "its own origin", origin: (port) => `http://localhost:${port}`, status: 200 },
    { name: "a foreign host", host: (port) => `evil.test:${port}`, status: 403 },
    { name: "a host without its port", host: () => "127.0.0.1", status: 403 },
    { name: "a host with another port", host: () => "127.0.0.1:1", status: 403 },
    { name: "a suffix", host: (port) => `127.0.0.1.evil.test:${port}`, status: 403 },
    { name: "a foreign origin", origin: () => "http://evil.test", status: 403 },
    { name: "a lookalike", origin: (port) => `http://127.0.0.1.evil.test:${port}`, status: 403 },
    { name: "https on the own name", origin: (port) => `https://localhost:${port}`, status: 403 },
    { name: "null", origin: () => "null", status: 403 },
    { name: "garbage", origin: () => "::", status: 403 },
  ];
  test.each(cases)("$name is $status", async ({ host, origin, status }) => {
    const client = await openHttp();
    const { port } = client.server;
    const reply = await client.send({
      headers: { ...(host && { host: host(port) }), ...(origin && { origin: origin(port) }) },
      body,
    });
    expect(reply.status).toBe(status);
    if (status === 403) expect(reply.json).toEqual(closed("Forbidden"));
    expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
  });

  test.each(["POST", "GET", "DELETE", "OPTIONS", "PUT"])(
    "a foreign origin is 403 on %s everywhere",
    async (method) => {
      const routes = new Map([["/health", { open: true, answer: () => ({ status: 200, body: {} }) }]]);
      const client = await openHttp({ routes });
      for (const path of ["/mcp", "/health", "/none"]) {
        const reply = await client.send({ method, path, headers: { origin: "https://evil.test" } });
        expect(reply.status).toBe(403);
        expect(reply.headers).not.toHaveProperty("access-control-allow-origin");
      }
    },
  );

  const smuggled: { name: string; head: (port: number) => string }[] = [
    {
      name: "two hosts",
      head: (port) => `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nHost: evil.test\r\n`,
    },
    {
      name: "an absolute target",
      head: (port) => `GET http://evil.test/mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n`,
    },
    { name: "HTTP/1.0 without a host", head: () => "GET /mcp HTTP/1.0\r\n" },
    {
      name: "two origins",
      head: (port) =>
        `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nOrigin: http://127.0.0.1:${port}\r\nOrigin: http://evil.test\r\n`,
    },
  ];
  test.each(smuggled)("$name is refused", async ({ head }) => {
    const client = await openHttp();
    expect(await raw(client, `${head(client.server.port)}Connection: close\r\n\r\n`)).toMatch(
      /^HTTP\/1\.1 403 /,
    );
  });

  test("an upgrade is not taken up", async () => {
    const client = await openHttp();
    const { port } = client.server;
    const head = `GET /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n`;
    expect(await raw(client, head)).toMatch(/^(HTTP\/1\.1 4|$)/);
  });
});

describe("CORS", () => {
  const origin = "https://notes.example";

  test("a configured origin may ask without a token, and may read the session id", async () => {
    const client = await openHttp({ origins: [origin], tokenFile: tokenFile() });
    const preflight = await client.send({
      method: "OPTIONS",
      headers: {
        origin,
        "access-control-request-method": "POST",
        "access-control-request-headers": "authorization",
      },
    });
    expect(preflight.status).toBe(204);
    expect(preflight.headers["access-control-allow-origin"]).toBe(origin);
    expect(preflight.headers["access-control-allow-methods"]).toBe("GET, POST, DELETE");
    const allowed = preflight.headers["access-control-allow-headers"]?.toLowerCase();
    for (const name of [
      "authorization",
      "content-type",
      "mcp-session-id",
      "mcp-protocol-version",
      "last-event-id",
    ]) {
      expect(allowed).toContain(name);
    }
    expect(preflight.headers).not.toHaveProperty("access-control-allow-credentials");
    const refused = await client.send({ headers: { origin }, body });
    expect(refused.status).toBe(401);
    expect(refused.headers["access-control-expose-headers"]).toContain("Mcp-Session-Id");
    expect(refused.headers.vary).toBe("Origin");
  });

  test("the own origin and no origin have nothing to ask", async () => {
    const client = await openHttp();
    const own = { origin: `http://127.0.0.1:${client.server.port}` };
    for (const headers of [own, {}]) {
      const reply = await client.send({ method: "OPTIONS", headers });
      expect(reply.status).toBe(405);
      expect(reply.headers.allow).toBe("GET, POST, DELETE");
    }
  });
});

describe("methods, paths and routes", () => {
  test.each(["PUT", "PATCH", "HEAD", "PROPFIND"])("%s is 405", async (method) => {
    const client = await openHttp();
    const reply = await client.open({ method });
    expect(reply.statusCode).toBe(405);
    expect(reply.headers.allow).toBe("GET, POST, DELETE");
    reply.resume();
  });

  test("an unknown path is 404, behind the token", async () => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    expect((await client.send({ path: "/none", method: "GET" })).status).toBe(401);
    const headers = { authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    expect((await client.send({ path: "/none", method: "GET", headers })).status).toBe(404);
  });

  test("health is open, other routes are not", async () => {
    const routes = new Map([
      ["/health", { open: true, answer: () => ({ status: 200, body: { status: "ok" } }) }],
      [
        "/status",
        { open: false, answer: ({ local }: { local: boolean }) => ({ status: 200, body: { local } }) },
      ],
    ]);
    const file = tokenFile();
    const client = await openHttp({ routes, tokenFile: file, limits: { requestsPerMinute: 1 } });
    for (let round = 0; round < 3; round++) {
      const reply = await client.send({ path: "/health?x=1", method: "GET" });
      expect({ status: reply.status, body: reply.json }).toEqual({ status: 200, body: { status: "ok" } });
    }
    expect((await client.open({ path: "/health", method: "HEAD" })).resume().statusCode).toBe(200);
    expect((await client.send({ path: "/health", method: "POST", body: {} })).status).toBe(405);
    const headers = { authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    expect((await client.send({ path: "/status", method: "GET", headers })).json).toEqual({ local: true });
  });
});

describe("bodies", () => {
  const limits = { maxBodyBytes: 1_000 };
  const sized = (length: number) => {
    const base = JSON.stringify(modernRequest(1, "server/discover", { pad: "" }));
    return base.replace('"pad":""', `"pad":"${"x".repeat(length - base.length)}"`);
  };
  const headers = { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" };

  test("the limit is served, one byte more is 413", async () => {
    const client = await openHttp({ limits });
    expect((await client.send({ headers, body: sized(1_000) })).status).toBe(200);
    const reply = await client.send({ headers, body: sized(1_001) });
    expect(reply.status).toBe(413);
    expect(reply.json).toEqual(closed("Request body too large"));
  });

  test("a chunked body is cut at the limit, however long it would be", async () => {
    const client = await openHttp({ limits });
    const reply = await client.send({
      headers: { ...headers, "content-length": undefined, "transfer-encoding": "chunked" },
      body: "x".repeat(100_000),
    });
    expect(reply.status).toBe(413);
    expect(reply.headers.connection).toBe("close");
  });

  test("a declared size is refused before it is sent", async () => {
    const client = await openHttp({ limits });
    const { port } = client.server;
    const head = `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/json\r\nContent-Length: 67108864\r\n\r\n{`;
    expect(await raw(client, head)).toMatch(/^HTTP\/1\.1 413 /);
  });

  test("a compressed body is 415", async () => {
    const client = await openHttp();
    expect((await client.send({ headers: { "content-encoding": "gzip" }, body })).status).toBe(415);
  });

  test("a size comes before the method, as the boundary does", async () => {
    const client = await openHttp({ limits });
    expect((await client.send({ method: "PUT", body: "x".repeat(2_000) })).status).toBe(413);
  });
});

describe("the token", () => {
  test("is made when it is missing, for its owner alone", async () => {
    const file = tokenFile();
    await openHttp({ tokenFile: file });
    expect(readFileSync(file, "utf8")).toMatch(/^[0-9a-f]{64}\n$/);
    expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  const cases: {
    name: string;
    authorization: (token: string) => string | string[] | undefined;
    status: number;
  }[] = [
    { name: "none", authorization: () => undefined, status: 401 },
    { name: "wrong", authorization: (token) => `Bearer ${token.slice(0, -1)}x`, status: 401 },
    { name: "near", authorization: (token) => `Bearer ${token}0`, status: 401 },
    { name: "empty", authorization: () => "Bearer ", status: 401 },
    { name: "basic", authorization: (token) => `Basic ${token}`, status: 401 },
    { name: "two headers", authorization: (token) => [`Bearer ${token}`, `Bearer ${token}`], status: 401 },
    { name: "right", authorization: (token) => `Bearer ${token}`, status: 200 },
    { name: "with a blank behind", authorization: (token) => `Bearer ${token} `, status: 200 },
    { name: "with a scheme in lower case", authorization: (token) => `bearer ${token}`, status: 200 },
  ];
  test.each(cases)("$name is $status", async ({ authorization, status }) => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    const value = authorization(readFileSync(file, "utf8").trim());
    const headers = value === undefined ? {} : { authorization: value };
    for (const message of [initialize(1), modernRequest(1, "server/discover")]) {
      const reply = await client.send({
        headers: {
          ...headers,
          ...(message.method === "initialize"
            ? {}
            : { "mcp-protocol-version": "2026-07-28", "mcp-method": "server/discover" }),
        },
        body: message,
      });
      expect(reply.status).toBe(status);
      if (status !== 401) continue;
      expect(reply.headers["www-authenticate"]).toBe("Bearer");
      expect(reply.json).toEqual(closed("Unauthorized"));
    }
  });

  test("in the query string is not looked at, and comes before the session", async () => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    const token = readFileSync(file, "utf8").trim();
    expect((await client.send({ path: `/mcp?access_token=${token}`, body })).status).toBe(401);
    const unknown = { "mcp-session-id": "x" };
    expect((await client.send({ headers: unknown, body: request(1, "ping") })).status).toBe(401);
  });

  test("a rotated one holds at once and ends the sessions of the old one", async () => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    const old = { authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    const opened = await client.send({ headers: old, body });
    const session = opened.headers["mcp-session-id"] as string;
    writeFileSync(file, "n".repeat(40));
    const next = { authorization: `Bearer ${"n".repeat(40)}` };
    expect(
      (await client.send({ headers: { ...old, "mcp-session-id": session }, body: request(1, "ping") }))
        .status,
    ).toBe(401);
    expect(
      (await client.send({ headers: { ...next, "mcp-session-id": session }, body: request(1, "ping") }))
        .status,
    ).toBe(404);
    expect((await client.send({ headers: next, body })).status).toBe(200);
  });

  test("a rotated one ends open streams without a request", async () => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    const headers = { authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    const session = (await client.send({ headers, body })).headers["mcp-session-id"] as string;
    const stream = await client.open({ method: "GET", headers: { ...headers, "mcp-session-id": session } });
    writeFileSync(file, "n".repeat(40));
    client.server.sweep();
    stream.resume();
    await once(stream, "end");
    expect(client.server.stats().activeSessions).toBe(0);
  });

  const unusable: { name: string; spoil: (file: string) => void }[] = [
    { name: "deleted", spoil: (file) => rmSync(file) },
    { name: "readable by others", spoil: (file) => chmodSync(file, 0o644) },
    { name: "too short", spoil: (file) => writeFileSync(file, "short") },
  ];
  test.each(unusable)("a file that is $name serves nobody", async ({ spoil }) => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    const headers = { authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    await client.send({ headers, body });
    spoil(file);
    const reply = await client.send({ headers, body });
    expect({ status: reply.status, body: reply.json }).toEqual({
      status: 503,
      body: closed("Resident runtime unavailable"),
    });
    expect(client.server.stats().activeSessions).toBe(0);
  });

  test.each(["", "short", `with blanks ${"x".repeat(40)}`])("a file with %j refuses to start", (content) => {
    const file = tokenFile();
    writeFileSync(file, content, { mode: 0o600 });
    const fake = createFake();
    expect(() =>
      createHttpServer({ service: fake.service, log: fake.log, port: 0, tokenFile: file }),
    ).toThrow(/token file/);
  });

  test("a touched file with the same token keeps its sessions", async () => {
    const file = tokenFile();
    const client = await openHttp({ tokenFile: file });
    const headers = { authorization: `Bearer ${readFileSync(file, "utf8").trim()}` };
    const session = (await client.send({ headers, body })).headers["mcp-session-id"] as string;
    utimesSync(file, 1, 1);
    expect(
      (await client.send({ headers: { ...headers, "mcp-session-id": session }, body: request(1, "ping") }))
        .status,
    ).toBe(200);
  });
});

describe("a bind that others reach", () => {
  const cases: { name: string; options: object; want: RegExp }[] = [
    {
      name: "nothing",
      options: {},
      want: /a token file \(--mcp-token-file\) and at least one exact host .* and at least one exact origin/,
    },
    { name: "a token alone", options: { tokenFile: "x" }, want: /at least one exact host/ },
    { name: "a wildcard host", options: { hosts: ["*"] }, want: /no exact host/ },
    { name: "an origin with a path", options: { origins: ["https://a.example/x"] }, want: /no exact origin/ },
  ];
  test.each(cases)("with $name does not start", ({ options, want }) => {
    const fake = createFake();
    expect(() =>
      createHttpServer({ service: fake.service, log: fake.log, host: "0.0.0.0", ...options }),
    ).toThrow(want);
  });

  test("with all three it serves the configured names alone", async () => {
    const file = tokenFile();
    const client = await openHttp({
      host: "0.0.0.0",
      hosts: ["notes.example:3000"],
      origins: ["https://notes.example"],
      tokenFile: file,
    });
    const authorization = `Bearer ${readFileSync(file, "utf8").trim()}`;
    expect((await client.send({ headers: { authorization }, body })).status).toBe(403);
    const headers = { authorization, host: "notes.example:3000", origin: "https://notes.example" };
    expect((await client.send({ headers, body })).status).toBe(200);
  });

  test("a port in use is said in words", async () => {
    const client = await openHttp();
    const fake = createFake();
    const second = createHttpServer({ service: fake.service, log: fake.log, port: client.server.port });
    await expect(second.listen()).rejects.toThrow(/is in use/);
  });
});

describe("limits", () => {
  test("the published rate is 120 requests a minute and peer, in fixed windows", async () => {
    let now = 0;
    const client = await openHttp({ now: () => now, limits: { requestsPerMinute: 120 } });
    for (let index = 0; index < 120; index++) {
      expect((await client.send({ method: "GET" })).status).toBe(400);
    }
    const refused = await client.send({ method: "GET" });
    expect(refused.status).toBe(429);
    expect(refused.headers["retry-after"]).toBe("60");
    expect(refused.json).toEqual(closed("Too many requests"));
    now = 60_000;
    expect((await client.send({ method: "GET" })).status).toBe(400);
  });

  test("what is over capacity waits, then is refused; a cancellation passes", async () => {
    const client = await openHttp({ limits: { maxConcurrentRequests: 1, maxQueuedRequests: 1 } });
    const { post } = await client.legacy();
    const hold = (id: number, key: string) =>
      post(request(id, "tools/call", { name: "fake_hold", arguments: { key } }));
    const first = hold(1, "a");
    await client.fake.controls.started("a");
    const second = hold(2, "b");
    await expect.poll(() => client.server.stats()).toMatchObject({ activeRequests: 1, queuedRequests: 1 });
    expect((await hold(3, "c")).status).toBe(429);
    expect(
      (await post({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } })).status,
    ).toBe(202);
    expect((await first).messages).toEqual([]);
    await client.fake.controls.started("b");
    client.fake.controls.release("b");
    expect((await second).status).toBe(200);
    expect(client.server.stats()).toMatchObject({ queuedRequests: 0 });
  });

  test("who leaves the queue leaves no place taken", async () => {
    const client = await openHttp({ limits: { maxConcurrentRequests: 1, maxQueuedRequests: 1 } });
    const { session, post } = await client.legacy();
    const first = post(request(1, "tools/call", { name: "fake_hold", arguments: { key: "a" } }));
    await client.fake.controls.started("a");
    const { port } = client.server;
    const text = JSON.stringify(request(2, "ping"));
    const socket = connect(port, "127.0.0.1", () => {
      socket.write(
        `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nMcp-Session-Id: ${session}\r\nContent-Type: application/json\r\nContent-Length: ${text.length}\r\n\r\n${text}`,
      );
    });
    await expect.poll(() => client.server.stats().queuedRequests).toBe(1);
    socket.destroy();
    await expect.poll(() => client.server.stats().queuedRequests).toBe(0);
    client.fake.controls.release("a");
    await first;
    expect((await post(request(3, "ping"))).status).toBe(200);
  });

  test("the counters of the defaults", async () => {
    const client = await openHttp();
    await client.legacy();
    expect(client.server.stats()).toEqual({
      port: client.server.port,
      state: "accepting",
      activeRequests: 0,
      activeSessions: 1,
      queuedRequests: 0,
      maxConcurrentRequests: 64,
      maxQueuedRequests: 16,
      maxSessions: 32,
    });
  });
});

describe("closing", () => {
  test("running calls are answered, new requests are 503", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const first = post(request(1, "tools/call", { name: "fake_hold", arguments: { key: "a" } }));
    await client.fake.controls.started("a");
    const closing = client.server.close(60_000);
    expect(client.server.stats().state).toBe("draining");
    client.fake.controls.release("a");
    expect((await first).json.result?.structuredContent).toEqual({ key: "a" });
    await closing;
    expect(client.server.stats()).toMatchObject({ state: "closed", activeSessions: 0 });
  });

  test("a call that does not end is cut off after the grace", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const first = post(request(1, "tools/call", { name: "fake_hold", arguments: { key: "a" } })).catch(
      () => "cut",
    );
    await client.fake.controls.started("a");
    await client.server.close(1);
    expect(client.fake.controls.aborted).toEqual(["a"]);
    await first;
  });
});
