import { readFileSync } from "node:fs";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createBuiltin, fitCorpus, LSA_DIMS } from "../../../src/engine/embed/builtin.ts";
import { decodeLsa, encodeLsa } from "../../../src/engine/embed/lsa-file.ts";
import { openWordVectors } from "../../../src/engine/embed/words/format.ts";
import { notes } from "../../fixtures/corpus.ts";

const words = openWordVectors(
  readFileSync(new URL("../../../src/engine/embed/words-en.bin", import.meta.url)),
);
const dot = (a: Float32Array, b: Float32Array) => a.reduce((sum, value, k) => sum + value * b[k]!, 0);
const norm = (a: Float32Array) => Math.sqrt(dot(a, a));

/** Two topics without a word in common, except that each topic's own words occur together. */
const topics = Array.from({ length: 60 }, (_, n) =>
  n % 2 === 0
    ? `kubectl pods ingress helm cluster node${n % 7}`
    : `sourdough flour hydration levain oven loaf${n % 7}`,
);

describe("createBuiltin()", () => {
  test("gives unit vectors, and a zero vector for a text without a letter", async () => {
    const embedder = createBuiltin({ words, lsa: fitCorpus(topics), fit: 1 });
    const [sentence, blank, dots] = await embedder.embed(
      ["Bake the loaf in a hot oven", "", "… !!"],
      "query",
    );
    expect(embedder.dimension).toBe(LSA_DIMS + words.dims);
    expect(norm(sentence!)).toBeCloseTo(1, 5);
    expect([norm(blank!), norm(dots!)]).toEqual([0, 0]);
  });

  test("learns from the corpus which words belong together", async () => {
    const embedder = createBuiltin({ words, lsa: fitCorpus(topics), fit: 1 });
    const [helm, ingress, levain] = await embedder.embed(["helm", "ingress", "levain"], "passage");
    expect(dot(helm!, ingress!)).toBeGreaterThan(dot(helm!, levain!) + 0.3);
  });

  test("answers from the word vectors alone before the first fit", async () => {
    const embedder = createBuiltin({ words, lsa: undefined, fit: 0 });
    const [reset, forgot, rain] = await embedder.embed(
      ["reset my password", "forgotten login credentials", "rain falls on the mountain"],
      "passage",
    );
    expect(dot(reset!, forgot!)).toBeGreaterThan(dot(reset!, rain!));
    expect(embedder.fingerprint).toMatch(/fit-0$/);
  });

  test("never throws and never gives a number that is not finite", async () => {
    const embedder = createBuiltin({ words, lsa: fitCorpus(topics), fit: 1 });
    await fc.assert(
      fc.asyncProperty(fc.string({ unit: "binary" }), async (text) => {
        const [vector] = await embedder.embed([text], "query");
        expect(vector!.every(Number.isFinite)).toBe(true);
      }),
    );
  });
});

describe("fitCorpus()", () => {
  const corpus = [...notes({ notes: 120, words: 80 })].map((note) => note.text);

  test("gives the same model for the same texts", () => {
    expect(encodeLsa(fitCorpus(corpus)!)).toEqual(encodeLsa(fitCorpus(corpus)!));
  });

  test("needs a few dozen texts", () => {
    expect(fitCorpus(corpus.slice(0, 10))).toBeUndefined();
    expect(fitCorpus([])).toBeUndefined();
    expect(fitCorpus(Array.from({ length: 50 }, () => "same"))).toBeUndefined();
  });

  test("survives storage, and refuses damaged bytes", () => {
    const model = fitCorpus(corpus)!;
    const bytes = encodeLsa(model);
    expect(decodeLsa(bytes)).toEqual(model);
    // As SQLite gives it.
    expect(decodeLsa(Buffer.concat([Buffer.from("odd"), bytes]).subarray(3))).toEqual(model);
    expect(() => decodeLsa(bytes.subarray(0, bytes.length - 3))).toThrow(/damaged/);
    expect(() => decodeLsa(new Uint8Array(4))).toThrow(/damaged/);
  });
});
