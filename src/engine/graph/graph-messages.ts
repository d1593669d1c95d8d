/** What the main thread and the graph's thread say to each other. Plain data only. */
import type { GraphRequest } from "./answer.ts";

export type ToGraph =
  | {
      readonly kind: "ask";
      readonly id: number;
      readonly indexPath: string;
      /** Names of the configured collections. */
      readonly collections: readonly string[];
      readonly request: GraphRequest;
    }
  | { readonly kind: "close" };

export type FromGraph =
  /** JSON of `[answer]`, empty for none: the main thread reads a long text faster than thousands of cloned objects. */
  | { readonly kind: "answer"; readonly id: number; readonly json: string }
  /** `detail` is for the log only. */
  | { readonly kind: "failed"; readonly id: number; readonly detail: string };
