/**
 * Changing the policy of a collection. The revision is used up in the durable database first, then index.yml is
 * rewritten: a process that is killed in between has changed nothing but the revision, and its confirmation is spent.
 */
import { timingSafeEqual } from "node:crypto";
import { digestOf } from "../canonical.ts";
import type { ConfigStore } from "../config/types.ts";
import type { Clock } from "../ports.ts";
import type { Store } from "../store/open.ts";
import { POLICIES } from "./decide.ts";
import type { Durable } from "./durable.ts";
import type { Policies } from "./policies.ts";
import type { Confirmation, PolicyState, SetPolicy, SetPolicyOutcome } from "./types.ts";

export interface SetPolicyOptions {
  readonly config: Pick<ConfigStore, "setEgressPolicy">;
  readonly durable: Durable;
  readonly policies: Policies;
  readonly clock: Clock;
}

/** The highest revision given out, by collection. */
export function revisions(store: Store): ReadonlyMap<string, number> {
  const rows = store.statement<[], { collection: string; revision: number }>(
    "SELECT collection, revision FROM egress_policy",
  );
  return new Map(rows.all().map(({ collection, revision }) => [collection, revision]));
}

type Judged =
  | Exclude<SetPolicyOutcome, { kind: "set" }>
  | { readonly kind: "unchanged"; readonly state: PolicyState }
  | {
      readonly kind: "claimed";
      readonly previous: PolicyState;
      readonly revision: number;
      readonly change: "tightened" | "relaxed" | "source_changed";
    };

/** The caller holds the write lease; two that do not are told apart by the durable transaction all the same. */
export async function setPolicy(
  { config, durable, policies, clock }: SetPolicyOptions,
  request: SetPolicy,
): Promise<SetPolicyOutcome> {
  const seen = judge(policies.state(request.collection), request);
  if (seen.kind === "unchanged")
    return {
      kind: "set",
      previous: seen.state,
      current: seen.state,
      change: "unchanged",
      epoch: policies.epoch(),
    };
  // A refusal must not make the file.
  if (seen.kind !== "claimed") return seen;

  const judged = await durable.write((store): Judged => {
    const again = judge(policies.state(request.collection), request);
    if (again.kind === "claimed") {
      store
        .statement(
          `INSERT INTO egress_policy (collection, revision, changed_ms) VALUES (?, ?, ?)
           ON CONFLICT (collection) DO UPDATE SET revision = excluded.revision, changed_ms = excluded.changed_ms`,
        )
        .run(request.collection, again.revision, clock.now());
    }
    return again;
  });
  if (judged.kind !== "claimed") {
    return judged.kind === "unchanged"
      ? {
          kind: "set",
          previous: judged.state,
          current: judged.state,
          change: "unchanged",
          epoch: policies.epoch(),
        }
      : judged;
  }
  config.setEgressPolicy(request.collection, request.policy, judged.revision);
  const current = policies.state(request.collection);
  if (current === undefined) return { kind: "unknown" };
  return {
    kind: "set",
    previous: judged.previous,
    current,
    change: judged.change,
    epoch: policies.epoch(),
  };
}

function judge(state: PolicyState | undefined, { policy, confirmation }: SetPolicy): Judged {
  if (state === undefined) return { kind: "unknown" };
  const wanted: Confirmation = {
    collection: state.collection,
    currentPolicy: state.effectivePolicy,
    currentRevision: state.revision,
    targetPolicy: policy,
    acknowledged: true,
  };
  const step = POLICIES.indexOf(policy) - POLICIES.indexOf(state.effectivePolicy);
  if (confirmation === undefined ? step > 0 : !same(confirmation, wanted))
    return { kind: "unconfirmed", given: confirmation !== undefined, wanted };
  if (state.configuredPolicy === policy) return { kind: "unchanged", state };
  if (state.revision >= Number.MAX_SAFE_INTEGER) return { kind: "exhausted" };
  const change = step > 0 ? "relaxed" : step < 0 ? "tightened" : "source_changed";
  return { kind: "claimed", previous: state, revision: state.revision + 1, change };
}

/** All five values, in a time that says nothing about which of them differs. */
function same(given: Confirmation, wanted: Confirmation): boolean {
  const { collection, currentPolicy, currentRevision, targetPolicy, acknowledged } = given;
  const asked = { collection, currentPolicy, currentRevision, targetPolicy, acknowledged };
  return timingSafeEqual(Buffer.from(digestOf(asked)), Buffer.from(digestOf(wanted)));
}
