/** The embedding port: what retrieval asks of a model, whoever runs it. */

export type TextKind = "query" | "passage";

/**
 * How a model's list is joined with the lexical one. Weak static models share a normalised-score sum; transformer models
 * reciprocal ranks with k = 60. The weight belongs to the model (spec/decisions.md).
 */
export interface FusionRule {
  readonly kind: "score" | "rank";
  readonly weight: number;
}

export interface Embedder {
  /** `builtin`, a GGUF file name or the model id of a server: shown to people. */
  readonly name: string;
  readonly dimension: number;
  /** Changes whenever equal text could get another vector: vectors of two fingerprints are never compared. */
  readonly fingerprint: string;
  readonly fusion: FusionRule;
  /** Texts per call that keep the model busy without holding others up. */
  readonly batchSize: number;
  /**
   * Unit vectors in the order of `texts`; a text without any signal gives a zero vector.
   * @throws EmbeddingUnavailable when the model cannot answer now.
   */
  embed(texts: readonly string[], kind: TextKind, signal?: AbortSignal): Promise<Float32Array[]>;
  close(): Promise<void>;
}

type Reason = "missing" | "failed" | "mismatch";

/** The model is missing, down, slow or answers nonsense; `message` says what to do. Never carries document text. */
export class EmbeddingUnavailable extends Error {
  override readonly name = "EmbeddingUnavailable";
  /** `missing` = configured but not there; `failed` = there but not answering; `mismatch` = another dimension. */
  readonly reason: Reason;

  constructor(reason: Reason, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.reason = reason;
  }
}

/** The model answers, but not for this text: others may go on. */
export class TextRefused extends EmbeddingUnavailable {
  constructor(message: string) {
    super("failed", message);
  }
}
