/** Callers on other machines, over a real listener: their address is what the socket says, which the tests choose. */
import { chmodSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterEach, describe, expect, onTestFinished, test, vi } from "vitest";
import { egressGate } from "../../src/app/egress-gate.ts";
import { type RunningServer, startServing } from "../../src/app/serve.ts";
import { createConfigStore } from "../../src/engine/config/store.ts";
import { HttpExchange } from "../../src/transports/http-exchange.ts";
import { type Harness, harness, silentLog } from "../contracts/gno/harness.ts";
import { envelope, initialize, initialized, modern, request } from "../transports/wire.ts";

afterEach(() => void vi.restoreAllMocks());

const here = "127.0.0.1";
const lan = "::ffff:192.168.7.9";
const remote = "203.0.113.5";

interface Answer {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: answers of many shapes.
  readonly json: any;
}

interface World {
  readonly server: Harness;
  readonly running: RunningServer;
  from(address: string): void;
  /** A modern call. */
  call(tool: string, args?: object): Promise<Answer>;
  method(name: string, params?: object): Promise<Answer>;
  send(body: unknown, headers?: Record<string, string>): Promise<Answer & { session: string | null }>;
  receipts(): Promise<readonly { decision: string; reasonCode: string; contentClass: string }[]>;
}

const places = {
  notes: { "secret.md": "# Secret\n\nalpha word\n" },
  house: { "plan.md": "# Plan\n\nalpha word\n" },
  open: { "talk.md": "# Talk\n\nalpha word, see [[secret]]\n" },
};

/** notes stays here, house may go to private addresses, open everywhere. */
async function world(enableWrite = false): Promise<World> {
  const server = await harness({ collections: places });
  const config = createConfigStore(server.config.configFile);
  config.setEgressPolicy("house", "lan", 1);
  config.setEgressPolicy("open", "remote", 1);
  const tokenFile = join(server.root, "token");
  writeFileSync(tokenFile, "t".repeat(40));
  chmodSync(tokenFile, 0o600);
  const running = await startServing(server.config, {
    port: 0,
    host: "0.0.0.0",
    tokenFile,
    allowedHosts: ["gno.test"],
    allowedOrigins: ["https://gno.test"],
    enableWrite,
  });
  onTestFinished(() => running.close());
  const address = vi.spyOn(HttpExchange.prototype, "peer", "get").mockReturnValue(here);
  const port = Number(
    readFileSync(join(server.config.dirs.data, "serve.pid"), "utf8").match(/(\d+)\s*$/)?.[1],
  );

  const send: World["send"] = async (body, headers = {}) => {
    const { request: ask } = await import("node:http");
    const text = JSON.stringify(body);
    return new Promise((resolve, reject) => {
      const outgoing = ask(
        {
          port,
          host: here,
          path: "/mcp",
          method: "POST",
          agent: false,
          headers: {
            host: "gno.test",
            authorization: `Bearer ${"t".repeat(40)}`,
            "content-type": "application/json",
            accept: "application/json, text/event-stream",
            ...headers,
          },
        },
        async (response) => {
          let all = "";
          for await (const part of response.setEncoding("utf8")) all += part;
          const data = all.match(/^data: (.*)$/m)?.[1] ?? all;
          resolve({
            status: response.statusCode ?? 0,
            json: data === "" ? undefined : JSON.parse(data),
            session: (response.headers["mcp-session-id"] as string | undefined) ?? null,
          });
        },
      );
      outgoing.on("error", reject);
      outgoing.end(text);
    });
  };
  const method: World["method"] = (name, params = {}) => {
    const { name: tool, uri } = params as { name?: string; uri?: string };
    const named = tool ?? uri;
    return send(request(1, name, { ...params, _meta: envelope() }), {
      "mcp-protocol-version": modern,
      "mcp-method": name,
      ...(named === undefined ? {} : { "mcp-name": named }),
    });
  };
  return {
    server,
    running,
    from: (next) => void address.mockReturnValue(next),
    method,
    call: (name, args = {}) => method("tools/call", { name, arguments: args }),
    send,
    receipts: async () => (await server.ok("gno_egress_audit_list", { limit: 100 })).receipts,
  };
}

describe("who may be answered", () => {
  test("by address and policy, with a receipt for every answer elsewhere", async () => {
    const { call, receipts, ...at } = await world();
    for (const [from, args, status, receipt] of [
      [here, {}, 200, undefined],
      [here, { collection: "notes" }, 200, undefined],
      [lan, {}, 403, "POLICY_LOCAL_ONLY"],
      [lan, { collection: "notes" }, 403, "POLICY_LOCAL_ONLY"],
      [lan, { collection: "house" }, 200, "LAN_POLICY_AUTHENTICATED"],
      [lan, { collection: "open" }, 200, "LAN_POLICY_AUTHENTICATED"],
      [remote, { collection: "house" }, 403, "POLICY_LAN_ONLY"],
      [remote, { collection: " OPEN " }, 200, "REMOTE_POLICY_AUTHENTICATED"],
      [remote, { collection: "attic" }, 403, "POLICY_LOCAL_ONLY"],
      [remote, { collection: "../x" }, 403, "INVALID_COLLECTION"],
      ["", { collection: "house" }, 403, "POLICY_LAN_ONLY"],
    ] as const) {
      at.from(from);
      const answer = await call("gno_search", { query: "alpha", ...args });
      expect({ from, args, status: answer.status }).toEqual({ from, args, status });
      if (status === 403) expect(JSON.stringify(answer.json)).not.toContain("word");
      const kept = (await receipts()).map(({ reasonCode, contentClass }) => [reasonCode, contentClass]);
      expect({ from, args, kept }).toEqual({
        from,
        args,
        kept: receipt === undefined ? [] : [[receipt, "snippet"]],
      });
      await at.server.ok("gno_egress_audit_purge", { confirm: true });
    }
  });

  test("a refusal says what and why, and no name that the caller did not say", async () => {
    const { from, call } = await world();
    from(lan);
    const all = await call("gno_search", { query: "alpha" });
    expect(all.json).toEqual({
      jsonrpc: "2.0",
      id: 1,
      error: {
        code: -32003,
        message: "Forbidden",
        data: {
          code: "EGRESS_DENIED",
          message: expect.stringContaining("gno collection policy set"),
          reason: "POLICY_LOCAL_ONLY",
          audit: {
            action: "serve",
            destinationZone: "lan",
            contentClass: "snippet",
            collectionCount: 3,
            collections: [],
            effectivePolicy: "local_only",
            effectivePolicySource: "config_default",
            callerAuthenticated: true,
            callerOperationAuthorized: true,
          },
        },
      },
    });
    const one = await call("gno_get", { ref: "notes/secret.md" });
    expect(one.json.error.data.audit.collections).toEqual(["notes"]);
  });

  test("graph expansion and links out of an allowed collection carry nothing of another one", async () => {
    const { from, call } = await world();
    from(remote);
    for (const [tool, args] of [
      ["gno_query", { query: "talk alpha", collection: "open" }],
      ["gno_context", { goal: "talk alpha", collections: ["open"] }],
      ["gno_graph", { collection: "open" }],
    ] as const) {
      const { status, json } = await call(tool, args);
      expect([tool, status]).toEqual([tool, 200]);
      expect([tool, JSON.stringify(json)]).not.toEqual([tool, expect.stringContaining("gno://notes")]);
    }
    expect((await call("gno_backlinks", { ref: "open/talk.md" })).status).toBe(403);
    expect((await call("gno_similar", { ref: "open/talk.md", crossCollection: true })).status).toBe(403);
  });

  test("resources are held to the same word", async () => {
    const { from, method } = await world();
    from(remote);
    expect((await method("resources/read", { uri: "gno://open/talk.md" })).status).toBe(200);
    expect((await method("resources/read", { uri: "gno://notes/secret.md" })).status).toBe(403);
    expect((await method("resources/list")).status).toBe(403);
    expect((await method("tools/list")).status).toBe(200);
  });

  test("a session gives no right: every request of it is judged by where it comes from", async () => {
    const { from, send } = await world();
    const { session } = await send(initialize(0));
    const headers = { "mcp-session-id": session as string };
    await send(initialized, headers);
    const search = request(1, "tools/call", { name: "gno_search", arguments: { query: "alpha" } });
    expect((await send(search, headers)).status).toBe(200);
    from(lan);
    const refused = await send(search, headers);
    expect([refused.status, refused.json.error.code, refused.json.id]).toEqual([403, -32003, 1]);
    const batch = await send([request(2, "ping"), search], headers);
    expect([batch.status, batch.json.error.code, batch.json.id]).toEqual([403, -32003, null]);
    expect((await send([request(2, "ping")], headers)).status).toBe(400);
    from(here);
    expect((await send([search], headers)).status).toBe(400);
  });

  test("a batch that may go leaves no receipt, as nothing of it goes", async () => {
    const { from, send, receipts } = await world();
    from(remote);
    const search = request(1, "tools/call", {
      name: "gno_search",
      arguments: { query: "a", collection: "open" },
    });
    expect((await send([search])).status).toBe(400);
    expect(await receipts()).toEqual([]);
  });

  test("a caller elsewhere cannot let a policy go further for himself", async () => {
    const { from, call, server } = await world(true);
    from(remote);
    const confirmation = {
      collection: "notes",
      currentPolicy: "local_only",
      currentRevision: 0,
      targetPolicy: "remote",
      acknowledged: true,
    };
    const answer = await call("gno_egress_policy_set", {
      collection: "notes",
      policy: "remote",
      confirmation,
    });
    expect(answer.status).toBe(403);
    expect((await server.ok("gno_egress_policy_get", { collection: "notes" })).effectivePolicy).toBe(
      "local_only",
    );
  });
});

describe("a policy that changes while a request runs", () => {
  test("withholds the answers of others as 409, and says of a write that it stands", async () => {
    const { call, running, server } = await world(true);
    const lease = await (await server.app.engine()).lease.acquire(1_000, new AbortController().signal);
    const folder = call("gno_create_folder", { collection: "open", name: "later" });
    await vi.waitFor(() => expect(running.app.service.active()).toBe(1), 4_000);
    createConfigStore(server.config.configFile).setEgressPolicy("house", "local_only", 2);
    lease?.release();
    const late = await folder;
    expect([late.status, late.json.id, late.json.error.code]).toEqual([409, 1, -32000]);
    expect(late.json.error.data).toEqual({ code: "EGRESS_POLICY_CHANGED" });
    expect(late.json.error.message).toMatch(/^EGRESS_POLICY_CHANGED: .*wrote stands/);
    expect(existsSync(join(server.folder("open"), "later"))).toBe(true);
    expect((await call("gno_status")).status).toBe(200);
  });

  test("and not the one that changed it", async () => {
    const { call, from } = await world(true);
    const tightened = await call("gno_egress_policy_set", { collection: "open", policy: "lan" });
    expect(tightened.json.result.structuredContent).toMatchObject({ change: "tightened" });
    from(remote);
    expect((await call("gno_search", { query: "alpha", collection: "open" })).status).toBe(403);
  });

  test("adding and removing a collection answer, though they move the epoch", async () => {
    const { call, server, running } = await world(true);
    const { mkdirSync } = await import("node:fs");
    mkdirSync(join(server.root, "more"));
    const added = await call("gno_add_collection", { path: join(server.root, "more") });
    expect([added.status, added.json.result.structuredContent.collection]).toEqual([200, "more"]);
    expect((await call("gno_status")).status).toBe(200);
    await (await running.app.engine()).jobs.settled();
    const removed = await call("gno_remove_collection", { collection: "more" });
    expect(removed.json.result.structuredContent.removed).toBe(true);
  });

  test("an edit of index.yml by hand counts, too", async () => {
    const { call, from, server } = await world();
    from(remote);
    const { egress } = await server.app.engine();
    const before = egress.epoch();
    createConfigStore(server.config.configFile).setEgressPolicy("open", "local_only", 2);
    expect(egress.epoch()).not.toBe(before);
    expect((await call("gno_search", { query: "alpha", collection: "open" })).status).toBe(403);
  });
});

describe("where policies or receipts cannot be used", () => {
  const search = request(1, "tools/call", { name: "gno_search", arguments: { query: "alpha" } });
  const broken = new Error("disk full");
  const gateOver = (egress: object) =>
    egressGate({
      engine: async () => ({ egress }) as never,
      isWriteTool: () => false,
      log: silentLog,
    });
  const caller = (address: string) => ({ address, authenticated: true });

  const unreadable = (): string => {
    throw broken;
  };
  const rows: readonly { readonly why: string; readonly egress: object; readonly bound: boolean }[] = [
    { why: "no receipt", egress: { epoch: () => "e", authorize: () => Promise.reject(broken) }, bound: true },
    { why: "no policies", egress: { epoch: unreadable }, bound: false },
  ];
  test.each(rows)("$why: 503 elsewhere, an answer here", async ({ egress, bound }) => {
    const gate = gateOver(egress);
    expect(await gate.admit(search, caller(remote))).toMatchObject({ refusal: { status: 503, id: null } });
    const verdict = await gate.admit(search, caller(here));
    expect("admission" in verdict && verdict.admission !== undefined).toBe(bound);
  });

  test("policies that can no longer be read count as changed elsewhere, and do not matter here", async () => {
    const state = { broken: false };
    const gate = gateOver({
      epoch: () => (state.broken ? unreadable() : "e"),
      authorize: async () => ({ allowed: true }),
    });
    const verdicts = [await gate.admit(search, caller(remote)), await gate.admit(search, caller(here))];
    state.broken = true;
    const late = verdicts.map((verdict) => "admission" in verdict && verdict.admission?.recheck()?.status);
    expect(late).toEqual([409, undefined]);
  });
});
