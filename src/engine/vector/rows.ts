/** How vectors lie in the database: their keys, their bytes, and the rows of their models. */
import { hash } from "node:crypto";
import type { Store } from "../store/open.ts";

/** A row of `vector` is the model's number times this plus the chunk's. */
const MODEL_STEP = 2 ** 40;

export function vectorId(modelId: number, chunkId: number): number {
  return modelId * MODEL_STEP + chunkId;
}

export function chunkOf(vectorId: number): number {
  return vectorId % MODEL_STEP;
}

/** First and last possible row of a model. */
export function vectorRange(modelId: number): readonly [first: number, last: number] {
  return [modelId * MODEL_STEP, (modelId + 1) * MODEL_STEP - 1];
}

/** Equal texts have equal vectors, so this finds one that was made before. */
export function textHash(text: string): Buffer {
  return hash("sha256", text, "buffer").subarray(0, 16);
}

export function toBlob(vector: Float32Array): Buffer {
  return Buffer.from(vector.buffer, vector.byteOffset, vector.byteLength);
}

export function fromBlob(blob: Buffer): Float32Array {
  // A blob may lie anywhere in a pool of buffers; floats need a multiple of four.
  if (blob.byteOffset % 4 === 0) return new Float32Array(blob.buffer, blob.byteOffset, blob.byteLength / 4);
  return new Float32Array(new Uint8Array(blob).buffer);
}

export interface ModelRow {
  readonly id: number;
  readonly name: string;
  readonly label: string;
  readonly fingerprint: string;
  readonly dimension: number;
  readonly state: "ready" | "staged" | "retired";
  readonly fit: number | null;
  readonly fit_chunks: number | null;
}

/** Newest first. */
export function modelRows(store: Pick<Store, "statement">): readonly ModelRow[] {
  return store
    .statement<[], ModelRow>(
      "SELECT id, name, label, fingerprint, dimension, state, fit, fit_chunks FROM vector_model ORDER BY id DESC",
    )
    .all();
}
