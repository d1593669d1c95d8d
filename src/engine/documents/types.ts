/** Documents: how they are referred to, listed and read. */

export interface Document {
  readonly id: number;
  /** `#` + 8 hex. */
  readonly docid: string;
  /** Undecorated canonical URI. */
  readonly uri: string;
  readonly collection: string;
  readonly relPath: string;
  readonly absPath: string;
  readonly title: string | undefined;
  readonly mime: string;
  /** `.md` */
  readonly ext: string;
  readonly language: string | undefined;
  readonly sizeBytes: number;
  /** ISO 8601, Z. */
  readonly modifiedAt: string;
  readonly documentDate: string | undefined;
  readonly sourceHash: string;
  readonly mirrorHash: string | undefined;
  readonly totalLines: number;
  readonly contentType: string | undefined;
  readonly categories: readonly string[];
  readonly author: string | undefined;
  readonly warnings: readonly { readonly code: string; readonly message: string }[];
  readonly editable: boolean;
}

export type Resolved =
  | { readonly kind: "found"; readonly document: Document }
  | { readonly kind: "invalid"; readonly message: string }
  | { readonly kind: "missing"; readonly message: string; readonly suggestions: readonly string[] }
  /** An index other than the open one is named. */
  | { readonly kind: "other-index"; readonly index: string; readonly ref: string };

export interface Documents {
  /** One resolver for all ref forms (spec/gno.md "References"): docid, URI, collection/path, each with `:line`. */
  resolve(ref: string): Resolved;
  /** Canonical text of a document, exactly as indexed. undefined = nothing indexed (binary, unreadable). */
  text(document: Document): string | undefined;
  /** Active documents whose uri or relPath matches a glob (`*` any run, `?` one character), store order. */
  matching(pattern: string, limit: number): readonly Document[];
  /** Keyset page over active documents ordered by (collection, relPath). */
  page(after: { collection: string; relPath: string } | undefined, limit: number): readonly Document[];
  /** Newest modification first. */
  recent(limit: number): readonly Document[];
}
