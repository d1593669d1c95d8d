/** What the main thread and the mirror's thread say to each other. Plain data only. */
import type { ModelRow } from "./rows.ts";
import type { VectorHit } from "./types.ts";

export interface ToMirror {
  readonly id: number;
  readonly indexPath: string;
  readonly model: ModelRow;
  readonly query: Float32Array;
  readonly k: number;
  /** One bit a chunk number; undefined = all. */
  readonly allowed: Uint8Array | undefined;
}

export type FromMirror =
  | { readonly kind: "hits"; readonly id: number; readonly hits: readonly VectorHit[]; readonly size: number }
  /** The copy is made; asked by nobody. */
  | { readonly kind: "size"; readonly id?: undefined; readonly size: number }
  /** `detail` is for the log only. Without a number: the copy could not be made. */
  | { readonly kind: "failed"; readonly id?: number; readonly detail: string };
