/** Documents near to one, by the mean of its stored vectors; no model is asked. spec/gno.md, "Similar documents". */
import { type DocumentRow, documentColumns, documentOf, documentTables } from "../documents/row.ts";
import type { Document, SimilarRequest, SimilarResult } from "../engine.ts";
import type { SearchModels } from "./models.ts";
import type { SearchSources } from "./prepare.ts";
import { nothingEmbedded } from "./vector-candidates.ts";

/** Chunks looked at: for each hit, and at most. Doubled while a few long documents fill them. */
const poolForHit = 20;
const poolLimit = 200;
const poolCap = 6_400;

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
  if (models === undefined || models.vectors.state().embedded === 0) {
    return { kind: "no-vectors", reason: "nothing-embedded", message: nothingEmbedded };
  }
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
  const rows = reader.all<{ chunk: number }>(
    `SELECT ch.id AS chunk FROM chunk ch WHERE ch.mirror_id = ?`,
    target.mirror,
  );
  const own = new Set(rows.map(({ chunk }) => chunk));
  const filter = crossCollection
    ? { allows: (id: number) => !own.has(id) }
    : collectionFilter(reader, document.collection, own);
  for (let pool = Math.min(poolForHit * limit, poolLimit); ; pool *= 2) {
    signal?.throwIfAborted();
    const hits = await models.vectors.search(mean, pool, filter);
    const similar = best(reader, hits, wanted, threshold).slice(0, limit);
    if (similar.length === limit || hits.length < pool || pool >= poolCap) return { kind: "ok", similar };
    if (threshold !== undefined && (hits.at(-1)?.score ?? 0) < threshold) return { kind: "ok", similar };
  }
}

function collectionFilter(
  reader: SearchSources["reader"],
  collection: string,
  own: ReadonlySet<number>,
): { allows: (id: number) => boolean } {
  const sql = `SELECT 1 FROM chunk ch JOIN document d ON d.mirror_id = ch.mirror_id
    JOIN collection c ON c.id = d.collection_id WHERE ch.id = ? AND d.active = 1 AND c.name = ? LIMIT 1`;
  return { allows: (id) => !own.has(id) && reader.get(sql, id, collection) !== undefined };
}

/** The best chunk of each document counts; ties go by URI. */
function best(
  reader: SearchSources["reader"],
  hits: readonly { readonly chunkId: number; readonly score: number }[],
  collections: ReadonlySet<string>,
  threshold: number | undefined,
): { document: Document; score: number }[] {
  const score = new Map(hits.map((hit) => [hit.chunkId, Math.min(1, Math.max(0, hit.score))]));
  const rows = reader.all<DocumentRow & { chunk: number }>(
    `SELECT ch.id AS chunk, ${documentColumns} FROM json_each(?) j CROSS JOIN chunk ch ON ch.id = j.value
     CROSS JOIN ${documentTables} WHERE d.mirror_id = ch.mirror_id AND d.active = 1`,
    JSON.stringify([...score.keys()]),
  );
  const found = new Map<number, { document: Document; score: number }>();
  for (const row of rows) {
    const value = score.get(row.chunk) as number;
    if (!collections.has(row.collection) || value < (threshold ?? 0)) continue;
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
