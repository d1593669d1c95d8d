/** The vector leg through the product, beside a bare scan of the same vectors in WASM. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { emptyConfig } from "../../src/engine/config/defaults.ts";
import { openIndex, type Store } from "../../src/engine/store/open.ts";
import { createInUse } from "../../src/engine/vector/in-use.ts";
import { createMirror } from "../../src/engine/vector/mirror.ts";
import { toBlob, vectorId } from "../../src/engine/vector/rows.ts";
import { createVectorIndex } from "../../src/engine/vector/vector-index.ts";
import { type Random, seeded } from "../fixtures/random.ts";
import { clock, clockAsync, spread } from "./measure.ts";
import { bounds, type Row } from "./report.ts";

const DIMENSION = 384;
const K = 10;
const QUERIES = 40;
const ROUNDS = 4;
/** Texts are about something: vectors lie around this many centres. */
const TOPICS = 200;

export async function vectorSpeed(work: string, count: number): Promise<Row[]> {
  const group = `vectors ${count} × ${DIMENSION}`;
  const store = openIndex(join(mkdtempSync(join(work, "vectors-")), "index.sqlite"));
  const vectors = clustered(count + QUERIES);
  const queries = vectors.splice(count);
  const insertMs = clock(() => fill(store, vectors));
  const mirror = createMirror(DIMENSION);
  for (const [n, vector] of vectors.entries()) mirror.set(n + 1, vector);
  const index = createVectorIndex({
    index: store,
    inUse: createInUse(store, { load: () => emptyConfig }),
    log: { error: () => undefined, warn: () => undefined, info: () => undefined },
    scanFloats: 0,
  });
  const search = (query: Float32Array, filter?: Parameters<typeof index.search>[2]) =>
    index.search(query, K, filter, "bench");
  const firstMs = await clockAsync(() => search(queries[0]!));
  const copyMs = await clockAsync(() => search(queries[0]!));
  const ours: number[] = [];
  const floors: number[] = [];
  const filtered: number[] = [];
  // One in a hundred chunks, as a filter would name them.
  const ids = Array.from({ length: Math.floor(count / 100) }, (_, n) => 1 + n * 100);
  const one = { ids, allows: (id: number) => id % 100 === 1 };
  let missed = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const query of queries) {
      let found: readonly { readonly chunkId: number }[] = [];
      const spent = await clockAsync(async () => {
        found = await search(query);
      });
      const floor = clock(() => void mirror.search(query, K));
      const narrow = await clockAsync(() => search(query, one));
      if (round === 0) missed += missing(found, vectors, query);
      else {
        ours.push(spent);
        floors.push(floor);
        filtered.push(narrow);
      }
    }
  }
  await index.close();
  store.close();
  const floor = { what: "WASM int8 scan alone", value: spread(floors).p50 };
  const value = spread(ours);
  return [
    {
      group,
      measure: `k = ${K}, p50`,
      value: value.p50,
      unit: "ms",
      floor,
      // Of few vectors the way to the thread and back is the larger part.
      ...(count < 100_000 ? {} : bounds(floor.value, [4], [8], "ms")),
    },
    { group, measure: `k = ${K}, p95`, value: value.p95, unit: "ms", floor },
    {
      group,
      measure: `k = ${K}, 1 % of the chunks allowed, p50`,
      value: spread(filtered).p50,
      unit: "ms",
      floor: { what: "the same without a filter", value: value.p50 },
      ...bounds(value.p50, [1], [2], "ms"),
    },
    {
      group,
      measure: `missed of the true ${K} (1 - recall)`,
      value: missed / (QUERIES * K),
      unit: "",
      aim: { rule: "fixed", value: 0.05 },
      limit: { rule: "fixed", value: 0.05 },
    },
    {
      group,
      measure: "first question: thread started, answered by the database",
      value: firstMs,
      unit: "ms",
    },
    { group, measure: "second question: the copy made, answered by it", value: copyMs, unit: "ms" },
    { group, measure: "vectors stored", value: (count / insertMs) * 1_000, unit: "/s" },
  ];
}

function clustered(count: number): Float32Array[] {
  const random = seeded(384);
  const topics = Array.from({ length: TOPICS }, () => gaussian(random, 1));
  return Array.from({ length: count }, () => {
    const topic = random.pick(topics);
    const noise = gaussian(random, 1);
    return normalised(topic.map((value, k) => value + noise[k]!));
  });
}

function gaussian(random: Random, scale: number): Float32Array {
  // The sum of four is near enough.
  return Float32Array.from(
    { length: DIMENSION },
    () => (random.next() + random.next() + random.next() + random.next() - 2) * scale,
  );
}

function normalised(vector: Float32Array): Float32Array {
  const norm = Math.hypot(...vector);
  return vector.map((value) => value / norm);
}

/** Rows as an embedding run leaves them, without texts. */
function fill(store: Store, vectors: readonly Float32Array[]): void {
  store.raw
    .prepare(
      `INSERT INTO vector_model (id, name, label, fingerprint, dimension, state, created_at)
       VALUES (1, 'bench', 'bench', 'bench', ?, 'ready', '')`,
    )
    .run(DIMENSION);
  const mark = store.raw.prepare("INSERT INTO chunk_vector (model_id, chunk_id, text_hash) VALUES (1, ?, ?)");
  const insert = store.raw.prepare("INSERT INTO vector (id, embedding) VALUES (?, ?)");
  const hash = Buffer.alloc(16);
  for (let from = 0; from < vectors.length; from += 250) {
    store.write(() => {
      for (let n = from; n < Math.min(vectors.length, from + 250); n += 1) {
        hash.writeUInt32LE(n);
        mark.run(n + 1, hash);
        insert.run(vectorId(1, n + 1), toBlob(vectors[n]!));
      }
    });
  }
}

function missing(
  found: readonly { readonly chunkId: number }[],
  vectors: readonly Float32Array[],
  query: Float32Array,
): number {
  const exact = vectors
    .map((vector, n) => ({ id: n + 1, score: dot(vector, query) }))
    .sort((a, b) => b.score - a.score)
    .slice(0, K);
  const ids = new Set(found.map(({ chunkId }) => chunkId));
  return exact.filter(({ id }) => !ids.has(id)).length;
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k += 1) sum += a[k]! * b[k]!;
  return sum;
}
