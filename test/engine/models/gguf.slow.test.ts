/** The three models of the tests through the real library in its real process, one thread each. */
import { fork, spawnSync } from "node:child_process";
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { build } from "esbuild";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { openGgufEmbedder } from "../../../src/engine/embed/gguf.ts";
import { openGgufGenerator, openGgufReranker } from "../../../src/engine/models/gguf-roles.ts";
import {
  createLlamaHost,
  type LlamaHost,
  type LlamaHostOptions,
} from "../../../src/engine/models/llama-host.ts";
import { embedModel } from "../../fixtures/gguf/embed-model.ts";
import { type ModelFiles, writeModels } from "../../fixtures/gguf/files.ts";

const ROOT = fileURLToPath(new URL("../../..", import.meta.url));
const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };
let files: ModelFiles;
let host: LlamaHost;
let digestFolder: string;
const extra: LlamaHost[] = [];

beforeAll(() => {
  files = writeModels();
  digestFolder = join(files.folder, "digests");
  host = createLlamaHost({ log: silent, maxThreads: 1 });
});
afterEach(async () => {
  await Promise.all(extra.splice(0).map((one) => one.close()));
});
afterAll(async () => {
  await host.close();
  files.remove();
});

function ownHost(options: Partial<LlamaHostOptions> = {}): LlamaHost {
  const own = createLlamaHost({ log: silent, maxThreads: 1, ...options });
  extra.push(own);
  return own;
}
const embedder = (path = files.embed, expectedDimension?: number) =>
  openGgufEmbedder({
    host,
    path,
    digestFolder,
    ...(expectedDimension === undefined ? {} : { expectedDimension }),
  });
const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
const length = (vector: Float32Array) => Math.sqrt(dot(vector, vector));

describe("the embedder", () => {
  test("puts texts that share words near each other, always in the same place", async () => {
    const model = await embedder();
    expect(model).toMatchObject({
      name: "test-embedder.gguf",
      dimension: 64,
      fusion: { kind: "rank", weight: 1 },
    });
    const [question, answer, other, again] = await model.embed(
      [
        "How do I reset my password?",
        "password reset instructions for your account",
        "the weather of tomorrow",
        "How do I reset my password?",
      ],
      "passage",
    );
    expect(dot(question!, answer!)).toBeGreaterThan(0.5);
    expect(dot(question!, other!)).toBeLessThan(0.3);
    expect(question).toEqual(again);
  });

  test("gives unit vectors, and zero for nothing", async () => {
    const model = await embedder();
    const texts = [
      "password",
      "",
      " \n\t",
      "rain ".repeat(50_000),
      "日本語",
      "\u0000",
      "rain\u0000\ud800fall",
    ];
    const vectors = await model.embed(texts, "query");
    expect(vectors.map((vector) => vector.length)).toEqual(texts.map(() => 64));
    expect(vectors.map((vector) => Math.round(length(vector) * 1e5) / 1e5)).toEqual([1, 0, 0, 1, 1, 0, 1]);
    await expect(model.embed([], "query")).resolves.toEqual([]);
  });

  test("cuts a long text where the model's sight ends", async () => {
    const model = await embedder();
    const [short, long] = await model.embed(["rain ".repeat(509), "rain ".repeat(900)], "passage");
    expect(dot(short!, long!)).toBeGreaterThan(0.9999);
  });

  test("puts the prompts of the family around texts; the fingerprint knows family and content", async () => {
    const nomic = join(files.folder, "nomic-embed-text.gguf");
    writeFileSync(nomic, embedModel());
    const [plain, prompted] = [await embedder(), await embedder(nomic)];
    expect(prompted.fingerprint).toBe(plain.fingerprint.replace(":plain", ":nomic"));
    const [a] = await plain.embed(["search_query: password"], "query");
    const [b] = await prompted.embed(["password"], "query");
    const [c] = await prompted.embed(["password"], "passage");
    expect(a).toEqual(b);
    expect(dot(b!, c!)).toBeLessThan(0.9999);
    writeFileSync(nomic, embedModel(["another", "vocabulary"]));
    expect((await embedder(nomic)).fingerprint).not.toBe(prompted.fingerprint);
  });

  test("is refused when the index holds another dimension, or the file changed under it", async () => {
    await expect(embedder(files.embed, 384)).rejects.toMatchObject({
      reason: "mismatch",
      message: expect.stringMatching(/64 dimensions, the index holds 384.*gno embed/),
    });
    const path = join(files.folder, "changing.gguf");
    writeFileSync(path, embedModel());
    const own = ownHost();
    const model = await openGgufEmbedder({ host: own, path, digestFolder });
    writeFileSync(path, embedModel(["another", "vocabulary"]));
    // Warm, it still answers with what it has in memory; a new process must not take the other file for it.
    process.kill(own.pid!, "SIGKILL");
    await expect.poll(() => own.pid).toBeUndefined();
    await expect(model.embed(["x"], "query")).rejects.toThrow(/changing\.gguf has changed.*gno embed/);
  });
});

describe("the reranker", () => {
  test("scores by the words of the query that a document has", async () => {
    const reranker = await openGgufReranker({ host, path: files.rank });
    const scores = await reranker.rank("reset password account", [
      "the weather",
      "how to reset the password of your account",
      "your account",
      "",
      `${"rain ".repeat(2000)} reset password account`,
    ]);
    expect(scores.map((score) => score.toFixed(2))).toEqual(["0.05", "0.99", "0.38", "0.05", "0.99"]);
    await expect(reranker.rank("password ".repeat(5000), ["password"])).resolves.toEqual([
      expect.any(Number),
    ]);
    await expect(reranker.rank("x", [])).resolves.toEqual([]);
  });

  test("must be one", async () => {
    await expect(openGgufReranker({ host, path: files.embed })).rejects.toThrow(
      /test-embedder\.gguf is no reranker\. Set models\.presets\[\]\.rerank/,
    );
  });
});

describe("the generator", () => {
  const schema = {
    type: "object",
    properties: {
      lex: { type: "array", items: { type: "string" } },
      hyde: { type: "string" },
      n: { type: "integer" },
      ok: { type: "boolean" },
      kind: { enum: ["term", "hyde"] },
    },
  };

  test("writes the same text each time, and JSON that follows a schema", async () => {
    const generator = await openGgufGenerator({ host, path: files.chat });
    for (let round = 0; round < 2; round += 1) {
      await expect(generator.generate("What?", { maxTokens: 50 })).resolves.toBe("The notes say so [1].");
      const answer = JSON.parse(await generator.generate("Expand", { maxTokens: 200, schema }));
      expect(answer).toEqual({ lex: ["query"], hyde: "query", n: 1, ok: expect.any(Boolean), kind: "hyde" });
    }
  });

  test("says so when its JSON was cut off, and stops when the caller does", async () => {
    const generator = await openGgufGenerator({ host, path: files.chat });
    await expect(generator.generate("Expand", { maxTokens: 3, schema })).rejects.toThrow(
      /test-chat\.gguf wrote no complete JSON in 3 tokens/,
    );
    const stop = new AbortController();
    const leaving = generator.generate("x ".repeat(3000), { maxTokens: 500, signal: stop.signal });
    stop.abort(new Error("left"));
    await expect(leaving).rejects.toThrow("left");
    await expect(generator.generate("What?", { maxTokens: 50 })).resolves.toBe("The notes say so [1].");
  });
});

describe("a model that cannot be used", () => {
  const model = embedModel();
  test.each<[string, Uint8Array | string | undefined, "missing" | "failed", RegExp]>([
    ["none", undefined, "missing", /is not there/],
    ["an empty file", "", "failed", /is empty/],
    ["a web page of 10 kB", `<!DOCTYPE html>${"x".repeat(10_000)}`, "failed", /is a web page and no model/],
    ["half a model", model.subarray(0, model.length >> 1), "failed", /is cut short/],
    [
      "a model with a damaged header that the check lets pass",
      Buffer.from(model.toString("latin1").replaceAll("bert", "bart"), "latin1"),
      "failed",
      /does not load/,
    ],
  ])("%s: the error names file and cure, and others go on", async (_name, bytes, reason, message) => {
    const path = join(files.folder, "broken.gguf");
    if (bytes !== undefined) writeFileSync(path, bytes);
    const failed = embedder(path);
    await expect(failed).rejects.toMatchObject({ name: "EmbeddingUnavailable", reason });
    await expect(failed).rejects.toThrow(message);
    await expect(failed).rejects.toThrow(/broken\.gguf .*gno models/);
    await expect(embedder()).resolves.toMatchObject({ dimension: 64 });
  });
});

describe("the process", () => {
  test("that is killed in the middle costs one request", async () => {
    const own = ownHost();
    const model = await openGgufEmbedder({ host: own, path: files.embed, digestFolder });
    const first = own.pid!;
    const killed = model.embed(Array<string>(200).fill("rain ".repeat(400)), "passage");
    process.kill(first, "SIGKILL");
    await expect(killed).rejects.toThrow(/test-embedder\.gguf made its process end/);
    await expect(model.embed(["rain"], "query")).resolves.toHaveLength(1);
    expect(own.pid).not.toBe(first);
  });

  test("ends with its parent, even when that is killed", async () => {
    const child = fork(fileURLToPath(new URL("./orphan-parent.ts", import.meta.url)), [], {
      stdio: ["ignore", "ignore", "ignore", "ipc"],
      execArgv: [],
    });
    const pid = await new Promise<number>((resolve) =>
      child.once("message", (message) => resolve(Number(message))),
    );
    process.kill(pid, 0);
    child.kill("SIGKILL");
    await expect.poll(() => isAlive(pid), { timeout: 10_000 }).toBe(false);
  });

  test("runs bundled, and says how to install what is missing", async () => {
    const dist = join(files.folder, "dist");
    await build({
      entryPoints: [join(ROOT, "src/engine/models/llama-child.ts")],
      bundle: true,
      format: "esm",
      platform: "node",
      outdir: dist,
      external: ["node-llama-cpp"],
      logLevel: "error",
    });
    writeFileSync(join(dist, "package.json"), '{"type":"module"}');
    const childFile = pathToFileURL(join(dist, "llama-child.js"));
    const without = ownHost({ childFile });
    await expect(openGgufEmbedder({ host: without, path: files.embed, digestFolder })).rejects.toMatchObject({
      reason: "missing",
      message: expect.stringMatching(/npm install node-llama-cpp@3\.21\.1.*gno models use builtin/),
    });
    mkdirSync(join(dist, "node_modules"));
    symlinkSync(
      join(ROOT, "node_modules/node-llama-cpp"),
      join(dist, "node_modules/node-llama-cpp"),
      "junction",
    );
    const model = await openGgufEmbedder({ host: ownHost({ childFile }), path: files.embed, digestFolder });
    await expect(model.embed(["rain"], "query")).resolves.toHaveLength(1);
  });

  test("writes nothing to the standard output of its parent, and lets it end", () => {
    const script = join(files.folder, "parent.ts");
    const at = (path: string) => JSON.stringify(pathToFileURL(join(ROOT, path)).href);
    writeFileSync(
      script,
      `import { createLlamaHost } from ${at("src/engine/models/llama-host.ts")};
import { openGgufEmbedder } from ${at("src/engine/embed/gguf.ts")};
const log = (message: string, fields: unknown) => process.stderr.write(message + JSON.stringify(fields) + "\\n");
const host = createLlamaHost({ log: { error: log, warn: log, info: log }, maxThreads: 1 });
const model = await openGgufEmbedder({
  host, path: ${JSON.stringify(files.embed)}, digestFolder: ${JSON.stringify(digestFolder)},
});
await model.embed(["rain"], "query");
process.stdout.write("the only line\\n");
`,
    );
    // Without close(): an idle model process must not keep the program alive.
    const { status, stdout, stderr } = spawnSync(process.execPath, [script], {
      encoding: "utf8",
      timeout: 30_000,
      env: { ...process.env, NODE_LLAMA_CPP_DEBUG: "true" },
    });
    expect([status, stdout]).toEqual([0, "the only line\n"]);
    expect(stderr).toContain("model process");
  });
});
