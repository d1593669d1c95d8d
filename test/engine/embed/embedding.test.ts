/** The Embedding port over an open index and its thread: models by collection, a change of model, cancellation, removal. */
import { afterEach, describe, expect, test } from "vitest";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import type { IndexConfig } from "../../../src/engine/config/types.ts";
import { createEmbedding } from "../../../src/engine/embed/embedding.ts";
import { type Embedder, EmbeddingUnavailable } from "../../../src/engine/embed/port.ts";
import { modelFor } from "../../../src/engine/models/catalog.ts";
import type { Models } from "../../../src/engine/models/open-models.ts";
import { createInUse } from "../../../src/engine/vector/in-use.ts";
import { createVectorStatus } from "../../../src/engine/vector/status.ts";
import { createVectorIndex } from "../../../src/engine/vector/vector-index.ts";
import { notes } from "../../fixtures/corpus.ts";
import { folder, later } from "../index/folder.ts";
import { fakeEmbedder, fakeVector, vectorFaults } from "../vector/vectors.ts";

const open: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const silent = { error() {}, warn() {}, info() {} };
const presets = (embed: string): Pick<IndexConfig, "models"> => ({
  models: {
    activePreset: "own",
    presets: [{ id: "own", name: "Own", embed }],
    loadTimeout: 1_000,
    inferenceTimeout: 1_000,
    expandContextSize: 1_024,
    warmModelTtl: 1_000,
  },
});

/** @param models embedders by configured name; `builtin` needs none */
function place(files: Readonly<Record<string, string>>, models: Record<string, () => Embedder>) {
  const vault = folder(files);
  open.push(() => vault[Symbol.dispose]());
  vault.sync();
  let config: IndexConfig = { ...emptyConfig, collections: [vault.collection] };
  const load = () => config;
  const opening: Pick<Models, "embedder"> = {
    async embedder({ collection } = {}) {
      const name = modelFor(config, "embed", collection) ?? "builtin";
      return name === "builtin" ? undefined : models[name]!();
    },
  };
  const inUse = createInUse(vault.store, { load });
  const vectors = createVectorIndex({ index: vault.store, inUse, log: silent });
  const embedding = createEmbedding({
    index: vault.store,
    inUse,
    models: opening,
    clock: later,
    log: silent,
    busyTimeoutMs: () => 5_000,
  });
  open.push(
    () => vectors.close(),
    () => embedding.close(),
  );
  return {
    vault,
    vectors,
    embedding,
    status: createVectorStatus(vault.store, inUse),
    configure(change: Partial<IndexConfig>) {
      config = { ...config, ...change };
    },
    /** What the question finds, by the model in use. */
    async ask(text: string) {
      const embedder = await embedding.embedder();
      const [query] = await embedder.embed([text], "query");
      return vectors.search(query!, 3, undefined, embedder.fingerprint);
    },
  };
}

const fresh = (fingerprint: string, text: string) => {
  const [, salt, dimension] = fingerprint.split(":");
  return fakeVector(text, Number(dimension), salt);
};
const files = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.md`, `note number ${n}\n`]));

describe("builtin", () => {
  test("needs no configuration, and finds by meaning after one run", async () => {
    const texts = Array.from({ length: 40 }, (_, n): [string, string] =>
      n % 2 === 0
        ? [`${n}.md`, `kubectl pods ingress helm cluster node${n}`]
        : [`${n}.md`, `sourdough flour hydration levain oven loaf${n}`],
    );
    const { embedding, vectors, ask, vault } = place(Object.fromEntries(texts), {});
    expect(embedding.model()).toBe("builtin");
    expect((await embedding.embedder()).name).toBe("builtin");
    expect(await ask("helm")).toEqual([]);
    const seen: [number, number | undefined, string][] = [];
    expect(await embedding.run({ progress: (...step) => seen.push(step) })).toEqual({
      embedded: 40,
      errors: 0,
    });
    expect(seen.at(0)).toEqual([0, undefined, "fit"]);
    expect(seen.at(-1)).toEqual([40, 40, "embed"]);
    expect(vectors.state()).toMatchObject({ model: "builtin", embedded: 40, pending: 0, stale: 0 });
    const [hit] = await ask("helm");
    const [{ text } = { text: "" }] = vault.rows<{ text: string }>(
      "SELECT m.text FROM chunk c JOIN mirror m ON m.id = c.mirror_id WHERE c.id = ?",
      hit!.chunkId,
    );
    expect(text).toContain("kubectl");
  });

  test("answers with the fit of another program as soon as that one has swapped it in", async () => {
    const texts = [...notes({ notes: 60, words: 40 })].map(({ text }) => text);
    const { embedding, vectors, ask, vault } = place(
      Object.fromEntries(texts.slice(0, 30).map((text, n) => [`${n}.md`, text])),
      {},
    );
    await embedding.run({});
    const first = await embedding.embedder();
    for (const [n, text] of texts.entries()) vault.write(`later/${n}.md`, text);
    vault.sync();
    await embedding.run({});
    expect(vectors.state().fingerprint).not.toBe(first.fingerprint);
    const [query] = await first.embed([texts[0]!], "query");
    expect(await vectors.search(query!, 3, undefined, first.fingerprint)).toEqual([]);
    expect((await embedding.embedder()).fingerprint).toBe(vectors.state().fingerprint);
    expect(await ask(texts[0]!)).toHaveLength(3);
  });
});

describe("a change of model", () => {
  const small = () => fakeEmbedder({ name: "small", dimension: 384, salt: "s" });
  const large = () => fakeEmbedder({ name: "large", dimension: 768, salt: "l" });
  const twin = () => fakeEmbedder({ name: "twin", dimension: 384, salt: "t" });

  test.each([
    ["of another size", large],
    ["of the same size", twin],
  ])("to one %s is told, repaired, and never mixed", async (_what, next) => {
    const { embedding, vectors, ask, status, vault, configure } = place(files(12), {
      "/small.gguf": small,
      "/next.gguf": next,
    });
    configure(presets("/small.gguf"));
    await embedding.run({});
    expect((await ask("note number 3\n"))[0]!.score).toBeCloseTo(1, 4);
    configure(presets("/next.gguf"));
    expect(vectors.state()).toMatchObject({ embedded: 0, pending: 12, stale: 12 });
    expect(status()).toMatchObject({ models: [{ embedded: 0, pending: 12 }], staleVectors: 12 });
    expect(await ask("note number 3\n")).toEqual([]);
    expect(await embedding.run({})).toEqual({ embedded: 12, errors: 0 });
    expect(vectors.state()).toMatchObject({
      dimension: next().dimension,
      embedded: 12,
      pending: 0,
      stale: 12,
    });
    expect((await ask("note number 3\n"))[0]!.score).toBeCloseTo(1, 4);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
    // Switching back costs nothing, until the vectors are cleared.
    configure(presets("/small.gguf"));
    expect(await embedding.run({})).toEqual({ embedded: 0, errors: 0 });
    expect((await ask("note number 3\n"))[0]!.score).toBeCloseTo(1, 4);
    expect(await embedding.clear("notes", "stale")).toEqual({
      deletedVectors: 12,
      deletedModels: [next().name],
      protectedSharedVectors: 0,
    });
    expect(vectors.state()).toMatchObject({ embedded: 12, stale: 0 });
    expect(vault.rows("SELECT count(*) AS n FROM vector_model")).toEqual([{ n: 1 }]);
  });

  test("another file under the same name counts as another model, and replaces the first once it is done", async () => {
    let current = small;
    const { embedding, vectors, ask, vault, configure } = place(files(10), {
      "/model.gguf": () => current(),
    });
    configure(presets("/model.gguf"));
    await embedding.run({});
    current = twin;
    expect(await ask("note number 3\n")).toEqual([]);
    expect(vectors.state()).toMatchObject({ embedded: 0, pending: 10, stale: 10 });
    let batches = 0;
    current = () =>
      fakeEmbedder({
        name: "twin",
        dimension: 384,
        salt: "t",
        before: () => {
          batches += 1;
          if (batches === 2) throw new EmbeddingUnavailable("failed", "It went away.");
        },
      });
    await expect(embedding.run({})).rejects.toThrow("It went away.");
    expect(vectors.state()).toMatchObject({ embedded: 4, pending: 6, stale: 10 });
    current = twin;
    expect(await embedding.run({})).toEqual({ embedded: 6, errors: 0 });
    expect(vectors.state()).toMatchObject({ embedded: 10, pending: 0, stale: 0 });
    expect((await ask("note number 3\n"))[0]!.score).toBeCloseTo(1, 4);
    expect(vectorFaults(vault.store, fresh)).toEqual([]);
  });
});

test("collections with models of their own are embedded with those, and questions go to each", async () => {
  const { embedding, vectors, vault, configure } = place(
    { "a/one.md": "in a\n", "b/two.md": "in b\n", "b/both.md": "same\n", "a/both.md": "same\n" },
    {
      "/a.gguf": () => fakeEmbedder({ name: "a", dimension: 8, salt: "a" }),
      "/b.gguf": () => fakeEmbedder({ name: "b", dimension: 8, salt: "b" }),
    },
  );
  const collections = ["a", "b"].map((name) => ({
    ...vault.collection,
    name,
    path: `${vault.root}/${name}`,
    models: { embed: `/${name}.gguf` },
  }));
  vault.config = { collections };
  vault.sync();
  configure({ collections });
  expect(await embedding.run({})).toEqual({ embedded: 4, errors: 0 });
  expect([vectors.state("a"), vectors.state("b")]).toMatchObject([
    { model: "a", embedded: 2, pending: 0, stale: 0 },
    { model: "b", embedded: 2, pending: 0, stale: 0 },
  ]);
  // The text that both hold keeps its vectors; a's own goes.
  expect(await embedding.clear("a", "all")).toEqual({
    deletedVectors: 1,
    deletedModels: ["a"],
    protectedSharedVectors: 2,
  });
  expect(await embedding.run({ collections: ["b"] })).toEqual({ embedded: 0, errors: 0 });
  expect(await embedding.run({ collections: ["a"] })).toEqual({ embedded: 1, errors: 0 });
});

test("one model that does not answer leaves the others their turn", async () => {
  const down = () =>
    fakeEmbedder({
      name: "down",
      before: () => {
        throw new EmbeddingUnavailable("failed", "The server is down.");
      },
    });
  const { embedding, vectors, vault, configure } = place(
    { "a/one.md": "in a\n", "b/two.md": "in b\n" },
    {
      "/a.gguf": down,
      "/b.gguf": () => fakeEmbedder({ name: "b" }),
    },
  );
  const collections = ["a", "b"].map((name) => ({
    ...vault.collection,
    name,
    path: `${vault.root}/${name}`,
    models: { embed: `/${name}.gguf` },
  }));
  vault.config = { collections };
  vault.sync();
  configure({ collections });
  await expect(embedding.run({})).rejects.toThrow("The server is down.");
  expect(vectors.state("b")).toMatchObject({ embedded: 1, pending: 0 });
});

test("a run ends between two batches when it is cancelled, also while a slow model is at work", async () => {
  const abort = new AbortController();
  let hung: (() => void) | undefined;
  let batches = 0;
  const slow = fakeEmbedder({ name: "slow" });
  const { embedding, vectors, configure } = place(files(12), {
    "/slow.gguf": () => ({
      ...slow,
      async embed(texts, kind, signal) {
        batches += 1;
        if (batches < 2) return slow.embed(texts, kind);
        return new Promise((_, reject) => {
          hung = () => reject(signal!.reason);
          signal!.addEventListener("abort", () => hung?.());
          abort.abort(new Error("enough"));
        });
      },
    }),
  });
  configure(presets("/slow.gguf"));
  await expect(embedding.run({ signal: abort.signal })).rejects.toThrow("enough");
  expect(vectors.state()).toMatchObject({ embedded: 4, pending: 8 });
});

test("force makes every vector again", async () => {
  const texts: string[] = [];
  const { embedding, configure } = place(files(6), {
    "/m.gguf": () => fakeEmbedder({ before: (batch) => void texts.push(...batch) }),
  });
  configure(presets("/m.gguf"));
  await embedding.run({});
  expect(await embedding.run({ force: true })).toEqual({ embedded: 6, errors: 0 });
  expect(texts).toHaveLength(12);
});
