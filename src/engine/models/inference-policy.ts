/**
 * May text of these collections go to a model server there? The configured policies, put to `decide()`. The caller is the
 * owner of the configuration, who named the server: what is asked here is his own word about his collections.
 */
import type { ConfigStore, IndexConfig } from "../config/types.ts";
import {
  type CollectionPolicy,
  decide,
  type EgressDecision,
  MAX_COLLECTIONS,
  type Zone,
} from "../egress/decide.ts";

export type InferencePolicy = (
  zone: Exclude<Zone, "local_process">,
  collections: readonly string[],
) => EgressDecision;

/** Where nothing is configured yet: the strictest policy, so that only this machine is reached. */
const NOBODY: CollectionPolicy = { collection: "system", policy: "local_only", source: "config_default" };

/** No collections named = all configured ones: a question about everything is held to the strictest of them. */
export function inferencePolicy(config: Pick<ConfigStore, "load">): InferencePolicy {
  return (destinationZone, collections) => {
    const settings = config.load();
    const names =
      collections.length > 0 ? collections : (settings?.collections ?? []).map(({ name }) => name);
    const scope = names.length > 0 ? [...new Set(names)].map((name) => policyOf(settings, name)) : [NOBODY];
    let decision: EgressDecision | undefined;
    // One question holds so many collections at most; all of them must be allowed.
    for (let from = 0; from < scope.length; from += MAX_COLLECTIONS) {
      decision = decide({
        collections: scope.slice(from, from + MAX_COLLECTIONS),
        action: "remote_inference",
        destinationZone,
        contentClass: "embedding",
        caller: { authenticated: true, operationAuthorized: true },
      });
      if (!decision.allowed) break;
    }
    return decision as EgressDecision;
  };
}

function policyOf(settings: Pick<IndexConfig, "collections"> | undefined, name: string): CollectionPolicy {
  const known = settings?.collections.find((one) => one.name === name);
  if (known?.egressPolicy !== undefined)
    return { collection: name, policy: known.egressPolicy, source: "explicit" };
  const source = known === undefined ? "legacy_default" : "config_default";
  return { collection: name, policy: "local_only", source };
}
