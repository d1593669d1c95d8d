/** Compiling a capsule: plan, snapshot, search, choice, and the proof that nothing moved meanwhile. */

import { digestOf, sha256 } from "../canonical.ts";
import type { ConfigStore, Documents, IndexConfig, Search } from "../engine.ts";
import type { Clock } from "../ports.ts";
import type { VectorIndex } from "../vector/types.ts";
import { type Breather, createBreather } from "./breather.ts";
import { createMatcher } from "./facets.ts";
import { configFingerprint } from "./origin.ts";
import { type Frame, finish } from "./payload.ts";
import { planCapsule, refusal } from "./request.ts";
import { type Found, retrieve } from "./retrieve.ts";
import { select } from "./select.ts";
import type { Snapshot } from "./snapshot.ts";
import type { CapsuleDepth, CapsuleRequest, CapsuleResult } from "./types.ts";

export interface EvidenceSources {
  readonly documents: Documents;
  readonly search: Search;
  readonly vectors: Pick<VectorIndex, "state">;
  readonly config: Pick<ConfigStore, "load">;
  readonly clock: Clock;
  readonly indexName: string;
  readonly snapshot: Snapshot;
  /** As configured; undefined = none. */
  readonly rerankModel: () => string | undefined;
}

export async function compile(sources: EvidenceSources, request: CapsuleRequest): Promise<CapsuleResult> {
  const { config: store, clock, indexName } = sources;
  const config = store.load();
  const now = clock.now();
  const plan = planCapsule(request, config, indexName, now);
  if (plan.kind !== "plan") return plan;
  const breathe = createBreather(request.signal);
  const before = await stateOf(sources, plan.depthPolicy, breathe);
  const matcher = createMatcher(plan.facets, now);
  const found = await retrieve(plan, sources, matcher, breathe, request.signal);
  if (found.kind !== "found") return found;
  if (found.candidates.length === 0) {
    return refusal(
      "no-evidence",
      "Nothing in reach answers this. Use other words, or widen collections, filters and times.",
    );
  }
  const frame: Frame = {
    plan,
    config,
    found,
    snapshot: before,
    configFingerprint: configFingerprint(config),
    ...modelsUsed(sources, found),
  };
  const choice = await select(frame, breathe);
  if ((await stateOf(sources, plan.depthPolicy, breathe)) !== before) return moved();
  if (!sameContexts(config, store.load())) {
    return refusal("context-changed", "The configured contexts changed meanwhile. Ask again.");
  }
  if (choice.picked.length === 0) {
    return refusal(
      "budget",
      "Passages were found, and none fits the budget together with what a capsule says beside it. Give a larger budget.",
    );
  }
  return { kind: "ok", capsule: finish(frame, choice) };
}

export function moved() {
  return refusal("index-changed", "The index changed meanwhile. Ask again.");
}

/** What an answer of this depth depends on. */
export async function stateOf(
  { snapshot, vectors }: EvidenceSources,
  depth: CapsuleDepth,
  breathe: Breather,
): Promise<string> {
  const documents = await snapshot(breathe);
  if (depth === "fast") return documents;
  const { fingerprint, embedded } = vectors.state();
  return digestOf({ documents, vectors: { fingerprint, embedded } });
}

/** Digests of the models that took part. */
export function modelsUsed(
  { vectors, rerankModel }: EvidenceSources,
  { states }: Pick<Found, "states">,
): { readonly embeddingModel: string | null; readonly rerankModel: string | null } {
  const embedding = () => {
    const { model, fingerprint } = vectors.state();
    return digestOf({ model, fingerprint });
  };
  return {
    embeddingModel: states.semanticSearch.outcome === "used" ? embedding() : null,
    rerankModel: states.reranking.outcome === "used" ? sha256(rerankModel() ?? "") : null,
  };
}

export function sameContexts(a: IndexConfig | undefined, b: IndexConfig | undefined): boolean {
  return a === b || digestOf(a?.contexts ?? []) === digestOf(b?.contexts ?? []);
}
