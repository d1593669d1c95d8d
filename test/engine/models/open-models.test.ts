import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseConfig } from "../../../src/engine/config/parse.ts";
import { decide } from "../../../src/engine/egress/decide.ts";
import { createModels, type Models } from "../../../src/engine/models/open-models.ts";

let folder: string;
let server: Server;
let url: string;
let requests: string[];
let asked: (readonly string[])[];
const opened: Models[] = [];

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), "concordat-roles-"));
  requests = [];
  asked = [];
  server = createServer((req, res) => {
    requests.push(req.url ?? "");
    req.resume().on("end", () => {
      const answer = req.url?.endsWith("/embeddings")
        ? { data: [{ index: 0, embedding: [3, 4] }] }
        : req.url?.endsWith("/rerank")
          ? { results: [{ index: 0, relevance_score: 0.5 }] }
          : { choices: [{ message: { content: `key ${req.headers.authorization}` } }] };
      res.end(JSON.stringify(answer));
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`;
});
afterEach(async () => {
  await Promise.all(opened.splice(0).map((models) => models.close()));
  server.closeAllConnections();
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

function modelsOf(yaml: string, policy: "local_only" | "remote" = "local_only"): Models {
  const config = yaml === "" ? undefined : parseConfig(yaml, { file: "index.yml", home: "/" });
  const silent = () => undefined;
  const models = createModels({
    config: { load: () => config },
    cacheFolder: folder,
    log: { error: silent, warn: silent, info: silent },
    allow: (destinationZone, collections) => {
      asked.push(collections);
      return decide({
        collections: collections.map((collection) => ({ collection, policy, source: "explicit" })),
        action: "remote_inference",
        destinationZone,
        contentClass: "embedding",
        caller: { authenticated: true, operationAuthorized: true },
      });
    },
    apiKey: (origin) => (url.startsWith(origin) ? "sk-test" : undefined),
    maxThreads: 1,
  });
  opened.push(models);
  return models;
}

const served = () =>
  `models:
  activePreset: mine
  presets:
    - {id: mine, embed: "${url}#e5-small", rerank: "${url}#ranker", gen: "${url}#writer"}
`;

describe("createModels()", () => {
  test("has no model to open where nothing is configured, and starts no process", async () => {
    const models = modelsOf("");
    expect(models.nameOf("embed")).toBe("builtin");
    await expect(
      Promise.all([
        models.embedder(),
        models.reranker(),
        models.generator("expand"),
        models.generator("gen"),
      ]),
    ).resolves.toEqual([undefined, undefined, undefined, undefined]);
    expect(models.pid).toBeUndefined();
  });

  test("opens the models of a server, once, asking the policy for the collections at hand", async () => {
    const models = modelsOf(served());
    const scope = { collections: ["notes", "work"] };
    const embedder = (await models.embedder(scope))!;
    expect(embedder).toMatchObject({ name: "e5-small", dimension: 2 });
    expect(await models.embedder({ collections: ["work", "notes"] })).toBe(embedder);
    expect(requests).toEqual(["/v1/embeddings"]);
    await expect((await models.reranker(scope))!.rank("q", ["a"])).resolves.toEqual([0.5]);
    // Expansion uses the writer where it has no model of its own; the key goes to its origin.
    const writer = (await models.generator("expand", scope))!;
    await expect(writer.generate("q", { maxTokens: 5 })).resolves.toBe("key Bearer sk-test");
    expect(asked.every((names) => names.join() === "notes,work")).toBe(true);
  });

  test("sends nothing without a collection that allows it", async () => {
    const models = modelsOf(served());
    await expect(models.embedder()).rejects.toThrow(/NO_COLLECTION_POLICY/);
    expect(requests).toEqual([]);
  });

  test("sends no key in the clear to another network", async () => {
    url = "http://models.example/v1";
    const models = modelsOf(served(), "remote");
    await expect(models.embedder({ collections: ["notes"] })).rejects.toThrow(/in the clear\. Name .* https/);
  });

  test("asks no server on another machine when the network is switched off", async () => {
    const config = parseConfig(served().replaceAll(url, "https://models.example/v1"), {
      file: "index.yml",
      home: "/",
    });
    const silent = () => undefined;
    let sent = 0;
    const models = createModels({
      config: { load: () => config },
      cacheFolder: folder,
      log: { error: silent, warn: silent, info: silent },
      offline: true,
      fetch: async () => {
        sent += 1;
        throw new Error("the network was used");
      },
    });
    opened.push(models);
    await expect(models.embedder()).rejects.toThrow(/network is switched off/);
    expect(sent).toBe(0);
  });

  test("prefers the models of a collection", async () => {
    const models = modelsOf(
      `collections:\n  - {name: de, path: /de, models: {embed: "${url}#german"}}\n  - {name: en, path: /en}\n`,
    );
    expect([models.nameOf("embed", "de"), models.nameOf("embed", "en")]).toEqual([
      `${url}#german`,
      "builtin",
    ]);
    await expect(models.embedder({ collection: "de" })).resolves.toMatchObject({ name: "german" });
    await expect(models.embedder({ collection: "en" })).resolves.toBeUndefined();
  });

  test.each([
    ["slim", /nomic-embed-text-v1\.5\.Q8_0\.gguf is not there\. Pull it with: gno models pull hf:nomic-ai\//],
    ["mine", /absent\.gguf is not there\. Put the model there, or name another one/],
  ])("says of preset %s what to do about a missing file", async (preset, message) => {
    const models = modelsOf(
      `models:\n  activePreset: ${preset}\n  presets:\n    - {id: mine, embed: /nowhere/absent.gguf}\n`,
    );
    await expect(models.embedder()).rejects.toMatchObject({
      reason: "missing",
      message: expect.stringMatching(message),
    });
    expect(models.pid).toBeUndefined();
  });

  test("tries again after a failure, such as a file that was not whole", async () => {
    const path = join(folder, "bad.gguf");
    const models = modelsOf(`models:\n  activePreset: mine\n  presets:\n    - {id: mine, embed: ${path}}\n`);
    writeFileSync(path, "");
    await expect(models.embedder()).rejects.toThrow(/bad\.gguf is empty/);
    writeFileSync(path, "<html>");
    await expect(models.embedder()).rejects.toThrow(/bad\.gguf is a web page/);
  });
});
