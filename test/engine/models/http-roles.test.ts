import { createServer, type IncomingMessage, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, describe, expect, test } from "vitest";
import { decide } from "../../../src/engine/egress/decide.ts";
import { createHttpGenerator, createHttpReranker } from "../../../src/engine/models/http-roles.ts";

// biome-ignore lint/suspicious/noExplicitAny: bodies of requests, judged by the assertions
type Body = any;
type Answer = (body: Body, res: ServerResponse, req: IncomingMessage) => void;

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
    answer(JSON.parse(body), res, req);
  });
  servers.push(server);
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
}

const json = (res: ServerResponse, value: unknown, status = 200) => {
  res.writeHead(status, { "content-type": "application/json" });
  res.end(JSON.stringify(value));
};
const allow = (destinationZone: "loopback" | "lan" | "remote") =>
  decide({
    collections: [{ collection: "notes", policy: "local_only", source: "explicit" }],
    action: "remote_inference",
    destinationZone,
    contentClass: "snippet",
    caller: { authenticated: true, operationAuthorized: true },
  });
const options = (url: string) => ({ url, model: "tiny", allow, wait: async () => undefined });

/** The score is the length of the text. */
const jina: Answer = ({ documents }, res) => {
  if (documents === undefined) return json(res, { error: "documents missing" }, 422);
  const results = documents.map((text: string, index: number) => ({ index, relevance_score: text.length }));
  json(res, { results: results.reverse() });
};
const tei: Answer = ({ texts }, res) => {
  if (texts === undefined) return json(res, { error: "missing field texts" }, 422);
  json(res, texts.map((text: string, index: number) => ({ index, score: text.length })).reverse());
};

describe("createHttpReranker()", () => {
  test.each([
    ["documents and results", jina],
    ["texts and a bare list", tei],
  ])("speaks the form with %s and restores the order", async (_name, answer) => {
    const bodies: Body[] = [];
    const paths: (string | undefined)[] = [];
    const url = await serve((body, res, req) => {
      bodies.push(body);
      paths.push(req.url);
      answer(body, res, req);
    });
    const reranker = createHttpReranker(options(url));
    const documents = Array.from({ length: 40 }, (_, n) => "x".repeat(n));
    await expect(reranker.rank("question", documents)).resolves.toEqual(documents.map((text) => text.length));
    await expect(reranker.rank("question", ["ab"])).resolves.toEqual([2]);
    expect(new Set(paths)).toEqual(new Set(["/v1/rerank"]));
    expect(bodies.at(-1)).toMatchObject({ model: "tiny", query: "question" });
    // One refusal is enough to learn the form: 32 + 8 + 1 texts in three requests.
    expect(bodies.length).toBe(answer === tei ? 4 : 3);
  });

  test("asks nobody about nothing", async () => {
    const reranker = createHttpReranker(options("http://127.0.0.1:9/v1"));
    await expect(reranker.rank("question", [])).resolves.toEqual([]);
  });

  test.each<[string, Answer, RegExp]>([
    ["too few scores", (_, res) => json(res, { results: [] }), /no list of 2 scores/],
    [
      "a score that is none",
      (_, res) =>
        json(res, [
          { index: 0, score: "x" },
          { index: 1, score: 1 },
        ]),
      /no list of 2 scores/,
    ],
    [
      "one text twice",
      (_, res) =>
        json(res, [
          { index: 1, score: 1 },
          { index: 1, score: 1 },
        ]),
      /no list of 2 scores/,
    ],
    [
      "an index beyond",
      (_, res) =>
        json(res, [
          { index: 0, score: 1 },
          { index: 7, score: 1 },
        ]),
      /no list of 2/,
    ],
    ["nothing", (_, res) => json(res, null), /no list of 2 scores/],
    ["a page", (_, res) => res.end("<html>"), /no list of 2 scores/],
    ["a refusal of both forms", (_, res) => json(res, {}, 422), /answered 422/],
    ["a server without it", (_, res) => json(res, {}, 404), /404.*has this model/],
  ])("says what came instead of scores: %s", async (_name, answer, message) => {
    const reranker = createHttpReranker(options(await serve(answer)));
    await expect(reranker.rank("private question", ["a", "b"])).rejects.toMatchObject({
      name: "EmbeddingUnavailable",
      message: expect.stringMatching(message),
    });
    await expect(reranker.rank("private question", ["a", "b"])).rejects.not.toThrow(/private/);
  });

  test("sends nothing past the egress policy", async () => {
    let calls = 0;
    const url = await serve((body, res, req) => {
      calls += 1;
      jina(body, res, req);
    });
    const reranker = createHttpReranker({ ...options(url), allow: () => allow("remote") });
    await expect(reranker.rank("q", ["a"])).rejects.toThrow(/POLICY_LOCAL_ONLY/);
    expect(calls).toBe(0);
  });
});

describe("createHttpGenerator()", () => {
  const says =
    (content: unknown): Answer =>
    (_body, res) =>
      json(res, { choices: [{ message: { content } }] });
  const schema = { type: "object", properties: { lex: { type: "array", items: { type: "string" } } } };

  test("asks for a chat completion, held by the schema where there is one", async () => {
    const bodies: Body[] = [];
    const url = await serve((body, res, req) => {
      bodies.push({ ...body, path: req.url });
      says('{"lex":[]}')(body, res, req);
    });
    const generator = createHttpGenerator(options(url));
    await generator.generate("question", { maxTokens: 20 });
    await expect(generator.generate("question", { maxTokens: 20, schema })).resolves.toBe('{"lex":[]}');
    expect(bodies[0]).toEqual({
      path: "/v1/chat/completions",
      model: "tiny",
      messages: [{ role: "user", content: "question" }],
      temperature: 0,
      max_tokens: 20,
    });
    expect(bodies[1].response_format).toEqual({
      type: "json_schema",
      json_schema: { name: "answer", strict: true, schema },
    });
  });

  test.each([
    ["thoughts in front", "<think>\nhm {\n</think>\n\nThe answer.", undefined, "The answer."],
    ["a code fence around JSON", '```json\n{"lex":[]}\n```', schema, '{"lex":[]}'],
    ["a code fence in plain text", "```js\n1\n```", undefined, "```js\n1\n```"],
  ])("copes with %s", async (_name, content, wanted, want) => {
    const generator = createHttpGenerator(options(await serve(says(content))));
    const given = wanted === undefined ? {} : { schema: wanted };
    await expect(generator.generate("q", { maxTokens: 9, ...given })).resolves.toBe(want);
  });

  test.each<[string, Answer, RegExp]>([
    ["JSON that was cut off", says('{"lex":["a'), /no complete JSON in 9 tokens/],
    ["no choice", (_, res) => json(res, { choices: [] }), /no chat completion/],
    ["no text", says(null), /no chat completion/],
    ["a server that is down", (_, res) => json(res, {}, 500), /answered 500.*gno models use builtin/],
  ])("says what came instead of text: %s", async (_name, answer, message) => {
    const generator = createHttpGenerator(options(await serve(answer)));
    await expect(generator.generate("q", { maxTokens: 9, schema })).rejects.toThrow(message);
  });

  test("stops when the caller does", async () => {
    const stop = new AbortController();
    const url = await serve(() => stop.abort(new Error("left")));
    const generator = createHttpGenerator(options(url));
    await expect(generator.generate("q", { maxTokens: 9, signal: stop.signal })).rejects.toThrow("left");
  });
});
