/** A contract's own say over HTTP: before a request runs, about a batch as a whole, and again before its answer goes out. */
import { describe, expect, test } from "vitest";
import type { HttpGate, Verdict } from "../../src/transports/http-gate.ts";
import type { Refusal } from "../../src/transports/http-refusal.ts";
import { createFake } from "./fake-service.ts";
import { openHttp } from "./http-client.ts";
import { envelope, initialize, request } from "./wire.ts";

const denied: Refusal = { status: 403, code: -32003, message: "Forbidden", data: { code: "NO" } };
const changed: Refusal = { status: 409, code: -32000, message: "CHANGED", data: { code: "CHANGED" } };
const call = (id: unknown, name: string, args: object = {}, meta: object = {}) =>
  request(id, "tools/call", { name, arguments: args, ...meta });

/** Refuses the tools that are named; `late` = every answer is withheld. */
function gate(refused: readonly string[] = [], late = { value: false }): HttpGate {
  const judge = (message: unknown): Verdict => {
    const { params } = message as { params?: { name?: string } };
    if (refused.includes(params?.name ?? "")) return { refusal: denied };
    return { admission: { recheck: () => (late.value ? changed : undefined) } };
  };
  return {
    admit: async (message) => judge(message),
    async refusesBatch(members) {
      const first = members.map(judge).find((verdict) => "refusal" in verdict);
      return first === undefined ? undefined : { ...denied, id: null };
    },
  };
}

describe("before it runs", () => {
  test("a refused request is told by its id in both eras, and no handler runs", async () => {
    const client = await openHttp({ gate: gate(["fake_who"]) });
    const { post } = await client.legacy();
    for (const reply of [
      await post(call(7, "fake_who")),
      await client.modern(7, "tools/call", { name: "fake_who" }),
    ]) {
      expect([reply.status, reply.json]).toEqual([
        403,
        { jsonrpc: "2.0", id: 7, error: { code: -32003, message: "Forbidden", data: { code: "NO" } } },
      ]);
    }
    expect(client.fake.controls.calls).toEqual([]);
    expect((await post(call(8, "fake_echo", { text: "x" }))).status).toBe(200);
  });

  test("a batch is refused as a whole for one of its members, else as a batch", async () => {
    const client = await openHttp({ gate: gate(["fake_who"]) });
    const { post } = await client.legacy();
    const echo = call(1, "fake_echo", { text: "x" });
    expect((await post([echo, call(2, "fake_who")])).status).toBe(403);
    expect((await post([echo, echo])).status).toBe(400);
    expect(client.fake.controls.calls).toEqual([]);
  });

  test("the write gate stands before it, and it before the modern envelope", async () => {
    const asked: unknown[] = [];
    const watching: HttpGate = {
      ...gate(),
      admit(message) {
        asked.push(message);
        return { refusal: denied };
      },
    };
    const client = await openHttp({ gate: watching });
    const write = { name: "fake_write", arguments: { note: "x" } };
    expect((await client.modern(1, "tools/call", write)).json.error?.data).toEqual({
      code: "WRITE_DISABLED",
    });
    expect(asked).toEqual([]);
    const reply = await client.modern(1, "tools/list", {}, { "mcp-method": "tools/call" });
    expect([reply.status, asked.length]).toEqual([403, 1]);
  });

  test("what breaks inside the gate is 500, and nothing runs", async () => {
    const broken: HttpGate = { ...gate(), admit: () => Promise.reject(new Error("x")) };
    const client = await openHttp({ gate: broken });
    expect((await client.modern(1, "tools/call", { name: "fake_who" })).status).toBe(500);
    expect(client.fake.controls.calls).toEqual([]);
  });

  test("it hears the socket's address and whether the token was shown", async () => {
    const callers: unknown[] = [];
    const watching: HttpGate = {
      ...gate(),
      admit(_message, caller) {
        callers.push(caller);
        return { admission: undefined };
      },
    };
    const client = await openHttp({ gate: watching });
    await client.send({ body: initialize(1), headers: { "x-forwarded-for": "10.0.0.1" } });
    expect(callers).toEqual([{ address: "127.0.0.1", authenticated: false }]);
  });
});

describe("before its answer goes out", () => {
  const withheld = (id: unknown) => ({
    jsonrpc: "2.0",
    id,
    error: { code: -32000, message: "CHANGED", data: { code: "CHANGED" } },
  });

  test("a result is withheld as 409 in both eras", async () => {
    const late = { value: false };
    const client = await openHttp({ gate: gate([], late) });
    const { post, session } = await client.legacy();
    late.value = true;
    const legacy = await post(call(1, "fake_echo", { text: "secret" }));
    expect([legacy.status, legacy.json, legacy.headers["mcp-session-id"]]).toEqual([
      409,
      withheld(1),
      session,
    ]);
    const echo = { name: "fake_echo", arguments: { text: "secret" } };
    const modern = await client.modern(2, "tools/call", echo);
    expect([modern.status, modern.json]).toEqual([409, withheld(2)]);
    late.value = false;
    expect((await post(call(3, "fake_echo", { text: "x" }))).status).toBe(200);
  });

  test("on an open stream it is one last event", async () => {
    const late = { value: true };
    const client = await openHttp({ gate: gate([], late) });
    const meta = { ...envelope(), progressToken: "p" };
    const reply = await client.send({
      headers: {
        "mcp-protocol-version": "2026-07-28",
        "mcp-method": "tools/call",
        "mcp-name": "fake_progress",
      },
      body: call(1, "fake_progress", { steps: 2 }, { _meta: meta }),
    });
    expect(reply.status).toBe(200);
    expect(reply.messages.slice(0, -1).every(({ method }) => method === "notifications/progress")).toBe(true);
    expect(reply.json).toEqual(withheld(1));
  });

  test("protocol errors hold nothing and stay", async () => {
    const client = await openHttp({ gate: gate([], { value: true }) }, createFake());
    const reply = await client.modern(1, "tools/call", { name: "fake_nothing" });
    expect(reply.json.error?.code).toBe(-32602);
  });
});
