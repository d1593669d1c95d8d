/** What the main thread and a reader thread say to each other. Plain data only. */
import type { IndexConfig } from "../config/types.ts";
import type { SearchJob } from "../search/threads.ts";

export interface ReadTask {
  readonly indexPath: string;
  /** Configuration and time of the question, so that a thread answers as the main one would. */
  readonly settings: IndexConfig | undefined;
  readonly now: number;
  readonly job: SearchJob;
}

export type ToReader =
  | {
      readonly kind: "read";
      readonly id: number;
      readonly task: ReadTask;
      /** One int32, not 0 = nobody waits any more. */
      readonly cancelled: SharedArrayBuffer;
    }
  | { readonly kind: "close" };

export type FromReader =
  | { readonly kind: "answer"; readonly id: number; readonly value: unknown }
  /** `detail` is for the log only; undefined = it was cancelled. */
  | { readonly kind: "failed"; readonly id: number; readonly detail: string | undefined };
