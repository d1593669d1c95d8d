/**
 * The same searches with no vectors, with the built-in model, with GGUF models through the real library and with a
 * server: what is found, what may not be found, and that `meta` tells what really ran. Then everything that goes wrong
 * with a model: searches go on, and say what to do.
 */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { composeGno } from "../../../src/app/compose.ts";
import { createConfigStore } from "../../../src/engine/config/store.ts";
import type { EmbedResult, Engine } from "../../../src/engine/engine.ts";
import { type Files, type Harness, harness, shared, silentLog } from "../../contracts/gno/harness.ts";
import { writeModels } from "../../fixtures/gguf/files.ts";
import { modelServer } from "../../fixtures/model-server.ts";

const collections: Readonly<Record<string, Files>> = {
  notes: {
    "password.md":
      "---\ntags: [howto]\n---\n\n# Password reset\n\nHow a user gets a new password for his account.\n",
    "backup.md": "---\ntags: [howto]\n---\n\n# Backup\n\nThe disk is copied each night. See [[restore]].\n",
    "restore.md": "# Restore\n\nAn archive is brought back to the disk after a failure.\n",
    "rain.md": "# Weather\n\nRain tomorrow, the garden needs no water.\n",
    "cookie.md": "# Session\n\nThe login cookie ends after an hour; the browser asks again.\n",
    "rust.md": "# Ownership\n\nRust moves a value; memory safety without waiting for a collector.\n",
  },
  work: {
    "invoice.md": "# Invoice\n\nMoney of the March budget, to be paid by the office.\n",
    "meeting.md":
      "---\ntags: [howto]\n---\n\n# Meeting\n\nThe agenda, the plan and the people of the project.\n",
    "deploy.md": "# Deploy\n\nBuild the image, push the container, restart the cluster.\n",
    "schema.md": "# Schema\n\nMigrate the database table by table; the port stays open.\n",
  },
};

const questions = [
  { query: "password reset account", first: "password.md" },
  { query: "rain tomorrow in the garden", first: "rain.md" },
  { query: "rust ownership memory safety", first: "rust.md" },
  { query: "restart the cluster container", first: "deploy.md" },
  { query: "migrate database schema", first: "schema.md" },
];

interface World {
  readonly name: string;
  readonly yaml: string;
  readonly embed: boolean;
  /** Named in the explanation; undefined = no vectors. */
  readonly model?: string;
  readonly reranker?: string;
  readonly writer?: string;
}

const preset = (roles: string) => `models:\n  activePreset: mine\n  presets:\n    - {id: mine, ${roles}}\n`;

const files = writeModels();
afterAll(() => files.remove());
const { url } = await modelServer((close) => afterAll(close));

const worlds: readonly World[] = [
  { name: "no vectors", yaml: "", embed: false },
  { name: "the built-in model", yaml: "", embed: true, model: "builtin" },
  {
    name: "GGUF files",
    yaml: preset(`embed: "${files.embed}", rerank: "${files.rank}", gen: "${files.chat}"`),
    embed: true,
    model: "test-embedder.gguf",
    reranker: "test-reranker.gguf",
    writer: "test-chat.gguf",
  },
  {
    name: "a model server",
    yaml: preset(`embed: "${url}#e", rerank: "${url}#r", gen: "${url}#w"`),
    embed: true,
    model: "e",
    reranker: "r",
    writer: "w",
  },
];

/** Syncs and embeds, as gno_index does. */
async function embedAll(engine: Engine): Promise<EmbedResult> {
  const lease = await engine.lease.acquire(5_000, new AbortController().signal);
  try {
    await engine.sync.run({});
    return await engine.embedding.run({});
  } finally {
    lease?.release();
  }
}

// biome-ignore lint/suspicious/noExplicitAny: answers as they go over the wire.
const paths = ({ results }: any): string[] => results.map((hit: any) => hit.source.relPath);
// biome-ignore lint/suspicious/noExplicitAny: as above.
const told = ({ meta }: any): string => JSON.stringify(meta.explain);

const bare = ({ uri, score, line, snippet }: Record<string, unknown>) => ({ uri, score, line, snippet });
const plain = shared({ collections });

describe.each(worlds)("with $name", (world) => {
  const open = shared({ collections, yaml: world.yaml });
  let h: Harness;
  beforeAll(async () => {
    h = await open();
    if (world.embed) await embedAll(await h.app.engine());
  });

  test.each(questions)("finds $first for $query", async ({ query, first }) => {
    expect(paths(await h.ok("gno_query", { query, limit: 5 }))[0]).toBe(first);
  });

  test("tells what ran", async () => {
    const answer = await h.ok("gno_query", { query: "password reset", explain: true });
    expect(answer.meta).toMatchObject({
      mode: world.model === undefined ? "bm25_only" : "hybrid",
      vectorsUsed: world.model !== undefined,
      expanded: false,
      reranked: world.reranker !== undefined,
    });
    for (const model of [world.model, world.reranker])
      if (model !== undefined) expect(told(answer)).toContain(model);
    if (world.model === undefined) expect(told(answer)).toMatch(/gno embed|gno index/);
    const expanded = await h.ok("gno_query", { query: "disk failure people", expand: true, explain: true });
    expect(expanded.meta.expanded).toBe(world.writer !== undefined);
    if (world.writer !== undefined) expect(told(expanded)).toContain(world.writer);
    const fast = await h.ok("gno_query", { query: "password reset", fast: true });
    expect(fast.meta).toMatchObject({
      expanded: false,
      reranked: false,
      vectorsUsed: world.model !== undefined,
    });
  });

  test("gives the same answer to the same question", async () => {
    for (const { query } of questions) {
      const [one, two] = [await h.ok("gno_query", { query }), await h.ok("gno_query", { query })];
      expect(two).toEqual(one);
    }
  });

  test("keeps to filters and limits on both legs", async () => {
    const query = "the disk, the budget, the plan and the people";
    const inWork = await h.ok("gno_query", { query, collection: "work" });
    expect(paths(inWork).length).toBeGreaterThan(0);
    expect(paths(inWork).every((path) => path in collections.work!)).toBe(true);
    const tagged = await h.ok("gno_query", { query, tagsAll: ["howto"], graph: false });
    expect(paths(tagged).every((path) => ["password.md", "backup.md", "meeting.md"].includes(path))).toBe(
      true,
    );
    expect(paths(tagged)).toContain("meeting.md");
    expect(paths(await h.ok("gno_query", { query, limit: 2 })).length).toBeLessThanOrEqual(2);
    expect(await h.error("gno_query", { query, collection: "nope" })).toMatchObject({ code: "NOT_FOUND" });
  });

  test("searches words as if there were no models", async () => {
    const want = await plain();
    for (const { query } of questions) {
      const { results, meta } = await h.ok("gno_search", { query });
      expect(meta.mode).toBe("bm25");
      expect(results.map(bare)).toEqual((await want.ok("gno_search", { query })).results.map(bare));
    }
  });

  test("searches by meaning alone where there are vectors, and says what to do where not", async () => {
    const args = { query: "password reset account", limit: 3 };
    if (world.model === undefined) {
      expect(await h.error("gno_vsearch", args)).toMatchObject({
        message: expect.stringMatching(/gno (embed|index)/),
      });
      return;
    }
    const answer = await h.ok("gno_vsearch", args);
    expect(answer.meta).toMatchObject({ mode: "vector", vectorsUsed: true });
    expect(paths(answer)[0]).toBe("password.md");
    const inWork = await h.ok("gno_vsearch", { ...args, collection: "work" });
    expect(paths(inWork).every((path) => path in collections.work!)).toBe(true);
  });

  test("finds similar documents where there are vectors", async () => {
    const args = { ref: "notes/backup.md", limit: 3, crossCollection: true };
    if (world.model === undefined) {
      expect(await h.error("gno_similar", args)).toMatchObject({
        message: expect.stringMatching(/gno (embed|index)/),
      });
      return;
    }
    const { similar } = await h.ok("gno_similar", args);
    // biome-ignore lint/suspicious/noExplicitAny: as above.
    const uris = similar.map((one: any) => one.uri);
    expect(uris.length).toBeGreaterThan(0);
    expect(uris).not.toContain("gno://notes/backup.md");
  });

  test("diagnoses what it did", async () => {
    const found = await h.ok("gno_query_diagnose", { query: "password reset", target: "notes/password.md" });
    expect(found.target.status).toBe("diagnosed");
    expect(found.meta).toMatchObject({
      mode: world.model === undefined ? "bm25_only" : "hybrid",
      vectorsUsed: world.model !== undefined,
      reranked: world.reranker !== undefined,
    });
  });

  test("counts what has vectors", async () => {
    const { vectors, status } = await h.app.engine();
    const { embedded, pending, stale } = vectors.state();
    const chunks = status.read().totalChunks;
    expect({ embedded, pending, stale }).toEqual(
      world.embed ? { embedded: chunks, pending: 0, stale: 0 } : { embedded: 0, pending: chunks, stale: 0 },
    );
  });

  test("embeds nothing twice, and a new note alone", async () => {
    if (!world.embed) return;
    const engine = await h.app.engine();
    expect(await embedAll(engine)).toEqual({ embedded: 0, errors: 0 });
    h.write("notes", { "tree.md": "# Tree\n\nAn index tree for the search engine.\n" });
    expect(await embedAll(engine)).toEqual({ embedded: 1, errors: 0 });
    expect(paths(await h.ok("gno_query", { query: "index tree" }))[0]).toBe("tree.md");
  });

  test.each([
    ["punctuation", "?!… ((("],
    ["an open quote", '"password reset'],
    ["operators", "AND OR NOT NEAR("],
    ["a NUL", "password\u0000reset"],
    ["emoji", "🦊🔑"],
    ["another script", "パスワード сброс"],
    ["very much", "password ".repeat(12_000)],
  ])("answers %s", async (_name, query) => {
    const answer = await h.ok("gno_query", { query });
    expect(Array.isArray(answer.results)).toBe(true);
  });

  test("takes half a surrogate pair for what it is, below the wire that refuses it", async () => {
    const { search } = await h.app.engine();
    expect(await search.hybrid({ query: "password \ud800", limit: 5 })).toMatchObject({ kind: "ok" });
  });

  test("refuses a blank query", async () => {
    expect(await h.error("gno_query", { query: "  \n" })).toMatchObject({ code: "VALIDATION" });
    expect((await h.run("gno_query", { query: "" })).kind).toBe("invalid");
  });
});

describe("a model that fails", () => {
  const both = (roles: string, more = "") =>
    `models:\n  activePreset: mine\n${more}  presets:\n    - {id: mine, ${roles}}\n`;
  const ask = (on: Harness) => on.ok("gno_query", { query: "password reset", explain: true });

  /** Answers by words alone, and says why and what to do. */
  async function wordsAlone(on: Harness, why: RegExp): Promise<void> {
    const answer = await ask(on);
    expect(answer.meta).toMatchObject({ mode: "bm25_only", vectorsUsed: false, reranked: false });
    expect(paths(answer)[0]).toBe("password.md");
    expect(told(answer)).toMatch(why);
    expect(await on.error("gno_vsearch", { query: "password reset" })).toMatchObject({
      message: expect.stringMatching(why),
    });
  }

  test("is missing: the command that pulls it is told, and the vectors of another are not used", async () => {
    const h = await harness({ collections });
    await embedAll(await h.app.engine());
    expect((await ask(h)).meta.mode).toBe("hybrid");
    createConfigStore(h.config.configFile).setActivePreset("slim");
    await wordsAlone(h, /gno embed|gno models pull hf:nomic-ai/);
    await expect(embedAll(await h.app.engine())).rejects.toThrow(/gno models pull hf:nomic-ai/);
    // Back again, the vectors are still there.
    createConfigStore(h.config.configFile).setActivePreset("builtin");
    expect((await ask(h)).meta.mode).toBe("hybrid");
  });

  test("is no model at all, or half of one", async () => {
    const broken = join(files.folder, "broken.gguf");
    writeFileSync(broken, readFileSync(files.embed).subarray(0, 5_000));
    const h = await harness({ collections, yaml: both(`embed: "${files.embed}"`) });
    const engine = await h.app.engine();
    await embedAll(engine);
    writeFileSync(
      h.config.configFile,
      readFileSync(h.config.configFile, "utf8").replace(files.embed, broken),
    );
    await wordsAlone(h, /gno embed|cut short/);
    await expect(embedAll(engine)).rejects.toThrow(/broken\.gguf is cut short/);
  });

  test("is down: said once, then not waited for, and used again when it is back", async () => {
    const server = await modelServer();
    const h = await harness({
      collections,
      yaml: both(`embed: "${server.url}#e", rerank: "${server.url}#r"`, "  inferenceTimeout: 1000\n"),
    });
    await embedAll(await h.app.engine());
    expect((await ask(h)).meta).toMatchObject({ mode: "hybrid", reranked: true });
    server.behaviour = "fail";
    await wordsAlone(h, /answered 500.*Start the model server, or choose another model/);
    const asked = server.requests.length;
    await wordsAlone(h, /answered 500/);
    expect(server.requests.length).toBe(asked);
    await expect(embedAll(await h.app.engine())).resolves.toEqual({ embedded: 0, errors: 0 });
  });

  test("is slow: the words answer, the question is given up", async () => {
    const server = await modelServer();
    const h = await harness({
      collections,
      yaml: both(`embed: "${server.url}#e"`, "  inferenceTimeout: 1000\n"),
    });
    await embedAll(await h.app.engine());
    server.behaviour = "hang";
    await wordsAlone(h, /did not answer within 1000 ms/);
    const asked = server.requests.length;
    await wordsAlone(h, /did not answer within/);
    expect(server.requests.length).toBe(asked);
  });

  test("talks nonsense", async () => {
    const server = await modelServer();
    const h = await harness({
      collections,
      yaml: both(`embed: "${server.url}#e", rerank: "${server.url}#r"`),
    });
    await embedAll(await h.app.engine());
    server.behaviour = "nonsense";
    await wordsAlone(h, /answered something that is no list of 1 embeddings/);
  });

  test("has another dimension by now: told, never mixed, and mended by embedding again", async () => {
    const server = await modelServer();
    const h = await harness({ collections, yaml: both(`embed: "${server.url}#e"`) });
    const engine = await h.app.engine();
    await embedAll(engine);
    const before = engine.vectors.state();
    expect((await ask(h)).meta.mode).toBe("hybrid");
    server.dimension = 20;
    await wordsAlone(h, /now gives 20 dimensions, the index holds 48\. Embed again with: gno embed/);
    expect(engine.vectors.state().dimension).toBe(48);
    await h.app.close(1_000);

    const app = composeGno({
      config: h.config,
      log: silentLog,
      mode: "stdio",
      profile: "full",
      writeEnabled: true,
      hostPaths: true,
    });
    onTestFinished(() => app.close(1_000));
    const again = await app.engine();
    const result = await again.search.hybrid({ query: "password reset", limit: 5 });
    expect(result).toMatchObject({ kind: "ok", vectorsUsed: false });
    const { embedded } = await embedAll(again);
    expect(embedded).toBe(before.embedded);
    expect(again.vectors.state()).toMatchObject({ dimension: 20, embedded, pending: 0, stale: 0 });
    expect(await again.search.hybrid({ query: "password reset", limit: 5 })).toMatchObject({
      vectorsUsed: true,
    });
  });

  test("is another than that of the stored vectors: theirs are kept apart until they are made anew", async () => {
    const server = await modelServer();
    const h = await harness({ collections, yaml: both(`embed: "${server.url}#e"`) });
    const engine = await h.app.engine();
    await embedAll(engine);
    createConfigStore(h.config.configFile).setActivePreset("builtin");
    await wordsAlone(h, /gno embed/);
    const { embedded } = await embedAll(engine);
    expect(engine.vectors.state()).toMatchObject({ model: "builtin", embedded, pending: 0, stale: embedded });
    expect((await ask(h)).meta.mode).toBe("hybrid");
    const lease = await engine.lease.acquire(5_000, new AbortController().signal);
    const cleared = [
      await engine.embedding.clear("notes", "stale"),
      await engine.embedding.clear("work", "stale"),
    ];
    lease?.release();
    expect(cleared.reduce((sum, one) => sum + one.deletedVectors, 0)).toBe(embedded);
    expect(engine.vectors.state().stale).toBe(0);
    expect((await ask(h)).meta.mode).toBe("hybrid");
  });

  test("may not be asked: no text leaves, and the policy is named", async () => {
    // An address that nobody has: the policy is asked before any connection is opened.
    const h = await harness({ collections, yaml: both(`embed: "http://192.0.2.1/v1#e"`) });
    await expect(embedAll(await h.app.engine())).rejects.toThrow(
      /egress policy does not let text go to http:\/\/192\.0\.2\.1 \(POLICY_LOCAL_ONLY\)/,
    );
    await wordsAlone(h, /./);
  });

  test("belongs to one collection: each is searched with its own", async () => {
    const server = await modelServer();
    const h = await harness({ collections });
    writeFileSync(
      h.config.configFile,
      readFileSync(h.config.configFile, "utf8").replace(
        "  - name: work\n",
        `  - name: work\n    models: {embed: "${server.url}#own"}\n`,
      ),
    );
    await embedAll(await h.app.engine());
    const inWork = await h.ok("gno_query", {
      query: "restart the cluster",
      collection: "work",
      explain: true,
    });
    expect(inWork.meta.mode).toBe("hybrid");
    expect(told(inWork)).toContain("own: 1 text");
    const inNotes = await h.ok("gno_query", { query: "password reset", collection: "notes", explain: true });
    expect(told(inNotes)).toContain("builtin: 1 text");
    // Nothing of the other collection was shown to its server.
    expect(server.seen.join("\n")).not.toMatch(/password|cookie|Rust/i);
    expect(server.seen.join("\n")).toMatch(/cluster/);
  });
});
