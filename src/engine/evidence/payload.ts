/** The capsule as it is sent: every part in its published form, identities from canonical JSON, and its own size inside it. */

import { canonical, digestOf, sha256 } from "../canonical.ts";
import { formatUri } from "../documents/uri.ts";
import { lineageOf, policyOf } from "../egress/lineage.ts";
import type { IndexConfig } from "../engine.ts";
import { capabilitiesOf, retrievalFingerprint } from "./capabilities.ts";
import { byCodeUnit, inCanonicalOrder } from "./normal.ts";
import { guidanceOf, inScopeOrder } from "./origin.ts";
import type { CapsulePlan } from "./request.ts";
import type { Candidate, Found } from "./retrieve.ts";
import type {
  Capsule,
  CapsuleContext,
  CapsuleEvidence,
  CapsuleGap,
  CapsuleOmission,
  CapsuleWarning,
  OmissionReason,
} from "./types.ts";

/** Omissions that are listed one by one; all are counted. */
export const MAX_OMISSIONS = 20;

export interface Omitted {
  readonly candidate: Candidate;
  readonly reason: OmissionReason;
}

/** Everything in a capsule that no choice of evidence changes. */
export interface Frame {
  readonly plan: CapsulePlan;
  readonly config: IndexConfig | undefined;
  readonly found: Found;
  readonly snapshot: string;
  readonly configFingerprint: string;
  readonly embeddingModel: string | null;
  readonly rerankModel: string | null;
}

/** A candidate in its published form, but for its place among the chosen. */
export interface Item {
  readonly candidate: Candidate;
  readonly evidence: Omit<CapsuleEvidence, "selectionRank">;
  readonly contexts: readonly CapsuleContext[];
  /** Of its canonical JSON, with the longest selection rank. */
  readonly bytes: number;
}

export function itemOf(candidate: Candidate, { plan, config }: Frame): Item {
  const { document, passage, passageHash, rank, sources, facets } = candidate;
  const uri = addressOf(candidate, plan);
  const contexts = guidanceOf(document, config);
  const egressLineage = lineageOf([policyOf(document.collection, config)]);
  const place = { startLine: passage.startLine, endLine: passage.endLine };
  const hashes = { sourceHash: document.sourceHash, mirrorHash: document.mirrorHash, passageHash };
  const evidence: Item["evidence"] = {
    evidenceId: evidenceId({ uri, docid: document.docid, ...place, ...hashes }),
    uri,
    docid: document.docid,
    collection: document.collection,
    title: document.title ?? null,
    heading: passage.heading ?? null,
    ...place,
    text: passage.text,
    ...hashes,
    modifiedAt: document.modifiedAt,
    documentDate: document.documentDate ?? null,
    observedAt: null,
    contextIds: contexts.map((one) => one.contextId).sort(byCodeUnit),
    retrievalRank: rank,
    retrievalSources: sources,
    graphExpanded: sources.includes("graph"),
    facets,
    trust: "untrusted",
    egress: egressLineage.effectivePolicy,
    egressLineage,
  };
  const bytes = Buffer.byteLength(canonical({ ...evidence, selectionRank: 999 }));
  return { candidate, evidence, contexts, bytes };
}

function addressOf({ document }: Candidate, { scope }: CapsulePlan): string {
  return scope.indexName === "default"
    ? document.uri
    : formatUri(document.collection, document.relPath, scope.indexName);
}

interface Place {
  readonly uri: string;
  readonly docid: string;
  readonly startLine: number | null;
  readonly endLine: number | null;
  readonly sourceHash: string;
  readonly mirrorHash: string;
  readonly passageHash: string | null;
}

/** The published order of the members. */
export function evidenceId(place: Place): string {
  const { docid, endLine, mirrorHash, passageHash, sourceHash, startLine, uri } = place;
  return sha256(JSON.stringify({ docid, endLine, mirrorHash, passageHash, sourceHash, startLine, uri }));
}

function omissionOf({ candidate, reason }: Omitted, plan: CapsulePlan): CapsuleOmission {
  const { document, passage, passageHash } = candidate;
  const place = {
    uri: addressOf(candidate, plan),
    docid: document.docid,
    startLine: passage.startLine,
    endLine: passage.endLine,
    passageHash,
    sourceHash: document.sourceHash,
    mirrorHash: document.mirrorHash,
  };
  return { candidateId: evidenceId(place), ...place, reason };
}

export interface Choice {
  readonly picked: readonly Item[];
  readonly omitted: readonly Omitted[];
}

/** The capsule with at most `listed` omissions one by one. Its identity and size are still to be filled in. */
function capsuleOf(frame: Frame, { picked, omitted }: Choice, listed: number): Capsule {
  const { plan, config, found, snapshot } = frame;
  const { states, fallbacks } = found;
  const contexts = new Map(
    picked.flatMap((item) => item.contexts.map((one) => [one.contextId, one] as const)),
  );
  const capabilities = capabilitiesOf(states, config);
  const coverage = coverageOf(frame, { picked, omitted });
  const retrieval = {
    depthPolicy: plan.depthPolicy,
    facets: plan.facets,
    queryVariants: plan.queryVariants,
    expansionPolicy: "deterministic_only",
    request: plan.request,
    capabilityStates: states,
    indexSnapshot: { before: snapshot, after: snapshot, stable: true },
  } as const;
  const truncated = omitted.some(({ reason }) => reason === "global_budget");
  const omissionsTruncated = omitted.length > listed;
  const warnings: CapsuleWarning[] = [
    ...(coverage.complete ? [] : ["incomplete_coverage" as const]),
    ...(found.uncertain ? ["metadata_coverage_incomplete" as const] : []),
    ...(omissionsTruncated ? ["omissions_truncated" as const] : []),
    "token_estimate_used",
  ];
  return {
    schemaVersion: plan.scope.filter === undefined ? "1.1" : "1.2",
    coordinateSpace: "canonical_mirror",
    capsuleId: "",
    egressLineage: lineageOf(picked.map(({ evidence }) => policyOf(evidence.collection, config))),
    goal: plan.goal,
    query: plan.query,
    scope: plan.scope,
    budget: {
      authority: "canonical_json",
      ...plan.budget,
      usedTokens: 0,
      usedBytes: 0,
      estimator: "unicode_conservative",
      tokenizerFingerprint: null,
    },
    retrieval,
    fingerprints: {
      config: frame.configFingerprint,
      retrieval: retrievalFingerprint(plan, capabilities, config),
      embeddingModel: frame.embeddingModel,
      rerankModel: frame.rerankModel,
      tokenizer: null,
    },
    capabilities,
    fallbacks: [...fallbacks, { code: "tokenizer_unavailable", capability: "token_count" }],
    guidance: {
      extractiveOnly: true,
      evidenceTrust: "untrusted_data",
      instructionBoundary: "hard_delimited",
      configuredContexts: inScopeOrder([...contexts.values()]).slice(0, 128),
    },
    evidence: picked.map(({ evidence }, at) => ({ ...evidence, selectionRank: at + 1 })),
    coverage,
    omissions: {
      total: omitted.length,
      items: omitted.slice(0, listed).map((one) => omissionOf(one, plan)),
      reasonCounts: countsOf(omitted),
      truncated: omissionsTruncated,
    },
    truncated,
    warnings: warnings.map((code) => ({ code })),
  };
}

function coverageOf({ plan, found }: Frame, { picked, omitted }: Choice): Capsule["coverage"] {
  const ids = new Map<string, string[]>();
  for (const { evidence } of picked) {
    for (const facet of evidence.facets) ids.set(facet, [...(ids.get(facet) ?? []), evidence.evidenceId]);
  }
  const unresolvedFacets = plan.facets.filter((facet) => !ids.has(facet));
  const outOfBudget = new Set(
    omitted
      .filter(({ reason }) => reason === "global_budget" || reason === "document_share_cap")
      .flatMap(({ candidate }) => candidate.facets),
  );
  const blind = found.states.semanticSearch.outcome === "unavailable";
  return {
    complete: unresolvedFacets.length === 0 && !found.uncertain,
    requestedFacets: plan.facets,
    coveredFacets: plan.facets.flatMap((facet) => {
      const evidenceIds = ids.get(facet);
      return evidenceIds === undefined ? [] : [{ facet, evidenceIds: [...evidenceIds].sort(byCodeUnit) }];
    }),
    unresolvedFacets,
    gaps: unresolvedFacets.map((facet): CapsuleGap => {
      if (outOfBudget.has(facet)) return { facet, code: "global_budget_exhausted" };
      return { facet, code: blind ? "capability_unavailable" : "facet_not_found" };
    }),
  };
}

function countsOf(omitted: readonly Omitted[]): Record<OmissionReason, number> {
  const counts: Record<OmissionReason, number> = {
    duplicate: 0,
    overlap: 0,
    global_budget: 0,
    redundant_coverage: 0,
    document_share_cap: 0,
    filtered_by_scope: 0,
    invalid_coordinates: 0,
  };
  for (const { reason } of omitted) counts[reason] += 1;
  return counts;
}

/** Longest values of what later choices may still change: no final capsule of these picks is larger. */
export function largestBytes(frame: Frame, picked: readonly Item[]): number {
  const most = frame.found.candidates.length;
  const capsule = capsuleOf(frame, { picked, omitted: [] }, 0);
  const worst = {
    ...capsule,
    capsuleId: "0".repeat(64),
    evidence: [],
    budget: { ...capsule.budget, usedTokens: 9_999_999, usedBytes: 9_999_999 },
    coverage: {
      ...capsule.coverage,
      complete: false,
      gaps: capsule.coverage.unresolvedFacets.map((facet) => ({ facet, code: "global_budget_exhausted" })),
    },
    omissions: {
      total: most,
      items: [],
      reasonCounts: Object.fromEntries(Object.keys(capsule.omissions.reasonCounts).map((key) => [key, most])),
      truncated: false,
    },
    truncated: false,
    warnings: [
      "incomplete_coverage",
      "metadata_coverage_incomplete",
      "omissions_truncated",
      "token_estimate_used",
    ].map((code) => ({ code })),
  };
  const evidence = picked.reduce((sum, { bytes }) => sum + bytes, 0) + Math.max(0, picked.length - 1);
  return Buffer.byteLength(canonical(worst)) + evidence;
}

/** The finished capsule, with as many of its omissions one by one as the budget has room for. */
export function finish(frame: Frame, choice: Choice): Capsule {
  const { plan } = frame;
  let room = plan.spendable - usedBytesOf({ ...capsuleOf(frame, choice, 0), capsuleId: "0".repeat(64) });
  let listed = 0;
  for (const one of choice.omitted.slice(0, MAX_OMISSIONS)) {
    room -= Buffer.byteLength(canonical(omissionOf(one, plan))) + 1;
    if (room < 0) break;
    listed += 1;
  }
  // The size stands in the capsule, twice: a digit more may be too much.
  for (; listed > 0; listed -= 1) {
    const capsule = withIdentity(capsuleOf(frame, choice, listed));
    if (capsule.budget.usedBytes <= plan.spendable) return capsule;
  }
  return withIdentity(capsuleOf(frame, choice, 0));
}

function withIdentity(draft: Capsule): Capsule {
  const named = { ...draft, capsuleId: capsuleIdOf(draft) };
  const used = usedBytesOf(named);
  return inCanonicalOrder({ ...named, budget: { ...named.budget, usedTokens: used, usedBytes: used } });
}

/** Over everything but the identity itself and the size, which depends on it. */
export function capsuleIdOf(capsule: Capsule): string {
  const { usedBytes: _, usedTokens: __, ...budget } = capsule.budget;
  return digestOf({ ...capsule, capsuleId: undefined, budget });
}

/** The size that the capsule has when it names that size, as bytes and as tokens. */
export function usedBytesOf(capsule: Capsule): number {
  const budget = { ...capsule.budget, usedTokens: 0, usedBytes: 0 };
  const rest = Buffer.byteLength(canonical({ ...capsule, budget })) - 2;
  for (let digits = 1; ; digits += 1) {
    const total = rest + 2 * digits;
    if (String(total).length === digits) return total;
  }
}
