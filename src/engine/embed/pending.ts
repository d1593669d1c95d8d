/**
 * Gives chunks their vectors: pages of chunks without one, in the order of their numbers, batches to the model, batches
 * into the database. What is committed stays; whoever comes next goes on from there.
 */
import type { Store } from "../store/open.ts";
import { textHash } from "../vector/rows.ts";
import { copyVector, type NewVector, putVector, type ReadChunk } from "../vector/write.ts";
import { EmbeddingUnavailable, TextRefused } from "./port.ts";

/** Unit vectors, or zero for a text without a signal. @throws EmbeddingUnavailable */
export type EmbedTexts = (
  texts: readonly string[],
) => readonly Float32Array[] | Promise<readonly Float32Array[]>;

export interface PendingRun {
  readonly store: Store;
  readonly modelId: number;
  readonly dimension: number;
  /** Names. */
  readonly collections: readonly string[];
  readonly embed: EmbedTexts;
  readonly batchSize: number;
  cancelled(): boolean;
  progress(done: number, total: number): void;
  /** A text that the model refuses: the run goes on without it. */
  refused?(message: string): void;
}

export interface PendingOutcome {
  readonly embedded: number;
  readonly errors: number;
}

/** Chunks of one look into the database. */
const PAGE = 256;
/** So many texts refused in a row mean that the model answers none. */
const MOST_REFUSED = 32;

interface PendingChunk extends ReadChunk {
  readonly mirrorId: number;
}

interface Work extends ReadChunk {
  readonly text: string;
  readonly textHash: Buffer;
}

export class EmbeddingCancelled extends Error {
  constructor() {
    super("The embedding was cancelled. What was embedded so far is kept; run it again to go on.");
    this.name = "AbortError";
  }
}

/** @throws EmbeddingUnavailable, EmbeddingCancelled; what was stored before is kept */
export async function embedPending(run: PendingRun): Promise<PendingOutcome> {
  const { store, modelId } = run;
  const total = countPending(run);
  const outcome = { embedded: 0, errors: 0, refusedInRow: 0 };
  let done = 0;
  let after = 0;
  if (total === 0) return { embedded: 0, errors: 0 };
  run.progress(0, total);
  for (let page = readPage(run, after); page.length > 0; page = readPage(run, after)) {
    after = page.at(-1)?.chunkId ?? after;
    const work = withTexts(store, page);
    const { fresh, twins } = apart(store, modelId, work);
    for (const batch of batches(fresh, run.batchSize)) {
      if (run.cancelled()) throw new EmbeddingCancelled();
      await embedBatch(run, batch, outcome);
    }
    store.write(() => {
      // Twins of chunks of this very page are there by now.
      for (const twin of twins) if (copyVector(store, modelId, twin)) outcome.embedded += 1;
    });
    done += page.length;
    run.progress(done, Math.max(total, done));
  }
  return { embedded: outcome.embedded, errors: outcome.errors };
}

const PENDING = `FROM chunk c WHERE c.id > ? AND NOT EXISTS (
    SELECT 1 FROM chunk_vector v WHERE v.model_id = ? AND v.chunk_id = c.id)
  AND EXISTS (
    SELECT 1 FROM document d JOIN collection k ON k.id = d.collection_id
    WHERE d.mirror_id = c.mirror_id AND d.active = 1 AND k.name IN (SELECT value FROM json_each(?)))`;

function readPage({ store, modelId, collections }: PendingRun, after: number): readonly PendingChunk[] {
  return store
    .statement<[number, number, string], PendingChunk>(
      `SELECT c.id AS chunkId, c.mirror_id AS mirrorId, c.start, c."end",
         (SELECT m.hash FROM mirror m WHERE m.id = c.mirror_id) AS mirrorHash
       ${PENDING} ORDER BY c.id LIMIT ${PAGE}`,
    )
    .all(after, modelId, JSON.stringify(collections));
}

function countPending({ store, modelId, collections }: PendingRun): number {
  return (
    store
      .statement<[number, number, string], { n: number }>(`SELECT count(*) AS n ${PENDING}`)
      .get(0, modelId, JSON.stringify(collections))?.n ?? 0
  );
}

/** Chunks of a page come text by text, so one text is in memory at a time. */
function withTexts(store: Store, page: readonly PendingChunk[]): Work[] {
  const read = store.statement<[number, string], { text: string }>(
    "SELECT text FROM mirror WHERE id = ? AND hash = ?",
  );
  let text: string | undefined;
  let of: number | undefined;
  return page.flatMap(({ mirrorId, ...chunk }) => {
    if (of !== mirrorId) {
      text = read.get(mirrorId, chunk.mirrorHash)?.text;
      of = mirrorId;
    }
    // Gone since the page was read.
    if (text === undefined) return [];
    const own = text.slice(chunk.start, chunk.end);
    return [{ ...chunk, text: own, textHash: textHash(own) }];
  });
}

/** Equal texts are embedded once: a twin takes its vector from the chunk that has it, or gets it in this page. */
function apart(store: Store, modelId: number, work: readonly Work[]) {
  const known = store.statement<[Buffer, number], { chunk_id: number }>(
    "SELECT chunk_id FROM chunk_vector WHERE text_hash = ? AND model_id = ? LIMIT 1",
  );
  const seen = new Set<string>();
  const fresh: Work[] = [];
  const twins: Work[] = [];
  for (const chunk of work) {
    const key = chunk.textHash.toString("latin1");
    if (seen.has(key) || known.get(chunk.textHash, modelId) !== undefined) twins.push(chunk);
    else fresh.push(chunk);
    seen.add(key);
  }
  return { fresh, twins };
}

function* batches(work: readonly Work[], size: number): Generator<readonly Work[]> {
  for (let at = 0; at < work.length; at += size) yield work.slice(at, at + size);
}

interface Outcome {
  embedded: number;
  errors: number;
  refusedInRow: number;
}

async function embedBatch(run: PendingRun, batch: readonly Work[], outcome: Outcome): Promise<void> {
  const vectors = await embedEach(run, batch, outcome);
  const ready: NewVector[] = [];
  for (const [at, chunk] of batch.entries()) {
    const vector = vectors[at];
    if (vector === undefined) outcome.errors += 1;
    else ready.push({ ...chunk, vector: vector.some((value) => value !== 0) ? vector : undefined });
  }
  const { store, modelId } = run;
  store.write(() => {
    for (const one of ready) if (putVector(store, modelId, one)) outcome.embedded += 1;
  });
}

/** One vector a text; undefined for one that the model refused. */
async function embedEach(
  run: PendingRun,
  batch: readonly Work[],
  outcome: Outcome,
): Promise<readonly (Float32Array | undefined)[]> {
  try {
    const vectors = await vectorsOf(run, batch);
    outcome.refusedInRow = 0;
    return vectors;
  } catch (error) {
    if (!isRefusal(error)) throw error;
  }
  // One of them is the reason; the others must not suffer for it.
  const out: (Float32Array | undefined)[] = [];
  for (const chunk of batch) {
    if (run.cancelled()) throw new EmbeddingCancelled();
    try {
      out.push((await vectorsOf(run, [chunk]))[0]);
      outcome.refusedInRow = 0;
    } catch (error) {
      outcome.refusedInRow += 1;
      if (!isRefusal(error) || outcome.refusedInRow >= MOST_REFUSED) throw error;
      run.refused?.((error as Error).message);
      out.push(undefined);
    }
  }
  return out;
}

async function vectorsOf({ embed, dimension }: PendingRun, batch: readonly Work[]) {
  const vectors = await embed(batch.map(({ text }) => text));
  if (vectors.length !== batch.length || vectors.some((vector) => vector.length !== dimension)) {
    throw new EmbeddingUnavailable(
      "mismatch",
      `The model gave vectors of another size than the ${dimension} it has in the index. Embed again with: gno embed`,
    );
  }
  return vectors;
}

function isRefusal(error: unknown): boolean {
  return error instanceof TextRefused;
}
