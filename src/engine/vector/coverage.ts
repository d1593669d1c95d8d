/** How many chunks there are and how many have a vector, counted without touching vectors. */
import type { Store } from "../store/open.ts";

export interface Coverage {
  /** Chunks of active documents; two documents with equal text share theirs. */
  readonly live: number;
  readonly embedded: number;
}

type Statements = Pick<Store, "statement">;

/** Of all these collections together. `modelId` undefined = nothing was embedded yet. */
export function coverage(
  store: Statements,
  modelId: number | undefined,
  collections: readonly string[],
): Coverage {
  const names = JSON.stringify(collections);
  const count = (sql: string, ...params: unknown[]): number =>
    store.statement<unknown[], { n: number }>(sql).get(...params)?.n ?? 0;
  // The usual case, where both counts are a walk over one narrow index.
  const others = count(
    "SELECT count(*) AS n FROM collection WHERE name NOT IN (SELECT value FROM json_each(?))",
    names,
  );
  if (others === 0) {
    return {
      live: count("SELECT count(*) AS n FROM chunk"),
      embedded: count("SELECT count(*) AS n FROM chunk_vector WHERE model_id = ?", modelId ?? 0),
    };
  }
  const within = `FROM chunk k WHERE k.mirror_id IN (
    SELECT d.mirror_id FROM document d JOIN collection c ON c.id = d.collection_id
    WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)))`;
  return {
    live: count(`SELECT count(*) AS n ${within}`, names),
    embedded: count(
      `SELECT count(*) AS n ${within} AND EXISTS (
         SELECT 1 FROM chunk_vector v WHERE v.model_id = ? AND v.chunk_id = k.id)`,
      names,
      modelId ?? 0,
    ),
  };
}

/** Vectors of all models but these. */
export function vectorsOfOthers(store: Statements, modelIds: readonly number[]): number {
  return (
    store
      .statement<[string], { n: number }>(
        `SELECT count(*) AS n FROM chunk_vector WHERE model_id IN (
           SELECT id FROM vector_model WHERE state <> 'staged' AND id NOT IN (SELECT value FROM json_each(?)))`,
      )
      .get(JSON.stringify(modelIds))?.n ?? 0
  );
}
