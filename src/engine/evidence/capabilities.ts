/**
 * What a capsule's retrieval could use, and the fingerprint of that retrieval. Compiling and verifying both ask here: two
 * opinions would show drift where nothing moved.
 */
import { digestOf } from "../canonical.ts";
import type { IndexConfig } from "../engine.ts";
import { contextFingerprint } from "./origin.ts";
import type { CapsulePlan } from "./request.ts";
import type { Found } from "./retrieve.ts";
import type { Capsule } from "./types.ts";

export function capabilitiesOf(
  states: Found["states"],
  config: IndexConfig | undefined,
): Capsule["capabilities"] {
  return {
    lexicalSearch: true,
    semanticSearch: states.semanticSearch.outcome === "used",
    reranking: states.reranking.outcome === "used",
    graphExpansion: states.graphExpansion.outcome === "used",
    exactTokenCount: false,
    configuredContext: (config?.contexts.length ?? 0) > 0,
    egressPolicy: true,
  };
}

export function retrievalFingerprint(
  { goal, query, scope, depthPolicy, facets, queryVariants, request }: CapsulePlan,
  capabilities: Capsule["capabilities"],
  config: IndexConfig | undefined,
): string {
  return digestOf({
    capabilities,
    contexts: contextFingerprint(config),
    goal,
    query,
    retrieval: { depthPolicy, facets, queryVariants, expansionPolicy: "deterministic_only", request },
    scope,
  });
}
