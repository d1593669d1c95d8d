/**
 * Context Capsules: evidence cut exactly from indexed texts under one budget, with everything needed to prove later
 * what it was taken from. The shapes are the published ones (spec/gno.md, "Context Capsules").
 */
import type { Policy } from "../egress/decide.ts";
import type { EgressLineage } from "../egress/lineage.ts";
import type { Predicate } from "../search/predicate/types.ts";

export type CapsuleDepth = "fast" | "balanced" | "thorough";

export interface CapsuleRequest {
  readonly goal: string;
  /** Default the goal. */
  readonly query?: string;
  /** Names; empty = all that are configured. */
  readonly collections?: readonly string[];
  readonly uriPrefix?: string;
  readonly queryModes?: readonly CapsuleQueryMode[];
  readonly tagsAll?: readonly string[];
  readonly tagsAny?: readonly string[];
  readonly categories?: readonly string[];
  readonly exclude?: readonly string[];
  readonly author?: string;
  readonly lang?: string;
  readonly intent?: string;
  readonly minScore?: number;
  readonly since?: string;
  readonly until?: string;
  readonly filter?: Predicate;
  /** Default true; never with `fast`. */
  readonly graph?: boolean;
  readonly noRerank?: boolean;
  /** Over all collections: passages that are considered, and candidates of the search behind them. */
  readonly limit?: number;
  readonly candidateLimit?: number;
  readonly budgetTokens: number;
  /** Default four a token. */
  readonly budgetBytes?: number;
  readonly safetyMarginTokens?: number;
  readonly safetyMarginBytes?: number;
  /** Default `balanced`. */
  readonly depthPolicy?: CapsuleDepth;
  readonly signal?: AbortSignal;
}

export interface CapsuleQueryMode {
  readonly mode: "term" | "intent" | "hyde";
  readonly text: string;
}

export interface CapsuleStage {
  readonly requested: boolean;
  readonly attempted: boolean;
  readonly outcome: "not_requested" | "not_attempted" | "used" | "unavailable";
  readonly fallbackReasons: readonly string[];
}

/** Guidance of the configuration. It is shown beside evidence and never is evidence. */
export interface CapsuleContext {
  readonly contextId: string;
  readonly scopeType: "global" | "collection" | "prefix";
  readonly scopeKey: string;
  readonly text: string;
}

export type CapsuleSource = "bm25" | "vector" | "bm25_variant" | "vector_variant" | "hyde" | "graph";

export interface CapsuleEvidence {
  readonly evidenceId: string;
  readonly uri: string;
  readonly docid: string;
  readonly collection: string;
  readonly title: string | null;
  readonly heading: string | null;
  readonly startLine: number;
  readonly endLine: number;
  /** Lines startLine..endLine of the canonical text, exactly. */
  readonly text: string;
  readonly sourceHash: string;
  readonly mirrorHash: string;
  readonly passageHash: string;
  readonly modifiedAt: string | null;
  readonly documentDate: string | null;
  readonly observedAt: string | null;
  readonly contextIds: readonly string[];
  readonly retrievalRank: number;
  readonly selectionRank: number;
  readonly retrievalSources?: readonly CapsuleSource[];
  readonly graphExpanded?: boolean;
  readonly facets: readonly string[];
  readonly trust: "untrusted";
  readonly egress: Policy | "unclassified" | "unavailable";
  readonly egressLineage?: EgressLineage;
}

export type OmissionReason =
  | "duplicate"
  | "overlap"
  | "global_budget"
  | "redundant_coverage"
  | "document_share_cap"
  | "filtered_by_scope"
  | "invalid_coordinates";

export interface CapsuleOmission {
  readonly candidateId: string;
  readonly uri: string;
  readonly docid: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly passageHash: string | null;
  readonly sourceHash: string;
  readonly mirrorHash: string;
  readonly reason: OmissionReason;
}

export interface CapsuleGap {
  readonly facet: string;
  readonly code:
    | "facet_not_found"
    | "global_budget_exhausted"
    | "capability_unavailable"
    | "filtered_by_scope";
}

export type CapsuleWarning =
  | "incomplete_coverage"
  | "metadata_coverage_incomplete"
  | "omissions_truncated"
  | "token_estimate_used";

export interface CapsuleFallback {
  readonly code:
    | "embedding_unavailable"
    | "reranking_unavailable"
    | "graph_unavailable"
    | "tokenizer_unavailable"
    | "egress_policy_unavailable";
  readonly capability: "semantic_search" | "reranking" | "graph_expansion" | "token_count" | "egress_policy";
}

export interface Capsule {
  readonly schemaVersion: "1.0" | "1.1" | "1.2";
  readonly coordinateSpace: "canonical_mirror";
  readonly capsuleId: string;
  readonly egressLineage?: EgressLineage;
  readonly goal: string;
  readonly query: string;
  readonly scope: {
    readonly indexName: string;
    readonly collections: readonly string[];
    readonly uriPrefix: string | null;
    readonly tagsAll: readonly string[];
    readonly tagsAny: readonly string[];
    readonly categories: readonly string[];
    readonly since: string | null;
    readonly until: string | null;
    /** With schemaVersion 1.2 only. */
    readonly filter?: Predicate;
  };
  readonly budget: {
    readonly authority: "canonical_json";
    readonly requestedTokens: number;
    readonly requestedBytes: number;
    readonly safetyMarginTokens: number;
    readonly safetyMarginBytes: number;
    readonly usedTokens: number;
    readonly usedBytes: number;
    readonly estimator: "active_tokenizer" | "unicode_conservative";
    readonly tokenizerFingerprint: string | null;
  };
  readonly retrieval: {
    readonly depthPolicy: CapsuleDepth;
    readonly facets: readonly string[];
    readonly queryVariants: readonly string[];
    readonly expansionPolicy: "deterministic_only";
    readonly request: {
      readonly author: string | null;
      readonly lang: string | null;
      readonly intent: string | null;
      readonly exclude: readonly string[];
      readonly minScore: number | null;
      readonly queryModes: readonly CapsuleQueryMode[];
      readonly limit: number;
      readonly candidateLimit: number;
      readonly graphRequested: boolean;
      readonly rerankRequested: boolean;
    };
    readonly capabilityStates: {
      readonly semanticSearch: CapsuleStage;
      readonly reranking: CapsuleStage;
      readonly graphExpansion: CapsuleStage;
    };
    readonly indexSnapshot: CapsuleSnapshot;
  };
  readonly fingerprints: {
    readonly config: string;
    readonly retrieval: string;
    readonly embeddingModel: string | null;
    readonly rerankModel: string | null;
    readonly tokenizer: string | null;
  };
  readonly capabilities: {
    readonly lexicalSearch: true;
    readonly semanticSearch: boolean;
    readonly reranking: boolean;
    readonly graphExpansion: boolean;
    readonly exactTokenCount: boolean;
    readonly configuredContext: boolean;
    readonly egressPolicy: boolean;
  };
  readonly fallbacks: readonly CapsuleFallback[];
  readonly guidance: {
    readonly extractiveOnly: true;
    readonly evidenceTrust: "untrusted_data";
    readonly instructionBoundary: "hard_delimited";
    readonly configuredContexts: readonly CapsuleContext[];
  };
  readonly evidence: readonly CapsuleEvidence[];
  readonly coverage: {
    readonly complete: boolean;
    readonly requestedFacets: readonly string[];
    readonly coveredFacets: readonly { readonly facet: string; readonly evidenceIds: readonly string[] }[];
    readonly unresolvedFacets: readonly string[];
    readonly gaps: readonly CapsuleGap[];
  };
  readonly omissions: {
    readonly total: number;
    readonly items: readonly CapsuleOmission[];
    readonly reasonCounts: Readonly<Record<OmissionReason, number>>;
    readonly truncated: boolean;
  };
  readonly truncated: boolean;
  readonly warnings: readonly { readonly code: CapsuleWarning }[];
}

export interface CapsuleSnapshot {
  readonly before: string;
  readonly after: string;
  readonly stable: true;
}

export type EvidenceCode =
  | "verified_unchanged"
  | "source_stale"
  | "mirror_stale"
  | "mirror_corrupt"
  | "passage_stale"
  | "chunk_missing"
  | "chunk_corrupt"
  | "source_missing"
  | "mirror_missing";

export interface EvidenceStatus {
  readonly contentStatus: "unchanged" | "stale" | "missing";
  readonly rankingStatus: "unchanged" | "reranked" | "unavailable";
  readonly rankingCode: "ranking_unchanged" | "ranking_changed" | "ranking_unavailable";
}

export type CapsuleDrift =
  | "config_changed"
  | "retrieval_changed"
  | "embedding_model_changed"
  | "rerank_model_changed"
  | "tokenizer_changed"
  | "index_changed";

/** What became of a capsule: each piece of evidence, and what it was searched with. */
export interface CapsuleReceipt extends EvidenceStatus {
  readonly schemaVersion: Capsule["schemaVersion"];
  readonly coordinateSpace: "canonical_mirror";
  readonly capsuleId: string;
  readonly operationStatus: "completed";
  readonly contentCode: "verified_unchanged" | "content_stale" | "content_missing";
  readonly currentFingerprints: Capsule["fingerprints"] & { readonly index: string };
  readonly fingerprintStatus: "unchanged" | "drifted";
  readonly fingerprintReasons: readonly CapsuleDrift[];
  readonly indexSnapshot: CapsuleSnapshot;
  readonly evidence: readonly (EvidenceStatus & {
    readonly evidenceId: string;
    readonly uri: string;
    readonly contentCode: EvidenceCode;
    readonly currentSourceHash: string | null;
    readonly currentMirrorHash: string | null;
    readonly currentPassageHash: string | null;
    readonly currentRetrievalRank: number | null;
  })[];
}

/** Why there is no capsule or no receipt. */
export type EvidenceFault =
  | "goal"
  | "budget"
  | "filter"
  | "uri"
  | "input"
  | "identity"
  | "no-evidence"
  | "index-changed"
  | "context-changed"
  /** Stored text or coordinates contradict each other. */
  | "provenance";

export interface EvidenceRefusal {
  readonly kind: "refused";
  readonly fault: EvidenceFault;
  readonly message: string;
}

export type CapsuleResult = { readonly kind: "ok"; readonly capsule: Capsule } | EvidenceRefusal;
export type ReceiptResult = { readonly kind: "ok"; readonly receipt: CapsuleReceipt } | EvidenceRefusal;

export interface Evidence {
  /** The same state and request give the same bytes. Nothing is kept. */
  compile(request: CapsuleRequest): Promise<CapsuleResult>;
  /** Compares a capsule, as anybody may send it, with the index as it is; nothing is compiled again. */
  verify(capsule: unknown, signal?: AbortSignal): Promise<ReceiptResult>;
}
