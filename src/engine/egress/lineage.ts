/** Which collections an answer draws on and what their policies allow, in the closed form that travels with content. */
import { createHash } from "node:crypto";
import { type CollectionPolicy, type Policy, strictest } from "./decide.ts";

export interface EgressLineage {
  readonly effectivePolicy: Policy;
  /** SHA-256 over the canonical JSON of the other two members. */
  readonly digest: string;
  /** Sorted by collection, each once. */
  readonly sources: readonly CollectionPolicy[];
}

export function policyOf(collection: {
  readonly name: string;
  readonly egressPolicy?: Policy;
}): CollectionPolicy {
  const { name, egressPolicy } = collection;
  return egressPolicy === undefined
    ? { collection: name, policy: "local_only", source: "config_default" }
    : { collection: name, policy: egressPolicy, source: "explicit" };
}

/** @param policies at least one */
export function lineageOf(policies: readonly CollectionPolicy[]): EgressLineage {
  const byName = new Map(policies.map((one) => [one.collection, one]));
  const sources = [...byName.values()]
    .sort((a, b) => (a.collection < b.collection ? -1 : 1))
    .map(({ collection, policy, source }) => ({ collection, policy, source }));
  const effectivePolicy = strictest(sources).policy;
  // Members in the order of their names, which is what makes the JSON canonical.
  const digest = createHash("sha256").update(JSON.stringify({ effectivePolicy, sources })).digest("hex");
  return { effectivePolicy, digest, sources };
}
