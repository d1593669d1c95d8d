/** What the main thread and the embedding thread say to each other. Plain data only. */
import type { StoreErrorKind } from "../store/errors.ts";
import type { ExternalModel } from "./external.ts";
import type { EmbeddingUnavailable } from "./port.ts";

export interface EmbedRequest {
  readonly kind: "run";
  readonly indexPath: string;
  readonly busyTimeoutMs: number;
  /** undefined = the built-in one. */
  readonly model: ExternalModel | undefined;
  /** All collections that use the model, and those to embed now. */
  readonly all: readonly string[];
  readonly wanted: readonly string[];
  readonly force: boolean;
  readonly now: string;
  /** One Int32: not zero = stop after the current batch. */
  readonly cancel: SharedArrayBuffer;
}

export type ToEmbedWorker =
  | EmbedRequest
  /** The answer to `texts`: all vectors one after the other. */
  | { readonly kind: "vectors"; readonly values: Float32Array }
  | {
      readonly kind: "unavailable";
      readonly reason: EmbeddingUnavailable["reason"];
      readonly message: string;
      /** The model answers, but not for these texts. */
      readonly refused: boolean;
    }
  | { readonly kind: "close" };

export type FromEmbedWorker =
  | {
      readonly kind: "progress";
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string;
    }
  /** The model lives in the main thread, which asks its process or its server. */
  | { readonly kind: "texts"; readonly texts: readonly string[] }
  | { readonly kind: "refused"; readonly message: string }
  | { readonly kind: "done"; readonly embedded: number; readonly errors: number }
  | { readonly kind: "cancelled" }
  | {
      readonly kind: "unavailable";
      readonly reason: EmbeddingUnavailable["reason"];
      readonly message: string;
    }
  | { readonly kind: "store"; readonly store: StoreErrorKind; readonly message: string }
  /** `detail` is for the log only. */
  | { readonly kind: "failed"; readonly detail: string };
