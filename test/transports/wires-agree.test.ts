import { describe, expect, test } from "vitest";
import { createFake } from "./fake-service.ts";
import { openHttp } from "./http-client.ts";
import { openLegacyStdio, openStdio } from "./stdio-client.ts";
import { modernRequest, request } from "./wire.ts";

type Send = (method: string, params: Record<string, unknown>) => Promise<string>;

/** Each wire as a function from a request to the raw text of its answer. */
async function wires(): Promise<Record<string, Send>> {
  const fake = createFake({ writeEnabled: true });
  const legacyStdio = await openLegacyStdio(fake);
  const modernStdio = openStdio(fake);
  const http = await openHttp({}, fake);
  const session = await http.legacy();
  let id = 0;
  const last = async (client: typeof modernStdio, message: { id?: unknown }) => {
    client.send(message);
    await client.answer(message.id);
    return client.lines.at(-1)!;
  };
  return {
    "stdio legacy": (method, params) => last(legacyStdio, request(++id, method, params)),
    "stdio modern": (method, params) => last(modernStdio, modernRequest(++id, method, params)),
    "http legacy": async (method, params) => (await session.post(request(++id, method, params))).text,
    "http modern": async (method, params) => (await http.modern(++id, method, params)).text,
  };
}

/** The raw bytes of one member, cut by what it parses to. */
function slice(text: string, member: string): string {
  const json = text.includes("\ndata: ") ? text.slice(text.indexOf("\ndata: ") + "\ndata: ".length) : text;
  const { result } = JSON.parse(json) as { result: Record<string, unknown> };
  const bytes = `"${member}":${JSON.stringify(result[member])}`;
  expect(json).toContain(bytes);
  return bytes;
}

describe("the four wires", () => {
  test("list the same bytes of tools", async () => {
    const slices = new Set<string>();
    for (const send of Object.values(await wires())) slices.add(slice(await send("tools/list", {}), "tools"));
    expect(slices.size).toBe(1);
    expect(slices).toContain(`"tools":${JSON.stringify(createFake({ writeEnabled: true }).service.list())}`);
  });

  const calls: { name: string; arguments: object; member: string }[] = [
    {
      name: "fake_echo",
      arguments: { text: "é😀\u2028", limit: "7", where: { op: "and", args: [] } },
      member: "structuredContent",
    },
    { name: "fake_fail", arguments: { how: "declared" }, member: "structuredContent" },
    { name: "fake_echo", arguments: { limit: 0 }, member: "content" },
    { name: "fake_write", arguments: { note: "x" }, member: "structuredContent" },
  ];
  test.each([
    { method: "tools/call", params: { name: "a\ud83d" } },
    { method: "resources/read", params: { uri: "gno://a/\udc00" } },
    { method: "tools/list", params: { cursor: "\ud800" } },
  ])("refuse half of a surrogate pair in $method, and do not send it back", async ({ method, params }) => {
    for (const [wire, send] of Object.entries(await wires())) {
      // The name stands in a header as well there, which cannot hold one.
      if (wire === "http modern" && method !== "tools/list") continue;
      const text = await send(method, params);
      expect(text).toMatch(/"code":-32602,"message":"Invalid params: \w+ holds half of a surrogate pair/);
      expect(text).not.toMatch(/\\ud[89a-f]/i);
    }
  });

  test.each(calls)("answer $name $arguments with the same bytes", async ({ member, ...params }) => {
    const slices = new Set<string>();
    for (const send of Object.values(await wires()))
      slices.add(slice(await send("tools/call", params), member));
    expect(slices.size).toBe(1);
  });

  test("serve both eras at once", async () => {
    const sends = Object.values(await wires());
    const texts = Array.from({ length: 100 }, (_, index) => `text ${index}`);
    await Promise.all(
      texts.map(async (text, index) => {
        const send = sends[2 + (index % 2)]!;
        expect(await send("tools/call", { name: "fake_echo", arguments: { text } })).toContain(
          `"text":"${text}"`,
        );
      }),
    );
  });
});
