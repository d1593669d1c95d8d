/**
 * The built-in model over time: fitted to the user's own chunks, fitted anew when they grew by half, and swapped in one
 * transaction once every chunk has its vector of the new fit. Until then the old fit answers; vectors of two fits are
 * never compared. Runs in the embedding thread; blocking is fine here.
 */
import { BUILTIN } from "../models/catalog.ts";
import type { Store } from "../store/open.ts";
import { coverage } from "../vector/coverage.ts";
import { retireModels, sweepRetired } from "../vector/retire.ts";
import { type ModelRow, modelRows } from "../vector/rows.ts";
import { createBuiltin, fitCorpus } from "./builtin.ts";
import { decodeLsa, encodeLsa } from "./lsa-file.ts";
import { embedPending, type PendingOutcome } from "./pending.ts";
import type { Embedder } from "./port.ts";
import { sampleTexts } from "./sample.ts";
import type { WordVectors } from "./words/format.ts";

/** New chunks are folded into the old fit until there are half as many again. */
const GROWTH = 1.5;

export interface BuiltinRun {
  readonly store: Store;
  readonly words: WordVectors;
  /** All collections that use the model. */
  readonly all: readonly string[];
  /** Those whose chunks are to get vectors now. */
  readonly wanted: readonly string[];
  /** Fit anew whether or not it is due. */
  readonly force: boolean;
  readonly now: string;
  cancelled(): boolean;
  progress(done: number, total: number | undefined, message: string): void;
}

export async function runBuiltin(run: BuiltinRun): Promise<PendingOutcome> {
  const { store, all, wanted } = run;
  sweepRetired(store, run.cancelled);
  const ready = usable(run, "ready");
  // A new fit is for all chunks: a run for some collections keeps to the one that answers.
  const whole = all.every((name) => wanted.includes(name));
  const target = whole || ready === undefined ? chooseFit(run, ready) : ready;
  const outcome = await embedPending({
    store,
    modelId: target.row.id,
    dimension: target.row.dimension,
    collections: wanted,
    embed: (texts) => target.embedder.embed(texts, "passage"),
    batchSize: target.embedder.batchSize,
    cancelled: run.cancelled,
    progress: (done, total) => run.progress(done, total, "embed"),
  });
  if (target.row.state === "staged") swap(store, target.row);
  sweepRetired(store, run.cancelled);
  return outcome;
}

interface Fitted {
  readonly row: ModelRow;
  readonly embedder: Embedder;
}

/** The fit in the database, if this version of the program would give its vectors again. */
function usable({ store, words }: BuiltinRun, state: ModelRow["state"]): Fitted | undefined {
  for (const row of modelRows(store)) {
    if (row.name !== BUILTIN || row.state !== state) continue;
    const embedder = openFit(store, row, words);
    if (embedder?.fingerprint === row.fingerprint) return { row, embedder };
    store.write(() => retireModels(store, [row.id]));
  }
  return undefined;
}

/** undefined when its bytes are not there or damaged. */
export function openFit(
  store: Pick<Store, "statement">,
  row: ModelRow,
  words: WordVectors,
): Embedder | undefined {
  if (row.fit === null) return undefined;
  if (row.fit === 0) return createBuiltin({ words, lsa: undefined, fit: 0 });
  const stored = store
    .statement<[number], { bytes: Buffer }>("SELECT bytes FROM vector_fit WHERE model_id = ?")
    .get(row.id);
  if (stored === undefined) return undefined;
  try {
    return createBuiltin({ words, lsa: decodeLsa(stored.bytes), fit: row.fit });
  } catch {
    return undefined;
  }
}

/** The fit that this run fills: one that an interrupted run began, the one that answers, or a new one. */
function chooseFit(run: BuiltinRun, ready: Fitted | undefined): Fitted {
  const { store, words, all, force } = run;
  const { live } = coverage(store, undefined, all);
  const staged = usable(run, "staged");
  if (staged !== undefined && !force && !grew(staged.row, live)) return staged;
  if (ready !== undefined && staged === undefined && !force && !grew(ready.row, live)) return ready;
  run.progress(0, undefined, "fit");
  const lsa = fitCorpus(sampleTexts(store, all));
  return store.write(() => {
    if (staged !== undefined) retireModels(store, [staged.row.id]);
    const fit = lsa === undefined ? 0 : nextFit(store);
    const embedder = createBuiltin({ words, lsa, fit });
    if (ready?.embedder.fingerprint === embedder.fingerprint) {
      // Still too small to be fitted: the word vectors stay what they are.
      store.statement("UPDATE vector_model SET fit_chunks = ? WHERE id = ?").run(live, ready.row.id);
      return ready;
    }
    const state = ready === undefined ? "ready" : "staged";
    const id = Number(
      store
        .statement(
          `INSERT INTO vector_model (name, label, fingerprint, dimension, state, fit, fit_chunks, created_at)
           VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
        )
        .run(BUILTIN, BUILTIN, embedder.fingerprint, embedder.dimension, state, fit, live, run.now)
        .lastInsertRowid,
    );
    if (lsa !== undefined) {
      store.statement("INSERT INTO vector_fit (model_id, bytes) VALUES (?, ?)").run(id, encodeLsa(lsa));
    }
    const row = modelRows(store).find((each) => each.id === id) as ModelRow;
    return { row, embedder };
  });
}

function grew({ fit_chunks }: ModelRow, live: number): boolean {
  const before = fit_chunks ?? 0;
  return live > before && live >= before * GROWTH;
}

/** Never used again: a program that still has an old fit in memory must not take it for a new one. */
function nextFit(store: Store): number {
  const known = store
    .statement<[], { value: string }>("SELECT value FROM meta WHERE key = 'builtin_fit'")
    .get();
  const next = Number(known?.value ?? 0) + 1;
  store.statement("INSERT OR REPLACE INTO meta (key, value) VALUES ('builtin_fit', ?)").run(String(next));
  return next;
}

function swap(store: Store, staged: ModelRow): void {
  const answering = modelRows(store).filter(({ name, state }) => name === BUILTIN && state === "ready");
  store.write(() => {
    retireModels(
      store,
      answering.map(({ id }) => id),
    );
    store.statement("UPDATE vector_model SET state = 'ready' WHERE id = ?").run(staged.id);
  });
}
