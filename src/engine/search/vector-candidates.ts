/** The vector leg: texts to vectors, vectors to chunks, chunks to the documents that hold them and pass the filters. */
import type { Reader } from "../documents/reader.ts";
import { type Embedder, EmbeddingUnavailable, type TextKind } from "../embed/port.ts";
import { ModelNameError } from "../models/catalog.ts";
import type { ChunkFilter, VectorHit } from "../vector/types.ts";
import { type DocumentRule, type Looks, type Reach, reachOf } from "./chunk-filter.ts";
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

export interface Unavailable {
  readonly kind: "unavailable";
  readonly reason: "nothing-embedded" | "missing" | "failed" | "mismatch";
  /** Says what to do. */
  readonly message: string;
}

export interface Embedded {
  readonly kind: "ok";
  readonly embedder: Embedder;
  readonly vectors: readonly Float32Array[];
}

export const nothingEmbedded =
  "Nothing is embedded yet, so there is nothing to compare meanings with. Run `gno index`, or `gno embed`.";

/** Starts with the embedding, which may run elsewhere while the lexical leg works. */
export async function embedQueries(
  models: SearchModels | undefined,
  collection: string | undefined,
  queries: readonly VectorQuery[],
  signal: AbortSignal | undefined,
): Promise<Embedded | Unavailable> {
  if (models === undefined || models.vectors.state(collection).embedded === 0) {
    return { kind: "unavailable", reason: "nothing-embedded", message: nothingEmbedded };
  }
  try {
    const embedder = await models.embedder(collection);
    const { fingerprint } = models.vectors.state(collection);
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
    return unavailable(error, signal);
  }
}

export interface NearestOptions {
  readonly reader: Reader;
  readonly models: SearchModels;
  /** Of the embedder that made the vectors. */
  readonly fingerprint: string;
  readonly rule: DocumentRule;
  readonly depth: number;
  readonly signal: AbortSignal | undefined;
  /** Default: as measured. */
  readonly looks?: Looks;
}

/** How many times as many chunks are looked at when too many of the nearest do not pass. */
const furtherFactor = 4;
/** More than the share of those that pass asks for, since the nearest are not like all. */
const margin = 1.5;
/** Chunks looked at first, at most. */
const firstDepth = 2_000;

/** One list a vector; a vector without any signal gives an empty one. */
export async function nearestChunks(
  options: NearestOptions,
  queries: readonly VectorQuery[],
  vectors: readonly Float32Array[],
): Promise<readonly VectorList[]> {
  const { reader, rule } = options;
  const useful = vectors.map((vector) => vector.some((value) => value !== 0));
  const reach: Reach = useful.includes(true)
    ? reachOf(reader, rule, options.looks)
    : { kind: "open", share: 1 };
  const lists: VectorList[] = [];
  for (const [at, vector] of vectors.entries()) {
    const { weight } = queries[at] as VectorQuery;
    lists.push({ weight, hits: useful[at] ? await nearestTo(options, vector, reach) : [] });
  }
  return lists;
}

/** The nearest chunks that pass: the first of an exact list that is long enough to hold so many. */
async function nearestTo(
  { reader, models, fingerprint, rule, depth, signal }: NearestOptions,
  vector: Float32Array,
  reach: Reach,
): Promise<VectorList["hits"]> {
  const narrow = reach.kind === "listed" ? reach.chunks : undefined;
  for (let looked = firstOf(depth, rule, reach); ; looked *= furtherFactor) {
    signal?.throwIfAborted();
    const hits = await searchIndex(models, vector, looked, narrow, fingerprint);
    const places = placesOf(
      reader,
      rule,
      hits.map(({ chunkId }) => chunkId),
    );
    const passed = hits.flatMap((hit) => {
      const of = places.get(hit.chunkId);
      return of === undefined ? [] : [{ ...hit, places: of }];
    });
    if (passed.length >= depth || hits.length < looked) return passed.slice(0, depth);
  }
}

function firstOf(depth: number, rule: DocumentRule, reach: Reach): number {
  if (reach.kind === "listed" || (rule.sql === "" && rule.language === undefined)) return depth;
  return Math.max(depth, Math.min(firstDepth, Math.ceil((depth / Math.max(reach.share, 0.01)) * margin)));
}

/** @throws EmbeddingUnavailable, whatever went wrong in the index of vectors: searches by words go on */
export async function searchIndex(
  { vectors }: SearchModels,
  vector: Float32Array,
  depth: number,
  narrow: ChunkFilter | undefined,
  fingerprint: string,
): Promise<VectorHit[]> {
  try {
    return await vectors.search(vector, depth, narrow, fingerprint);
  } catch (error) {
    throw new EmbeddingUnavailable(
      "failed",
      "The vectors could not be searched just now. The log has the details; searches by words go on.",
      error,
    );
  }
}

/** @returns what kept a model from answering. @throws everything else, and when the caller has cancelled */
export function unavailable(error: unknown, signal: AbortSignal | undefined): Unavailable {
  signal?.throwIfAborted();
  if (error instanceof EmbeddingUnavailable) {
    return { kind: "unavailable", reason: error.reason, message: error.message };
  }
  // The configuration names a model in no form that there is.
  if (error instanceof ModelNameError) {
    return { kind: "unavailable", reason: "missing", message: error.message };
  }
  throw error;
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
function placesOf(reader: Reader, rule: DocumentRule, chunks: readonly number[]): Map<number, ChunkPlace[]> {
  const language = rule.language === undefined ? "" : " AND ch.language = ?";
  const rows = reader.all<PlaceRow>(
    `SELECT ch.id AS chunkId, d.id AS documentId, ch.start, ch."end", ch.start_line AS startLine, ch.language
FROM json_each(?) j CROSS JOIN chunk ch ON ch.id = j.value CROSS JOIN document d ON d.mirror_id = ch.mirror_id
WHERE d.active = 1${rule.sql}${language}`,
    JSON.stringify(chunks),
    ...rule.params,
    ...(rule.language === undefined ? [] : [rule.language]),
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
