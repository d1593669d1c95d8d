/** Models for tests of retrieval: vectors kept in memory, an embedder of counted words, a reranker and a writer by rule. */
import type { Embedder, FusionRule } from "../../../src/engine/embed/port.ts";
import { EmbeddingUnavailable } from "../../../src/engine/embed/port.ts";
import type { Generator, Reranker } from "../../../src/engine/models/ports.ts";
import type { SearchModels } from "../../../src/engine/search/models.ts";
import type { VectorIndex } from "../../../src/engine/vector/types.ts";
import type { Vault } from "./vault.ts";

const DIMS = 64;
const FINGERPRINT = "words:1";

/** Words that mean the same share a direction, so that meaning finds what words do not. */
const synonyms: Readonly<Record<string, string>> = {
  automobile: "car",
  cars: "car",
  vehicle: "car",
  reset: "restore",
  kitten: "cat",
};

export function wordVector(text: string): Float32Array {
  const out = new Float32Array(DIMS);
  for (const word of text.toLowerCase().match(/\p{L}{3,}/gu) ?? []) {
    const same = synonyms[word] ?? word;
    let hash = 7;
    for (const character of same) hash = (hash * 31 + (character.codePointAt(0) ?? 0)) >>> 0;
    out[hash % DIMS]! += 1;
  }
  const norm = Math.hypot(...out);
  return norm === 0 ? out : out.map((value) => value / norm);
}

export interface FakeModels {
  readonly fusion?: FusionRule;
  readonly rank?: (query: string, documents: readonly string[]) => number[];
  readonly write?: (prompt: string) => string;
  /** What is broken. */
  readonly broken?: "embedder" | "index" | "reranker" | "generator" | "fingerprint";
}

/** All chunks of the vault, embedded as they are now. */
export function memoryModels(
  { reader }: Pick<Vault, "reader">,
  { fusion = { kind: "score", weight: 1 }, rank, write, broken }: FakeModels = {},
): SearchModels {
  const rows = reader.all<{ id: number; document: number | null; text: string }>(
    `SELECT ch.id, d.id AS document, substr(m.text, ch.start + 1, ch."end" - ch.start) AS text
     FROM chunk ch JOIN mirror m ON m.id = ch.mirror_id LEFT JOIN document d ON d.mirror_id = m.id ORDER BY ch.id`,
  );
  const vectors = new Map(rows.map(({ id, text }) => [id, wordVector(text)]));
  const down = () => new EmbeddingUnavailable("failed", "The model does not answer.");
  const index: VectorIndex = {
    state: () => ({
      model: "words",
      fingerprint: broken === "fingerprint" ? "words:0" : FINGERPRINT,
      dimension: DIMS,
      embedded: vectors.size,
      pending: 0,
      stale: 0,
      mirror: { state: "none", vectors: 0 },
    }),
    async search(query, k, filter) {
      if (broken === "index") throw new Error("SELECT broken");
      return [...vectors]
        .filter(([id]) => filter === undefined || filter.allows(id))
        .map(([chunkId, vector]) => ({ chunkId, score: dot(query, vector) }))
        .sort((a, b) => b.score - a.score || a.chunkId - b.chunkId)
        .slice(0, k);
    },
    ofDocument: (document) =>
      rows
        .filter((row) => row.document === document)
        .map(({ id }) => ({ chunkId: id, vector: vectors.get(id) as Float32Array })),
  };
  const embedder: Embedder = {
    name: "words",
    dimension: DIMS,
    fingerprint: FINGERPRINT,
    fusion,
    batchSize: 32,
    embed: async (texts) => texts.map(wordVector),
    close: async () => undefined,
  };
  const reranker: Reranker | undefined = rank && {
    name: "judge",
    async rank(query, documents) {
      if (broken === "reranker") throw down();
      return rank(query, documents);
    },
    close: async () => undefined,
  };
  const generator: Generator | undefined = write && {
    name: "writer",
    async generate(prompt) {
      if (broken === "generator") throw down();
      return write(prompt);
    },
    close: async () => undefined,
  };
  return {
    vectors: index,
    async embedder() {
      if (broken === "embedder") throw down();
      return embedder;
    },
    reranker: async () => reranker,
    generator: async () => generator,
  };
}

function dot(a: Float32Array, b: Float32Array): number {
  let sum = 0;
  for (let k = 0; k < a.length; k++) sum += a[k]! * b[k]!;
  return sum;
}
