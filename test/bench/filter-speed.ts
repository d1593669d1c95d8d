/**
 * What each filter costs on each leg when one document in a hundred passes, beside the same search without it. Rows are
 * written as a sync and an embedding run leave them, without files; three chunks a document.
 */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { emptyConfig } from "../../src/engine/config/defaults.ts";
import { createReader } from "../../src/engine/documents/reader.ts";
import type { Embedder } from "../../src/engine/embed/port.ts";
import type { ChunkRequest, ConfigStore, IndexConfig } from "../../src/engine/engine.ts";
import { systemClock } from "../../src/engine/ports.ts";
import { createSearch } from "../../src/engine/search/search.ts";
import { openIndex, type Store } from "../../src/engine/store/open.ts";
import { createInUse } from "../../src/engine/vector/in-use.ts";
import { toBlob, vectorId } from "../../src/engine/vector/rows.ts";
import { createVectorIndex } from "../../src/engine/vector/vector-index.ts";
import { type Random, seeded } from "../fixtures/random.ts";
import { clock, clockAsync, spread } from "./measure.ts";
import { bounds, type Row } from "./report.ts";

const CHUNKS = 3;
const WORDS = 80;
const VOCABULARY = 30_000;
const DIMENSION = 96;
const LIMIT = 5;
const QUERIES = 20;
const ROUNDS = 3;
/** One document in so many passes. */
const RARE = 100;
const START = Date.UTC(2026, 0, 1);
const MINUTE = 60_000;

type Filters = Partial<ChunkRequest>;

export async function filterSpeed(work: string, count: number): Promise<Row[]> {
  const documents = Math.floor(count / CHUNKS);
  const store = openIndex(join(mkdtempSync(join(work, "filter-")), "index.sqlite"));
  const random = seeded(11);
  fill(store, documents, random);
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
  const filters: readonly (readonly [name: string, wanted: Filters, legs: "both" | "vector"])[] = [
    ["collection", { collection: "small" }, "both"],
    ["tag", { tagsAny: ["rare"] }, "both"],
    ["since", { since: new Date(START + documents * 0.99 * MINUTE).toISOString() }, "both"],
    ["category", { categories: ["rare"] }, "both"],
    ["author", { author: "rare author" }, "both"],
    ["filter, eq", { filter: { op: "eq", key: "status", value: "rare" } }, "both"],
    ["filter, lt", { filter: { op: "lt", key: "prio", value: 1 } }, "both"],
    ["filter, in", { filter: { op: "in", key: "parts", values: ["rare", "none"] } }, "both"],
    [
      "filter, and",
      {
        filter: {
          op: "and",
          predicates: [
            { op: "eq", key: "vip", value: true },
            { op: "lt", key: "prio", value: 2 },
          ],
        },
      },
      "both",
    ],
    ["filter, not", { filter: { op: "not", predicate: { op: "ne", key: "status", value: "rare" } } }, "both"],
    [
      "filter, 20 conditions",
      {
        filter: {
          op: "or",
          predicates: Array.from({ length: 20 }, (_, n) => ({
            op: "eq" as const,
            key: "status",
            value: n === 0 ? "rare" : `none-${n}`,
          })),
        },
      },
      "both",
    ],
    ["filter, ne of 99 %", { filter: { op: "ne", key: "status", value: "rare" } }, "both"],
    ["lang", { lang: "de" }, "vector"],
  ];
  const queries = Array.from({ length: QUERIES }, () =>
    Array.from({ length: 4 }, () => wordOf(200 + Math.floor(random.next() * 800))).join(" "),
  );
  const lexical = (query: string, wanted: Filters) =>
    clock(() => void search.lexical({ query, limit: LIMIT, ...wanted }));
  const vector = (query: string, wanted: Filters) =>
    clockAsync(async () => {
      const result = await search.vector({ query, limit: LIMIT, ...wanted });
      if (result.kind !== "ok") throw new Error(`no vector search: ${result.kind}`);
    });
  const plain = { lexical: [] as number[], vector: [] as number[] };
  const spent = filters.map(() => ({ lexical: [] as number[], vector: [] as number[] }));
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const query of queries) {
      const bare = [lexical(query, {}), await vector(query, {})] as const;
      if (round > 0) {
        plain.lexical.push(bare[0]);
        plain.vector.push(bare[1]);
      }
      for (const [at, [, wanted, legs]] of filters.entries()) {
        const one = spent[at]!;
        const first = legs === "both" ? lexical(query, wanted) : undefined;
        const second = await vector(query, wanted);
        if (round === 0) continue;
        if (first !== undefined) one.lexical.push(first);
        one.vector.push(second);
      }
    }
  }
  await vectors.close();
  store.close();
  return (["lexical", "vector"] as const).flatMap((leg) => {
    const group = `filter, ${leg}, ${documents * CHUNKS} chunks`;
    const floor = { what: "the same without a filter", value: spread(plain[leg]).p50 };
    return filters.flatMap(([name], at): Row[] => {
      const values = spent[at]![leg];
      if (values.length === 0) return [];
      const row = { group, measure: `${name}, p50`, value: spread(values).p50, unit: "ms", floor };
      return [{ ...row, ...bounds(floor.value, [1], [2], "ms") }];
    });
  });
}

function wordOf(n: number): string {
  return `w${n.toString(36)}`;
}

/** Counted words: enough that texts differ. */
const embedder: Embedder = {
  name: "bench",
  dimension: DIMENSION,
  fingerprint: "bench",
  fusion: { kind: "score", weight: 1 },
  batchSize: 32,
  embed: async (texts) => texts.map((text) => hashed(text.split(" "))),
  close: async () => undefined,
};

function hashed(words: readonly string[]): Float32Array {
  const out = new Float32Array(DIMENSION);
  for (const word of words) {
    let hash = 7;
    for (let at = 0; at < word.length; at += 1) hash = (hash * 31 + word.charCodeAt(at)) >>> 0;
    out[hash % DIMENSION]! += (hash & 1024) === 0 ? 1 : -1;
  }
  const norm = Math.hypot(...out);
  return norm === 0 ? out : out.map((value) => value / norm);
}

function fill(store: Store, documents: number, random: Random): void {
  const { raw } = store;
  raw.exec("INSERT INTO collection (id, name, root) VALUES (1, 'bulk', '/bulk'), (2, 'small', '/small')");
  raw
    .prepare(
      `INSERT INTO vector_model (id, name, label, fingerprint, dimension, state, created_at)
       VALUES (1, 'builtin', 'bench', 'bench', ?, 'ready', '')`,
    )
    .run(DIMENSION);
  const mirror = raw.prepare("INSERT INTO mirror (id, hash, total_lines, text) VALUES (?, ?, 10, ?)");
  const document = raw.prepare(
    `INSERT INTO document (id, collection_id, rel_path, docid, source_hash, size, mtime_ms, ctime_ms, checked_ms, mirror_id,
       ingest_version, mime, ext, title, author, content_type, content_type_source, categories, metadata, indexed_at)
     VALUES (?, ?, ?, ?, ?, 1, ?, 0, 0, ?, 1, 'text/markdown', '.md', ?, ?, 'prose', 'fallback', ?, ?, '')`,
  );
  const chunk = raw.prepare(
    `INSERT INTO chunk (id, mirror_id, seq, start, "end", start_line, end_line, language) VALUES (?, ?, ?, ?, ?, 1, 10, ?)`,
  );
  const fts = ["fts_exact", "fts_stem"].map((table) =>
    raw.prepare(`INSERT INTO ${table} (rowid, path, title, headings, body) VALUES (?, ?, ?, ?, ?)`),
  );
  const tag = raw.prepare("INSERT INTO tag (tag, document_id, source) VALUES (?, ?, 'inline')");
  const mark = raw.prepare("INSERT INTO chunk_vector (model_id, chunk_id, text_hash) VALUES (1, ?, ?)");
  const insertVector = raw.prepare("INSERT INTO vector (id, embedding) VALUES (?, ?)");
  // Frequent words are frequent: a word's rank is the cube of an even draw.
  const word = () => wordOf(Math.floor(VOCABULARY * random.next() ** 3));
  const put = (id: number) => {
    const parts = Array.from({ length: CHUNKS }, () => Array.from({ length: WORDS }, word));
    const text = parts.map((part) => part.join(" ")).join("\n");
    const hash = id.toString(16).padStart(64, "0");
    const rare = id % RARE === 0;
    const path = `folder-${id % 97}/note-${id}.md`;
    mirror.run(id, hash, text);
    const metadata = {
      status: rare ? "rare" : ["open", "done", "draft"][id % 3],
      prio: id % RARE,
      vip: id % 2 === 0,
      parts: [rare ? "rare" : `part-${id % 50}`, "common"],
      due: `2026-0${1 + (id % 9)}-11`,
    };
    document.run(
      id,
      rare ? 2 : 1,
      path,
      hash.slice(-8),
      hash,
      START + id * MINUTE,
      id,
      `Note ${id}`,
      rare ? "Rare Author" : "Common Author",
      JSON.stringify(["prose", rare ? "rare" : `kind-${id % 20}`]),
      JSON.stringify(metadata),
    );
    for (const [seq, part] of parts.entries()) {
      const chunkId = (id - 1) * CHUNKS + seq + 1;
      const length = Math.floor(text.length / CHUNKS);
      chunk.run(chunkId, id, seq, seq * length, (seq + 1) * length, rare ? "de" : "en");
      const digest = Buffer.alloc(16);
      digest.writeUInt32LE(chunkId);
      mark.run(chunkId, digest);
      insertVector.run(vectorId(1, chunkId), toBlob(hashed(part)));
    }
    for (const insert of fts) insert.run(id, path, `Note ${id}`, "", text);
    tag.run(rare ? "rare" : `common-${id % 50}`, id);
  };
  for (let from = 1; from <= documents; from += 500) {
    store.write(() => {
      for (let id = from; id < Math.min(documents + 1, from + 500); id += 1) put(id);
    });
  }
}
