/** Whether a value has the published shape of a capsule. Anybody may send one, so nothing of it is taken on trust. */
import { checkPredicate } from "../search/predicate/check.ts";
import type { Capsule } from "./types.ts";

type Check = (value: unknown) => boolean;

/** Passages that a capsule holds at most. */
const MAX_EVIDENCE = 1_000;

const text =
  (min = 0, max = Number.POSITIVE_INFINITY): Check =>
  (value) =>
    typeof value === "string" && value.length >= min && value.length <= max;
const like =
  (pattern: RegExp): Check =>
  (value) =>
    typeof value === "string" && pattern.test(value);
const one =
  (...values: readonly unknown[]): Check =>
  (value) =>
    values.includes(value);
const count =
  (min: number): Check =>
  (value) =>
    Number.isSafeInteger(value) && (value as number) >= min;
const flag: Check = (value) => typeof value === "boolean";
const orNull =
  (check: Check): Check =>
  (value) =>
    value === null || check(value);
const list =
  (check: Check, min: number, max: number): Check =>
  (value) =>
    Array.isArray(value) && value.length >= min && value.length <= max && value.every(check);
const closed =
  (members: Readonly<Record<string, Check>>, optional: Readonly<Record<string, Check>> = {}): Check =>
  (value) => {
    if (typeof value !== "object" || value === null || Array.isArray(value)) return false;
    const own = value as Record<string, unknown>;
    return (
      Object.keys(members).every((key) => Object.hasOwn(own, key)) &&
      Object.entries(own).every(
        ([key, inner]) =>
          (Object.hasOwn(members, key) && members[key]?.(inner) === true) ||
          (Object.hasOwn(optional, key) && optional[key]?.(inner) === true),
      )
    );
  };

const sha = like(/^[a-f0-9]{64}$/);
const uri = like(/^gno:\/\/[a-z0-9][a-z0-9_-]{0,63}\/\S+$/);
const docid = like(/^#[a-f0-9]{6,8}$/);
const name = like(/^[a-z0-9][a-z0-9_-]{0,63}$/);
const moment = like(/^(?:[+-]\d{2})?\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d(\.\d{1,9})?Z$/);
const date = like(/^\d{4}-\d\d-\d\d(T\d\d:\d\d:\d\d(\.\d{1,9})?Z)?$/);
const facet = text(1, 512);
const facets = list(facet, 0, 128);
const policy = one("local_only", "lan", "remote");
const reasons = [
  "duplicate",
  "overlap",
  "global_budget",
  "redundant_coverage",
  "document_share_cap",
  "filtered_by_scope",
  "invalid_coordinates",
];
const labels = list(text(1, 256), 0, 128);

const lineage = closed({
  effectivePolicy: policy,
  digest: sha,
  sources: list(
    closed({ collection: text(), policy, source: one("explicit", "config_default", "legacy_default") }),
    1,
    128,
  ),
});

const stage = closed({
  requested: flag,
  attempted: flag,
  outcome: one("not_requested", "not_attempted", "used", "unavailable"),
  fallbackReasons: list(text(1, 256), 0, 32),
});

const evidence = closed(
  {
    evidenceId: sha,
    uri,
    docid,
    collection: name,
    title: orNull(text()),
    heading: orNull(text()),
    startLine: count(1),
    endLine: count(1),
    text: text(1),
    sourceHash: sha,
    mirrorHash: sha,
    passageHash: sha,
    modifiedAt: orNull(moment),
    documentDate: orNull(date),
    observedAt: orNull(moment),
    contextIds: list(sha, 0, 128),
    retrievalRank: count(1),
    selectionRank: count(1),
    facets,
    trust: one("untrusted"),
    egress: one("local_only", "lan", "remote", "unclassified", "unavailable"),
  },
  {
    retrievalSources: list(one("bm25", "vector", "bm25_variant", "vector_variant", "hyde", "graph"), 1, 6),
    graphExpanded: flag,
    egressLineage: lineage,
    record: (value) => typeof value === "object" && value !== null,
  },
);

const omission = closed({
  candidateId: sha,
  uri,
  docid,
  startLine: orNull(count(1)),
  endLine: orNull(count(1)),
  passageHash: orNull(sha),
  sourceHash: sha,
  mirrorHash: sha,
  reason: one(...reasons),
});

const capsule = closed(
  {
    schemaVersion: one("1.0", "1.1", "1.2"),
    coordinateSpace: one("canonical_mirror"),
    capsuleId: sha,
    goal: text(1, 16_384),
    query: text(1, 16_384),
    scope: closed(
      {
        indexName: text(1, 64),
        collections: list(name, 0, 128),
        uriPrefix: orNull(text(1, 8_192)),
        tagsAll: labels,
        tagsAny: labels,
        categories: labels,
        since: orNull(moment),
        until: orNull(moment),
      },
      { filter: (value) => checkPredicate(value).kind !== "invalid" },
    ),
    budget: closed({
      authority: one("canonical_json"),
      requestedTokens: count(1),
      requestedBytes: count(1),
      safetyMarginTokens: count(0),
      safetyMarginBytes: count(0),
      usedTokens: count(1),
      usedBytes: count(0),
      estimator: one("active_tokenizer", "unicode_conservative"),
      tokenizerFingerprint: orNull(sha),
    }),
    retrieval: closed({
      depthPolicy: one("fast", "balanced", "thorough"),
      facets,
      queryVariants: list(text(1, 4_096), 1, 129),
      expansionPolicy: one("deterministic_only"),
      request: closed(
        {
          author: orNull(text(1, 256)),
          lang: orNull(text(1, 256)),
          queryModes: list(closed({ mode: one("term", "intent", "hyde"), text: text(1, 4_096) }), 0, 128),
          limit: count(1),
          candidateLimit: count(1),
          graphRequested: flag,
        },
        {
          intent: orNull(text(1, 16_384)),
          exclude: labels,
          minScore: orNull((value) => typeof value === "number" && value >= 0 && value <= 1),
          rerankRequested: flag,
        },
      ),
      capabilityStates: closed({ semanticSearch: stage, reranking: stage, graphExpansion: stage }),
      indexSnapshot: closed({ before: sha, after: sha, stable: one(true) }),
    }),
    fingerprints: closed({
      config: sha,
      retrieval: sha,
      embeddingModel: orNull(sha),
      rerankModel: orNull(sha),
      tokenizer: orNull(sha),
    }),
    capabilities: closed({
      lexicalSearch: one(true),
      semanticSearch: flag,
      reranking: flag,
      graphExpansion: flag,
      exactTokenCount: flag,
      configuredContext: flag,
      egressPolicy: flag,
    }),
    fallbacks: list(closed({ code: text(1, 64), capability: text(1, 64) }), 0, 16),
    guidance: closed({
      extractiveOnly: one(true),
      evidenceTrust: one("untrusted_data"),
      instructionBoundary: one("hard_delimited"),
      configuredContexts: list(
        closed({
          contextId: sha,
          scopeType: one("global", "collection", "prefix"),
          scopeKey: text(1),
          text: text(1, 16_384),
        }),
        0,
        128,
      ),
    }),
    evidence: list(evidence, 1, MAX_EVIDENCE),
    coverage: closed({
      complete: flag,
      requestedFacets: facets,
      coveredFacets: list(closed({ facet, evidenceIds: list(sha, 1, 256) }), 0, 128),
      unresolvedFacets: facets,
      gaps: list(closed({ facet, code: text(1, 64) }), 0, 128),
    }),
    omissions: closed({
      total: count(0),
      items: list(omission, 0, 100),
      reasonCounts: closed(Object.fromEntries(reasons.map((reason) => [reason, count(0)]))),
      truncated: flag,
    }),
    truncated: flag,
    warnings: list(closed({ code: text(1, 64) }), 0, 32),
  },
  { egressLineage: lineage },
);

export function isCapsule(value: unknown): value is Capsule {
  if (!capsule(value)) return false;
  const { schemaVersion, egressLineage, evidence: passages, scope } = value as Capsule;
  const classified = schemaVersion !== "1.0";
  return (
    (egressLineage !== undefined) === classified &&
    passages.every((passage) => (passage.egressLineage !== undefined) === classified) &&
    (scope.filter !== undefined) === (schemaVersion === "1.2")
  );
}
