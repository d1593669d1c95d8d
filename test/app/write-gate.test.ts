/** Writes are off: every write tool is absent, unknown where it is called, refused where a body names it, and a second lock. */
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeEach, describe, expect, test } from "vitest";
import { handlers } from "../../generated/gno/bind.ts";
import { profiles } from "../../generated/gno/profiles.ts";
import { gno } from "../../generated/gno/tools.ts";
import type { AnyTool } from "../../src/runtime/service.ts";
import type { Call } from "../../src/runtime/tool.ts";
import { ToolError } from "../../src/runtime/tool-error.ts";
import { type Harness, harness, silentLog } from "../contracts/gno/harness.ts";
import type { Fake } from "../transports/fake-service.ts";
import { openHttp } from "../transports/http-client.ts";
import { openLegacyStdio, openStdio } from "../transports/stdio-client.ts";
import { modernRequest, request } from "../transports/wire.ts";

const schemas = join(import.meta.dirname, "..", "..", "schemas", "gno");
const names = gno.tools.filter(({ effect }) => effect === "write").map(({ name }) => name);

/** Arguments that the tool's own file shows to be right: nothing but the gate may refuse them. */
const examples = new Map<string, object>(
  readdirSync(schemas).flatMap((file) => {
    if (!file.endsWith(".json")) return [];
    const schema = JSON.parse(readFileSync(join(schemas, file), "utf8"));
    const input = schema.examples?.[0]?.input;
    return input === undefined ? [] : [[`gno_${file.slice(0, -".json".length).replaceAll("-", "_")}`, input]];
  }),
);
const called = (name: string) => ({ name, arguments: examples.get(name) ?? {} });

const files = { "a.md": "# A\n\nSee [[b]].\n", "b.md": "# B\n" };
const readOnly = (): Promise<Harness> => harness({ collections: { notes: files }, writeEnabled: false });
const served = ({ app }: Harness): Fake =>
  ({ service: app.service, resources: app.resources, log: silentLog }) as unknown as Fake;

/** All that a write could leave: the notes, the data folder's files by name and size, the configuration. */
function world({ root }: Harness): readonly string[] {
  return readdirSync(root, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && !/-(wal|shm)$/.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .map((file) => (/\.(md|yml)$/.test(file) ? `${file} ${readFileSync(file, "utf8")}` : file))
    .sort();
}

test("nineteen tools write, and each shows right arguments", () => {
  expect(names).toHaveLength(19);
  expect(names.filter((name) => !examples.has(name))).toEqual([]);
  for (const profile of [profiles.full, profiles.core])
    expect(profile.read.filter((name) => (names as string[]).includes(name))).toEqual([]);
});

describe("over stdio a write tool is a name like any other that is not there", () => {
  for (const era of ["legacy", "modern"] as const) {
    test(era, async () => {
      const h = await readOnly();
      const before = world(h);
      const client = era === "legacy" ? await openLegacyStdio(served(h)) : openStdio(served(h));
      const ask = era === "legacy" ? request : modernRequest;
      const answer = async (id: string, method: string, params: object) => {
        client.send(ask(id, method, params));
        return client.answer(id);
      };
      const listed = (await answer("list", "tools/list", {})).result?.tools as { name: string }[];
      expect(listed.map(({ name }) => name)).toEqual(profiles.full.read);
      const unknown = await answer("unknown", "tools/call", called("gno_nothing"));
      expect(unknown.error?.code).toBe(-32602);
      for (const name of names) {
        const { error, result } = await answer(name, "tools/call", called(name));
        expect(result, name).toBeUndefined();
        expect({ ...error, message: error?.message.replaceAll(name, "gno_nothing") }, name).toEqual(
          unknown.error,
        );
      }
      expect(world(h)).toEqual(before);
      client.end();
      await client.exit;
    });
  }
});

describe("over HTTP a body that names one is refused before anything runs", () => {
  const denied = {
    jsonrpc: "2.0",
    error: { code: -32000, message: "Forbidden", data: { code: "WRITE_DISABLED" } },
    id: null,
  };

  for (const era of ["legacy", "modern"] as const) {
    test(era, async () => {
      const h = await readOnly();
      const before = world(h);
      const http = await openHttp({}, served(h));
      const session = await http.legacy();
      const read = request("r", "tools/call", { name: "gno_status", arguments: {} });
      for (const name of names) {
        const call = request(1, "tools/call", called(name));
        const replies =
          era === "modern"
            ? [
                await http.modern(1, "tools/call", called(name)),
                // Headers that tell of another tool open nothing.
                await http.modern(1, "tools/call", called(name), { "mcp-name": "gno_status" }),
              ]
            : [
                await session.post(call),
                await session.post([call]),
                await session.post([read, read, call]),
                await http.send({ body: [read, call] }),
              ];
        for (const [at, reply] of replies.entries()) {
          expect({ status: reply.status, json: reply.json }, `${name}, body ${at}`).toEqual({
            status: 403,
            json: denied,
          });
        }
      }
      const unknown = await session.post(request(2, "tools/call", called("gno_nothing")));
      expect(unknown.json.error?.code).toBe(-32602);
      expect(world(h)).toEqual(before);
    });
  }
});

describe("each handler has a lock of its own, before it looks at anything", () => {
  let touched: string[];
  beforeEach(() => {
    touched = [];
  });
  /** A handler may take its parts apart before it asks; using one is what it may not. */
  const part = new Proxy(
    {},
    {
      get(_, key) {
        touched.push(String(key));
        throw new Error(`the handler used ${String(key)}`);
      },
    },
  );
  const deps = new Proxy({}, { get: () => part });
  test.each(names)("%s", async (name) => {
    const call = {
      signal: new AbortController().signal,
      caller: { client: "t", session: "s", transport: "direct", local: true },
      writeEnabled: false,
      fail(code: string, message: string): never {
        throw new ToolError(code, message);
      },
      progress() {},
      meta() {},
      handOverLease() {
        throw new Error("the handler took the lease");
      },
    } as unknown as Call;
    const handler = (handlers as unknown as Record<string, AnyTool>)[name];
    if (handler === undefined) throw new Error("there is no handler");
    const run = async () => handler.run(examples.get(name) as never, deps as never, call as never);
    await expect(run()).rejects.toMatchObject({ code: "WRITE_DISABLED" });
    expect(touched).toEqual([]);
  });
});
