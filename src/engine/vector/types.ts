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
  /** The copy in memory that answers above some 20,000 vectors. */
  readonly mirror: { readonly state: "none" | "building" | "ready"; readonly vectors: number };
}

/** Chunks that may be candidates, chosen before any cut. undefined = all live ones. */
export interface ChunkFilter {
  /** True when this chunk may be a candidate; asked in the order of the scan, must be cheap. */
  readonly allows: (chunkId: number) => boolean;
  /** The chunks it allows, when known: few make a direct look-up cheaper than a scan. */
  readonly ids?: readonly number[];
}

export interface VectorIndex {
  /** Of the model of a collection; default the one that all collections without their own use. */
  state(collection?: string): VectorState;
  /**
   * The `k` nearest chunks, best first, ties by chunk id. `fingerprint` is that of the embedder that made `query`: vectors
   * of another are never compared, so a model that changed meanwhile finds nothing. Default: the one that `state` tells.
   */
  search(query: Float32Array, k: number, filter?: ChunkFilter, fingerprint?: string): Promise<VectorHit[]>;
  /** Stored vectors of a document's chunks, in order of the chunks. */
  ofDocument(documentId: number): readonly { readonly chunkId: number; readonly vector: Float32Array }[];
}
