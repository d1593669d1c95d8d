/** Documents near to one, by the mean of its stored vectors; no model is asked. spec/gno.md, "Similar documents". */
import { type DocumentRow, documentColumns, documentOf, documentTables } from "../documents/row.ts";
import type { Document, SimilarRequest, SimilarResult } from "../engine.ts";
import type { ChunkFilter, VectorHit } from "../vector/types.ts";
import { listFilter, listLimit } from "./chunk-filter.ts";
import type { SearchModels } from "./models.ts";
import type { SearchSources } from "./prepare.ts";
import { nothingEmbedded, searchIndex, unavailable } from "./vector-candidates.ts";

/** Chunks looked at first: for each hit, and at most. More while a few long documents fill them. */
const poolForHit = 20;
const poolLimit = 200;
const furtherFactor = 4;

export async function findSimilar(
  { reader, config }: SearchSources,
  models: SearchModels | undefined,
  { document, limit, threshold, crossCollection, signal }: SimilarRequest,
): Promise<SimilarResult> {
  const target = reader.get<{ mirror: number | null; chunks: number }>(
    `SELECT d.mirror_id AS mirror, (SELECT count(*) FROM chunk WHERE mirror_id = d.mirror_id) AS chunks
     FROM document d WHERE d.id = ?`,
    document.id,
  );
  if (target === undefined || target.mirror === null || target.chunks === 0) return { kind: "no-content" };
  const { mirror } = target;
  const state = models?.vectors.state(document.collection);
  if (models === undefined || state === undefined || state.embedded === 0) {
    return { kind: "no-vectors", reason: "nothing-embedded", message: nothingEmbedded };
  }
  const { fingerprint } = state;
  const mean = meanOf(models.vectors.ofDocument(document.id).map(({ vector }) => vector));
  if (mean === undefined) {
    return {
      kind: "not-embedded",
      message: `${document.uri} has no vectors yet. Run \`gno embed\`, then ask again.`,
    };
  }
  const configured = new Set((config.load()?.collections ?? []).map(({ name }) => name));
  const wanted = crossCollection
    ? configured
    : new Set([document.collection].filter((name) => configured.has(name)));
  const narrow = crossCollection ? undefined : collectionFilter(reader, document.collection);
  const find = async (): Promise<SimilarResult> => {
    for (let pool = Math.min(poolForHit * limit, poolLimit); ; pool *= furtherFactor) {
      signal?.throwIfAborted();
      const hits = await searchIndex(models, mean, pool, narrow, fingerprint);
      const similar = best(reader, hits, { mirror, collections: wanted, threshold });
      const below = threshold !== undefined && (hits.at(-1)?.score ?? 0) < threshold;
      if (similar.length >= limit || hits.length < pool || below) {
        return { kind: "ok", similar: similar.slice(0, limit) };
      }
    }
  };
  try {
    return await find();
  } catch (error) {
    const { reason, message } = unavailable(error, signal);
    return { kind: "no-vectors", reason, message };
  }
}

/** undefined = the collection holds so many chunks that its own are found among the nearest of all. */
function collectionFilter(reader: SearchSources["reader"], collection: string): ChunkFilter | undefined {
  const rows = reader.all<{ id: number }>(
    `SELECT ch.id FROM collection c JOIN document d ON d.collection_id = c.id JOIN chunk ch ON ch.mirror_id = d.mirror_id
     WHERE c.name = ? AND d.active = 1 LIMIT ${listLimit + 1}`,
    collection,
  );
  return rows.length > listLimit ? undefined : listFilter(rows.map(({ id }) => id));
}

interface Wanted {
  /** The text whose own copies are no neighbours. */
  readonly mirror: number;
  readonly collections: ReadonlySet<string>;
  readonly threshold: number | undefined;
}

/** The best chunk of each document counts; ties go by URI. */
function best(
  reader: SearchSources["reader"],
  hits: readonly VectorHit[],
  { mirror, collections, threshold = 0 }: Wanted,
): { document: Document; score: number }[] {
  const score = new Map(hits.map((hit) => [hit.chunkId, Math.min(1, Math.max(0, hit.score))]));
  const rows = reader.all<DocumentRow & { chunk: number }>(
    `SELECT ch.id AS chunk, ${documentColumns} FROM json_each(?) j CROSS JOIN chunk ch ON ch.id = j.value
     CROSS JOIN ${documentTables} WHERE d.mirror_id = ch.mirror_id AND d.active = 1 AND d.mirror_id <> ?`,
    JSON.stringify([...score.keys()]),
    mirror,
  );
  const found = new Map<number, { document: Document; score: number }>();
  for (const row of rows) {
    const value = score.get(row.chunk) as number;
    if (!collections.has(row.collection) || value < threshold) continue;
    const known = found.get(row.id);
    if (known === undefined || value > known.score) {
      found.set(row.id, { document: known?.document ?? documentOf(row), score: value });
    }
  }
  return [...found.values()].sort((a, b) => b.score - a.score || (a.document.uri < b.document.uri ? -1 : 1));
}

/** Normalised to length 1; undefined when there is nothing, or only texts without any signal. */
function meanOf(vectors: readonly Float32Array[]): Float32Array | undefined {
  const [first] = vectors;
  if (first === undefined) return undefined;
  const sum = new Float32Array(first.length);
  for (const vector of vectors)
    for (let k = 0; k < sum.length; k++) sum[k] = (sum[k] as number) + (vector[k] as number);
  const norm = Math.hypot(...sum);
  return norm === 0 ? undefined : sum.map((value) => value / norm);
}
