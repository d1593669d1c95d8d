/**
 * A run with a model that somebody else brings: a GGUF file or a server. Its vectors answer as they come; those of what
 * stood under the same name before (another file, another size) go once all chunks have new ones.
 */
import type { Store } from "../store/open.ts";
import { deleteOf } from "../vector/clear.ts";
import { coverage } from "../vector/coverage.ts";
import { retireModels, sweepRetired } from "../vector/retire.ts";
import { modelRows } from "../vector/rows.ts";
import { EmbeddingCancelled, type EmbedTexts, embedPending, type PendingOutcome } from "./pending.ts";

export interface ExternalModel {
  /** As configured. */
  readonly name: string;
  /** As people know it. */
  readonly label: string;
  readonly fingerprint: string;
  readonly dimension: number;
  readonly batchSize: number;
}

export interface ExternalRun {
  readonly store: Store;
  readonly model: ExternalModel;
  /** All collections that use the model. */
  readonly all: readonly string[];
  /** Those whose chunks are to get vectors now. */
  readonly wanted: readonly string[];
  readonly force: boolean;
  readonly now: string;
  readonly embed: EmbedTexts;
  cancelled(): boolean;
  progress(done: number, total: number | undefined, message: string): void;
  refused?(message: string): void;
}

export async function runExternal(run: ExternalRun): Promise<PendingOutcome> {
  const { store, model, all, wanted } = run;
  sweepRetired(store, run.cancelled);
  const modelId = store.write(() => rowOf(run));
  if (run.force) forget(run, modelId);
  const outcome = await embedPending({
    store,
    modelId,
    dimension: model.dimension,
    collections: wanted,
    embed: run.embed,
    batchSize: model.batchSize,
    cancelled: run.cancelled,
    progress: (done, total) => run.progress(done, total, "embed"),
    ...(run.refused === undefined ? {} : { refused: run.refused }),
  });
  const { live, embedded } = coverage(store, modelId, all);
  if (embedded === live) {
    const former = modelRows(store).filter(({ id, name }) => name === model.name && id !== modelId);
    store.write(() =>
      retireModels(
        store,
        former.map(({ id }) => id),
      ),
    );
  }
  sweepRetired(store, run.cancelled);
  return outcome;
}

function rowOf({ store, model, now }: ExternalRun): number {
  const { name, label, fingerprint, dimension } = model;
  const known = modelRows(store).find((row) => row.fingerprint === fingerprint);
  if (known !== undefined) {
    // Also a file that has another place or name by now.
    store
      .statement("UPDATE vector_model SET name = ?, label = ?, state = 'ready' WHERE id = ?")
      .run(name, label, known.id);
    return known.id;
  }
  return Number(
    store
      .statement(
        `INSERT INTO vector_model (name, label, fingerprint, dimension, state, created_at)
         VALUES (?, ?, ?, ?, 'ready', ?)`,
      )
      .run(name, label, fingerprint, dimension, now).lastInsertRowid,
  );
}

/** Vectors of the wanted collections go, to be made again. */
function forget(run: ExternalRun, modelId: number): void {
  for (const name of run.wanted) {
    while (run.store.write(() => deleteOf(run.store, name, modelId)) > 0) {
      if (run.cancelled()) throw new EmbeddingCancelled();
    }
  }
}
