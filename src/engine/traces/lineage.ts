/** Which collections evidence came from, and whether a trace of it may be handed out there. spec/gno.md, "Traces". */
import type { IndexConfig } from "../config/types.ts";
import { type CollectionPolicy, decide, POLICIES } from "../egress/decide.ts";
import { canonical, sha256 } from "./canonical.ts";
import type { EgressLineage, NewRecord, TraceCaller, TraceEvidence } from "./types.ts";

const MAX_SOURCES = 128;

/** Evidence inside the payload of a run or an event. */
export function evidenceOf(payload: Readonly<Record<string, unknown>>): readonly TraceEvidence[] {
  return [payload.ranked, payload.evidence].flatMap((list) =>
    Array.isArray(list) ? (list as TraceEvidence[]) : [],
  );
}

/** Collections of all evidence, sorted. */
export function collectionsOf(records: readonly Pick<NewRecord, "payload">[]): readonly string[] {
  const names = records.flatMap(({ payload }) =>
    evidenceOf(payload).flatMap(({ uri }) => {
      const name = uri === undefined ? undefined : /^gno:\/\/([^/]+)\//.exec(uri)?.[1];
      return name === undefined ? [] : [name];
    }),
  );
  return [...new Set(names)].sort().slice(0, MAX_SOURCES);
}

export function policyOf(collection: string, config: IndexConfig | undefined): CollectionPolicy {
  const known = config?.collections.find(({ name }) => name === collection);
  if (known === undefined) return { collection, policy: "local_only", source: "legacy_default" };
  return known.egressPolicy === undefined
    ? { collection, policy: "local_only", source: "config_default" }
    : { collection, policy: known.egressPolicy, source: "explicit" };
}

/** undefined = no collection is involved. */
export function lineageOf(policies: readonly CollectionPolicy[]): EgressLineage | undefined {
  if (policies.length === 0) return undefined;
  const byName = new Map<string, CollectionPolicy>();
  for (const each of policies) {
    const other = byName.get(each.collection);
    // Traces of different times may know different policies of one collection: the strictest counts.
    if (other === undefined || rank(each.policy) < rank(other.policy)) byName.set(each.collection, each);
  }
  const sources = [...byName.values()]
    .sort((a, b) => (a.collection < b.collection ? -1 : 1))
    .slice(0, MAX_SOURCES);
  const effectivePolicy = POLICIES[Math.min(...sources.map(({ policy }) => rank(policy)))] ?? "local_only";
  return { effectivePolicy, digest: sha256(canonical({ effectivePolicy, sources })), sources };
}

function rank(policy: CollectionPolicy["policy"]): number {
  return POLICIES.indexOf(policy);
}

/**
 * Why these collections must not leave by an export, as they are configured now; undefined = they may. A caller on this
 * machine writes to its own disk; where any other one sits is not known, so the farthest place is assumed.
 */
export function whyDenied(
  collections: readonly string[],
  config: IndexConfig | undefined,
  caller: TraceCaller,
): string | undefined {
  const policies = collections.map((name) => policyOf(name, config));
  const system = { collection: "system", policy: "local_only", source: "config_default" } as const;
  const decision = decide({
    collections: policies.length === 0 ? [system] : policies,
    action: "export",
    destinationZone: caller.local ? "local_process" : "remote",
    contentClass: "retrieval_trace",
    caller: { authenticated: true, operationAuthorized: true },
  });
  return decision.allowed ? undefined : decision.reason;
}
