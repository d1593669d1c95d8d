/** Reader threads over a real index: they answer as the main thread does, see what was written, and may die or be left. */
import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { pathToFileURL } from "node:url";
import { afterAll, describe, expect, test } from "vitest";
import type { ChunkRequest, HybridRequest } from "../../../src/engine/engine.ts";
import { createReaderPool, type ReaderPool } from "../../../src/engine/readers/reader-pool.ts";
import { createSearchThreads } from "../../../src/engine/readers/search-threads.ts";
import { createSearch, inThreads } from "../../../src/engine/search/search.ts";
import { vault, writeFiles } from "../support/vault.ts";
import { memoryModels } from "../support/vectors.ts";

const words = ["amber", "birch", "cedar", "dunes", "ember", "load_config", "C++", "naïve"];
const files = Object.fromEntries(
  Array.from({ length: 60 }, (_, n) => [
    `${n % 4 === 0 ? "log" : "plain"}/n${n}.md`,
    `---\ntags: [${n % 2 === 0 ? "even" : "odd"}]\nauthor: ${n % 5 === 0 ? "Ada" : "Bo"}\ngno:\n  metadata:\n    size: ${n}\n---\n# Note ${n}\n\n${words[n % 8]} ${words[(n * 3) % 8]}\n\n## Part\n\n${words[(n * 5) % 8]} ${"filler ".repeat(n)}\n`,
  ]),
);
const place = vault(files, { contentTypes: [{ id: "guide", prefixes: ["n1"], searchBoost: 2 }] });
const folder = mkdtempSync(join(tmpdir(), "concordat-readers-"));
const pools: ReaderPool[] = [];

interface Logged {
  readonly what: string;
}

function pooled(
  options: { readonly limit?: number; readonly maxQueued?: number; readonly entry?: URL } = {},
) {
  const errors: Logged[] = [];
  const log = {
    error: (what: string) => void errors.push({ what }),
    warn: () => undefined,
    info: () => undefined,
  };
  const pool = createReaderPool({ limit: 2, log, ...options });
  pools.push(pool);
  const { reader, config, clock, store } = place;
  const threads = createSearchThreads({ pool, reader, indexPath: store.path, config, clock, large: 0 });
  const sources = { reader, config, clock };
  const models = memoryModels({ reader });
  const here = createSearch({ ...sources, models });
  return { pool, errors, here, there: inThreads(createSearch({ ...sources, models, threads }), threads) };
}

/** A thread of this program instead of the product's. */
function program(text: string): URL {
  const file = join(folder, `entry-${pools.length}.mjs`);
  writeFileSync(file, text);
  return pathToFileURL(file);
}

afterAll(async () => {
  await Promise.all(pools.map((pool) => pool.close()));
  place.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Undefined keys count too. */
function expectSame(found: unknown, want: unknown): void {
  expect(found).toStrictEqual(want);
  expect(JSON.stringify(found)).toBe(JSON.stringify(want));
}

describe("answers", () => {
  const { there, here, pool, errors } = pooled();
  const requests: readonly ChunkRequest[] = [
    { query: "amber birch", limit: 5 },
    { query: '"amber" -cedar', limit: 50 },
    { query: "load_config", limit: 3 },
    { query: "ambre", limit: 5 },
    { query: "what is newest about ember this week", limit: 5 },
    { query: "NAIVE C++", limit: 5, minScore: 0.2, intent: "filler" },
    { query: "amber", limit: 5, collection: "log", tagsAny: ["even"], author: "ad", exclude: ["dunes"] },
    { query: "amber", limit: 5, filter: { op: "not", predicate: { op: "lt", key: "size", value: 30 } } },
    { query: "amber", limit: 5, lang: "en" },
    { query: "???", limit: 5 },
    { query: " ", limit: 5 },
    { query: "\u{d800} amber", limit: 5 },
    { query: "amber", limit: 5, collection: "none" },
    { query: "amber", limit: 5, since: "some day" },
  ];

  test.each(requests)("by words are those of the main thread: $query", async (request) => {
    expectSame(await there.lexical(request), here.lexical(request));
  });

  test.each(requests)("of both legs are those of the main thread: $query", async (request) => {
    const asked: HybridRequest = { ...request, terms: ["birch cedar"] };
    expectSame(await there.hybrid(asked), await here.hybrid(asked));
  });

  test("show what was written a moment before", async () => {
    expect(await there.lexical({ query: "zanzibar", limit: 5 })).toMatchObject({ hits: [] });
    writeFiles(place.data, { "plain/new.md": "# New\n\nzanzibar\n" });
    place.sync();
    const found = await there.lexical({ query: "zanzibar", limit: 5 });
    expect(found).toMatchObject({ hits: [{ document: { relPath: "new.md" } }] });
  });

  test("of many at once go to no more threads than there may be", async () => {
    const asked = Array.from({ length: 9 }, (_, n) => ({ query: words[n % 5] as string, limit: 3 }));
    const found = asked.map((request) => there.lexical(request));
    expect(pool.counts()).toEqual({ active: 2, queued: 7, limit: 2, maxQueued: 256 });
    for (const [at, request] of asked.entries()) expectSame(await found[at], here.lexical(request));
    expect(pool.counts()).toMatchObject({ active: 0, queued: 0 });
    expect(errors).toEqual([]);
  });
});

describe("without a thread", () => {
  const request = { query: "amber", limit: 5 };

  test.each([
    [
      "that dies when it is asked",
      'import { parentPort } from "node:worker_threads";\nparentPort.on("message", () => process.exit(3));',
      2,
    ],
    ["that does not start", "throw new Error('broken');", 2],
    [
      "that fails",
      'import { parentPort } from "node:worker_threads";\nparentPort.on("message", (m) => m.kind === "close" ? parentPort.close() : parentPort.postMessage({ kind: "failed", id: m.id, detail: "SELECT broken" }));',
      3,
    ],
  ])("%s the main thread answers, and the log tells", async (_, text, told) => {
    const { there, here, errors, pool } = pooled({ limit: 1, entry: program(text) });
    const found = await Promise.all([there.lexical(request), there.lexical({ ...request, limit: 2 })]);
    expectSame(found[0], here.lexical(request));
    expectSame(found[1], here.lexical({ ...request, limit: 2 }));
    expectSame(await there.hybrid(request), await here.hybrid(request));
    // A thread that died twice before it said anything is not tried a third time at once.
    expect(errors).toHaveLength(told);
    expect(pool.counts()).toMatchObject({ active: 0, queued: 0 });
  });

  test("that may be waited for the main thread answers", async () => {
    const { there, here, pool } = pooled({ limit: 1, maxQueued: 1 });
    const found = [1, 2, 3, 4].map((limit) => there.lexical({ ...request, limit }));
    expect(pool.counts()).toMatchObject({ active: 1, queued: 1 });
    for (const [at, one] of found.entries())
      expectSame(await one, here.lexical({ ...request, limit: at + 1 }));
  });

  test("after closing the main thread answers", async () => {
    const { there, here, pool } = pooled();
    await there.lexical(request);
    await pool.close();
    expectSame(await there.lexical(request), here.lexical(request));
  });
});

test("a search that is cancelled ends at once, running or waiting, and the thread goes on to the next", async () => {
  const { there, here, pool } = pooled({ limit: 1 });
  const [running, waiting] = [new AbortController(), new AbortController()];
  const request = { query: "amber", limit: 5 };
  const first = there.lexical({ ...request, signal: running.signal });
  const second = there.lexical({ ...request, signal: waiting.signal });
  const third = there.lexical(request);
  const reason = new Error("cancelled by the caller");
  waiting.abort(reason);
  running.abort(reason);
  await expect(first).rejects.toBe(reason);
  await expect(second).rejects.toBe(reason);
  expect(pool.counts()).toMatchObject({ active: 1, queued: 1 });
  expectSame(await third, here.lexical(request));
  await expect(there.lexical({ ...request, signal: waiting.signal })).rejects.toBe(reason);
});
