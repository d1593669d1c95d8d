/**
 * A hybrid search of many short notes, beside the bare FTS5 question over the same texts: porter, any word but stop words,
 * the best 50 by bm25. Rows are written as a sync and an embedding run leave them, without files.
 */
import { createHash } from "node:crypto";
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { emptyConfig } from "../../src/engine/config/defaults.ts";
import { createReader } from "../../src/engine/documents/reader.ts";
import { createBuiltin, fitCorpus } from "../../src/engine/embed/builtin.ts";
import { readWordVectors } from "../../src/engine/embed/builtin-file.ts";
import type { Embedder } from "../../src/engine/embed/port.ts";
import type { ConfigStore, HybridRequest, IndexConfig } from "../../src/engine/engine.ts";
import { systemClock } from "../../src/engine/ports.ts";
import { createSearch } from "../../src/engine/search/search.ts";
import { openIndex, type Store } from "../../src/engine/store/open.ts";
import { createInUse } from "../../src/engine/vector/in-use.ts";
import { toBlob, vectorId } from "../../src/engine/vector/rows.ts";
import { createVectorIndex } from "../../src/engine/vector/vector-index.ts";
import { notes } from "../fixtures/corpus.ts";
import { type Random, seeded } from "../fixtures/random.ts";
import { clock, clockAsync, spread } from "./measure.ts";
import { bounds, type Row } from "./report.ts";

const WORDS = 80;
const QUERIES = 60;
const ROUNDS = 3;
const LIMIT = 5;
const SAMPLE = 20_000;
/** One note in a hundred lies in the small collection and carries the rare tag. */
const RARE = 100;

export async function hybridSpeed(work: string, count: number): Promise<Row[]> {
  const group = `hybrid, ${count} chunks of ${WORDS} words`;
  const base = mkdtempSync(join(work, "hybrid-"));
  const store = openIndex(join(base, "index.sqlite"));
  const texts = fill(store, count);
  const embedder = await embedAll(store, texts);
  const floorDb = bareIndex(texts);
  const queries = questions(texts);
  const config: IndexConfig = {
    ...emptyConfig,
    collections: ["bulk", "small"].map((name) => ({
      name,
      path: `/${name}`,
      pattern: "**/*",
      include: [],
      exclude: [],
    })),
  };
  const load: Pick<ConfigStore, "load"> = { load: () => config };
  const silent = { error: () => undefined, warn: () => undefined, info: () => undefined };
  const vectors = createVectorIndex({ index: store, inUse: createInUse(store, load), log: silent });
  const search = createSearch({
    reader: createReader(store.raw),
    config: load,
    clock: systemClock,
    models: { vectors, embedder: async () => embedder },
  });
  const hybrid = async (query: string, more: Partial<HybridRequest> = {}) => {
    const result = await search.hybrid({ query, limit: LIMIT, ...more });
    if (result.kind !== "ok" || !result.vectorsUsed) throw new Error("no hybrid search");
  };
  const bare = floorDb.prepare("SELECT rowid FROM floor WHERE floor MATCH ? ORDER BY bm25(floor) LIMIT 50");
  const filters: readonly (readonly [string, Partial<HybridRequest>])[] = [
    ["a collection", { collection: "small" }],
    ["a tag", { tagsAny: ["rare"] }],
    ["an author", { author: "rare author" }],
  ];
  const ours: number[] = [];
  const words: number[] = [];
  const floors: number[] = [];
  const filtered = filters.map((): number[] => []);
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const query of queries) {
      const spent = await clockAsync(() => hybrid(query));
      const lexical = clock(() => void search.lexical({ query, limit: LIMIT }));
      const floor = clock(() => void bare.all(matchOf(query)));
      const narrow: number[] = [];
      for (const [, more] of filters) narrow.push(await clockAsync(() => hybrid(query, more)));
      if (round === 0) continue;
      ours.push(spent);
      words.push(lexical);
      floors.push(floor);
      for (const [at, value] of narrow.entries()) filtered[at]?.push(value);
    }
  }
  await vectors.close();
  floorDb.close();
  store.close();
  const value = spread(ours);
  const floor = spread(floors);
  const lexical = spread(words);
  const what = "bare FTS5 question";
  return [
    { group, measure: "p50", value: value.p50, unit: "ms", floor: { what, value: floor.p50 } },
    {
      group,
      measure: "p95",
      value: value.p95,
      unit: "ms",
      floor: { what, value: floor.p95 },
      ...bounds(floor.p95, [3], [6], "ms"),
    },
    { group, measure: "words alone, p95", value: lexical.p95, unit: "ms", floor: { what, value: floor.p95 } },
    ...filters.map(([name], at): Row => {
      const p50 = spread(filtered[at] ?? []).p50;
      return {
        group,
        measure: `with ${name} of 1 %, p50`,
        value: p50,
        unit: "ms",
        floor: { what: "the same without a filter", value: value.p50 },
        ...bounds(value.p50, [1], [2], "ms"),
      };
    }),
  ];
}

function fill(store: Store, count: number): string[] {
  const texts: string[] = [];
  const raw = store.raw;
  raw.exec("INSERT INTO collection (id, name, root) VALUES (1, 'bulk', '/bulk'), (2, 'small', '/small')");
  const mirror = raw.prepare("INSERT INTO mirror (id, hash, total_lines, text) VALUES (?, ?, ?, ?)");
  const document = raw.prepare(
    `INSERT INTO document (id, collection_id, rel_path, docid, source_hash, size, mtime_ms, ctime_ms, checked_ms, mirror_id,
       ingest_version, mime, ext, title, author, indexed_at)
     VALUES (?, ?, ?, ?, ?, ?, 0, 0, 0, ?, 1, 'text/markdown', '.md', ?, ?, '2026-01-01T00:00:00.000Z')`,
  );
  const chunk = raw.prepare(
    `INSERT INTO chunk (id, mirror_id, seq, start, "end", start_line, end_line) VALUES (?, ?, 0, 0, ?, 1, ?)`,
  );
  const fts = ["fts_exact", "fts_stem"].map((table) =>
    raw.prepare(`INSERT INTO ${table} (rowid, path, title, headings, body) VALUES (?, ?, ?, ?, ?)`),
  );
  const tag = raw.prepare("INSERT INTO tag (tag, document_id, source) VALUES (?, ?, 'inline')");
  let id = 0;
  let batch: (() => void)[] = [];
  const flush = () => {
    const work = batch;
    batch = [];
    store.write(() => {
      for (const run of work) run();
    });
  };
  for (const note of notes({ notes: count, words: WORDS, links: 0, seed: 7 })) {
    id += 1;
    const own = id;
    const hash = createHash("sha256").update(`${own}${note.text}`).digest("hex");
    const lines = note.text.split("\n").length;
    const rare = own % RARE === 0;
    texts.push(note.text);
    batch.push(() => {
      mirror.run(own, hash, lines, note.text);
      const author = rare ? "Rare Author" : "Common Author";
      document.run(
        own,
        rare ? 2 : 1,
        note.relPath,
        hash.slice(0, 8),
        hash,
        note.text.length,
        own,
        note.title,
        author,
      );
      chunk.run(own, own, note.text.length, lines);
      for (const insert of fts)
        insert.run(own, note.relPath, note.title, note.headings.join("\n"), note.text);
      tag.run(rare ? "rare" : `common-${own % 50}`, own);
    });
    if (batch.length === 500) flush();
  }
  flush();
  raw.exec("ANALYZE");
  return texts;
}

async function embedAll(store: Store, texts: readonly string[]): Promise<Embedder> {
  const step = Math.max(1, Math.floor(texts.length / SAMPLE));
  const lsa = fitCorpus(texts.filter((_, n) => n % step === 0).slice(0, SAMPLE));
  const embedder = createBuiltin({ words: readWordVectors(), lsa, fit: 1 });
  store.raw
    .prepare(
      `INSERT INTO vector_model (id, name, label, fingerprint, dimension, state, fit, fit_chunks, created_at)
       VALUES (1, 'builtin', 'builtin', ?, ?, 'ready', 1, ?, '')`,
    )
    .run(embedder.fingerprint, embedder.dimension, texts.length);
  const mark = store.raw.prepare("INSERT INTO chunk_vector (model_id, chunk_id, text_hash) VALUES (1, ?, ?)");
  const insert = store.raw.prepare("INSERT INTO vector (id, embedding) VALUES (?, ?)");
  const hash = Buffer.alloc(16);
  for (let from = 0; from < texts.length; from += 500) {
    const vectors = await embedder.embed(texts.slice(from, from + 500), "passage");
    store.write(() => {
      for (const [n, vector] of vectors.entries()) {
        const id = from + n + 1;
        hash.writeUInt32LE(id);
        mark.run(id, hash);
        insert.run(vectorId(1, id), toBlob(vector));
      }
    });
  }
  return embedder;
}

function bareIndex(texts: readonly string[]): Database.Database {
  const db = new Database(":memory:");
  db.exec("CREATE VIRTUAL TABLE floor USING fts5(body, tokenize='porter unicode61 remove_diacritics 2')");
  const insert = db.prepare("INSERT INTO floor (body) VALUES (?)");
  db.transaction(() => {
    for (const text of texts) insert.run(text);
  })();
  return db;
}

/** Six words of one note, and the small words around them that questions have. */
function questions(texts: readonly string[]): string[] {
  const random: Random = seeded(19);
  return Array.from({ length: QUERIES }, () => {
    const words = (random.pick(texts).match(/[a-z]{5,}/g) ?? []).slice(4);
    const six = Array.from({ length: 6 }, () => random.pick(words));
    return `how do we ${six.slice(0, 3).join(" ")} with the ${six.slice(3).join(" ")}`;
  });
}

const small = new Set(["how", "do", "we", "with", "the"]);

function matchOf(query: string): string {
  return query
    .split(" ")
    .filter((word) => !small.has(word))
    .map((word) => `"${word}"`)
    .join(" OR ");
}
