/** What the main thread and the thread of the built-in model say to each other. Plain data only. */

export type ToMeaning =
  /** Texts that the next fit learns from. */
  | { readonly kind: "learn"; readonly id: number; readonly texts: readonly string[] }
  | { readonly kind: "fit"; readonly id: number }
  | { readonly kind: "embed"; readonly id: number; readonly fit: number; readonly texts: readonly string[] }
  /** A fit that nobody asks any more. */
  | { readonly kind: "drop"; readonly id: number; readonly fit: number };

export type FromMeaning =
  | { readonly kind: "done"; readonly id: number }
  | {
      readonly kind: "fitted";
      readonly id: number;
      readonly fit: number;
      readonly dimension: number;
      readonly fingerprint: string;
    }
  /** All vectors one after the other. */
  | { readonly kind: "vectors"; readonly id: number; readonly values: Float32Array<ArrayBuffer> }
  /** `missing`: the package is not complete. */
  | { readonly kind: "failed"; readonly id: number; readonly missing: boolean; readonly message: string };
