import type { IncomingMessage } from "node:http";
import { describe, expect, test } from "vitest";
import { createFake } from "./fake-service.ts";
import { type Headers, openHttp } from "./http-client.ts";
import { initialize, initialized, request } from "./wire.ts";

const call = (id: unknown, name: string, args: object = {}, meta?: object) =>
  request(id, "tools/call", { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });

const cancel = (id: unknown) => ({
  jsonrpc: "2.0",
  method: "notifications/cancelled",
  params: { requestId: id },
});

describe("opening", () => {
  test("gives a session id, as one event", async () => {
    const client = await openHttp();
    const { status, headers, json, text } = await client.send({ body: initialize(1) });
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("text/event-stream");
    expect(headers["mcp-session-id"]).toMatch(/^[!-~]{32,}$/);
    expect(text.startsWith('event: message\ndata: {"result":')).toBe(true);
    expect(json.result).toEqual({
      protocolVersion: "2025-11-25",
      capabilities: { tools: { listChanged: false }, resources: { subscribe: false, listChanged: false } },
      serverInfo: { name: "fake", version: "1.2.3" },
    });
  });

  const versions: { given: string; want: string }[] = [
    { given: "2024-11-05", want: "2024-11-05" },
    { given: "2099-01-01", want: "2025-11-25" },
    { given: "2026-07-28", want: "2025-11-25" },
  ];
  test.each(versions)("with $given agrees on $want", async ({ given, want }) => {
    const client = await openHttp();
    expect((await client.send({ body: initialize(1, given) })).json.result?.protocolVersion).toBe(want);
  });

  const faults: { name: string; headers?: Headers; body: unknown; status: number; code: number }[] = [
    {
      name: "JSON alone accepted",
      headers: { accept: "application/json" },
      body: initialize(1),
      status: 406,
      code: -32000,
    },
    {
      name: "streams alone accepted",
      headers: { accept: "text/event-stream" },
      body: initialize(1),
      status: 406,
      code: -32000,
    },
    {
      name: "text/plain",
      headers: { "content-type": "text/plain" },
      body: initialize(1),
      status: 415,
      code: -32000,
    },
    { name: "no version", body: request(1, "initialize", { capabilities: {} }), status: 400, code: -32602 },
    { name: "another method without a session", body: request(1, "tools/list"), status: 400, code: -32000 },
    { name: "discover without an envelope", body: request(1, "server/discover"), status: 400, code: -32000 },
    {
      name: "label abc",
      headers: { "mcp-protocol-version": "abc" },
      body: request(1, "tools/list"),
      status: 400,
      code: -32000,
    },
    {
      name: "label 2027-01-01",
      headers: { "mcp-protocol-version": "2027-01-01" },
      body: request(1, "tools/list"),
      status: 400,
      code: -32000,
    },
    {
      name: "label 2026-07-280",
      headers: { "mcp-protocol-version": "2026-07-280" },
      body: request(1, "tools/list"),
      status: 400,
      code: -32000,
    },
    { name: "a batch", body: [initialize(1)], status: 400, code: -32600 },
    { name: "no JSON", body: '{"jsonrpc":', status: 400, code: -32700 },
    { name: "no UTF-8", body: Buffer.from([0x22, 0xff, 0x22]), status: 400, code: -32700 },
    { name: "an empty body", body: "", status: 400, code: -32700 },
    { name: "no JSON-RPC", body: {}, status: 400, code: -32600 },
    { name: "id null", body: request(null, "ping"), status: 400, code: -32600 },
  ];
  test.each(faults)("$name is $status $code and opens nothing", async ({ headers, body, status, code }) => {
    const client = await openHttp();
    const reply = await client.send({ ...(headers === undefined ? {} : { headers }), body });
    expect({ status: reply.status, code: reply.json.error?.code }).toEqual({ status, code });
    expect(client.server.stats().activeSessions).toBe(0);
  });

  const welcome: { accept: string | undefined }[] = [
    { accept: undefined },
    { accept: "*/*" },
    { accept: "application/json;q=0.9, text/event-stream;q=0.1" },
    { accept: "application/*, text/*" },
  ];
  test.each(welcome)("Accept $accept opens a session", async ({ accept }) => {
    const client = await openHttp();
    expect((await client.send({ headers: { accept }, body: initialize(1) })).status).toBe(200);
  });

  test("charset=utf-8 is JSON all the same", async () => {
    const client = await openHttp();
    const headers = { "content-type": "application/json; charset=UTF-8" };
    expect((await client.send({ headers, body: initialize(1) })).status).toBe(200);
  });

  test("an id of the client's choice is never adopted", async () => {
    const client = await openHttp();
    const chosen = { "mcp-session-id": "attacker-1" };
    const opened = await client.send({ headers: chosen, body: initialize(1) });
    expect(opened.status).toBe(200);
    expect(opened.headers["mcp-session-id"]).not.toBe("attacker-1");
    expect((await client.send({ headers: chosen, body: request(2, "ping") })).status).toBe(404);
  });
});

describe("a session", () => {
  test("names itself to the handler and on every answer", async () => {
    const client = await openHttp();
    const { session, post } = await client.legacy();
    const reply = await post(call(1, "fake_who"));
    expect(reply.headers["mcp-session-id"]).toBe(session);
    expect(reply.json.result).not.toHaveProperty("resultType");
    expect(reply.json.result?.structuredContent).toEqual({
      client: "tester",
      session,
      transport: "http",
      local: true,
      address: "127.0.0.1",
    });
  });

  test("unknown and ended ids are 404 alike on all methods, none at all is 400", async () => {
    const client = await openHttp();
    const { session } = await client.legacy();
    expect((await client.send({ method: "DELETE", headers: { "mcp-session-id": session } })).status).toBe(
      200,
    );
    const bodies = new Set<string>();
    for (const id of [session, "never-seen"]) {
      for (const method of ["POST", "GET", "DELETE"]) {
        const reply = await client.send({
          method,
          headers: { "mcp-session-id": id },
          ...(method === "POST" ? { body: request(1, "tools/list") } : {}),
        });
        expect(reply.status).toBe(404);
        bodies.add(reply.text);
      }
    }
    expect([...bodies]).toEqual([
      '{"jsonrpc":"2.0","id":null,"error":{"code":-32001,"message":"Session not found"}}',
    ]);
    for (const method of ["GET", "DELETE"]) expect((await client.send({ method })).status).toBe(400);
    // A client that still carries the old id opens a new session.
    const again = await client.send({ headers: { "mcp-session-id": session }, body: initialize(1) });
    expect(again.status).toBe(200);
    expect(again.headers["mcp-session-id"]).not.toBe(session);
  });

  test("a second initialize changes nothing", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const reply = await post(initialize(5, "2024-11-05"));
    expect({ status: reply.status, code: reply.json.error?.code }).toEqual({ status: 400, code: -32600 });
    expect((await post(request(6, "tools/list"))).json.result?.tools).toHaveLength(5);
  });

  const versions: { version: string | string[]; status: number }[] = [
    { version: "2025-11-25", status: 200 },
    { version: "2025-06-18", status: 200 },
    { version: "1999-01-01", status: 400 },
    { version: "banana", status: 400 },
    { version: ["2025-11-25", "2025-11-25"], status: 400 },
  ];
  test.each(versions)("version header $version is $status", async ({ version, status }) => {
    const client = await openHttp();
    const { post } = await client.legacy();
    expect((await post(request(1, "ping"), { "mcp-protocol-version": version })).status).toBe(status);
  });

  test("a modern request that carries a live session is refused, the session lives on", async () => {
    const client = await openHttp();
    const { session, post } = await client.legacy();
    const reply = await client.modern(1, "tools/list", {}, { "mcp-session-id": session });
    expect({ status: reply.status, code: reply.json.error?.code }).toEqual({ status: 400, code: -32600 });
    expect((await post(request(2, "ping"))).status).toBe(200);
  });

  test("notifications and stray responses are taken without a word", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const messages = [
      initialized,
      { jsonrpc: "2.0", method: "no/such" },
      { jsonrpc: "2.0", id: 9, result: {} },
      cancel(99),
      cancel(null),
    ];
    for (const message of messages) {
      const reply = await post(message);
      expect({ status: reply.status, text: reply.text }).toEqual({ status: 202, text: "" });
    }
  });

  test("an event id is refused, streams are not resumed", async () => {
    const client = await openHttp();
    const { session, post } = await client.legacy();
    const stray = { "last-event-id": "7", "mcp-session-id": session };
    expect((await post(request(1, "ping"), stray)).status).toBe(400);
    expect((await client.send({ method: "GET", headers: stray })).status).toBe(400);
  });

  test("JSON alone is enough once the session is open", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const reply = await post(request(1, "ping"), { accept: "application/json" });
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(reply.json).toMatchObject({ id: 1, result: {} });
  });

  test("two clients with equal ids get their own answers, and one leaving leaves the other", async () => {
    const client = await openHttp();
    const [one, two] = [await client.legacy(), await client.legacy()];
    const rounds = Array.from({ length: 50 }, (_, id) => id);
    await Promise.all(
      rounds.map(async (id) => {
        const [a, b] = await Promise.all([
          one.post(call(id, "fake_echo", { text: `one ${id}` })),
          two.post(call(id, "fake_echo", { text: `two ${id}` })),
        ]);
        expect(a.text).toContain(`one ${id}`);
        expect(b.text).toContain(`two ${id}`);
      }),
    );
    await client.send({ method: "DELETE", headers: { "mcp-session-id": one.session } });
    expect((await two.post(call(1, "fake_who"))).status).toBe(200);
  });

  test("ids are random", async () => {
    const client = await openHttp({ limits: { maxSessions: 1_000 } });
    const ids = await Promise.all(
      Array.from(
        { length: 100 },
        async () => (await client.send({ body: initialize(1) })).headers["mcp-session-id"] as string,
      ),
    );
    expect(new Set(ids).size).toBe(100);
    expect(new Set(ids.map((id) => id.slice(0, 8))).size).toBe(100);
  });
});

describe("requests in flight", () => {
  test("an id in flight is refused and does not hurt the first", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const first = post(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    const second = await post(call(1, "fake_who"));
    expect(second.json).toMatchObject({ id: 1, error: { code: -32600 } });
    client.fake.controls.release("a");
    expect((await first).json.result?.structuredContent).toEqual({ key: "a" });
    expect((await post(call(1, "fake_who"))).status).toBe(200);
  });

  test("a refused request does not keep its id", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    expect((await post(call(1, "fake_who"), { accept: "text/html" })).status).toBe(406);
    expect((await post(request(1, "tools/call", {}))).json.error?.code).toBe(-32602);
    expect((await post(call(1, "fake_who"))).json.result?.structuredContent).toMatchObject({
      client: "tester",
    });
  });

  test("a cancelled one stops and its stream ends without a response", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const first = post(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    expect((await post(cancel(1))).status).toBe(202);
    expect((await first).messages).toEqual([]);
    expect(client.fake.controls.aborted).toEqual(["a"]);
    expect((await post(call(1, "fake_who"))).status).toBe(200);
  });

  test("a dropped connection cancels nothing", async () => {
    const client = await openHttp();
    const { session } = await client.legacy();
    const pending = client.open({
      headers: { "mcp-session-id": session },
      body: call(1, "fake_hold", { key: "a" }),
    });
    await client.fake.controls.started("a");
    client.server.beat();
    client.server.beat();
    (await pending).destroy();
    await expect.poll(() => client.server.stats().activeRequests).toBe(1);
    expect(client.fake.controls.aborted).toEqual([]);
    client.fake.controls.release("a");
    await expect.poll(() => client.server.stats().activeRequests).toBe(0);
    expect(client.fake.controls.aborted).toEqual([]);
  });

  test("the end of a session ends its calls", async () => {
    const client = await openHttp();
    const { session, post } = await client.legacy();
    const first = post(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    await client.send({ method: "DELETE", headers: { "mcp-session-id": session } });
    expect((await first).messages).toEqual([]);
    expect(client.fake.controls.aborted).toEqual(["a"]);
  });

  test("progress comes on the stream of its request", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const reply = await post(call(1, "fake_progress", { steps: 1 }, { progressToken: "t" }));
    expect(reply.messages.map(({ method, id }) => method ?? id)).toEqual(["notifications/progress", 1]);
  });

  test("a missing resource has the legacy code", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    expect((await post(request(1, "resources/read", { uri: "fake://none" }))).json.error).toMatchObject({
      code: -32002,
      data: { uri: "fake://none" },
    });
  });
});

describe("the event stream", () => {
  const firstChunk = async (response: IncomingMessage): Promise<string> => {
    const { promise, resolve } = Promise.withResolvers<string>();
    response.once("data", (chunk: Buffer) => resolve(chunk.toString()));
    return promise;
  };

  test("beats, is not buffered, is one at a time, and is freed when the client leaves", async () => {
    const client = await openHttp();
    const { session } = await client.legacy();
    const headers = { "mcp-session-id": session };
    const stream = await client.open({ method: "GET", headers });
    expect(stream.statusCode).toBe(200);
    expect(stream.headers).toMatchObject({ "content-type": "text/event-stream", "x-accel-buffering": "no" });
    expect((await client.send({ method: "GET", headers })).status).toBe(409);
    const chunk = firstChunk(stream);
    client.server.beat();
    client.server.beat();
    expect(await chunk).toBe(": keepalive\n\n");
    stream.destroy();
    await expect.poll(async () => (await client.open({ method: "GET", headers })).statusCode).toBe(200);
  });

  test("needs a client that accepts it", async () => {
    const client = await openHttp();
    const { session } = await client.legacy();
    const headers = { "mcp-session-id": session, accept: "application/json" };
    expect((await client.send({ method: "GET", headers })).status).toBe(406);
  });
});

describe("how sessions end", () => {
  test("idle ones go after their time, a running call and an open stream stay", async () => {
    let now = 0;
    const client = await openHttp({ now: () => now, limits: { sessionIdleMs: 1_000 } });
    const [idle, running, listening] = [await client.legacy(), await client.legacy(), await client.legacy()];
    const first = running.post(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    const stream = await client.open({ method: "GET", headers: { "mcp-session-id": listening.session } });
    now = 999;
    client.server.sweep();
    expect(client.server.stats().activeSessions).toBe(3);
    now = 1_000;
    client.server.sweep();
    expect(client.server.stats().activeSessions).toBe(2);
    expect((await idle.post(request(1, "ping"))).status).toBe(404);
    client.fake.controls.release("a");
    expect((await first).json.result?.structuredContent).toEqual({ key: "a" });
    expect((await listening.post(request(1, "ping"))).status).toBe(200);
    stream.destroy();
  });

  test("at the limit the one that was idle longest makes room, and 429 is for when none is idle", async () => {
    let now = 0;
    const client = await openHttp({ now: () => now, limits: { maxSessions: 2 } });
    const oldest = await client.legacy();
    now = 1;
    const second = await client.legacy();
    now = 2;
    const third = await client.legacy();
    expect((await oldest.post(request(1, "ping"))).status).toBe(404);
    const held = [
      second.post(call(1, "fake_hold", { key: "a" })),
      third.post(call(1, "fake_hold", { key: "b" })),
    ];
    await Promise.all([client.fake.controls.started("a"), client.fake.controls.started("b")]);
    const refused = await client.send({ body: initialize(1) });
    expect({ status: refused.status, message: refused.json.error?.message }).toEqual({
      status: 429,
      message: "Too many requests",
    });
    client.fake.controls.release("a");
    client.fake.controls.release("b");
    for (const reply of await Promise.all(held)) expect(reply.status).toBe(200);
  });
});

describe("the write gate", () => {
  const write = call(1, "fake_write", { note: "x" });
  const denied = {
    jsonrpc: "2.0",
    error: { code: -32000, message: "Forbidden", data: { code: "WRITE_DISABLED" } },
    id: null,
  };

  test("denies a write tool alone and anywhere in a batch", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    for (const body of [write, [call(2, "fake_who"), write], [write]]) {
      const reply = await post(body);
      expect(reply.status).toBe(403);
      expect(reply.json).toEqual(denied);
    }
    expect(client.fake.controls.calls).toEqual([]);
  });

  test("lets a batch of reads through to its refusal, and nothing of it runs", async () => {
    const client = await openHttp();
    const { post } = await client.legacy();
    const reply = await post([call(1, "fake_who"), call(2, "fake_who")]);
    expect({ status: reply.status, code: reply.json.error?.code }).toEqual({ status: 400, code: -32600 });
    expect(client.fake.controls.calls).toEqual([]);
  });

  test("with writes on it is open", async () => {
    const client = await openHttp({}, createFake({ writeEnabled: true }));
    const { post } = await client.legacy();
    expect((await post(write)).json.result?.structuredContent).toEqual({ note: "x" });
  });
});
