/** Searches over words, vectors and both: what they take and what they answer. */
import type { Document } from "../documents/types.ts";
import type { Predicate } from "./predicate/types.ts";

export interface SearchRequest {
  readonly query: string;
  readonly collection?: string;
  /** Several of them; beside `collection` only what both name is searched. */
  readonly collections?: readonly string[];
  /** A document or everything below a folder, as it is called inside its collection. */
  readonly under?: { readonly collection: string; readonly relPath: string };
  readonly limit: number;
  readonly minScore?: number;
  readonly intent?: string;
  readonly exclude?: readonly string[];
  /** As given by the caller: ISO or token (`today`, `last week` …). */
  readonly since?: string;
  readonly until?: string;
  readonly categories?: readonly string[];
  readonly author?: string;
  readonly tagsAll?: readonly string[];
  readonly tagsAny?: readonly string[];
  /** A condition on the typed values of a document. */
  readonly filter?: Predicate;
  readonly signal?: AbortSignal;
}

export interface SearchHit {
  readonly document: Document;
  /** 0..1, normalised over the response. */
  readonly score: number;
  readonly snippet: string;
  readonly line: number;
  readonly snippetRange: { readonly startLine: number; readonly endLine: number };
  readonly tags: readonly string[];
  /** Configured guidance, broad to narrow, joined by a blank line. */
  readonly context: string | undefined;
}

export type SearchResult =
  | {
      readonly kind: "ok";
      readonly hits: readonly SearchHit[];
      /** Resolved bounds, ISO. */
      readonly since: string | undefined;
      readonly until: string | undefined;
      /** With a typed filter: whether documents in reach could not be judged by it. undefined = all could. */
      readonly metadataCoverage?: "incomplete" | "unknown";
      /** Why there are no hits, for the text: no usable term, only a negation. */
      readonly note: string | undefined;
      /** The query as it was searched, when nothing was found for it as written. */
      readonly corrected?: string;
    }
  | { readonly kind: "empty-query" }
  | { readonly kind: "bad-bound"; readonly field: "since" | "until"; readonly message: string }
  | { readonly kind: "bad-tag"; readonly message: string }
  /** `path` names the fault inside the filter: `filter.predicates.2.value`. */
  | { readonly kind: "bad-filter"; readonly path: string; readonly message: string }
  | { readonly kind: "unknown-collection"; readonly collection: string };

/** Requests that look at chunks: by their vectors, alone or beside the words. */
export interface ChunkRequest extends SearchRequest {
  /** Only chunks of this language, exactly as stored. */
  readonly lang?: string;
}

export interface HybridRequest extends ChunkRequest {
  /** Own variants of the query: further lexical queries, further texts for vectors, a passage like an answer. */
  readonly terms?: readonly string[];
  readonly intents?: readonly string[];
  readonly hyde?: string;
  /** `fast` leaves out expansion, reranking and links; `thorough` turns the first two on. Default `balanced`. */
  readonly depth?: "fast" | "balanced" | "thorough";
  /** Default false. */
  readonly expand?: boolean;
  /** Default true. */
  readonly rerank?: boolean;
  /** Default true. */
  readonly graph?: boolean;
  /** Documents that are reranked; default 20, thorough 40. */
  readonly candidateLimit?: number;
}

/** A hit of a search that looks at chunks: its snippet comes from one, so a document can come more than once. */
export interface ChunkHit extends SearchHit {
  /** Of the chunk. */
  readonly language: string | undefined;
  readonly receipt: Receipt;
}

/** How a score came about. Each part is its share of `score`: `fusion` + `rerank` + what `boost` applied. */
export interface Receipt {
  readonly score: number;
  readonly fusion: number;
  /** Parts of `fusion`; what they leave are links. undefined = that list does not hold the hit. */
  readonly words: number | undefined;
  readonly meaning: number | undefined;
  readonly rerank: number | undefined;
  readonly boost: BoostReceipt | undefined;
  /** In words, for people: how the document matches. */
  readonly why: string;
}

export interface BoostReceipt {
  readonly baseScore: number;
  readonly finalScore: number;
  readonly rawScore: number;
  readonly rawScoreKind: "bm25" | "hybrid_blended" | "normalized" | "vector_distance";
  readonly rawContribution: number;
  readonly cappedContribution: number;
  readonly combinedAuxiliaryRequested: number;
  readonly combinedAuxiliaryApplied: number;
  readonly combinedAuxiliaryCap: 0.08;
  readonly configuredFactor: number;
  readonly contentType: string;
  readonly ruleSource: "configured-id" | "prefix";
  readonly rulesFingerprint: string;
}

export interface GraphReport {
  readonly enabled: boolean;
  readonly seedCount: number;
  readonly candidateCount: number;
  readonly maxCandidates: number;
  readonly edgeConfidence: Readonly<Record<"explicit" | "inferred" | "ambiguous" | "similarity", number>>;
  readonly fallbackReasons: readonly string[];
}

type SearchRefusal = Exclude<SearchResult, { kind: "ok" }>;

export type HybridResult =
  | {
      readonly kind: "ok";
      readonly hits: readonly ChunkHit[];
      readonly since: string | undefined;
      readonly until: string | undefined;
      readonly metadataCoverage?: "incomplete" | "unknown";
      readonly note: string | undefined;
      /** The query as it was searched, when no word of it was found as written. */
      readonly corrected?: string;
      readonly vectorsUsed: boolean;
      readonly expanded: boolean;
      readonly reranked: boolean;
      readonly candidateLimit: number;
      readonly graph: GraphReport;
      /** What each stage did, in order. */
      readonly stages: readonly { readonly stage: string; readonly message: string }[];
    }
  | SearchRefusal;

/** Vectors were asked for and cannot answer; the message says what to do. */
export interface NoVectors {
  readonly kind: "no-vectors";
  /** `nothing-embedded`, or what is wrong with the model. */
  readonly reason: "nothing-embedded" | "missing" | "failed" | "mismatch";
  readonly message: string;
}

export type VectorResult =
  | {
      readonly kind: "ok";
      readonly hits: readonly ChunkHit[];
      readonly since: string | undefined;
      readonly until: string | undefined;
      readonly metadataCoverage?: "incomplete" | "unknown";
    }
  | SearchRefusal
  | NoVectors;

export interface DiagnoseStage {
  readonly id: "bm25" | "vector" | "fusion" | "graph" | "rerank";
  readonly status: "active" | "skipped";
  /** Candidates that the stage gave. */
  readonly sourceCount: number;
  readonly present: boolean;
  readonly rank: number | undefined;
  readonly score: number | undefined;
  readonly survived: boolean;
  readonly dropReason: "not_in_candidate_set" | "below_cutoff" | "skipped" | undefined;
  readonly reason: string | undefined;
}

export interface Diagnosis {
  readonly kind: "ok";
  readonly status: "not_found" | "inactive" | "no_indexed_content" | "filtered_out" | "diagnosed";
  readonly document: Document | undefined;
  readonly contentTypeSource: string | undefined;
  /** Whether the rules configured now would give the same type; undefined without rules. */
  readonly contentTypeMatches: boolean | undefined;
  readonly graphHints: readonly string[];
  /** Of the rules that the configuration holds now; undefined without rules. */
  readonly contentTypeRulesFingerprint: string | undefined;
  readonly chunkCount: number;
  readonly filterReasons: readonly string[];
  readonly stages: readonly DiagnoseStage[];
  readonly boost: BoostReceipt | undefined;
  readonly chunk:
    | {
        readonly seq: number;
        readonly startLine: number;
        readonly endLine: number;
        readonly language: string | undefined;
      }
    | undefined;
  readonly vectorsUsed: boolean;
  readonly reranked: boolean;
  readonly totalResults: number;
}

export type DiagnoseResult =
  | Diagnosis
  | SearchRefusal
  | { readonly kind: "bad-target"; readonly message: string };

export interface SimilarRequest {
  readonly document: Document;
  readonly limit: number;
  /** Least cosine; undefined = none. */
  readonly threshold?: number;
  readonly crossCollection: boolean;
  readonly signal?: AbortSignal;
}

export type SimilarResult =
  | {
      readonly kind: "ok";
      readonly similar: readonly { readonly document: Document; readonly score: number }[];
    }
  /** The document itself has no text, or no vector yet. */
  | { readonly kind: "no-content" }
  | { readonly kind: "not-embedded"; readonly message: string }
  | NoVectors;

export interface Search {
  /** At once, or where the index is large in another thread. */
  lexical(request: SearchRequest): SearchResult | Promise<SearchResult>;
  /** Nearest chunks by meaning alone; the query is one text without operators. */
  vector(request: ChunkRequest): Promise<VectorResult>;
  /** Words and meaning together; a stage that cannot run is left out. */
  hybrid(request: HybridRequest): Promise<HybridResult>;
  /** What each stage of the same hybrid search makes of one document. */
  diagnose(request: HybridRequest & { readonly target: string }): Promise<DiagnoseResult>;
  /** Nearest documents to one, by stored vectors. */
  similar(request: SimilarRequest): Promise<SimilarResult>;
}
