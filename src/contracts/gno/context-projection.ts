/** `gno-context-agent-v1`: what a model reads of a capsule. Keys and places are the contract's; nothing exact is dropped. */
import type { GnoContextOutput } from "../../../generated/gno/types.ts";

export function agentProjection(capsule: GnoContextOutput): string {
  const { budget, capabilities, coverage, fingerprints, guidance, omissions, retrieval } = capsule;
  const enabled = Object.entries(capabilities)
    .filter(([, on]) => on)
    .map(([name]) => name)
    .sort();
  const reasons = Object.entries(omissions.reasonCounts)
    .filter(([, count]) => count > 0)
    .sort(([a], [b]) => (a < b ? -1 : 1));
  // Keys in the order of canonical JSON.
  return JSON.stringify({
    b: [
      budget.requestedTokens,
      budget.requestedBytes,
      budget.usedTokens,
      budget.usedBytes,
      budget.estimator,
      budget.tokenizerFingerprint,
    ],
    c: [
      coverage.coveredFacets.map(({ facet }) => facet),
      coverage.gaps.map(({ facet, code }) => [facet, code]),
    ],
    e: capsule.evidence.map((one) => [
      one.uri,
      one.startLine,
      one.endLine,
      one.sourceHash,
      one.mirrorHash,
      one.passageHash,
      one.text,
      one.title,
      one.heading,
      one.contextIds,
      one.egress,
    ]),
    g: [
      guidance.evidenceTrust,
      guidance.instructionBoundary,
      guidance.configuredContexts.map((one) => [one.contextId, one.scopeType, one.scopeKey, one.text]),
    ],
    id: capsule.capsuleId,
    o: [omissions.total, reasons],
    r: [
      retrieval.depthPolicy,
      retrieval.indexSnapshot.after,
      fingerprints.config,
      fingerprints.retrieval,
      fingerprints.embeddingModel,
      fingerprints.rerankModel,
      enabled,
      capsule.fallbacks.map(({ capability, code }) => `${capability}:${code}`),
    ],
    t: capsule.truncated,
    trust: guidance.evidenceTrust,
    v: "gno-context-agent-v1",
  });
}
