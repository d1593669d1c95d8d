/** What doctor finds about models, one fault at a time. */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { readConfig } from "../../src/app/config.ts";
import { diagnoseModels } from "../../src/app/doctor-models.ts";
import { gguf } from "../fixtures/gguf/writer.ts";

const MODEL = gguf({ "general.architecture": "bert" }, [
  { name: "weights", dims: [64], data: new Float32Array(64).fill(0.5) },
]);

let root: string;
let server: Server;
let url: string;
let answer: { status: number; body: string };
let requests: { url: string; authorization: string | undefined }[];

beforeEach(async () => {
  root = mkdtempSync(join(tmpdir(), "concordat-doctor-"));
  requests = [];
  answer = { status: 200, body: JSON.stringify({ data: [{ id: "e5" }, { id: "nomic:latest" }] }) };
  server = createServer((req, res) => {
    requests.push({ url: req.url ?? "", authorization: req.headers.authorization });
    res.writeHead(answer.status).end(answer.body);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
  rmSync(root, { recursive: true, force: true });
});

function diagnose(yaml: string | undefined, { online = false, offline = false, env = {} } = {}) {
  const folder = join(root, "config");
  mkdirSync(folder, { recursive: true });
  if (yaml !== undefined) writeFileSync(join(folder, "index.yml"), yaml);
  const dirs = {
    GNO_CONFIG_DIR: folder,
    GNO_DATA_DIR: join(root, "data"),
    GNO_CACHE_DIR: join(root, "cache"),
  };
  return diagnoseModels(readConfig({ offline }, { env: { ...dirs, ...env } }), online);
}

const preset = (roles: string) => `models: {activePreset: mine, presets: [{id: mine, ${roles}}]}\n`;
const put = (path: string, bytes: Uint8Array) => {
  mkdirSync(join(root, "cache", "models"), { recursive: true });
  writeFileSync(path, bytes);
};

test("finds nothing wrong with the built-in model, and nothing to say without a configuration", async () => {
  expect(await diagnose(undefined)).toEqual([]);
  expect(await diagnose("version: '1.0'\n")).toEqual([
    { name: "embed model", state: "ok", message: "builtin, which needs no file" },
  ]);
  expect(await diagnose("collections: 7\n")).toEqual([]);
});

test("names files that are missing, half there, damaged, and whole", async () => {
  const models = join(root, "cache", "models");
  const own = join(root, "own.gguf");
  put(own, MODEL.subarray(0, MODEL.length - 9));
  put(join(models, "a__b__half.gguf.part"), MODEL.subarray(0, 50));
  put(join(models, "a__b__whole.gguf"), MODEL);
  const checks = await diagnose(
    preset(
      `embed: "hf:a/b/whole.gguf", rerank: "hf:a/b/gone.gguf", expand: "hf:a/b/half.gguf", gen: "${own}"`,
    ),
  );
  expect(checks).toEqual([
    { name: "embed model", state: "ok", message: join(models, "a__b__whole.gguf") },
    {
      name: "rerank model",
      state: "warning",
      message: "gone.gguf is not there",
      advice: "Pull it with: gno models pull hf:a/b/gone.gguf",
    },
    {
      name: "expand model",
      state: "warning",
      message: "half.gguf is not whole yet",
      advice: "Pull it with: gno models pull hf:a/b/half.gguf",
    },
    {
      name: "gen model",
      state: "warning",
      message: expect.stringMatching(
        /^The model file own\.gguf is cut short: it has \d+ of at least \d+ bytes$/,
      ),
      advice: "Put a whole copy there.",
    },
  ]);
});

test("asks a server only when told to, without any text", async () => {
  const yaml = preset(`embed: "${url}#e5"`);
  expect(await diagnose(yaml)).toMatchObject([{ state: "info", message: expect.stringMatching(/--online/) }]);
  expect(requests).toEqual([]);
  const online = await diagnose(yaml, { online: true, env: { GNO_MODEL_API_KEY: "sk-any" } });
  expect(online).toEqual([{ name: "embed model", state: "ok", message: `e5 at ${url} answers` }]);
  expect(requests).toEqual([{ url: "/v1/models", authorization: "Bearer sk-any" }]);
});

test.each([
  {
    name: "another model",
    model: "bge",
    message: /does not list the model bge$/,
    advice: /has: e5, nomic:latest$/,
  },
  { name: "a key", model: "e5", status: 401, message: /answered 401$/, advice: /GNO_MODEL_API_KEY/ },
  { name: "trouble", model: "e5", status: 503, message: /answered 503$/, advice: /own log/ },
])("tells of a server that wants $name", async ({ model, status = 200, message, advice }) => {
  answer = { ...answer, status };
  expect(await diagnose(preset(`embed: "${url}#${model}"`), { online: true })).toEqual([
    {
      name: "embed model",
      state: "warning",
      message: expect.stringMatching(message),
      advice: expect.stringMatching(advice),
    },
  ]);
});

test("takes a tag of Ollama and a server without a list for what they are", async () => {
  expect(await diagnose(preset(`embed: "${url}#nomic"`), { online: true })).toMatchObject([{ state: "ok" }]);
  answer = { status: 404, body: "no" };
  expect(await diagnose(preset(`embed: "${url}#other"`), { online: true })).toMatchObject([{ state: "ok" }]);
});

test("tells of a server that is down", async () => {
  await new Promise((resolve) => server.close(resolve));
  expect(await diagnose(preset(`embed: "${url}#e5"`), { online: true })).toMatchObject([
    {
      state: "warning",
      message: expect.stringMatching(/cannot be reached$/),
      advice: expect.stringMatching(/builtin/),
    },
  ]);
});

test("tells which collections may not use a server, and does not ask it", async () => {
  const yaml = `collections:
  - {name: private, path: /p, models: {embed: "http://192.168.1.9:11434/v1#e5"}}
  - {name: house, path: /h, egressPolicy: lan, models: {embed: "http://192.168.1.9:11434/v1#e5"}}
`;
  const checks = await diagnose(yaml, { online: true, offline: true });
  expect(checks.slice(1)).toEqual([
    {
      name: "embed model of private",
      state: "warning",
      message: "e5 at http://192.168.1.9:11434/v1: the egress policy of private lets no text go there",
      advice: "Set egressPolicy: lan for it in index.yml, or use a model on this machine.",
    },
    { name: "embed model of house", state: "info", message: expect.stringMatching(/not asked/) },
  ]);
});
