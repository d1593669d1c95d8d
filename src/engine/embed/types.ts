/** Giving chunks their vectors, and taking them away. */
import type { Embedder } from "./port.ts";

export interface EmbedOptions {
  /** Names, already known; default all configured. */
  readonly collections?: readonly string[];
  /** Make every vector again, also those that are there. */
  readonly force?: boolean;
  readonly signal?: AbortSignal;
  readonly progress?: (done: number, total: number | undefined, message: string) => void;
}

export interface EmbedResult {
  /** Chunks that got a vector. */
  readonly embedded: number;
  /** Chunks whose text the model refused; the next run tries them again. */
  readonly errors: number;
}

export interface ClearedVectors {
  readonly deletedVectors: number;
  /** Models that lost vectors, as people know them. */
  readonly deletedModels: readonly string[];
  /** Vectors kept because another collection holds the same text. */
  readonly protectedSharedVectors: number;
}

export interface Embedding {
  /** The configured model of a collection, or of all without their own, as people know it. Loads nothing. */
  model(collection?: string): string;
  /**
   * The model that answers for a collection; opened on first use and kept. For `builtin` always of the fit whose vectors
   * are searched now, so ask for it anew with each question.
   * @throws EmbeddingUnavailable
   */
  embedder(collection?: string): Promise<Embedder>;
  /**
   * Gives every chunk of the collections a vector of their model. The caller holds the write lease.
   * @throws EmbeddingUnavailable when the model stops answering; what was embedded before is kept.
   */
  run(options: EmbedOptions): Promise<EmbedResult>;
  /** `stale`: vectors of any model but the one in use; `all`: those too. The caller holds the write lease. */
  clear(collection: string, mode: "stale" | "all"): Promise<ClearedVectors>;
}
