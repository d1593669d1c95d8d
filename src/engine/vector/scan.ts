/**
 * Nearest vectors by sqlite-vec's distance over stored rows, exact. Filters come before the cut; a set of rows is never
 * a subquery over row ids, which the planner would ask once a row.
 */
import type { Store } from "../store/open.ts";
import { chunkOf, type ModelRow, toBlob, vectorId, vectorRange } from "./rows.ts";
import type { ChunkFilter, VectorHit } from "./types.ts";

interface Row {
  readonly id: number;
  readonly distance: number;
}

export function scanVectors(
  store: Pick<Store, "statement">,
  model: ModelRow,
  query: Float32Array,
  k: number,
  filter?: ChunkFilter,
): VectorHit[] {
  const blob = toBlob(query);
  const [first, last] = vectorRange(model.id);
  const distance = "vec_distance_cosine(embedding, ?) AS distance";
  if (filter?.ids !== undefined) return directly(store, model, blob, k, filter.ids);
  if (filter === undefined) {
    return store
      .statement<unknown[], Row>(
        `SELECT id, ${distance} FROM vector WHERE id BETWEEN ? AND ? AND embedding IS NOT NULL
         ORDER BY distance, id LIMIT ?`,
      )
      .all(blob, first, last, k)
      .map(hit);
  }
  const hits: VectorHit[] = [];
  const rows = store
    .statement<unknown[], Row>(
      `SELECT id, ${distance} FROM vector WHERE id BETWEEN ? AND ? AND embedding IS NOT NULL ORDER BY distance, id`,
    )
    .iterate(blob, first, last);
  if (k <= 0) return hits;
  for (const row of rows) {
    if (!filter.allows(chunkOf(row.id))) continue;
    if (hits.push(hit(row)) >= k) break;
  }
  return hits;
}

/** Of these chunks alone: each is one look-up by its key. */
function directly(
  store: Pick<Store, "statement">,
  model: ModelRow,
  query: Buffer,
  k: number,
  chunkIds: readonly number[],
): VectorHit[] {
  return store
    .statement<unknown[], Row>(
      `SELECT v.id, vec_distance_cosine(v.embedding, ?) AS distance
       FROM json_each(?) j CROSS JOIN vector v ON v.id = ? + j.value
       WHERE v.embedding IS NOT NULL GROUP BY v.id ORDER BY distance, v.id LIMIT ?`,
    )
    .all(query, JSON.stringify(chunkIds), vectorId(model.id, 0), k)
    .map(hit);
}

function hit({ id, distance }: Row): VectorHit {
  return { chunkId: chunkOf(id), score: Math.max(-1, Math.min(1, 1 - distance)) };
}
