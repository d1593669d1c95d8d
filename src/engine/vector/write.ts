/**
 * Writing vectors. Each function is called inside a transaction. Rule: a vector is stored only for the chunk whose text
 * it was made of: between reading a text and storing its vector the chunk may have gone, or its number may mean another.
 */
import type { Store } from "../store/open.ts";
import { textHash, toBlob, vectorId } from "./rows.ts";

/** A chunk as it was read, so that it can be told from another one under the same number. */
export interface ReadChunk {
  readonly chunkId: number;
  readonly mirrorHash: string;
  readonly start: number;
  readonly end: number;
}

export interface NewVector extends ReadChunk {
  readonly textHash: Buffer;
  /** undefined = the text has none. */
  readonly vector: Float32Array | undefined;
}

/** @returns false when the chunk is not what was read any more, or has a vector already. */
export function putVector(store: Store, modelId: number, put: NewVector): boolean {
  if (!claim(store, modelId, put)) return false;
  store
    .statement("INSERT INTO vector (id, embedding) VALUES (?, ?)")
    .run(vectorId(modelId, put.chunkId), put.vector === undefined ? null : toBlob(put.vector));
  return true;
}

/** The vector of another chunk with the same text. @returns false when there is none. */
export function copyVector(store: Store, modelId: number, chunk: ReadChunk & { textHash: Buffer }): boolean {
  const twin = store
    .statement<[Buffer, number], { chunk_id: number }>(
      "SELECT chunk_id FROM chunk_vector WHERE text_hash = ? AND model_id = ? LIMIT 1",
    )
    .get(chunk.textHash, modelId);
  if (twin === undefined || twin.chunk_id === chunk.chunkId || !claim(store, modelId, chunk)) return false;
  store
    .statement("INSERT INTO vector (id, embedding) SELECT ?, embedding FROM vector WHERE id = ?")
    .run(vectorId(modelId, chunk.chunkId), vectorId(modelId, twin.chunk_id));
  return true;
}

/** Text under a hash never changes, so hash and place say which text the chunk holds. */
function claim(store: Store, modelId: number, chunk: ReadChunk & { readonly textHash: Buffer }): boolean {
  const { changes } = store
    .statement(
      `INSERT INTO chunk_vector (model_id, chunk_id, text_hash)
       SELECT t.id, c.id, ? FROM vector_model t, chunk c JOIN mirror m ON m.id = c.mirror_id
       WHERE t.id = ? AND t.state <> 'retired' AND c.id = ? AND m.hash = ? AND c.start = ? AND c."end" = ?
       ON CONFLICT DO NOTHING`,
    )
    .run(chunk.textHash, modelId, chunk.chunkId, chunk.mirrorHash, chunk.start, chunk.end);
  return changes === 1;
}

/**
 * New chunks of a text take over the vectors of old ones with the same words, of every model. To be called while the
 * old ones are still there.
 */
export function adoptVectors(store: Store, mirrorId: number, text: string): void {
  const models = store
    .statement<[], { id: number }>("SELECT id FROM vector_model WHERE state <> 'retired'")
    .all();
  if (models.length === 0) return;
  const chunks = store
    .statement<[number], ReadChunk>(
      `SELECT c.id AS chunkId, m.hash AS mirrorHash, c.start, c."end" FROM chunk c JOIN mirror m ON m.id = c.mirror_id
       WHERE c.mirror_id = ? AND c.seq >= 0`,
    )
    .all(mirrorId);
  for (const chunk of chunks) {
    const hashed = { ...chunk, textHash: textHash(text.slice(chunk.start, chunk.end)) };
    for (const { id } of models) copyVector(store, id, hashed);
  }
}

/** Rows of the log of changes that copies in memory may still want to read. */
const KEPT_CHANGES = 50_000;

export function trimChanges(store: Store, kept = KEPT_CHANGES): void {
  store
    .statement("DELETE FROM vector_change WHERE seq <= (SELECT max(seq) FROM vector_change) - ?")
    .run(Math.max(1, kept));
}
