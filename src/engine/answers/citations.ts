/** Whether a marker may stand as a citation: a passage of this capsule that is still what it was. */
import type { Capsule, CapsuleEvidence, CapsuleReceipt } from "../evidence/types.ts";
import type { FoundClaim, FoundMarker } from "./claims.ts";
import type { RejectedCitation, RejectionReason } from "./types.ts";

/** A claim with the evidence that it validly cites. */
export interface CitedClaim {
  readonly found: FoundClaim;
  readonly cited: readonly CapsuleEvidence[];
  readonly rejected: readonly RejectedCitation[];
}

export interface JudgedMarkers {
  readonly evidence: readonly CapsuleEvidence[];
  readonly rejected: readonly RejectedCitation[];
}

export function judgeMarkers(
  markers: readonly FoundMarker[],
  capsule: Capsule,
  receipt: CapsuleReceipt,
): JudgedMarkers {
  const evidence = new Set<CapsuleEvidence>();
  const rejected: RejectedCitation[] = [];
  for (const marker of markers) {
    const found = capsule.evidence.find(({ evidenceId }) => evidenceId === marker.evidenceId);
    const reason = fault(marker, found, capsule, receipt);
    if (reason === undefined) evidence.add(found as CapsuleEvidence);
    else rejected.push(rejection(marker, reason));
  }
  return { evidence: [...evidence], rejected };
}

export function rejection(marker: FoundMarker, reason: RejectionReason): RejectedCitation {
  return {
    marker: marker.marker,
    start: marker.start,
    end: marker.end,
    evidenceId: marker.evidenceId ?? null,
    reason,
  };
}

function fault(
  { evidenceId }: FoundMarker,
  evidence: CapsuleEvidence | undefined,
  capsule: Capsule,
  receipt: CapsuleReceipt,
): RejectionReason | undefined {
  if (evidenceId === undefined) return "malformed_citation";
  if (evidence === undefined) return "out_of_capsule";
  if (receipt.capsuleId !== capsule.capsuleId) return "freshness_receipt_mismatch";
  const row = receipt.evidence.find((one) => one.evidenceId === evidenceId);
  if (row === undefined) return "freshness_unavailable";
  if (row.contentStatus === "stale") return "evidence_stale";
  return row.contentStatus === "missing" ? "evidence_missing" : undefined;
}
