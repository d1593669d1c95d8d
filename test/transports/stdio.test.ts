import { describe, expect, test } from "vitest";
import { maxLineBytes } from "../../src/transports/stdio-transport.ts";
import { createFake } from "./fake-service.ts";
import { openLegacyStdio, openStdio } from "./stdio-client.ts";
import { envelope, initialize, initialized, modernRequest, request } from "./wire.ts";

const call = (id: unknown, name: string, args: object = {}, meta?: object) =>
  request(id, "tools/call", { name, arguments: args, ...(meta === undefined ? {} : { _meta: meta }) });

describe("opening", () => {
  const versions: { given: string; want: string }[] = [
    { given: "2025-11-25", want: "2025-11-25" },
    { given: "2024-11-05", want: "2024-11-05" },
    { given: "2099-01-01", want: "2025-11-25" },
    { given: "2026-07-28", want: "2025-11-25" },
  ];
  test.each(versions)("initialize with $given agrees on $want", async ({ given, want }) => {
    const client = openStdio();
    client.send(initialize(1, given));
    const { result } = await client.answer(1);
    expect(result).toEqual({
      protocolVersion: want,
      capabilities: { tools: { listChanged: false }, resources: { subscribe: false, listChanged: false } },
      serverInfo: { name: "fake", version: "1.2.3" },
    });
  });

  test("instructions are shown in both eras", async () => {
    const legacy = openStdio(undefined, { instructions: "Search first." });
    legacy.send(initialize(1));
    expect((await legacy.answer(1)).result?.instructions).toBe("Search first.");
    const modern = openStdio(undefined, { instructions: "Search first." });
    modern.send(modernRequest(1, "server/discover"));
    expect((await modern.answer(1)).result?.instructions).toBe("Search first.");
  });

  test("discover names the modern revision and does not pin", async () => {
    const client = openStdio();
    client.send(modernRequest(1, "server/discover"));
    expect((await client.answer(1)).result).toMatchObject({
      supportedVersions: ["2026-07-28"],
      resultType: "complete",
      ttlMs: 0,
      cacheScope: "private",
    });
    client.send(initialize(2), initialized, request(3, "ping"));
    expect((await client.answer(2)).result?.protocolVersion).toBe("2025-11-25");
    expect((await client.answer(3)).result).toEqual({});
  });

  test("everything in one write is answered", async () => {
    const client = openStdio();
    client.send(initialize(1), initialized, call(2, "fake_who"), request(3, "tools/list"));
    expect((await client.answer(2)).result?.structuredContent).toMatchObject({
      client: "tester",
      transport: "stdio",
    });
    expect((await client.answer(3)).result?.tools).toHaveLength(5);
  });

  test.each(["tools/list", "server/discover", "ping"])(
    "%s before any opening is -32602 and runs nothing",
    async (method) => {
      const client = openStdio();
      client.send(request(1, method), initialize(2));
      expect((await client.answer(1)).error?.code).toBe(-32602);
      expect((await client.answer(2)).result?.protocolVersion).toBe("2025-11-25");
    },
  );

  const badOpenings = [{}, { protocolVersion: 1 }, { protocolVersion: "2025-11-25", capabilities: {} }];
  test.each(badOpenings)("initialize with %j is -32602 in words", async (params) => {
    const client = openStdio();
    client.send(request(1, "initialize", params));
    const { error } = await client.answer(1);
    expect(error).toMatchObject({
      code: -32602,
      message: expect.stringMatching(/^Invalid params: initialize/),
    });
  });
});

describe("the pin", () => {
  test("a later initialize on a modern connection is -32022", async () => {
    const client = openStdio();
    client.send(modernRequest(1, "tools/list"), initialize(2));
    await client.answer(1);
    expect((await client.answer(2)).error).toMatchObject({
      code: -32022,
      data: { supported: ["2026-07-28"], requested: "2025-11-25" },
    });
  });

  test.each(["2027-01-01", "2025-11-25", "1900-01-01", ""])(
    "a claim of %j is -32022 before and after it",
    async (version) => {
      const client = openStdio();
      client.send(modernRequest(1, "tools/list", {}, envelope(version)));
      client.send(modernRequest(2, "tools/list"));
      client.send(modernRequest(3, "tools/list", {}, envelope(version)));
      expect((await client.answer(2)).result?.tools).toHaveLength(5);
      for (const id of [1, 3]) {
        expect((await client.answer(id)).error).toMatchObject({
          code: -32022,
          data: { supported: ["2026-07-28"], requested: version },
        });
      }
    },
  );

  const envelopes: { name: string; meta: object }[] = [
    { name: "version 1", meta: envelope(1) },
    { name: "no capabilities", meta: { "io.modelcontextprotocol/protocolVersion": "2026-07-28" } },
    {
      name: "capabilities as text",
      meta: envelope(undefined, { "io.modelcontextprotocol/clientCapabilities": "x" }),
    },
    { name: "no version", meta: { "io.modelcontextprotocol/clientCapabilities": {} } },
  ];
  test.each(envelopes)("$name is -32602 before and after it", async ({ meta }) => {
    const client = openStdio();
    client.send(modernRequest(1, "tools/list", {}, meta));
    client.send(modernRequest(2, "tools/list"));
    client.send(modernRequest(3, "tools/list", {}, meta));
    expect((await client.answer(2)).result?.tools).toHaveLength(5);
    for (const id of [1, 3]) expect((await client.answer(id)).error?.code).toBe(-32602);
  });

  test("a legacy connection never speaks modern", async () => {
    const client = await openLegacyStdio();
    client.send(modernRequest(1, "tools/list"), modernRequest(2, "server/discover"));
    expect((await client.answer(1)).result).not.toHaveProperty("resultType");
    expect((await client.answer(2)).error?.code).toBe(-32601);
  });

  const removed = [
    "ping",
    "logging/setLevel",
    "resources/subscribe",
    "x/y",
    "prompts/list",
    "subscriptions/listen",
  ];
  test.each(removed)("%s on a modern connection is -32601", async (method) => {
    const client = openStdio();
    client.send(modernRequest(1, "tools/list"), modernRequest(2, method, { notifications: {} }));
    expect((await client.answer(2)).error?.code).toBe(-32601);
  });
});

describe("lines that are no requests", () => {
  const cases: { name: string; line: string | Buffer; code: number; id?: unknown }[] = [
    { name: "cut JSON", line: '{"jsonrpc":', code: -32700 },
    { name: "invalid UTF-8", line: Buffer.from([0x22, 0xff, 0x22]), code: -32700 },
    { name: "an overlong form", line: Buffer.from([0x22, 0xc0, 0xaf, 0x22]), code: -32700 },
    { name: "a number", line: "42", code: -32600 },
    { name: "an empty object", line: "{}", code: -32600 },
    { name: "version 1.0", line: '{"jsonrpc":"1.0","id":7,"method":"ping"}', code: -32600, id: 7 },
    { name: "method 7", line: '{"jsonrpc":"2.0","id":7,"method":7}', code: -32600, id: 7 },
    {
      name: "params as text",
      line: '{"jsonrpc":"2.0","id":7,"method":"ping","params":"x"}',
      code: -32600,
      id: 7,
    },
    {
      name: "params as a list",
      line: '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}',
      code: -32600,
      id: 7,
    },
    { name: "id null", line: '{"jsonrpc":"2.0","id":null,"method":"ping"}', code: -32600 },
    { name: "id 1.5", line: '{"jsonrpc":"2.0","id":1.5,"method":"ping"}', code: -32600 },
    {
      name: "an id that a double rounds",
      line: '{"jsonrpc":"2.0","id":9007199254740993,"method":"ping"}',
      code: -32600,
    },
    { name: "a stray member", line: '{"jsonrpc":"2.0","id":7,"method":"ping","x":1}', code: -32600, id: 7 },
    {
      name: "a token that is none",
      line: '{"jsonrpc":"2.0","id":7,"method":"ping","params":{"_meta":{"progressToken":{}}}}',
      code: -32602,
      id: 7,
    },
    {
      name: "a batch",
      line: `[${JSON.stringify(call(1, "fake_who"))},${JSON.stringify(call(2, "fake_who"))}]`,
      code: -32600,
    },
    { name: "an empty batch", line: "[]", code: -32600 },
    {
      name: "65 levels",
      line: `{"jsonrpc":"2.0","id":7,"method":"ping","params":{"a":${"[".repeat(64)}${"]".repeat(64)}}}`,
      code: -32600,
      id: 7,
    },
    { name: "100,000 levels", line: "[".repeat(100_000) + "]".repeat(100_000), code: -32600 },
  ];
  test.each(cases)("$name is $code, and the next line is served", async ({ line, code, id }) => {
    const client = await openLegacyStdio();
    client.write(line);
    client.write("\n");
    client.send(request("after", "ping"));
    const refusal = await client.next((message) => message.error !== undefined);
    expect(refusal.error?.code).toBe(code);
    expect("id" in refusal).toBe(id !== undefined);
    expect(refusal.id).toBe(id);
    expect((await client.answer("after")).result).toEqual({});
    expect(client.fake.controls.calls).toEqual([]);
  });

  test("an id comes back with its type and value", async () => {
    const client = await openLegacyStdio();
    for (const id of [0, 1, -1, Number.MAX_SAFE_INTEGER, "1", "", "é"]) {
      client.send(request(id, "ping"));
      expect((await client.answer(id)).result).toEqual({});
    }
  });

  test("notifications are never answered, however wrong", async () => {
    const client = await openLegacyStdio();
    const before = client.lines.length;
    client.send(
      { jsonrpc: "2.0", method: "no/such" },
      { jsonrpc: "2.0", method: "no/such", params: "x" },
      { jsonrpc: "1.0", method: "no/such" },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 99 } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: null } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: {} } },
      { jsonrpc: "2.0", method: "notifications/cancelled", params: {} },
      { jsonrpc: "2.0", method: "notifications/cancelled" },
      request("after", "ping"),
    );
    await client.answer("after");
    expect(client.lines).toHaveLength(before + 1);
  });
});

describe("framing", () => {
  test("one byte a write, CRLF and blank lines", async () => {
    const client = openStdio();
    const bytes = Buffer.from(
      `\r\n\n${JSON.stringify(initialize(1))}\r\n\r\n${JSON.stringify(request(2, "ping"))}\n`,
    );
    for (const byte of bytes) client.write(Buffer.from([byte]));
    expect((await client.answer(1)).result).toBeDefined();
    expect((await client.answer(2)).result).toEqual({});
  });

  test("a character that is cut between two chunks stays whole", async () => {
    const client = await openLegacyStdio();
    const bytes = Buffer.from(`${JSON.stringify(call(1, "fake_echo", { text: "😀é" }))}\n`);
    const cut = bytes.indexOf(0xf0) + 2;
    client.write(bytes.subarray(0, cut));
    client.write(bytes.subarray(cut));
    expect((await client.answer(1)).result?.structuredContent).toMatchObject({ args: { text: "😀é" } });
  });

  test("the limit is served, one byte more is refused, the next line is served", async () => {
    const client = await openLegacyStdio();
    const line = (length: number) => {
      const base = JSON.stringify(request("long", "ping", { pad: "" }));
      return base.replace('"pad":""', `"pad":"${"x".repeat(length - base.length)}"`);
    };
    client.write(`${line(maxLineBytes)}\n`);
    expect((await client.answer("long")).result).toEqual({});
    client.write(`${line(maxLineBytes + 1)}\n`);
    expect((await client.next((message) => message.error !== undefined)).error?.code).toBe(-32600);
    client.send(request("after", "ping"));
    expect((await client.answer("after")).result).toEqual({});
  });
});

describe("calls", () => {
  const faults: { params: object; code: number }[] = [
    { params: {}, code: -32602 },
    { params: { name: 5 }, code: -32602 },
    { params: { name: "fake_who", arguments: [] }, code: -32602 },
    { params: { name: "fake_who", arguments: "x" }, code: -32602 },
    { params: { name: "no_such" }, code: -32602 },
    { params: { name: "fake_write", arguments: { note: "x" } }, code: -32602 },
    { params: { name: "constructor" }, code: -32602 },
  ];
  test.each(faults)("$params is $code in both eras", async ({ params, code }) => {
    const legacy = await openLegacyStdio();
    legacy.send(request(1, "tools/call", params));
    expect((await legacy.answer(1)).error?.code).toBe(code);
    const modern = openStdio();
    modern.send(modernRequest(1, "tools/call", params));
    expect((await modern.answer(1)).error?.code).toBe(code);
    expect(legacy.fake.controls.calls).toEqual([]);
  });

  test.each([undefined, null, {}])("arguments %j run a tool that needs none", async (args) => {
    const client = await openLegacyStdio();
    client.send(
      request(1, "tools/call", { name: "fake_who", ...(args === undefined ? {} : { arguments: args }) }),
    );
    expect((await client.answer(1)).result?.structuredContent).toMatchObject({ client: "tester" });
  });

  test("what a tool may not say is not said", async () => {
    const client = await openLegacyStdio();
    client.send(
      call(1, "fake_fail", { how: "thrown" }),
      request(2, "resources/read", { uri: "fake://broken" }),
    );
    expect(JSON.stringify(await client.answer(1))).not.toMatch(/secret|passwd/);
    const { error } = await client.answer(2);
    expect(error?.code).toBe(-32603);
    expect(JSON.stringify(error)).not.toMatch(/secret|passwd/);
  });

  test("an id in flight is refused without disturbing the first", async () => {
    const client = await openLegacyStdio();
    client.send(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    client.send(call(1, "fake_who"));
    expect(await client.next((message) => message.error !== undefined)).toMatchObject({
      error: { code: -32600, data: { id: 1 } },
    });
    client.fake.controls.release("a");
    expect((await client.answer(1)).result?.structuredContent).toEqual({ key: "a" });
    client.send(call(1, "fake_who"));
    expect((await client.answer(1)).result?.structuredContent).toMatchObject({ client: "tester" });
  });

  test("a slow call holds nothing up", async () => {
    const client = await openLegacyStdio();
    client.send(call(1, "fake_hold", { key: "a" }), call(2, "fake_who"), request(3, "ping"));
    await client.answer(2);
    await client.answer(3);
    client.fake.controls.release("a");
    await client.answer(1);
  });
});

describe("cancelling", () => {
  const cancel = (id: unknown) => ({
    jsonrpc: "2.0",
    method: "notifications/cancelled",
    params: { requestId: id },
  });

  test.each(["legacy", "modern"])("stops the work and answers nothing (%s)", async (era) => {
    const client = era === "legacy" ? await openLegacyStdio() : openStdio();
    const meta = era === "modern" ? envelope() : undefined;
    client.send(call(1, "fake_hold", { key: "a" }, meta));
    await client.fake.controls.started("a");
    client.send(cancel(1), call(2, "fake_who", {}, meta));
    await client.answer(2);
    expect(client.fake.controls.aborted).toEqual(["a"]);
    // The id is free again.
    client.send(call(1, "fake_who", {}, meta));
    expect((await client.answer(1)).result?.structuredContent).toMatchObject({ client: "tester" });
  });

  test("initialize cannot be cancelled", async () => {
    const client = openStdio();
    client.send(initialize(1), cancel(1), request(2, "ping"));
    expect((await client.answer(1)).result).toBeDefined();
    expect((await client.answer(2)).result).toEqual({});
  });
});

describe("progress", () => {
  test.each(["token", 7])("goes out with the token %j before the answer", async (token) => {
    const client = await openLegacyStdio();
    client.send(call(1, "fake_progress", { steps: 1 }, { progressToken: token }));
    await client.answer(1);
    const at = client.lines.findIndex((line) => line.includes("notifications/progress"));
    expect(JSON.parse(client.lines[at]!).params).toEqual({
      progressToken: token,
      progress: 1,
      total: 1,
      message: "step 1",
    });
    expect(at).toBe(client.lines.length - 2);
  });

  test("is silent without a token and rare with one", async () => {
    const client = await openLegacyStdio();
    client.send(
      call(1, "fake_progress", { steps: 100 }),
      call(2, "fake_progress", { steps: 1000 }, { progressToken: 1 }),
    );
    await client.answer(1);
    await client.answer(2);
    expect(client.lines.filter((line) => line.includes("notifications/progress"))).toHaveLength(1);
  });
});

describe("resources", () => {
  test("pages end, and a foreign cursor is -32602", async () => {
    const client = await openLegacyStdio();
    const names: string[] = [];
    let cursor: unknown;
    for (let page = 0; page < 9; page++) {
      client.send(request(page, "resources/list", cursor === undefined ? undefined : { cursor }));
      const { result } = await client.answer(page);
      names.push(...(result!.resources as { name: string }[]).map(({ name }) => name));
      cursor = result!.nextCursor;
      if (cursor === undefined) break;
    }
    expect(names).toEqual(["a", "b", "c"]);
  });

  const bad: { method: string; params: object }[] = [
    { method: "resources/list", params: { cursor: "zzz" } },
    { method: "resources/list", params: { cursor: 5 } },
    { method: "tools/list", params: { cursor: "a" } },
    { method: "tools/list", params: { cursor: 5 } },
    { method: "resources/templates/list", params: { cursor: "a" } },
    { method: "resources/read", params: {} },
    { method: "resources/read", params: { uri: 5 } },
  ];
  test.each(bad)("$method with $params is -32602 in both eras", async ({ method, params }) => {
    const legacy = await openLegacyStdio();
    legacy.send(request(1, method, params));
    expect((await legacy.answer(1)).error?.code).toBe(-32602);
    const modern = openStdio();
    modern.send(modernRequest(1, method, params));
    expect((await modern.answer(1)).error?.code).toBe(-32602);
  });

  test("a missing resource has the code of its era and its uri", async () => {
    const legacy = await openLegacyStdio();
    legacy.send(request(1, "resources/read", { uri: "fake://none" }));
    expect((await legacy.answer(1)).error).toMatchObject({ code: -32002, data: { uri: "fake://none" } });
    const modern = openStdio();
    modern.send(modernRequest(1, "resources/read", { uri: "fake://none" }));
    expect((await modern.answer(1)).error).toMatchObject({ code: -32602, data: { uri: "fake://none" } });
  });

  test("methods behind capabilities that are not declared are -32601", async () => {
    const client = await openLegacyStdio();
    const methods = [
      "prompts/list",
      "completion/complete",
      "logging/setLevel",
      "resources/subscribe",
      "tasks/list",
    ];
    for (const method of methods) {
      client.send(request(method, method));
      expect((await client.answer(method)).error?.code).toBe(-32601);
    }
  });
});

describe("the end", () => {
  test("running calls are answered before it", async () => {
    const client = await openLegacyStdio(undefined, { graceMs: 60_000 });
    client.send(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    client.end();
    client.fake.controls.release("a");
    expect((await client.answer(1)).result?.structuredContent).toEqual({ key: "a" });
    expect(await client.exit).toEqual({ reason: "end", code: 0 });
  });

  test("a call that does not end is aborted after the grace", async () => {
    const client = await openLegacyStdio(undefined, { graceMs: 1 });
    client.send(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    client.end();
    expect(await client.exit).toEqual({ reason: "end", code: 0 });
    expect(client.fake.controls.aborted).toEqual(["a"]);
    expect(client.lines.some((line) => line.includes('"id":1'))).toBe(false);
  });

  test("a last line without its end is served", async () => {
    const client = await openLegacyStdio();
    client.write(JSON.stringify(request(1, "ping")));
    client.end();
    expect((await client.answer(1)).result).toEqual({});
    await client.exit;
  });

  test("a broken pipe ends it at once", async () => {
    const client = await openLegacyStdio(createFake(), { graceMs: 60_000 });
    client.send(call(1, "fake_hold", { key: "a" }));
    await client.fake.controls.started("a");
    client.breakPipe();
    expect(await client.exit).toEqual({ reason: "broken-pipe", code: 0 });
    expect(client.fake.controls.aborted).toEqual(["a"]);
  });

  test("a signal ends it", async () => {
    const client = await openLegacyStdio();
    client.stop();
    expect(await client.exit).toEqual({ reason: "signal", code: 0 });
  });
});
