/** The nearest chunks, exactly, from the database and from the copy in memory, with every kind of filter. */
import fc from "fast-check";
import { afterEach, describe, expect, test } from "vitest";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import type { IndexConfig } from "../../../src/engine/config/types.ts";
import { embedPending } from "../../../src/engine/embed/pending.ts";
import type { Embedder } from "../../../src/engine/embed/port.ts";
import { createInUse } from "../../../src/engine/vector/in-use.ts";
import { loadVec } from "../../../src/engine/vector/load.ts";
import { createMirrorKeeper } from "../../../src/engine/vector/mirror-keeper.ts";
import { modelRows } from "../../../src/engine/vector/rows.ts";
import { createVectorIndex, type OwnedVectorIndex } from "../../../src/engine/vector/vector-index.ts";
import { trimChanges } from "../../../src/engine/vector/write.ts";
import { seeded } from "../../fixtures/random.ts";
import { type Folder, folder } from "../index/folder.ts";
import { addModel, fakeEmbedder, unitVector } from "./vectors.ts";

const open: (() => void | Promise<void>)[] = [];
afterEach(async () => {
  for (const close of open.splice(0).reverse()) await close();
});

const silent = { error() {}, warn() {}, info() {} };
const DIMENSION = 16;

/** `names` are file names; each is one chunk of one note. */
async function indexed(names: readonly string[], scanFloats?: number) {
  const vault = folder(Object.fromEntries(names.map((name) => [`${name}.md`, `note ${name}\n`])));
  open.push(() => vault[Symbol.dispose]());
  vault.sync();
  const embedder = fakeEmbedder({ name: "builtin", dimension: DIMENSION, batchSize: 100 });
  const model = addModel(vault.store, embedder);
  await embed(vault, model, embedder);
  const config: IndexConfig = { ...emptyConfig, collections: [vault.collection] };
  const inUse = createInUse(vault.store, { load: () => config });
  const vectors = createVectorIndex({
    index: vault.store,
    inUse,
    log: silent,
    ...(scanFloats === undefined ? {} : { scanFloats }),
  });
  open.push(() => vectors.close());
  return { vault, embedder, model, vectors, inUse };
}

function embed(vault: Folder, modelId: number, embedder: Embedder) {
  return embedPending({
    store: vault.store,
    modelId,
    dimension: embedder.dimension,
    collections: ["notes"],
    embed: (texts) => embedder.embed(texts, "passage"),
    batchSize: embedder.batchSize,
    cancelled: () => false,
    progress: () => undefined,
  });
}

const numbers = (count: number) => Array.from({ length: count }, (_, n) => String(n));
const query = (seed: number) => unitVector(seeded(seed), DIMENSION);

/** By brute force over what is stored. */
function nearest(
  vectors: OwnedVectorIndex,
  vault: Folder,
  asked: Float32Array,
  allowed: (id: number) => boolean,
) {
  return vault
    .rows<{ id: number }>("SELECT id FROM document WHERE active = 1")
    .flatMap(({ id }) => vectors.ofDocument(id))
    .filter(({ chunkId }) => allowed(chunkId))
    .map(({ chunkId, vector }) => ({ chunkId, score: vector.reduce((sum, x, k) => sum + x * asked[k]!, 0) }))
    .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId);
}

/** The database on this thread, and the copy in its own. */
describe.each([
  ["sqlite-vec", undefined],
  ["the copy in memory", 0],
])("search() by %s", (_what, scanFloats) => {
  test("equals brute force, whatever the filter and its form", async () => {
    const { vault, vectors, embedder } = await indexed(numbers(120), scanFloats);
    const ids = vault.rows<{ id: number }>("SELECT id FROM chunk").map(({ id }) => id);
    const property = fc.asyncProperty(
      fc.nat(1_000),
      fc.integer({ min: 1, max: 130 }),
      fc.constantFrom("none", "allows", "ids", "one"),
      fc.integer({ min: 2, max: 40 }),
      async (seed, k, form, every) => {
        const asked = query(seed);
        const allows = (id: number) => form === "none" || (form === "one" ? id === ids[0] : id % every === 0);
        const filter =
          form === "none" ? undefined : form === "allows" ? { allows } : { allows, ids: ids.filter(allows) };
        const found = await vectors.search(asked, k, filter, embedder.fingerprint);
        const want = nearest(vectors, vault, asked, allows).slice(0, k);
        expect(found.map(({ chunkId }) => chunkId)).toEqual(want.map(({ chunkId }) => chunkId));
        for (const [n, hit] of found.entries()) expect(hit.score).toBeCloseTo(want[n]!.score, 5);
      },
    );
    await fc.assert(property, { numRuns: 60 });
  });

  test("follows what is added, changed and deleted at once", async () => {
    const { vault, vectors, embedder, model } = await indexed(numbers(30), scanFloats);
    const asked = query(1);
    const found = () => vectors.search(asked, 100);
    expect(await found()).toHaveLength(30);
    vault.remove("3.md");
    vault.write("4.md", "another text\n");
    vault.write("new.md", "a new note\n");
    vault.sync();
    expect(await found()).toHaveLength(28);
    await embed(vault, model, embedder);
    expect(await found()).toEqual(
      nearest(vectors, vault, asked, () => true).map((hit) => ({
        ...hit,
        score: expect.closeTo(hit.score, 5),
      })),
    );
    expect(await found()).toHaveLength(30);
  });

  test("finds nothing for a query without a signal, of another size or of another model", async () => {
    const { vectors, embedder } = await indexed(numbers(3), scanFloats);
    expect(await vectors.search(new Float32Array(DIMENSION), 10)).toEqual([]);
    expect(await vectors.search(unitVector(seeded(1), 8), 10)).toEqual([]);
    expect(await vectors.search(query(1), 10, undefined, "another")).toEqual([]);
    expect(await vectors.search(query(1), 0)).toEqual([]);
    expect(await vectors.search(query(1), 10, { allows: () => true, ids: [] })).toEqual([]);
    expect(await vectors.search(query(1), 10, undefined, embedder.fingerprint)).toHaveLength(3);
  });

  test("never mixes two models of equal size", async () => {
    const { vault, vectors, embedder } = await indexed(numbers(20), scanFloats);
    const other = fakeEmbedder({ name: "other", dimension: DIMENSION, salt: "other", batchSize: 100 });
    await embed(vault, addModel(vault.store, other), other);
    for (const model of [embedder, other, embedder]) {
      const [asked] = await model.embed(["note 7\n"], "query");
      const hits = await vectors.search(asked!, 100, undefined, model.fingerprint);
      expect(hits).toHaveLength(20);
      // The text's own vector of the same model: no other pair of fake vectors is that near.
      expect(hits[0]!.score).toBeCloseTo(1, 5);
      const [stranger] = await (model === other ? embedder : other).embed(["note 7\n"], "query");
      expect((await vectors.search(stranger!, 1, undefined, model.fingerprint))[0]!.score).toBeLessThan(0.95);
    }
  });
});

describe("state()", () => {
  test("counts what is embedded, what waits and what is of another model", async () => {
    const { vault, vectors, embedder, inUse } = await indexed(numbers(5));
    expect(vectors.state()).toEqual({
      model: "builtin",
      fingerprint: embedder.fingerprint,
      dimension: DIMENSION,
      embedded: 5,
      pending: 0,
      stale: 0,
      mirror: { state: "none", vectors: 0 },
    });
    vault.write("more.md", "more\n");
    vault.sync();
    expect(vectors.state()).toMatchObject({ embedded: 5, pending: 1, stale: 0 });
    const other = fakeEmbedder({ name: "other", dimension: DIMENSION, salt: "o", batchSize: 100 });
    await embed(vault, addModel(vault.store, other), other);
    expect(vectors.state()).toMatchObject({ embedded: 5, pending: 1, stale: 6 });
    // The same name gives other vectors now: nothing stored can be compared with its questions.
    inUse.opened("builtin", "changed");
    expect(vectors.state()).toMatchObject({ fingerprint: "", embedded: 0, pending: 6, stale: 11 });
    expect(await vectors.search(query(1), 10)).toEqual([]);
  });

  test("tells of the copy in memory", async () => {
    const { vectors } = await indexed(numbers(5), 0);
    // Made after an answer has gone, so a question may be quicker than the copy.
    for (let n = 0; n < 100 && vectors.state().mirror.state !== "ready"; n += 1)
      expect(await vectors.search(query(1), 1)).toHaveLength(1);
    expect(vectors.state().mirror).toEqual({ state: "ready", vectors: 5 });
  });

  test("leaves out chunks of collections that are not configured any more", async () => {
    const { vault, embedder } = await indexed(numbers(4));
    const { root } = vault;
    vault.collection = { ...vault.collection, name: "second", path: `${root}/sub` };
    vault.write("sub/new.md", "only in the second\n");
    vault.sync();
    const config = { ...emptyConfig, collections: [vault.collection] };
    const vectors = createVectorIndex({
      index: vault.store,
      inUse: createInUse(vault.store, { load: () => config }),
      log: silent,
    });
    expect(vectors.state()).toMatchObject({ fingerprint: embedder.fingerprint, embedded: 0, pending: 1 });
  });
});

describe("createMirrorKeeper()", () => {
  test("makes a new copy when the log does not reach back", async () => {
    const { vault, model, embedder } = await indexed(numbers(10));
    const row = modelRows(vault.store).find(({ id }) => id === model)!;
    const keeper = createMirrorKeeper(vault.store, { canScan: false });
    expect(keeper.search(row, query(1), 100)).toHaveLength(10);
    for (const n of numbers(5)) vault.remove(`${n}.md`);
    vault.write("x.md", "x marks\n");
    vault.sync();
    await embed(vault, model, embedder);
    trimChanges(vault.store, 1);
    expect(keeper.search(row, query(1), 100)).toHaveLength(6);
    expect(keeper.size).toBe(6);
  });

  test("asks the database where a copy would be too large", async () => {
    const { vault, model } = await indexed(numbers(10));
    const row = modelRows(vault.store).find(({ id }) => id === model)!;
    const keeper = createMirrorKeeper(vault.store, { canScan: loadVec(vault.store.raw), maxBytes: 100 });
    expect(keeper.search(row, query(1), 3)).toHaveLength(3);
    expect(keeper.size).toBe(0);
  });
});
