import { describe, expect, test } from "vitest";
import { protocolLadder } from "../../src/transports/http-ladder.ts";
import { createFake } from "./fake-service.ts";
import { type Headers, modernHeaders, openHttp } from "./http-client.ts";
import { envelope, initialize, modernRequest, request } from "./wire.ts";

const who = { name: "fake_who" };

describe("a plain request", () => {
  test("is one JSON object with the marks of its era and no session", async () => {
    const client = await openHttp();
    const { status, headers, json } = await client.modern("a", "tools/call", who);
    expect(status).toBe(200);
    expect(headers["content-type"]).toBe("application/json");
    expect(headers).not.toHaveProperty("mcp-session-id");
    expect(json).toMatchObject({
      id: "a",
      result: {
        resultType: "complete",
        structuredContent: {
          client: "tester",
          transport: "http",
          local: true,
          address: "127.0.0.1",
          session: expect.stringMatching(/^http:[0-9a-f]{16}$/),
        },
        _meta: { "io.modelcontextprotocol/serverInfo": { name: "fake", version: "1.2.3" } },
      },
    });
    expect(client.server.stats()).toMatchObject({ activeRequests: 0, activeSessions: 0 });
  });

  test.each(["server/discover", "tools/list", "resources/list", "resources/templates/list"])(
    "%s carries the cache hints",
    async (method) => {
      const client = await openHttp();
      expect((await client.modern(1, method)).json.result).toMatchObject({ ttlMs: 0, cacheScope: "private" });
    },
  );

  test("without a client name the caller is mcp", async () => {
    const client = await openHttp();
    const meta = envelope();
    const { "io.modelcontextprotocol/clientInfo": _gone, ...rest } = meta;
    const { json } = await client.send({
      headers: modernHeaders("tools/call", who),
      body: modernRequest(1, "tools/call", who, rest),
    });
    expect(json.result?.structuredContent).toMatchObject({ client: "mcp" });
  });

  const accepts: { accept: string | undefined; status: number }[] = [
    { accept: undefined, status: 200 },
    { accept: "*/*", status: 200 },
    { accept: "application/json", status: 200 },
    { accept: "application/json;q=0.5, text/html", status: 200 },
    { accept: "text/html", status: 406 },
    { accept: "application/json;q=0, text/html", status: 406 },
  ];
  test.each(accepts)("Accept $accept is $status", async ({ accept, status }) => {
    const client = await openHttp();
    expect((await client.modern(1, "tools/list", {}, { accept })).status).toBe(status);
  });

  const names: { name: string; header: string; status: number }[] = [
    { name: "fake_who", header: "=?base64?ZmFrZV93aG8=?=", status: 200 },
    { name: "fake_who", header: "  fake_who  ", status: 200 },
    { name: "é", header: "=?base64?w6k=?=", status: 200 },
    { name: "fake_who", header: "=?base64?ZmFrZV93aG8?=", status: 400 },
    { name: "fake_who", header: "=?base64?/w==?=", status: 400 },
    { name: "fake_who", header: "=?base64?!!!!?=", status: 400 },
    { name: "fake_who", header: "FAKE_WHO", status: 400 },
  ];
  test.each(names)("Mcp-Name $header for $name is $status", async ({ name, header, status }) => {
    const client = await openHttp();
    const reply = await client.modern(1, "tools/call", { name }, { "mcp-name": header });
    expect(reply.status).toBe(status);
    if (status === 400) expect(reply.json.error?.code).toBe(-32020);
  });
});

interface RefusalCase {
  readonly name: string;
  readonly headers?: Headers;
  readonly method?: string;
  readonly params?: Record<string, unknown>;
  readonly body?: unknown;
  readonly want: { status: number; code: number; id?: unknown; data?: unknown };
}

const refusals: RefusalCase[] = [
  {
    name: "another revision in envelope and header",
    headers: { "mcp-protocol-version": "2027-01-01" },
    body: modernRequest("e-1", "tools/list", {}, envelope("2027-01-01")),
    want: {
      status: 400,
      code: -32022,
      id: "e-1",
      data: { supported: ["2026-07-28"], requested: "2027-01-01" },
    },
  },
  {
    name: "a legacy revision in envelope and header",
    headers: { "mcp-protocol-version": "2025-11-25" },
    body: modernRequest("e-1", "tools/list", {}, envelope("2025-11-25")),
    want: {
      status: 400,
      code: -32022,
      id: "e-1",
      data: { supported: ["2026-07-28"], requested: "2025-11-25" },
    },
  },
  {
    name: "another revision in the header alone",
    headers: { "mcp-protocol-version": "v999.0.0" },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "another revision in the envelope alone",
    body: modernRequest(1, "tools/list", {}, envelope("v999.0.0")),
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "no version header",
    headers: { "mcp-protocol-version": undefined },
    want: {
      status: 400,
      code: -32020,
      id: null,
      data: { mismatch: { header: "(missing)", body: expect.any(String) } },
    },
  },
  {
    name: "no method header",
    headers: { "mcp-method": undefined },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "another method header",
    headers: { "mcp-method": "tools/call" },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "a method header in other case",
    headers: { "mcp-method": "TOOLS/LIST" },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "no name header",
    method: "tools/call",
    params: who,
    headers: { "mcp-name": undefined },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "another name header",
    method: "tools/call",
    params: who,
    headers: { "mcp-name": "fake_echo" },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "no name header for a resource",
    method: "resources/read",
    params: { uri: "fake://a" },
    headers: { "mcp-name": undefined },
    want: { status: 400, code: -32020, id: 1 },
  },
  {
    name: "the header without an envelope",
    body: request(1, "tools/list"),
    want: { status: 400, code: -32602, id: 1 },
  },
  {
    name: "an envelope without capabilities",
    body: modernRequest(1, "tools/list", {}, { "io.modelcontextprotocol/protocolVersion": "2026-07-28" }),
    want: { status: 400, code: -32602, id: 1 },
  },
  {
    name: "a version that is no text",
    body: modernRequest(1, "tools/list", {}, envelope(1)),
    want: { status: 400, code: -32602, id: 1 },
  },
  { name: "a session", headers: { "mcp-session-id": "x" }, want: { status: 400, code: -32600, id: null } },
  { name: "a batch", body: [modernRequest(1, "tools/call", who)], want: { status: 400, code: -32600 } },
  {
    name: "a listener",
    method: "subscriptions/listen",
    params: { notifications: {} },
    want: { status: 404, code: -32601, id: 1, data: { method: "subscriptions/listen" } },
  },
  {
    name: "text/plain",
    headers: { "content-type": "text/plain" },
    want: { status: 415, code: -32000, id: null },
  },
  { name: "an event id", headers: { "last-event-id": "7" }, want: { status: 400, code: -32000, id: null } },
  {
    name: "initialize with a modern header",
    body: initialize(1),
    want: { status: 400, code: -32020, id: 1 },
  },
  ...[
    "initialize",
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "resources/unsubscribe",
    "x/y",
    "prompts/list",
  ].map((method): RefusalCase => ({ name: method, method, want: { status: 404, code: -32601, id: 1 } })),
  {
    name: "a token that is none",
    body: modernRequest(1, "tools/list", {}, envelope(undefined, { progressToken: {} })),
    want: { status: 400, code: -32602, id: 1 },
  },
];

describe("refusals", () => {
  test.each(refusals)("$name", async ({ headers, method = "tools/list", params = {}, body, want }) => {
    const client = await openHttp();
    const reply = await client.send({
      headers: { ...modernHeaders(method, params), ...headers },
      body: body ?? modernRequest(1, method, params),
    });
    expect({ status: reply.status, code: reply.json.error?.code }).toEqual({
      status: want.status,
      code: want.code,
    });
    expect(reply.json.id).toBe(want.id);
    if (want.data !== undefined) expect(reply.json.error?.data).toEqual(want.data);
    expect(client.fake.controls.calls).toEqual([]);
  });

  const inBand: { method: string; params: Record<string, unknown>; code: number }[] = [
    { method: "tools/call", params: { name: "no_such" }, code: -32602 },
    { method: "tools/call", params: { name: 5 }, code: -32602 },
    { method: "tools/call", params: {}, code: -32602 },
    { method: "tools/call", params: { name: "fake_who", arguments: [] }, code: -32602 },
    { method: "resources/read", params: { uri: "fake://none" }, code: -32602 },
    { method: "resources/read", params: { uri: "fake://broken" }, code: -32603 },
    { method: "tools/list", params: { cursor: "x" }, code: -32602 },
  ];
  test.each(inBand)("$method $params is 200 and $code", async ({ method, params, code }) => {
    const client = await openHttp();
    const { status, json } = await client.modern(1, method, params);
    expect({ status, code: json.error?.code, id: json.id }).toEqual({ status: 200, code, id: 1 });
    expect(JSON.stringify(json)).not.toMatch(/secret|passwd/);
  });

  test("invalid arguments are a tool error in words", async () => {
    const client = await openHttp();
    const { json } = await client.modern(1, "tools/call", { name: "fake_echo", arguments: { limit: 0 } });
    expect(json.result).toMatchObject({ isError: true, resultType: "complete" });
    expect(json.result).not.toHaveProperty("structuredContent");
  });
});

describe("the order of refusals", () => {
  test("a write tool is denied even when envelope and headers are wrong", async () => {
    const client = await openHttp();
    const write = { name: "fake_write", arguments: { note: "x" } };
    const bodies = [
      modernRequest(1, "tools/call", write),
      modernRequest(1, "tools/call", write, envelope(1)),
      modernRequest(1, "tools/call", write, envelope("2027-01-01")),
      [modernRequest(1, "tools/call", who), modernRequest(2, "tools/call", write)],
    ];
    for (const body of bodies) {
      const { status, json } = await client.send({ headers: modernHeaders("tools/list"), body });
      expect(status).toBe(403);
      expect(json).toEqual({
        jsonrpc: "2.0",
        error: { code: -32000, message: "Forbidden", data: { code: "WRITE_DISABLED" } },
        id: null,
      });
    }
  });

  test("the session header comes before the write gate, the listener before both others", async () => {
    const client = await openHttp();
    const session = { "mcp-session-id": "x" };
    const write = { name: "fake_write", arguments: { note: "x" } };
    expect((await client.modern(1, "tools/call", write, session)).status).toBe(400);
    const listen = await client.modern(
      1,
      "subscriptions/listen",
      {},
      { "last-event-id": "1", "mcp-method": "x" },
    );
    expect(listen.status).toBe(404);
  });

  test("with writes on, a write tool runs", async () => {
    const client = await openHttp({}, createFake({ writeEnabled: true }));
    const { json } = await client.modern(1, "tools/call", { name: "fake_write", arguments: { note: "x" } });
    expect(json.result?.structuredContent).toEqual({ note: "x" });
  });
});

describe("the ladder of the protocol", () => {
  test("ignores sessions and event ids", async () => {
    const client = await openHttp({ ladder: protocolLadder });
    const stray = { "mcp-session-id": "x", "last-event-id": "7" };
    expect((await client.modern(1, "tools/list", {}, stray)).status).toBe(200);
  });

  test("echoes the id where gno answers null", async () => {
    const client = await openHttp({ ladder: protocolLadder });
    const { json } = await client.modern("e", "tools/list", {}, { "content-type": "text/plain" });
    expect(json.id).toBe("e");
  });

  test("an envelope that is missing comes before headers that disagree", async () => {
    const client = await openHttp({ ladder: protocolLadder });
    const { json } = await client.send({
      headers: modernHeaders("tools/call"),
      body: request(1, "tools/list"),
    });
    expect(json.error?.code).toBe(-32602);
  });
});

describe("notifications", () => {
  const cases: { name: string; headers: Headers; body: object; status: number }[] = [
    {
      name: "with headers and envelope",
      headers: modernHeaders("notifications/cancelled"),
      body: {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 1, _meta: envelope() },
      },
      status: 202,
    },
    {
      name: "with headers alone",
      headers: modernHeaders("notifications/cancelled"),
      body: { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 1 } },
      status: 202,
    },
    {
      name: "with an envelope alone",
      headers: {},
      body: {
        jsonrpc: "2.0",
        method: "notifications/cancelled",
        params: { requestId: 1, _meta: envelope() },
      },
      status: 202,
    },
    {
      name: "with params that are no object",
      headers: modernHeaders("notifications/cancelled"),
      body: { jsonrpc: "2.0", method: "notifications/cancelled", params: "x" },
      status: 400,
    },
  ];
  test.each(cases)("$name are $status", async ({ headers, body, status }) => {
    const client = await openHttp();
    const reply = await client.send({ headers, body });
    expect(reply.status).toBe(status);
    if (status === 202) expect(reply.text).toBe("");
  });
});

describe("streams", () => {
  test("progress turns the answer into an event stream that ends with the response", async () => {
    const client = await openHttp();
    const params = { name: "fake_progress", arguments: { steps: 1 } };
    const reply = await client.send({
      headers: modernHeaders("tools/call", params),
      body: modernRequest(1, "tools/call", params, envelope(undefined, { progressToken: "t" })),
    });
    expect(reply.headers["content-type"]).toBe("text/event-stream");
    expect(reply.headers["x-accel-buffering"]).toBe("no");
    expect(reply.messages.map(({ method, id }) => method ?? id)).toEqual(["notifications/progress", 1]);
  });

  test("who accepts JSON alone gets the response alone", async () => {
    const client = await openHttp();
    const params = { name: "fake_progress", arguments: { steps: 1 } };
    const reply = await client.send({
      headers: { ...modernHeaders("tools/call", params), accept: "application/json" },
      body: modernRequest(1, "tools/call", params, envelope(undefined, { progressToken: "t" })),
    });
    expect(reply.headers["content-type"]).toBe("application/json");
    expect(reply.json.id).toBe(1);
  });

  test("a client that leaves cancels", async () => {
    const client = await openHttp();
    const params = { name: "fake_hold", arguments: { key: "a" } };
    const pending = client.open({
      headers: modernHeaders("tools/call", params),
      body: modernRequest(1, "tools/call", params),
    });
    await client.fake.controls.started("a");
    client.server.beat();
    client.server.beat();
    const response = await pending;
    expect(response.headers["content-type"]).toBe("text/event-stream");
    response.destroy();
    await expect.poll(() => client.fake.controls.aborted).toEqual(["a"]);
    await expect.poll(() => client.server.stats().activeRequests).toBe(0);
  });

  test("two requests with one id on two connections get their own answers", async () => {
    const client = await openHttp();
    const texts = Array.from({ length: 40 }, (_, index) => `text ${index}`);
    const replies = await Promise.all(
      texts.map((text) => client.modern(1, "tools/call", { name: "fake_echo", arguments: { text } })),
    );
    expect(replies.map(({ json }) => json.result?.structuredContent)).toEqual(
      texts.map((text) => ({ args: { text, limit: 5, loud: false } })),
    );
  });
});
