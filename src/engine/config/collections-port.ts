/** The collections as the rest of the system sees them. */
import type { CollectionConfig } from "./types.ts";

export interface Collections {
  /** Configured collections, config order. */
  list(): readonly CollectionConfig[];
  /** By name, case-insensitive. */
  find(name: string): CollectionConfig | undefined;
  add(input: AddCollection): AddCollectionResult;
  remove(
    name: string,
  ): { kind: "removed" } | { kind: "unknown" } | { kind: "referenced"; by: readonly string[] };
}

export interface AddCollection {
  readonly path: string;
  readonly name?: string;
  readonly pattern?: string;
  readonly include?: readonly string[];
  readonly exclude?: readonly string[];
}

export type AddCollectionResult =
  | { readonly kind: "added"; readonly collection: CollectionConfig }
  | { readonly kind: "invalid-name"; readonly message: string }
  | { readonly kind: "dangerous-root"; readonly message: string }
  | { readonly kind: "missing-root"; readonly message: string }
  | { readonly kind: "duplicate"; readonly message: string };
