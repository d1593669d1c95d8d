/** From claims with their judgments to one status of the answer: it stands only when every claim does. */
import { createHash } from "node:crypto";
import type { Capsule, CapsuleEvidence } from "../evidence/types.ts";
import type { FoundClaim } from "./claims.ts";
import type {
  AbstentionReason,
  AnswerCitation,
  Claim,
  ClaimEvidence,
  ClaimVerification,
  RejectedCitation,
} from "./types.ts";
import type { Judgment } from "./verdicts.ts";

export const ABSTENTION = "The indexed documents do not give an answer that can be verified.";

export interface JudgedClaim {
  readonly found: FoundClaim;
  readonly cited: readonly CapsuleEvidence[];
  readonly rejected: readonly RejectedCitation[];
  /** undefined = nothing to judge it by. */
  readonly judgment: Judgment | undefined;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function foldClaims(
  capsule: Capsule,
  draft: string,
  judged: readonly JudgedClaim[],
  orphans: readonly RejectedCitation[],
  verifierFingerprint: string | null,
): ClaimVerification {
  const { capsuleId } = capsule;
  const claims = judged.map((one) => claimOf(one, capsuleId, verifierFingerprint));
  const count = (status: Claim["status"]) => claims.filter((claim) => claim.status === status).length;
  const supportedClaims = count("supported");
  const coverage = {
    totalClaims: claims.length,
    supportedClaims,
    contradictedClaims: count("contradicted"),
    insufficientClaims: count("insufficient"),
    uncertainClaims: count("uncertain"),
    supportedRatio: claims.length === 0 ? 0 : supportedClaims / claims.length,
  };
  const rejectedAny =
    orphans.length > 0 || claims.some(({ rejectedCitations }) => rejectedCitations.length > 0);
  const abstentionReason = reasonOf(coverage, rejectedAny);
  const abstained = abstentionReason !== null;
  return {
    schemaVersion: "1.0",
    coordinateSpace: "utf16_code_units",
    capsuleId,
    answerHash: sha256(draft),
    coverageThreshold: 1,
    claims,
    rejectedCitations: orphans,
    coverage,
    answerStatus: abstained ? "abstained" : "verified",
    abstained,
    abstentionReason,
    abstentionText: abstained ? ABSTENTION : null,
  };
}

function reasonOf(coverage: ClaimVerification["coverage"], rejectedAny: boolean): AbstentionReason | null {
  if (coverage.totalClaims === 0) return "no_substantive_claims";
  if (coverage.contradictedClaims > 0) return "contradiction_detected";
  if (rejectedAny) return "citation_hygiene_failed";
  return coverage.supportedClaims < coverage.totalClaims ? "coverage_below_threshold" : null;
}

function claimOf(
  { found, cited, rejected, judgment }: JudgedClaim,
  capsuleId: string,
  fingerprint: string | null,
): Claim {
  const { text, start, end } = found;
  const base = {
    claimId: sha256(JSON.stringify({ capsuleId, end, start, text })),
    text,
    start,
    end,
    rejectedCitations: rejected,
  };
  if (judgment === undefined || judgment.kind === "unjudged") {
    const none = cited.length === 0;
    return {
      ...base,
      status: none ? "insufficient" : "uncertain",
      confidence: null,
      rationaleCode: none ? "no_valid_evidence" : "semantic_judgment_unavailable",
      verifierFingerprint: null,
      evidence: cited.map(claimEvidence),
    };
  }
  return {
    ...base,
    status: judgment.kind,
    confidence: judgment.confidence,
    rationaleCode: judgment.kind === "supported" ? "semantic_entailment" : "semantic_contradiction",
    verifierFingerprint: fingerprint,
    evidence: judgment.evidence.map(claimEvidence),
  };
}

function claimEvidence(evidence: CapsuleEvidence): ClaimEvidence {
  const { evidenceId, uri, startLine, endLine, text, sourceHash, mirrorHash, passageHash } = evidence;
  return { evidenceId, uri, startLine, endLine, text, sourceHash, mirrorHash, passageHash };
}

/** Evidence of the supported claims, in the order in which the answer comes to it. */
export function citationsOf(
  { evidence }: Capsule,
  verification: ClaimVerification,
): readonly AnswerCitation[] {
  if (verification.abstained) return [];
  const used = new Set(verification.claims.flatMap((claim) => claim.evidence.map((one) => one.evidenceId)));
  return [...used].flatMap((id) => {
    const found = evidence.find(({ evidenceId }) => evidenceId === id);
    if (found === undefined) return [];
    const { evidenceId, docid, uri, startLine, endLine } = found;
    return [{ evidenceId, docid, uri, startLine, endLine }];
  });
}
