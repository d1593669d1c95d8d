/** What the server and the model process say to each other. Both sides are this program; nothing else speaks it. */

/** Tokens that a writing model sees at once unless told otherwise: its memory grows with them. */
export const CHAT_CONTEXT = 4_096;

export type ModelRole = "embed" | "rank" | "generate";

export interface ModelRef {
  readonly path: string;
  /** Size and time of the file when it was opened: another file under the same path is refused, never mixed in. */
  readonly stamp: string;
  /** Ends messages about the file: what to do. */
  readonly cure: string;
}

export interface ModelInfo {
  readonly dimension: number;
  /** Tokens that the model sees at once here. */
  readonly contextSize: number;
}

export type LlamaRequest =
  | {
      readonly task: "open";
      readonly model: ModelRef;
      readonly role: ModelRole;
      readonly contextSize?: number;
    }
  | { readonly task: "embed"; readonly model: ModelRef; readonly texts: readonly string[] }
  | {
      readonly task: "rank";
      readonly model: ModelRef;
      readonly query: string;
      readonly documents: readonly string[];
    }
  | {
      readonly task: "generate";
      readonly model: ModelRef;
      readonly prompt: string;
      readonly schema: Readonly<Record<string, unknown>> | undefined;
      readonly maxTokens: number;
      /** Tokens seen at once; one model may serve two sizes. */
      readonly contextSize: number;
    };

/** What each task answers. */
export interface LlamaAnswers {
  readonly open: ModelInfo;
  readonly embed: readonly Float32Array[];
  readonly rank: readonly number[];
  readonly generate: string;
}

export type ToLlama =
  | { readonly kind: "start"; readonly maxThreads: number | undefined }
  | { readonly kind: "run"; readonly id: number; readonly request: LlamaRequest }
  | { readonly kind: "cancel"; readonly id: number };

export type FromLlama =
  /** The model is in memory; or one more text is done. Both give the request new time. */
  | { readonly kind: "step"; readonly id: number }
  | { readonly kind: "done"; readonly id: number; readonly value: LlamaAnswers[keyof LlamaAnswers] }
  | {
      readonly kind: "failed";
      readonly id: number;
      readonly reason: "missing" | "failed";
      readonly message: string;
      /** For the log only. */
      readonly detail?: string;
    };
