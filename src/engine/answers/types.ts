/**
 * Answers that rest on a closed Context Capsule: a model writes a draft, each of its claims is judged against cited
 * passages, and the draft is withheld unless all of them hold. The shapes are the published ones (spec/gno.md, "Verified
 * answers").
 */
import type { Capsule, CapsuleReceipt, CapsuleRequest, EvidenceRefusal } from "../evidence/types.ts";

export interface AskRequest {
  /** What the evidence is searched by; its goal is the question. */
  readonly capsule: CapsuleRequest;
  /** Its own models go before those of the preset. */
  readonly collection?: string;
  readonly maxAnswerTokens: number;
  /** Told before each step of three; a model may take its time. */
  readonly progress?: (done: number, message: string) => void;
  readonly signal?: AbortSignal;
}

export type RejectionReason =
  | "malformed_citation"
  | "out_of_capsule"
  | "freshness_unavailable"
  | "freshness_receipt_invalid"
  | "freshness_receipt_mismatch"
  | "evidence_stale"
  | "evidence_missing"
  | "orphan_citation";

export interface RejectedCitation {
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  readonly evidenceId: string | null;
  readonly reason: RejectionReason;
}

export type ClaimStatus = "supported" | "contradicted" | "insufficient" | "uncertain";

export interface ClaimEvidence {
  readonly evidenceId: string;
  readonly uri: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  readonly sourceHash: string;
  readonly mirrorHash: string;
  readonly passageHash: string;
}

export interface Claim {
  readonly claimId: string;
  readonly text: string;
  /** UTF-16 offsets into the draft, half-open. */
  readonly start: number;
  readonly end: number;
  readonly status: ClaimStatus;
  readonly confidence: number | null;
  readonly rationaleCode:
    | "semantic_entailment"
    | "semantic_contradiction"
    | "no_valid_evidence"
    | "semantic_judgment_unavailable";
  readonly verifierFingerprint: string | null;
  readonly evidence: readonly ClaimEvidence[];
  readonly rejectedCitations: readonly RejectedCitation[];
}

export type AbstentionReason =
  | "no_substantive_claims"
  | "contradiction_detected"
  | "citation_hygiene_failed"
  | "coverage_below_threshold";

export interface ClaimVerification {
  readonly schemaVersion: "1.0";
  readonly coordinateSpace: "utf16_code_units";
  readonly capsuleId: string;
  /** Of the draft, which is the answer unless it is withheld. */
  readonly answerHash: string;
  readonly coverageThreshold: 1;
  readonly claims: readonly Claim[];
  readonly rejectedCitations: readonly RejectedCitation[];
  readonly coverage: {
    readonly totalClaims: number;
    readonly supportedClaims: number;
    readonly contradictedClaims: number;
    readonly insufficientClaims: number;
    readonly uncertainClaims: number;
    readonly supportedRatio: number;
  };
  readonly answerStatus: "verified" | "abstained";
  readonly abstained: boolean;
  readonly abstentionReason: AbstentionReason | null;
  readonly abstentionText: string | null;
}

export interface SemanticReport {
  readonly status: "completed" | "unavailable" | "failed";
  readonly reason:
    | "verified"
    | "no_candidates"
    | "verifier_unavailable"
    | "structured_output_unavailable"
    | "input_limit_exceeded"
    | "generation_failed"
    | "invalid_output";
  readonly schemaRequested: boolean;
  readonly schemaEnforced: boolean;
  readonly modelFingerprint: string | null;
  readonly configFingerprint: string;
  readonly verifierFingerprint: string | null;
  readonly candidateClaims: number;
  readonly verifiedClaims: number;
  readonly unresolvedClaims: number;
  readonly modelCalls: 0 | 1;
  readonly durationMs: number;
}

export interface AnswerCitation {
  readonly evidenceId: string;
  readonly docid: string;
  readonly uri: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Why a model's part is missing; the message says what to do. */
export interface ModelTrouble {
  readonly kind: "not-configured" | "missing" | "failed" | "timeout" | "bad-output" | "limit";
  readonly message: string;
}

export interface Answered {
  readonly kind: "answered";
  /** The draft with `[evidence:<id>]` markers, or the text of the abstention. */
  readonly answer: string;
  /** Evidence of the supported claims; empty when abstained. */
  readonly citations: readonly AnswerCitation[];
  readonly capsule: Capsule;
  readonly freshness: CapsuleReceipt;
  readonly claims: ClaimVerification;
  readonly semantic: SemanticReport;
  /** A model wrote a draft. */
  readonly drafted: boolean;
  readonly trouble: ModelTrouble | undefined;
  /** What each stage did, and why each claim got its verdict. */
  readonly stages: readonly { readonly stage: string; readonly message: string }[];
}

export type AskResult = Answered | EvidenceRefusal;

export interface Answers {
  ask(request: AskRequest): Promise<AskResult>;
}
