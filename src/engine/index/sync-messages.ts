/** What the main thread and the sync worker say to each other. Plain data only. */
import type { IndexConfig } from "../config/types.ts";
import type { SyncResult } from "../engine.ts";
import type { StoreErrorKind } from "../store/errors.ts";

export interface RunRequest {
  readonly kind: "run";
  readonly indexPath: string;
  /** undefined = there are no user tags to apply. */
  readonly durablePath: string | undefined;
  readonly config: IndexConfig;
  readonly collections: readonly string[] | undefined;
  readonly paths: readonly string[] | undefined;
  readonly moved: { readonly from: string; readonly to: string } | undefined;
  readonly acceptDeletions: boolean;
  readonly generation: number;
  readonly problems: ReadonlyMap<string, { readonly code: string; readonly message: string }>;
  /** One Int32: not zero = stop after the current file. */
  readonly cancel: SharedArrayBuffer;
}

export type ToWorker = RunRequest | { readonly kind: "close" };

export type FromWorker =
  | {
      readonly kind: "progress";
      readonly done: number;
      readonly total: number | undefined;
      readonly message: string;
    }
  | {
      readonly kind: "done";
      readonly result: SyncResult;
      readonly generation: number;
    }
  | { readonly kind: "conflict" }
  | { readonly kind: "cancelled" }
  | { readonly kind: "store"; readonly store: StoreErrorKind; readonly message: string }
  /** `detail` is for the log only. */
  | { readonly kind: "failed"; readonly detail: string };
