/** Questions to `decide()` about the collections as they are configured. */
import { type CollectionPolicy, decide, type EgressDecision, MAX_COLLECTIONS } from "./decide.ts";
import { lineageOf } from "./lineage.ts";
import type { Policies } from "./policies.ts";
import type { CheckOutcome, CheckQuestion, TransferQuestion } from "./types.ts";

/** Stands for a place where nothing is configured: only this machine is reached. */
const NOBODY: CollectionPolicy = { collection: "system", policy: "local_only", source: "config_default" };

export function check(policies: Policies, question: CheckQuestion): CheckOutcome {
  const scope = policies.scope(question.collections);
  if (scope.length === 0) return { kind: "no-collections" };
  if (scope.length > MAX_COLLECTIONS) return { kind: "too-many", most: MAX_COLLECTIONS };
  const decision = decideOn(scope, question);
  const lineage = lineageOf(scope);
  const names = lineage.sources.map(({ collection }) => collection);
  if (decision.allowed) {
    return {
      kind: "checked",
      check: { mode: "complete", allowedCollections: names, omittedCollections: [], lineage, decision },
    };
  }
  const each = lineage.sources.map((one) => ({
    collection: one.collection,
    ...decideOn([one], question),
  }));
  const alone = each.filter(({ allowed }) => allowed).map(({ collection }) => collection);
  const partial = question.partial && alone.length > 0;
  return {
    kind: "checked",
    check: {
      mode: partial ? "partial" : "denied",
      allowedCollections: partial ? alone : [],
      omittedCollections: each
        .filter(({ allowed }) => !allowed)
        .map(({ collection, reason }) => ({ collection, reason })),
      lineage,
      decision,
    },
  };
}

/** The decision on a transfer, and the collections it was made about. */
export function judge(
  policies: Policies,
  question: TransferQuestion,
): { readonly decision: EgressDecision; readonly scope: readonly CollectionPolicy[] } {
  const asked = policies.scope(question.collections);
  const scope = asked.length > 0 ? asked : [NOBODY];
  let decision = decideOn(scope.slice(0, MAX_COLLECTIONS), question);
  // One question holds so many collections at most; all of them must be allowed.
  for (let from = MAX_COLLECTIONS; decision.allowed && from < scope.length; from += MAX_COLLECTIONS)
    decision = decideOn(scope.slice(from, from + MAX_COLLECTIONS), question);
  return { decision, scope };
}

function decideOn(
  collections: readonly CollectionPolicy[],
  { action, destinationZone, contentClass, caller }: TransferQuestion,
): EgressDecision {
  return decide({ collections, action, destinationZone, contentClass, caller });
}
