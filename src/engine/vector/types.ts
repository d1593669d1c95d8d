/** The vector side as retrieval and status see it. Vectors are bound to a model fingerprint and never mixed. */

export interface VectorHit {
  readonly chunkId: number;
  /** Cosine, -1..1, from f32 vectors. */
  readonly score: number;
}

export interface VectorState {
  /** Model in use for questions, as people know it: `builtin`, a file name, a server's model id. */
  readonly model: string;
  readonly fingerprint: string;
  readonly dimension: number;
  /** Live chunks with a vector of this fingerprint. */
  readonly embedded: number;
  /** Live chunks without one. */
  readonly pending: number;
  /** Vectors of other fingerprints, kept until they are cleared or replaced. */
  readonly stale: number;
}

/** Chunks that may be candidates, chosen before any cut. undefined = all live ones. */
export interface ChunkFilter {
  /** True when this chunk may be a candidate; asked in the order of the scan, must be cheap. */
  readonly allows: (chunkId: number) => boolean;
  /** How many chunks it allows, when known: few make a direct look-up cheaper than a scan. */
  readonly ids?: readonly number[];
}

export interface VectorIndex {
  state(): VectorState;
  /** The `k` nearest live chunks, best first, ties by chunk id. */
  search(query: Float32Array, k: number, filter?: ChunkFilter): Promise<VectorHit[]>;
  /** Stored vectors of a document's chunks, in order of the chunks. */
  ofDocument(documentId: number): readonly { readonly chunkId: number; readonly vector: Float32Array }[];
}
