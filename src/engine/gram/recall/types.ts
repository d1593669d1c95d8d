/** Searching documents by relevance: what is asked and what comes back. */
import type { Span } from "../dates.ts";

export type RecallMode = "exact" | "keyword" | "semantic" | "hybrid" | "auto";

export interface RecallRequest {
  readonly query: string;
  readonly mode: RecallMode;
  /** Hits that are wanted, after `skip`. */
  readonly limit: number;
  readonly skip: number;
  readonly type?: string;
  /** Exact member of the `s` values. */
  readonly scope?: string;
  /** Normalised path of a folder; what lies below it counts. */
  readonly folder?: string;
  /** Normalised paths of documents. */
  readonly documents?: readonly string[];
  readonly from?: Span;
  readonly to?: Span;
  /** The field that dates a record; its type's own when left out. */
  readonly date?: string;
  /** Vectors take no part, although they could: what a page without them began goes on without them. */
  readonly wordsOnly?: boolean;
}

export interface RecallHit {
  readonly path: string;
  /** A record id, or the document's own. */
  readonly id: string;
  readonly type: string;
  readonly title: string;
  readonly status: string | undefined;
  /** `section: …` of a hit in a document's body. */
  readonly context: string | undefined;
  /** Cosine between query and passage, where vectors were asked. */
  readonly cosine: number | undefined;
}

export interface RecallDocument {
  readonly path: string;
  readonly rev: number;
  readonly hash: string;
}

export type RecallResult =
  | {
      readonly kind: "hits";
      readonly hits: readonly RecallHit[];
      /** Stamps of the documents that hits come from. */
      readonly docs: readonly RecallDocument[];
      readonly more: boolean;
      /** Moves when any document that is searched does. */
      readonly snapshot: string;
      /** No vectors took part. */
      readonly wordsOnly: boolean;
    }
  /** Documents changed again and again while they were searched. */
  | { readonly kind: "changing" }
  /** Vectors were asked for alone and cannot answer. */
  | { readonly kind: "no-vectors"; readonly reason: string };

export interface RecallState {
  readonly embeddedChunks: number;
  readonly failedFiles: number;
  readonly indexedFiles: number;
  readonly pendingFiles: number;
  readonly semantic:
    | { readonly status: "available" }
    | { readonly status: "indexing" | "unavailable"; readonly reason: string };
}

export interface GramRecall {
  state(): Promise<RecallState>;
  search(request: RecallRequest): Promise<RecallResult>;
  /** A document was written by this process: the next search sees it. */
  touched(path: string): void;
  close(): Promise<void>;
}
