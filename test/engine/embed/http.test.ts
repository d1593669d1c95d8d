import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { decide } from "../../../src/engine/egress/decide.ts";
import { openHttpEmbedder } from "../../../src/engine/embed/http.ts";
import { promptFamily } from "../../../src/engine/embed/prompts.ts";
import { zoneOf } from "../../../src/engine/embed/zone.ts";

type Answer = (inputs: string[], res: ServerResponse, req: IncomingMessage) => void;

const servers: Server[] = [];
afterEach(() => {
  for (const server of servers.splice(0)) {
    server.closeAllConnections();
    server.close();
  }
});

async function serve(answer: Answer): Promise<string> {
  const server = createServer(async (req, res) => {
    let body = "";
    for await (const chunk of req) body += chunk;
    answer(JSON.parse(body).input, res, req);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const vectors = (inputs: string[], dims = 4) => ({
  data: inputs.map((input, index) => ({
    index,
    embedding: Array.from({ length: dims }, (_, k) => (input.length + 1) * (k + 1)),
  })),
});
const json = (res: ServerResponse, value: unknown, status = 200) => {
  res.writeHead(status, { "content-type": "application/json" });
  res.end(JSON.stringify(value));
};
const policy = (value: "local_only" | "remote") => (destinationZone: "loopback" | "lan" | "remote") =>
  decide({
    collections: [{ collection: "notes", policy: value, source: "explicit" }],
    action: "remote_inference",
    destinationZone,
    contentClass: "embedding",
    caller: { authenticated: true, operationAuthorized: true },
  });
const options = (url: string) => ({
  url,
  model: "tiny",
  allow: policy("local_only"),
  wait: async () => undefined,
});

describe("openHttpEmbedder()", () => {
  test("puts vectors back into the order of the texts and makes them unit length", async () => {
    const url = await serve((inputs, res) => json(res, { data: vectors(inputs).data.reverse() }));
    const embedder = await openHttpEmbedder(options(url));
    const out = await embedder.embed(["a", "bb", ""], "passage");
    expect(embedder.dimension).toBe(4);
    expect(out.map((vector) => Math.hypot(...vector)).every((norm) => Math.abs(norm - 1) < 1e-6)).toBe(true);
  });

  test("sends in batches and sets the prompt of the model's family", async () => {
    const seen: string[][] = [];
    const url = await serve((inputs, res) => {
      seen.push(inputs);
      json(res, vectors(inputs));
    });
    const embedder = await openHttpEmbedder({ ...options(url), model: "nomic-embed-text" });
    await embedder.embed(
      Array.from({ length: 70 }, (_, n) => `t${n}`),
      "passage",
    );
    expect(seen.slice(1).map((batch) => batch.length)).toEqual([32, 32, 6]);
    expect([seen[0]![0], seen[1]![0]]).toEqual(["search_query: dimension", "search_document: t0"]);
  });

  test("tries again after 429 and 503, as often as told", async () => {
    let calls = 0;
    const url = await serve((inputs, res) => {
      calls += 1;
      if (calls < 3) json(res, {}, calls === 1 ? 429 : 503);
      else json(res, vectors(inputs));
    });
    await openHttpEmbedder(options(url));
    expect(calls).toBe(3);
  });

  test.each<[string, Answer, RegExp]>([
    ["a wrong key", (_, res) => json(res, {}, 401), /401.*API key/],
    ["an unknown model", (_, res) => json(res, {}, 404), /404.*has this model/],
    ["a page", (_, res) => res.end("<html>"), /no list of 1 embeddings/],
    ["too few vectors", (_, res) => json(res, { data: [] }), /no list of 1/],
    ["a number that is none", (_, res) => json(res, { data: [{ embedding: [1, "x"] }] }), /no list of 1/],
    [
      "a server that is down for good",
      (_, res) => json(res, {}, 500),
      /answered 500.*gno models use builtin/,
    ],
  ])("says what to do about %s", async (_, answer, message) => {
    const url = await serve(answer);
    await expect(openHttpEmbedder(options(url))).rejects.toThrow(message);
  });

  test("gives up on a server that hangs, and on one that is not there", async () => {
    const url = await serve(() => undefined);
    await expect(openHttpEmbedder({ ...options(url), timeoutMs: 50, tries: 1 })).rejects.toThrow(
      /did not answer within 50 ms/,
    );
    await expect(openHttpEmbedder(options("http://127.0.0.1:9/v1"))).rejects.toThrow(/cannot be reached/);
    await expect(openHttpEmbedder(options("file:///x"))).rejects.toThrow(/no http address/);
  });

  test("refuses vectors of another dimension, at once and later", async () => {
    let dims = 4;
    const url = await serve((inputs, res) => json(res, vectors(inputs, dims)));
    await expect(openHttpEmbedder({ ...options(url), expectedDimension: 8 })).rejects.toThrow(
      /now gives 4 dimensions, the index holds 8/,
    );
    const embedder = await openHttpEmbedder(options(url));
    dims = 6;
    await expect(embedder.embed(["x"], "query")).rejects.toMatchObject({ reason: "mismatch" });
  });

  test("asks the egress policy before each request and sends nothing when it says no", async () => {
    let calls = 0;
    const url = await serve((inputs, res) => {
      calls += 1;
      json(res, vectors(inputs));
    });
    await expect(
      openHttpEmbedder({ ...options(url), allow: () => policy("local_only")("remote") }),
    ).rejects.toThrow(/POLICY_LOCAL_ONLY/);
    expect(calls).toBe(0);
  });

  test("sends the key and stops when the caller does", async () => {
    const answering = await serve((inputs, res, req) =>
      json(res, req.headers.authorization === "Bearer sk-secret" ? vectors(inputs) : {}),
    );
    const embedder = await openHttpEmbedder({ ...options(answering), apiKey: "sk-secret" });
    const aborted = AbortSignal.abort(new Error("left"));
    await expect(embedder.embed(["private words"], "query", aborted)).rejects.toThrow("left");
  });
});

test.each([
  ["http://localhost:1/v1", "loopback"],
  ["http://127.9.9.9/v1", "loopback"],
  ["http://[::1]:8080/v1", "loopback"],
  ["http://[::ffff:127.0.0.1]/v1", "loopback"],
  ["http://192.168.1.20:8080/v1", "lan"],
  ["http://[fd00::1]/v1", "lan"],
  ["http://172.32.0.1/v1", "remote"],
  ["https://api.example.com/v1", "remote"],
  ["http://localhost.example.com/v1", "remote"],
])("zoneOf(%s) is %s", (url, zone) => {
  expect(zoneOf(new URL(url))).toBe(zone);
});

test.each([
  ["nomic-embed-text-v1.5", "nomic"],
  ["intfloat/multilingual-e5-small", "e5"],
  ["Qwen3-Embedding-0.6B-Q8_0.gguf", "qwen3"],
  ["bge-small-en-v1.5", "bge"],
  ["bge-m3", "plain"],
])("promptFamily(%s) is %s", (model, id) => {
  expect(promptFamily(model).id).toBe(id);
});
