/** The built-in model over time: fits, refits and the swap between them. */
import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { runBuiltin } from "../../../src/engine/embed/lifecycle.ts";
import { EmbeddingCancelled } from "../../../src/engine/embed/pending.ts";
import { sampleTexts } from "../../../src/engine/embed/sample.ts";
import { openWordVectors } from "../../../src/engine/embed/words/format.ts";
import { modelRows } from "../../../src/engine/vector/rows.ts";
import { notes } from "../../fixtures/corpus.ts";
import { type Folder, folder } from "../index/folder.ts";

const words = openWordVectors(
  readFileSync(new URL("../../../src/engine/embed/words-en.bin", import.meta.url)),
);
const corpus = [...notes({ notes: 200, words: 60 })].map(({ text }) => text);

function fill(vault: Folder, from: number, to: number): void {
  for (let n = from; n < to; n += 1) vault.write(`${n}.md`, corpus[n]!);
  vault.sync();
}

function run(vault: Folder, options: { force?: boolean; cancelAfter?: number; wanted?: string[] } = {}) {
  let steps = 0;
  const phases: string[] = [];
  const outcome = runBuiltin({
    store: vault.store,
    words,
    all: ["notes"],
    wanted: options.wanted ?? ["notes"],
    force: options.force ?? false,
    now: "2026-01-01T00:00:00.000Z",
    cancelled: () => options.cancelAfter !== undefined && ++steps > options.cancelAfter,
    progress: (_done, _total, message) => {
      if (phases.at(-1) !== message) phases.push(message);
    },
  });
  return outcome.then((done) => ({ ...done, phases }));
}

const models = (vault: Folder) =>
  modelRows(vault.store).map(({ state, fit, fit_chunks }) => ({ state, fit, chunks: fit_chunks }));
const counts = (vault: Folder) => {
  const [row] = vault.rows<{ vectors: number; marked: number; chunks: number }>(
    `SELECT (SELECT count(*) FROM vector) AS vectors, (SELECT count(*) FROM chunk_vector) AS marked,
       (SELECT count(*) FROM chunk) AS chunks`,
  );
  return row!;
};
const consistent = (vault: Folder) => {
  const { vectors, marked, chunks } = counts(vault);
  expect([vectors, marked]).toEqual([chunks, chunks]);
};

describe("runBuiltin()", () => {
  test("fits once, folds new chunks in, and fits anew when they grew by half", async () => {
    using vault = folder();
    fill(vault, 0, 60);
    expect(await run(vault)).toMatchObject({ embedded: counts(vault).chunks, phases: ["fit", "embed"] });
    expect(models(vault)).toEqual([{ state: "ready", fit: 1, chunks: 60 }]);
    fill(vault, 60, 89);
    expect(await run(vault)).toMatchObject({ embedded: 29, phases: ["embed"] });
    expect(models(vault)).toMatchObject([{ fit: 1 }]);
    consistent(vault);
    fill(vault, 89, 91);
    expect(await run(vault)).toMatchObject({ embedded: 91, phases: ["fit", "embed"] });
    expect(models(vault)).toEqual([{ state: "ready", fit: 2, chunks: 91 }]);
    consistent(vault);
    expect(await run(vault)).toMatchObject({ embedded: 0, phases: [] });
  });

  test("a corpus too small to be fitted has the word vectors until it grows", async () => {
    using vault = folder();
    fill(vault, 0, 4);
    await run(vault);
    expect(models(vault)).toEqual([{ state: "ready", fit: 0, chunks: 4 }]);
    fill(vault, 4, 10);
    expect(await run(vault)).toMatchObject({ embedded: 6 });
    expect(models(vault)).toEqual([{ state: "ready", fit: 0, chunks: 10 }]);
    fill(vault, 10, 60);
    await run(vault);
    expect(models(vault)).toEqual([{ state: "ready", fit: 1, chunks: 60 }]);
    consistent(vault);
  });

  test("the former fit answers until every chunk has a vector of the new one, also over an interruption", async () => {
    using vault = folder();
    fill(vault, 0, 60);
    await run(vault);
    const [before] = modelRows(vault.store);
    fill(vault, 60, 100);
    // Cancelled right after the fit.
    await expect(run(vault, { cancelAfter: 0 })).rejects.toBeInstanceOf(EmbeddingCancelled);
    expect(models(vault)).toMatchObject([
      { state: "staged", fit: 2 },
      { state: "ready", fit: 1 },
    ]);
    expect(vault.rows("SELECT count(*) AS n FROM chunk_vector WHERE model_id = ?", before!.id)).toEqual([
      { n: 60 },
    ]);
    // Goes on with the fit that is there.
    expect(await run(vault)).toMatchObject({ embedded: 100, phases: ["embed"] });
    expect(models(vault)).toEqual([{ state: "ready", fit: 2, chunks: 100 }]);
    consistent(vault);
  });

  test("is fitted anew when it is forced to, under a number that was never used", async () => {
    using vault = folder();
    fill(vault, 0, 40);
    await run(vault);
    await run(vault, { force: true });
    expect(models(vault)).toEqual([{ state: "ready", fit: 2, chunks: 40 }]);
    vault.store.raw.exec("DELETE FROM chunk_vector; DELETE FROM vector_fit; DELETE FROM vector_model");
    await run(vault);
    expect(models(vault)).toEqual([{ state: "ready", fit: 3, chunks: 40 }]);
    consistent(vault);
  });

  test.each([
    ["a fit that is damaged", "UPDATE vector_fit SET bytes = x'00'"],
    ["a fit whose bytes are gone", "DELETE FROM vector_fit"],
    ["vectors of another version of the program", "UPDATE vector_model SET fingerprint = 'builtin:0:older'"],
  ])("replaces %s", async (_what, damage) => {
    using vault = folder();
    fill(vault, 0, 40);
    await run(vault);
    vault.store.raw.exec(damage);
    expect(await run(vault)).toMatchObject({ embedded: 40 });
    expect(models(vault)).toEqual([{ state: "ready", fit: 2, chunks: 40 }]);
    consistent(vault);
  });

  test("a run for some collections leaves the fit alone", async () => {
    using vault = folder();
    fill(vault, 0, 40);
    await run(vault);
    fill(vault, 40, 100);
    const outcome = await runBuiltin({
      store: vault.store,
      words,
      all: ["notes", "other"],
      wanted: ["notes"],
      force: false,
      now: "2026-01-01T00:00:00.000Z",
      cancelled: () => false,
      progress: () => undefined,
    });
    expect(outcome).toEqual({ embedded: 60, errors: 0 });
    expect(models(vault)).toMatchObject([{ state: "ready", fit: 1 }]);
  });
});

describe("sampleTexts()", () => {
  const sample = (vault: Folder, size: number) => [...sampleTexts(vault.store, ["notes"], size)];

  test("draws the same texts in whatever order they were indexed", () => {
    using one = folder();
    fill(one, 0, 100);
    using two = folder();
    for (let n = 99; n >= 0; n -= 1) {
      two.write(`${n}.md`, corpus[n]!);
      two.sync();
    }
    expect(new Set(sample(one, 30))).toEqual(new Set(sample(two, 30)));
    expect(sample(one, 30)).toHaveLength(30);
    expect(sample(one, 1_000)).toHaveLength(100);
  });

  test("draws from everywhere", () => {
    using vault = folder();
    fill(vault, 0, 200);
    const drawn = sample(vault, 60).map((text) => corpus.indexOf(text));
    for (const part of [0, 50, 100, 150])
      expect(drawn.filter((n) => n >= part && n < part + 50).length).toBeGreaterThan(4);
  });
});
