/** What became of a capsule: each passage beside the text as it is indexed now, its ranks, and what it was searched with. */

import { sha256 } from "../canonical.ts";
import { parseUri } from "../documents/uri.ts";
import type { Document, IndexConfig } from "../engine.ts";
import { createBreather } from "./breather.ts";
import { capabilitiesOf, retrievalFingerprint } from "./capabilities.ts";
import { type EvidenceSources, modelsUsed, moved, sameContexts, stateOf } from "./compile.ts";
import { createMatcher } from "./facets.ts";
import { integrityProblem } from "./integrity.ts";
import { configFingerprint } from "./origin.ts";
import { citedText } from "./passages.ts";
import { itemOf } from "./payload.ts";
import { type CapsulePlan, refusal, spendableOf } from "./request.ts";
import { type Found, retrieve } from "./retrieve.ts";
import { isCapsule } from "./shape.ts";
import type {
  Capsule,
  CapsuleDrift,
  CapsuleEvidence,
  CapsuleReceipt,
  EvidenceCode,
  EvidenceStatus,
  ReceiptResult,
} from "./types.ts";

export async function verify(
  sources: EvidenceSources,
  capsule: unknown,
  signal: AbortSignal | undefined,
): Promise<ReceiptResult> {
  if (!isCapsule(capsule)) {
    return refusal("input", "This is no Context Capsule. Send the whole structuredContent of gno_context.");
  }
  const problem = integrityProblem(capsule, sources.indexName);
  if (problem !== undefined) return problem;
  const { depthPolicy } = capsule.retrieval;
  const breathe = createBreather(signal);
  const config = sources.config.load();
  const before = await stateOf(sources, depthPolicy, breathe);
  const contents: Content[] = [];
  for (const one of capsule.evidence) {
    await breathe();
    contents.push(contentOf(sources, one));
  }
  const worst = worstOf(contents.map(({ status }) => status));
  const now = await searchedAgain(sources, capsule, config, signal);
  if ((await stateOf(sources, depthPolicy, breathe)) !== before) return moved();
  if (!sameContexts(config, sources.config.load())) {
    return refusal("context-changed", "The configured contexts changed meanwhile. Ask again.");
  }
  const evidence = capsule.evidence.map((one, at): CapsuleReceipt["evidence"][number] => {
    const content = contents[at] as Content;
    const rank = content.status === "unchanged" ? now.ranks.get(one.evidenceId) : undefined;
    return {
      evidenceId: one.evidenceId,
      uri: one.uri,
      contentStatus: content.status,
      contentCode: content.code,
      ...rankingOf(
        rank === undefined ? "unavailable" : rank === one.retrievalRank ? "unchanged" : "reranked",
      ),
      currentSourceHash: content.source,
      currentMirrorHash: content.mirror,
      currentPassageHash: content.passage,
      currentRetrievalRank: rank ?? null,
    };
  });
  const rankings = evidence.map(({ rankingStatus }) => rankingStatus);
  const current = { ...now.fingerprints, index: before };
  const fingerprintReasons = driftOf(capsule, current);
  return {
    kind: "ok",
    receipt: {
      schemaVersion: capsule.schemaVersion,
      coordinateSpace: "canonical_mirror",
      capsuleId: capsule.capsuleId,
      operationStatus: "completed",
      contentStatus: worst,
      contentCode: worst === "unchanged" ? "verified_unchanged" : `content_${worst}`,
      ...rankingOf(
        worst !== "unchanged" || rankings.includes("unavailable")
          ? "unavailable"
          : rankings.includes("reranked")
            ? "reranked"
            : "unchanged",
      ),
      currentFingerprints: current,
      fingerprintStatus: fingerprintReasons.length === 0 ? "unchanged" : "drifted",
      fingerprintReasons,
      indexSnapshot: { before, after: before, stable: true },
      evidence,
    },
  };
}

interface Content {
  readonly status: EvidenceStatus["contentStatus"];
  readonly code: EvidenceCode;
  readonly source: string | null;
  readonly mirror: string | null;
  readonly passage: string | null;
}

function contentOf({ documents, indexName }: EvidenceSources, one: CapsuleEvidence): Content {
  const document = documentAt(one.uri, documents, indexName);
  if (document === undefined) {
    return { status: "missing", code: "source_missing", source: null, mirror: null, passage: null };
  }
  const source = document.sourceHash;
  const text = documents.text(document);
  if (document.mirrorHash === undefined || text === undefined) {
    return {
      status: "missing",
      code: "mirror_missing",
      source,
      mirror: document.mirrorHash ?? null,
      passage: null,
    };
  }
  const mirror = document.mirrorHash;
  const lines = citedText(text, one.startLine, one.endLine);
  const passage = lines === undefined ? null : sha256(lines);
  const stale = (code: EvidenceCode): Content => ({ status: "stale", code, source, mirror, passage });
  if (source !== one.sourceHash) return stale("source_stale");
  if (mirror !== one.mirrorHash) return stale("mirror_stale");
  if (sha256(text) !== mirror) return stale("mirror_corrupt");
  if (passage !== one.passageHash) return stale("passage_stale");
  return { status: "unchanged", code: "verified_unchanged", source, mirror, passage };
}

function documentAt(
  uri: string,
  documents: EvidenceSources["documents"],
  indexName: string,
): Document | undefined {
  if (parseUri(uri) === undefined) return undefined;
  const found = documents.resolve(uri);
  if (found.kind !== "found") return undefined;
  // An answer for another spelling of the path is another document.
  const bare = indexName === "default" ? uri : uri.replace(/\?index=[^?]*$/, "");
  return found.document.uri === bare ? found.document : undefined;
}

function worstOf(statuses: readonly Content["status"][]): Content["status"] {
  if (statuses.includes("missing")) return "missing";
  return statuses.includes("stale") ? "stale" : "unchanged";
}

function rankingOf(
  status: EvidenceStatus["rankingStatus"],
): Pick<EvidenceStatus, "rankingStatus" | "rankingCode"> {
  const codes = {
    unchanged: "ranking_unchanged",
    reranked: "ranking_changed",
    unavailable: "ranking_unavailable",
  } as const;
  return { rankingStatus: status, rankingCode: codes[status] };
}

/** The search of the capsule, as it would be answered now. */
async function searchedAgain(
  sources: EvidenceSources,
  capsule: Capsule,
  config: IndexConfig | undefined,
  signal: AbortSignal | undefined,
) {
  const { request } = capsule.retrieval;
  const plan: CapsulePlan = {
    kind: "plan",
    goal: capsule.goal,
    query: capsule.query,
    scope: capsule.scope,
    budget: capsule.budget,
    depthPolicy: capsule.retrieval.depthPolicy,
    facets: capsule.retrieval.facets,
    queryVariants: capsule.retrieval.queryVariants,
    // Older capsules may leave these out.
    request: {
      ...request,
      intent: request.intent ?? null,
      exclude: request.exclude ?? [],
      minScore: request.minScore ?? null,
      rerankRequested: request.rerankRequested ?? false,
    },
    spendable: spendableOf(capsule.budget),
  };
  const matcher = createMatcher(plan.facets, sources.clock.now());
  const again = await retrieve(plan, sources, matcher, createBreather(signal), signal);
  const found: Found | undefined = again.kind === "found" ? again : undefined;
  const states = found?.states ?? capsule.retrieval.capabilityStates;
  const fingerprint = configFingerprint(config);
  const models =
    found === undefined
      ? { embeddingModel: capsule.fingerprints.embeddingModel, rerankModel: capsule.fingerprints.rerankModel }
      : modelsUsed(sources, found);
  const ranks = new Map<string, number>();
  if (found !== undefined) {
    const frame = { plan, config, found, snapshot: "", configFingerprint: fingerprint, ...models };
    for (const candidate of found.candidates) {
      const { evidence } = itemOf(candidate, frame);
      if (!ranks.has(evidence.evidenceId)) ranks.set(evidence.evidenceId, candidate.rank);
    }
  }
  const capabilities = capabilitiesOf(states, config);
  return {
    ranks,
    fingerprints: {
      config: fingerprint,
      retrieval: retrievalFingerprint(plan, capabilities, config),
      ...models,
      tokenizer: null,
    },
  };
}

function driftOf(
  { fingerprints: then, retrieval }: Capsule,
  now: CapsuleReceipt["currentFingerprints"],
): CapsuleDrift[] {
  return [
    ...(then.config === now.config ? [] : ["config_changed" as const]),
    ...(then.retrieval === now.retrieval ? [] : ["retrieval_changed" as const]),
    ...(then.embeddingModel === now.embeddingModel ? [] : ["embedding_model_changed" as const]),
    ...(then.rerankModel === now.rerankModel ? [] : ["rerank_model_changed" as const]),
    ...(then.tokenizer === now.tokenizer ? [] : ["tokenizer_changed" as const]),
    ...(retrieval.indexSnapshot.after === now.index ? [] : ["index_changed" as const]),
  ];
}
