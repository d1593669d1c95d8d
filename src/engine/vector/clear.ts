/**
 * Deletes the vectors of one collection, a batch at a time. Those of a text that another collection holds too are kept:
 * they are that one's as well.
 */
import type { ClearedVectors } from "../engine.ts";
import type { Store } from "../store/open.ts";
import { RETIRE_BATCH, retireModels, sweepRetired } from "./retire.ts";
import { modelRows } from "./rows.ts";

/**
 * @param others configured collections beside this one
 * @param kept model whose vectors stay; undefined = all go
 */
export function clearVectors(
  store: Store,
  collection: string,
  others: readonly string[],
  kept: number | undefined,
) {
  const names = JSON.stringify(others);
  const ids = modelRows(store).flatMap(({ id }) => (id === kept ? [] : [id]));
  const left = [...ids];
  const lost = new Set<number>();
  let deletedVectors = 0;

  return {
    /** @returns undefined as long as there is more to do */
    step(): ClearedVectors | undefined {
      const [model] = left;
      if (model !== undefined) {
        const deleted = store.write(() => deleteOwn(store, collection, names, model));
        deletedVectors += deleted;
        if (deleted > 0) lost.add(model);
        if (deleted < RETIRE_BATCH) left.shift();
        return undefined;
      }
      const labels = modelRows(store).flatMap(({ id, label }) => (lost.has(id) ? [label] : []));
      const protectedSharedVectors = ids.reduce(
        (sum, id) => sum + countShared(store, collection, names, id),
        0,
      );
      forgetEmpty(store, kept);
      return { deletedVectors, deletedModels: [...new Set(labels)], protectedSharedVectors };
    },
  };
}

const OWN = `EXISTS (SELECT 1 FROM chunk c JOIN document d ON d.mirror_id = c.mirror_id AND d.active = 1
    JOIN collection k ON k.id = d.collection_id WHERE c.id = v.chunk_id AND k.name = ?)`;
const SHARED = `EXISTS (SELECT 1 FROM chunk c JOIN document d ON d.mirror_id = c.mirror_id AND d.active = 1
    JOIN collection k ON k.id = d.collection_id WHERE c.id = v.chunk_id AND k.name IN (SELECT value FROM json_each(?)))`;

function deleteOwn(store: Store, collection: string, others: string, modelId: number): number {
  return store
    .statement(
      `DELETE FROM chunk_vector WHERE model_id = ? AND chunk_id IN (
         SELECT v.chunk_id FROM chunk_vector v WHERE v.model_id = ? AND ${OWN} AND NOT ${SHARED} LIMIT ?)`,
    )
    .run(modelId, modelId, collection, others, RETIRE_BATCH).changes;
}

/** Some of the collection's vectors, shared or not. Inside a transaction. @returns how many; 0 = there are none left */
export function deleteOf(store: Store, collection: string, modelId: number): number {
  return store
    .statement(
      `DELETE FROM chunk_vector WHERE model_id = ? AND chunk_id IN (
         SELECT v.chunk_id FROM chunk_vector v WHERE v.model_id = ? AND ${OWN} LIMIT ?)`,
    )
    .run(modelId, modelId, collection, RETIRE_BATCH).changes;
}

function countShared(store: Store, collection: string, others: string, modelId: number): number {
  return (
    store
      .statement<[number, string, string], { n: number }>(
        `SELECT count(*) AS n FROM chunk_vector v WHERE v.model_id = ? AND ${OWN} AND ${SHARED}`,
      )
      .get(modelId, collection, others)?.n ?? 0
  );
}

/** A model without a vector that answers no question is no use; a fit that answers is kept, it costs nothing to fill. */
function forgetEmpty(store: Store, kept: number | undefined): void {
  const empty = store
    .statement<[], { id: number }>(
      `SELECT id FROM vector_model m WHERE NOT EXISTS (SELECT 1 FROM chunk_vector v WHERE v.model_id = m.id)`,
    )
    .all()
    .filter(({ id }) => id !== kept);
  store.write(() =>
    retireModels(
      store,
      empty.map(({ id }) => id),
    ),
  );
  sweepRetired(store, () => false);
}
