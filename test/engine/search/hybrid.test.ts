/** The hybrid pipeline over real indexed files: fusion, links, boosts, reranking, receipts, and what happens without. */
import { afterAll, describe, expect, test } from "vitest";
import type { ChunkHit, HybridRequest, HybridResult } from "../../../src/engine/engine.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { type Files, type Vault, vault } from "../support/vault.ts";
import { type FakeModels, memoryModels } from "../support/vectors.ts";

const open: Vault[] = [];
afterAll(() => {
  for (const one of open) one.close();
});

function library(files: Files, settings: Parameters<typeof vault>[1] = {}) {
  const place = vault(files, settings);
  open.push(place);
  return (models?: FakeModels | "none") => {
    const search = createSearch({
      reader: place.reader,
      config: place.config,
      clock: place.clock,
      ...(models === "none" ? {} : { models: memoryModels(place, models) }),
    });
    return async (query: string, more: Partial<HybridRequest> = {}) =>
      expectOk(await search.hybrid({ query, limit: 10, ...more }));
  };
}

function expectOk(result: HybridResult) {
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result)}`);
  return result;
}

const paths = ({ hits }: { hits: readonly ChunkHit[] }) => hits.map((hit) => hit.document.relPath);

function expectReceipts({ hits }: { hits: readonly ChunkHit[] }) {
  for (const { score, receipt } of hits) {
    const boost = receipt.boost?.combinedAuxiliaryApplied ?? 0;
    expect(receipt.score).toBe(score);
    expect(receipt.fusion + (receipt.rerank ?? 0) + boost).toBeCloseTo(score, 9);
    expect((receipt.words ?? 0) + (receipt.meaning ?? 0)).toBeLessThanOrEqual(receipt.fusion + 1e-9);
  }
}

const long = (word: string, times: number) =>
  Array.from({ length: times }, (_, n) => `Sentence ${n} tells of ${word} once more, plainly.\n`).join("\n");

const files: Files = {
  "notes/car.md": "# Car\n\nThe car stands in the yard and wants a wash.\n",
  "notes/motor.md": "# Engine\n\nAn automobile needs oil. See [[Garage]].\n",
  "notes/garage.md": "# Garage\n\nDoors, tools and a lamp.\n",
  "notes/cat.md": "# Cat\n\nThe kitten sleeps on the warm stove.\n",
  "work/phrase.md": "# Notes\n\nHow to wash a wool sweater by hand, in cold water.\n",
};

describe("fusion", () => {
  const search = library(files);

  test("meaning finds what words do not, words keep what they found", async () => {
    const result = await search()("car");
    expect(paths(result).slice(0, 2)).toEqual(["car.md", "motor.md"]);
    expect(result.vectorsUsed).toBe(true);
    expect(result.hits[0]?.receipt).toMatchObject({ score: 1, words: expect.any(Number) });
    expect(result.hits[1]?.receipt.words).toBeUndefined();
    expectReceipts(result);
  });

  test("without vectors the order is that of the lexical search", async () => {
    const result = await search("none")("wash the car", { graph: false });
    expect(result).toMatchObject({ vectorsUsed: false, expanded: false, reranked: false });
    expect(paths(result)).toEqual(["car.md", "phrase.md"]);
    expectReceipts(result);
  });

  test("a document that holds the words as written is not buried by meaning", async () => {
    const result = await search()("wash a wool sweater");
    expect(paths(result)[0]).toBe("phrase.md");
  });

  test("reciprocal ranks give their own receipts", async () => {
    const result = await search({ fusion: { kind: "rank", weight: 1 } })("car");
    expect(paths(result)[0]).toBe("car.md");
    expectReceipts(result);
  });

  test("a negated word is left out of both legs, a phrase has to be there", async () => {
    expect(paths(await search()("car -yard", { graph: false }))).not.toContain("car.md");
    expect(paths(await search()('vehicle "needs oil"', { graph: false }))).toEqual(["motor.md"]);
  });

  test("intents and a hyde passage ask the vectors, terms the words", async () => {
    const result = await search()("lamp", {
      terms: ["stove"],
      intents: ["vehicle"],
      hyde: "a kitten",
      graph: false,
    });
    expect(paths(result).slice(0, 4).sort()).toEqual(["car.md", "cat.md", "garage.md", "motor.md"]);
    expect(paths(result)[0]).toBe("garage.md");
    expectReceipts(result);
  });

  test.each(["???", "-car", '""'])("%s has nothing to look for", async (query) => {
    const result = await search()(query);
    expect(result.hits).toEqual([]);
    expect(result.note).toMatch(/leave out|no letters/);
  });

  test("the same request gives the same answer", async () => {
    const ask = () => search()("wash the car in the yard", { explain: true } as Partial<HybridRequest>);
    expect(await ask()).toEqual(await ask());
  });
});

describe("passages", () => {
  const search = library(
    {
      "notes/long.md": `# Long\n\n${long("gravel", 12)}\n${long("automobile", 12)}\n${long("gravel", 12)}`,
      "notes/short.md": "# Short\n\nNothing of the kind.\n",
    },
    { chunking: { maxTokens: 60, overlapPercent: 0 } },
  );

  test("a hit by meaning points at its chunk", async () => {
    const [first] = (await search()("vehicle")).hits;
    expect(first?.document.relPath).toBe("long.md");
    expect(first?.line).toBeGreaterThan(20);
    expect(first?.snippet).toContain("automobile");
  });

  test("no two hits share document and line, and limit holds", async () => {
    for (const limit of [1, 3, 50]) {
      const { hits } = await search()("vehicle", { limit });
      expect(hits.length).toBeLessThanOrEqual(limit);
      const places = hits.map((hit) => `${hit.document.uri}:${hit.line}`);
      expect(new Set(places).size).toBe(places.length);
    }
  });

  test("further passages of a document come behind its first one", async () => {
    const { hits } = await search()("vehicle", { limit: 50 });
    const scores = hits.map(({ score }) => score);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    expect(hits.filter((hit) => hit.document.relPath === "long.md").length).toBeGreaterThan(1);
  });
});

describe("links", () => {
  const search = library(files);

  test("a neighbour of the best hits joins behind them", async () => {
    const result = await search("none")("oil");
    expect(paths(result)).toEqual(["motor.md", "garage.md"]);
    expect(result.graph).toMatchObject({ seedCount: 1, candidateCount: 1, fallbackReasons: [] });
    expect(result.hits[1]?.receipt).toMatchObject({ words: undefined, meaning: undefined });
    expectReceipts(result);
  });

  test("links lead in both directions", async () => {
    expect(paths(await search("none")("lamp"))).toEqual(["garage.md", "motor.md"]);
  });

  test.each([
    { more: { graph: false }, reason: "graph_disabled" },
    { more: { depth: "fast" }, reason: "graph_disabled" },
    { more: { query: "zzzzz" }, reason: "graph_no_seed_candidates" },
    { more: { query: "sweater" }, reason: "graph_empty" },
    { more: { collection: "work", query: "sweater" }, reason: "graph_empty" },
    { more: { exclude: ["lamp"] }, reason: "graph_no_new_candidates" },
  ] as const)("says why none joined: $reason", async ({ more, reason }) => {
    const result = await search("none")("oil", more);
    expect(result.graph).toMatchObject({ candidateCount: 0, fallbackReasons: [reason] });
  });

  test("maxCandidates is 20, or candidateLimit", async () => {
    expect((await search("none")("oil")).graph.maxCandidates).toBe(20);
    expect((await search("none")("oil", { candidateLimit: 3 })).graph.maxCandidates).toBe(3);
    expect((await search("none")("oil", { depth: "thorough" })).graph.maxCandidates).toBe(20);
  });
});

describe("content types", () => {
  const rules = [
    { id: "log", prefixes: ["log"], searchBoost: 0.5 },
    { id: "guide", prefixes: ["guide"], searchBoost: 2 },
  ];
  const text = "# Title\n\nsame words here\n";
  const search = library(
    { "notes/guide/a.md": text, "notes/log/b.md": text, "notes/plain.md": text },
    { contentTypes: rules },
  );

  test("nudge equal hits apart, by at most 0.05, with receipts that add up", async () => {
    const result = await search("none")("same words");
    expect(paths(result)).toEqual(["guide/a.md", "plain.md", "log/b.md"]);
    const log = result.hits[2]?.receipt.boost;
    expect(log?.finalScore).toBe((log?.baseScore ?? 0) - 0.05);
    expect(log).toMatchObject({
      finalScore: result.hits[2]?.score,
      cappedContribution: -0.05,
      combinedAuxiliaryCap: 0.08,
      configuredFactor: 0.5,
      contentType: "log",
      rawScoreKind: "hybrid_blended",
      ruleSource: "prefix",
    });
    const guide = result.hits[0]?.receipt.boost;
    expect(guide?.cappedContribution).toBe(0.05);
    expect(guide?.combinedAuxiliaryApplied).toBeCloseTo(1 - (guide?.baseScore ?? 0), 9);
    expect(result.hits[1]?.receipt.boost).toBeUndefined();
    expectReceipts(result);
  });
});

describe("reranking", () => {
  const search = library(files);
  const likes = (word: string) => (_query: string, documents: readonly string[]) =>
    documents.map((text) => (text.includes(word) ? 5 : -5));

  test("lifts what the model prefers, and adds up", async () => {
    const ask = (models: FakeModels) => search(models)("oil needs lamp doors tools stove", { graph: false });
    const [before, after] = [await ask({}), await ask({ rank: likes("kitten") })];
    expect([before.reranked, after.reranked]).toEqual([false, true]);
    const scoreOf = ({ hits }: { hits: readonly ChunkHit[] }) =>
      hits.find((hit) => hit.document.relPath === "cat.md")?.score ?? 0;
    expect(scoreOf(after)).toBeGreaterThan(scoreOf(before));
    expect(paths(after)[0]).toBe(paths(before)[0]);
    expectReceipts(after);
  });

  test("what leads by its words keeps the lead", async () => {
    const result = await search({ rank: likes("kitten") })("car stands in the yard");
    expect(paths(result)[0]).toBe("car.md");
    expectReceipts(result);
  });

  test("only candidateLimit documents are read, in passages of at most 4,000 characters", async () => {
    const read: (readonly string[])[] = [];
    const rank = (_query: string, documents: readonly string[]) => {
      read.push(documents);
      return documents.map((_, n) => -n);
    };
    const wide = library({ "notes/wide.md": `# Wide\n\n${"lamp post ".repeat(2_000)}`, ...files });
    await wide({ rank })("lamp oil car kitten", { candidateLimit: 2 });
    expect(read[0]).toHaveLength(2);
    expect(Math.max(...(read[0] ?? []).map((text) => text.length))).toBeLessThanOrEqual(4_000);
  });

  test("fast asks no model", async () => {
    const fail = () => {
      throw new Error("asked");
    };
    const result = await search({ rank: fail, write: fail })("car", { depth: "fast", expand: true });
    expect(result).toMatchObject({ reranked: false, expanded: false });
  });
});

describe("expansion", () => {
  const search = library(files);
  const write = () => JSON.stringify({ lexical: ["stove"], vector: ["lamp"], hyde: "" });

  test("its variants join the lists", async () => {
    const result = await search({ write })("sweater", { expand: true, graph: false });
    expect(result.expanded).toBe(true);
    expect(paths(result)).toEqual(expect.arrayContaining(["phrase.md", "cat.md"]));
    expect(result.hits.find((hit) => hit.document.relPath === "cat.md")?.receipt.words).toBeGreaterThan(0);
    expectReceipts(result);
  });

  test.each([
    { name: "not asked for", models: { write }, more: {} },
    { name: "own variants", models: { write }, more: { expand: true, terms: ["lamp"] } },
    { name: "no model", models: {}, more: { expand: true } },
    { name: "nonsense", models: { write: () => "no json" }, more: { expand: true } },
    {
      name: "nothing new",
      models: { write: () => '{"lexical":["sweater"],"vector":[],"hyde":""}' },
      more: { expand: true },
    },
  ])("is left out: $name", async ({ models, more }) => {
    expect((await search(models)("sweater", more)).expanded).toBe(false);
  });
});

describe("a stage that cannot run", () => {
  const search = library(files);
  const rank = (_query: string, documents: readonly string[]) => documents.map((_, n) => n);
  const write = () => '{"lexical":["stove"],"vector":[],"hyde":""}';

  test.each(["embedder", "index", "fingerprint"] as const)("%s: words alone answer", async (broken) => {
    const result = await search({ broken })("car", { graph: false });
    expect(result).toMatchObject({ vectorsUsed: false, hits: [{ document: { relPath: "car.md" } }] });
    expect(result.stages.find(({ stage }) => stage === "vector")?.message).toMatch(/^skipped: /);
    expect(JSON.stringify(result.stages)).not.toContain("SELECT");
  });

  test("reranker and writer", async () => {
    const result = await search({ rank, broken: "reranker" })("car");
    expect(result).toMatchObject({ vectorsUsed: true, reranked: false });
    expect(await search({ write, broken: "generator" })("car", { expand: true })).toMatchObject({
      expanded: false,
    });
  });

  test("a reranker that answers too little, or no numbers, is left out", async () => {
    expect((await search({ rank: () => [1] })("car")).reranked).toBe(false);
    expect((await search({ rank: (_q, docs) => docs.map(() => Number.NaN) })("car")).reranked).toBe(false);
  });

  test("an aborted call stops", async () => {
    await expect(search()("car", { signal: AbortSignal.abort() })).rejects.toThrow("abort");
  });
});

describe("order in time", () => {
  const at = (modified: string) => ({ text: "# Log\n\nrelease notes of the car\n", modified });
  const search = library({
    "notes/old.md": at("2025-03-01T00:00:00Z"),
    "notes/new.md": at("2026-01-10T00:00:00Z"),
    "notes/mid.md": at("2025-09-01T00:00:00Z"),
  });

  test("the newest first when the query asks for it", async () => {
    expect(paths(await search()("latest release notes"))).toEqual(["new.md", "mid.md", "old.md"]);
  });

  test("time words of the query bound both legs, unless they leave nothing", async () => {
    expect(paths(await search()("release notes this month"))).toEqual(["new.md"]);
    expect(paths(await search()("release notes yesterday"))).toHaveLength(3);
  });
});

describe("scores", () => {
  const search = library(files);

  test("fall along the list from 1, and minScore is held against them", async () => {
    const { hits } = await search()("wash the car");
    const scores = hits.map(({ score }) => score);
    expect(scores[0]).toBe(1);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
    const least = (scores[1] as number) - 1e-9;
    const strict = await search()("wash the car", { minScore: least });
    expect(strict.hits.every(({ score }) => score >= least)).toBe(true);
    expect(strict.hits.length).toBeGreaterThanOrEqual(2);
  });
});

describe("typing errors", () => {
  const search = library({
    ...files,
    "notes/cluster.md": "# Kubernetes\n\nThe Kubernetes cluster is authenticated by ADR-0042.\n",
    "notes/ru.md": "# Настройка\n\nНастройка резервного копирования.\n",
  });

  test.each([
    ["kubernetez", "kubernetes", "cluster.md"],
    ["kuberentes", "kubernetes", "cluster.md"],
    ["Kubarnetis", "kubernetes", "cluster.md"],
    ["clustre", "cluster", "cluster.md"],
    ["настрйка", "настройка", "ru.md"],
  ])("%s is taken for %s", async (typed, meant, path) => {
    const result = await search("none")(typed);
    expect(result.corrected).toBe(meant);
    expect(paths(result)[0]).toBe(path);
  });

  test.each(["ADR-0043", "zzzzzzzz", '"kubernetez"', "qat", "car kubernetez"])(
    "%s is left as it is",
    async (typed) => {
      expect((await search("none")(typed)).corrected).toBeUndefined();
    },
  );
});
