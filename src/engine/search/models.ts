/** What retrieval asks of models, as the engine hands it in: vectors with the model of the questions, and two optional ones. */
import type { Embedder } from "../embed/port.ts";
import type { Generator, Reranker } from "../models/ports.ts";
import type { VectorIndex } from "../vector/types.ts";

export interface SearchModels {
  readonly vectors: VectorIndex;
  /** @throws EmbeddingUnavailable */
  embedder(collection?: string): Promise<Embedder>;
  /** undefined = none is configured. @throws EmbeddingUnavailable */
  reranker?(collection?: string): Promise<Reranker | undefined>;
  /** Rephrases questions. undefined = none is configured. @throws EmbeddingUnavailable */
  generator?(collection?: string): Promise<Generator | undefined>;
}
