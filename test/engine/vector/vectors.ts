/** Models that are arithmetic, and an audit of what is stored, for tests of vectors. */
import { createHash } from "node:crypto";
import type { Embedder } from "../../../src/engine/embed/port.ts";
import type { Store } from "../../../src/engine/store/open.ts";
import { fromBlob, modelRows } from "../../../src/engine/vector/rows.ts";
import { seeded } from "../../fixtures/random.ts";

export interface FakeModel {
  readonly name?: string;
  readonly dimension?: number;
  /** Other salts are other models: their vectors have nothing in common. */
  readonly salt?: string;
  readonly batchSize?: number;
  /** Runs before each batch; what it throws is the model's failure. */
  readonly before?: (texts: readonly string[]) => void | Promise<void>;
}

/** The same text gives the same unit vector; a text without a letter gives zero. */
export function fakeVector(text: string, dimension: number, salt = ""): Float32Array {
  if (!/\p{L}/u.test(text)) return new Float32Array(dimension);
  const seed = createHash("sha256").update(salt).update("\0").update(text).digest().readUInt32LE();
  return unitVector(seeded(seed), dimension);
}

export function unitVector(random: { next(): number }, dimension: number): Float32Array {
  const out = Float32Array.from(
    { length: dimension },
    () => random.next() + random.next() + random.next() - 1.5,
  );
  const norm = Math.hypot(...out);
  return out.map((value) => value / norm);
}

export function fakeEmbedder(model: FakeModel = {}): Embedder {
  const { name = "fake", dimension = 8, salt = "", batchSize = 4, before } = model;
  return {
    name,
    dimension,
    fingerprint: `${name}:${salt}:${dimension}`,
    fusion: { kind: "rank", weight: 1 },
    batchSize,
    async embed(texts) {
      await before?.(texts);
      return texts.map((text) => fakeVector(text, dimension, salt));
    },
    close: async () => undefined,
  };
}

/** A row for a model in an index, as a run with it would make. */
export function addModel(store: Store, { name, fingerprint, dimension }: Embedder): number {
  return Number(
    store.raw
      .prepare(
        `INSERT INTO vector_model (name, label, fingerprint, dimension, state, created_at)
         VALUES (?, ?, ?, ?, 'ready', '2026-01-01T00:00:00.000Z')`,
      )
      .run(name, name, fingerprint, dimension).lastInsertRowid,
  );
}

interface Stored {
  readonly model: number;
  readonly text: string | null;
  readonly hash: Buffer;
  readonly embedding: Buffer | null;
  readonly there: number;
}

/** Everything that is wrong with the stored vectors, in words; `fresh` computes what they should be. */
export function vectorFaults(
  store: Store,
  fresh: (fingerprint: string, text: string) => Float32Array,
): string[] {
  const faults: string[] = [];
  const count = (sql: string): number => store.raw.prepare<[], number>(sql).pluck().get() ?? 0;
  const orphans = count(
    "SELECT count(*) FROM vector WHERE id NOT IN (SELECT (model_id << 40) + chunk_id FROM chunk_vector)",
  );
  if (orphans > 0) faults.push(`${orphans} vectors without a chunk`);
  const rows = store.raw
    .prepare<[], Stored>(
      `SELECT cv.model_id AS model, substr(m.text, c.start + 1, c."end" - c.start) AS text, cv.text_hash AS hash,
         v.embedding, v.id IS NOT NULL AS there
       FROM chunk_vector cv LEFT JOIN chunk c ON c.id = cv.chunk_id LEFT JOIN mirror m ON m.id = c.mirror_id
         LEFT JOIN vector v ON v.id = (cv.model_id << 40) + cv.chunk_id`,
    )
    .all();
  const fingerprints = new Map(modelRows(store).map(({ id, fingerprint }) => [id, fingerprint]));
  for (const { model, text, hash, embedding, there } of rows) {
    const fingerprint = fingerprints.get(model);
    if (fingerprint === undefined) faults.push(`a vector of an unknown model ${model}`);
    else if (text === null) faults.push("a vector of a chunk that is gone");
    else if (there === 0) faults.push("a chunk that is marked and has no vector");
    else {
      if (!createHash("sha256").update(text).digest().subarray(0, 16).equals(hash))
        faults.push(`the hash is of another text than ${JSON.stringify(text)}`);
      const want = fresh(fingerprint, text);
      const have = embedding === null ? new Float32Array(want.length) : fromBlob(embedding);
      if (!have.every((value, k) => value === want[k]))
        faults.push(`the vector is of another text than ${JSON.stringify(text)}`);
    }
  }
  return faults;
}

/** Chunks without a vector of the model. */
export function pendingOf(store: Store, modelId: number): number {
  return (
    store.raw
      .prepare<[number], number>(
        "SELECT count(*) FROM chunk WHERE id NOT IN (SELECT chunk_id FROM chunk_vector WHERE model_id = ?)",
      )
      .pluck()
      .get(modelId) ?? 0
  );
}
