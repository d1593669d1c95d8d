/** Which collections an answer draws on and what their policies allow, in the closed form that travels with content. */
import { digestOf } from "../canonical.ts";
import type { IndexConfig } from "../config/types.ts";
import { type CollectionPolicy, POLICIES, type Policy, strictest } from "./decide.ts";

export interface EgressLineage {
  readonly effectivePolicy: Policy;
  /** SHA-256 over the canonical JSON of the other two members. */
  readonly digest: string;
  /** Sorted by collection, each once. */
  readonly sources: readonly CollectionPolicy[];
}

/** As the configuration has it now; one that is not configured is held to the strictest. */
export function policyOf(
  collection: string,
  config: Pick<IndexConfig, "collections"> | undefined,
): CollectionPolicy {
  const known = config?.collections.find(({ name }) => name === collection);
  if (known === undefined) return { collection, policy: "local_only", source: "legacy_default" };
  return known.egressPolicy === undefined
    ? { collection, policy: "local_only", source: "config_default" }
    : { collection, policy: known.egressPolicy, source: "explicit" };
}

/** Policies of different times may speak of one collection: the strictest counts. */
export function lineageOf(policies: readonly CollectionPolicy[]): EgressLineage {
  const byName = new Map<string, CollectionPolicy>();
  for (const one of policies) {
    const other = byName.get(one.collection);
    if (other === undefined || rank(one) < rank(other)) byName.set(one.collection, one);
  }
  const sources = [...byName.values()]
    .sort((a, b) => (a.collection < b.collection ? -1 : 1))
    .map(({ collection, policy, source }) => ({ collection, policy, source }));
  const effectivePolicy = strictest(sources).policy;
  return { effectivePolicy, digest: digestOf({ effectivePolicy, sources }), sources };
}

function rank({ policy }: CollectionPolicy): number {
  return POLICIES.indexOf(policy);
}
