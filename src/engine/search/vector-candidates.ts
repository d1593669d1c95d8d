/** The vector leg: texts to vectors, vectors to chunks, chunks to the documents that hold them and pass the filters. */
import type { Reader } from "../documents/reader.ts";
import { type Embedder, EmbeddingUnavailable, type TextKind } from "../embed/port.ts";
import type { VectorHit } from "../vector/types.ts";
import { chunkFilter, type DocumentRule } from "./chunk-filter.ts";
import type { SearchModels } from "./models.ts";

/** Nearest chunks asked for a text. */
export const vectorDepth = 100;

export interface VectorQuery {
  readonly text: string;
  readonly kind: TextKind;
  readonly weight: number;
}

export interface ChunkPlace {
  readonly chunkId: number;
  readonly documentId: number;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly language: string | undefined;
}

export interface VectorList {
  readonly weight: number;
  /** Best first. */
  readonly hits: readonly (VectorHit & { readonly places: readonly ChunkPlace[] })[];
}

export type VectorLeg =
  | { readonly kind: "ok"; readonly embedder: Embedder; readonly lists: readonly VectorList[] }
  /** `message` says what to do. */
  | {
      readonly kind: "unavailable";
      readonly reason: "nothing-embedded" | "missing" | "failed" | "mismatch";
      readonly message: string;
    };

export const nothingEmbedded =
  "Nothing is embedded yet, so there is nothing to compare meanings with. Run `gno index`, or `gno embed`.";

export interface VectorLegOptions {
  readonly reader: Reader;
  readonly models: SearchModels | undefined;
  readonly collection: string | undefined;
  readonly rule: DocumentRule;
  readonly depth: number;
  readonly signal: AbortSignal | undefined;
}

/** Starts with the embedding, which may run elsewhere while the lexical leg works. */
export async function embedQueries(
  models: SearchModels | undefined,
  collection: string | undefined,
  queries: readonly VectorQuery[],
  signal: AbortSignal | undefined,
): Promise<
  | { readonly kind: "ok"; readonly embedder: Embedder; readonly vectors: readonly Float32Array[] }
  | Extract<VectorLeg, { kind: "unavailable" }>
> {
  if (models === undefined || models.vectors.state().embedded === 0) {
    return { kind: "unavailable", reason: "nothing-embedded", message: nothingEmbedded };
  }
  try {
    const embedder = await models.embedder(collection);
    const { fingerprint } = models.vectors.state();
    if (embedder.fingerprint !== fingerprint) {
      return {
        kind: "unavailable",
        reason: "mismatch",
        message:
          "The stored vectors are of another model than the questions would be. Run `gno embed` to renew them.",
      };
    }
    const vectors: Float32Array[] = new Array(queries.length);
    for (const kind of ["query", "passage"] as const) {
      const chosen = queries.flatMap((query, at) => (query.kind === kind ? [at] : []));
      if (chosen.length === 0) continue;
      const texts = chosen.map((at) => (queries[at] as VectorQuery).text);
      const found = await embedder.embed(texts, kind, signal);
      for (const [n, at] of chosen.entries()) vectors[at] = found[n] as Float32Array;
    }
    return { kind: "ok", embedder, vectors };
  } catch (error) {
    signal?.throwIfAborted();
    if (!(error instanceof EmbeddingUnavailable)) throw error;
    return { kind: "unavailable", reason: error.reason, message: error.message };
  }
}

/** One list a vector; a vector without any signal gives an empty one. */
export async function nearestChunks(
  { reader, models, rule, depth, signal }: VectorLegOptions,
  queries: readonly VectorQuery[],
  vectors: readonly Float32Array[],
): Promise<readonly VectorList[]> {
  const index = (models as SearchModels).vectors;
  const useful = vectors.map((vector) => vector.some((value) => value !== 0));
  if (!useful.includes(true)) return queries.map(({ weight }) => ({ weight, hits: [] }));
  const filter = chunkFilter(reader, rule);
  const found: VectorHit[][] = [];
  for (const [at, vector] of vectors.entries()) {
    signal?.throwIfAborted();
    found.push(useful[at] ? await index.search(vector, depth, filter) : []);
  }
  const places = placesOf(reader, rule, new Set(found.flat().map(({ chunkId }) => chunkId)));
  return found.map((hits, at) => ({
    weight: (queries[at] as VectorQuery).weight,
    hits: hits.flatMap((hit) => {
      const of = places.get(hit.chunkId);
      return of === undefined ? [] : [{ ...hit, places: of }];
    }),
  }));
}

interface PlaceRow {
  readonly chunkId: number;
  readonly documentId: number;
  readonly start: number;
  readonly end: number;
  readonly startLine: number;
  readonly language: string | null;
}

/** Files with equal text share their chunks: a chunk stands in each document that passes. */
function placesOf(
  reader: Reader,
  rule: DocumentRule,
  chunks: ReadonlySet<number>,
): Map<number, ChunkPlace[]> {
  const rows = reader.all<PlaceRow>(
    `SELECT ch.id AS chunkId, d.id AS documentId, ch.start, ch."end", ch.start_line AS startLine, ch.language
FROM json_each(?) j CROSS JOIN chunk ch ON ch.id = j.value JOIN document d ON d.mirror_id = ch.mirror_id
WHERE d.active = 1${rule.sql}`,
    JSON.stringify([...chunks]),
    ...rule.params,
  );
  const places = new Map<number, ChunkPlace[]>();
  for (const row of rows) {
    if (rule.accepts?.(row.documentId) === false) continue;
    const place = { ...row, language: row.language ?? undefined };
    const known = places.get(row.chunkId);
    if (known === undefined) places.set(row.chunkId, [place]);
    else known.push(place);
  }
  return places;
}
