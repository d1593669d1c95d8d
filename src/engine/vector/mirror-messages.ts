/** What the main thread and the mirror's thread say to each other. Plain data only. */
import type { ModelRow } from "./rows.ts";
import type { VectorHit } from "./types.ts";

export type ToMirror =
  | {
      readonly kind: "search";
      readonly id: number;
      readonly indexPath: string;
      readonly model: ModelRow;
      readonly query: Float32Array;
      readonly k: number;
      /** One bit a chunk number; undefined = all. */
      readonly allowed: Uint8Array | undefined;
    }
  | { readonly kind: "close" };

export type FromMirror =
  | { readonly kind: "hits"; readonly id: number; readonly hits: readonly VectorHit[]; readonly size: number }
  /** `detail` is for the log only. */
  | { readonly kind: "failed"; readonly id: number; readonly detail: string };
