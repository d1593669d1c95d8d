/** A typed condition on the values that stand under `gno.metadata` in a document. spec/gno.md, "Typed filter". */

export type Scalar = string | number | boolean;

export type Predicate =
  | { readonly op: "eq" | "ne"; readonly key: string; readonly value: Scalar }
  | { readonly op: "gt" | "gte" | "lt" | "lte"; readonly key: string; readonly value: number }
  | {
      readonly op: "in" | "nin" | "all";
      readonly key: string;
      readonly values: readonly string[] | readonly number[] | readonly boolean[];
    }
  | { readonly op: "exists"; readonly key: string; readonly value: boolean }
  | { readonly op: "and" | "or"; readonly predicates: readonly Predicate[] }
  | { readonly op: "not"; readonly predicate: Predicate };

/** What a document holds: scalars, and flat lists of one type. */
export type MetadataValues = Readonly<Record<string, Scalar | readonly Scalar[]>>;
