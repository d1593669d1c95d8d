/** Vectors that are not wanted any more go in small transactions, so that others get in between. */
import type { Store } from "../store/open.ts";
import { modelRows } from "./rows.ts";
import { trimChanges } from "./write.ts";

export const RETIRE_BATCH = 500;

/** From now on nobody compares with these. Inside a transaction. */
export function retireModels(store: Store, ids: readonly number[]): void {
  for (const id of ids) {
    // The fingerprint is free for a new row; its vectors are deleted later.
    store
      .statement(
        "UPDATE vector_model SET state = 'retired', fingerprint = 'retired:' || id || ':' || fingerprint WHERE id = ?",
      )
      .run(id);
  }
}

/** Deletes some vectors of a model. @returns how many; 0 = it has none left */
function deleteSome(store: Store, modelId: number, count = RETIRE_BATCH): number {
  return store.write(
    () =>
      store
        .statement(
          `DELETE FROM chunk_vector WHERE model_id = ? AND chunk_id IN (
             SELECT chunk_id FROM chunk_vector WHERE model_id = ? LIMIT ?)`,
        )
        .run(modelId, modelId, count).changes,
  );
}

/** Finishes what an interrupted run left, too. */
export function sweepRetired(store: Store, cancelled: () => boolean): void {
  for (const { id, state } of modelRows(store)) {
    if (state !== "retired") continue;
    while (deleteSome(store, id) > 0) if (cancelled()) return;
    store.write(() => {
      store.statement("DELETE FROM vector_fit WHERE model_id = ?").run(id);
      store.statement("DELETE FROM vector_model WHERE id = ?").run(id);
    });
  }
  store.write(() => trimChanges(store));
}
