/**
 * May text of these collections go to a model server there? The caller is the owner of the configuration, who named the
 * server: what is asked here is his own word about his collections. No collections named = all that are configured: a
 * question about everything is held to the strictest of them.
 */
import type { ConfigStore } from "../config/types.ts";
import { judge } from "../egress/check.ts";
import type { ContentClass, EgressDecision, Zone } from "../egress/decide.ts";
import { createPolicies } from "../egress/policies.ts";
import type { Egress, TransferQuestion } from "../egress/types.ts";
import { EmbeddingUnavailable } from "../embed/port.ts";
import { StoreError } from "../store/errors.ts";

export type ServerZone = Exclude<Zone, "local_process">;

export type InferencePolicy = (
  zone: ServerZone,
  collections: readonly string[],
  contentClass: ContentClass,
) => EgressDecision | Promise<EgressDecision>;

/** With a receipt for every request to another machine, sent or refused. */
export function inferencePolicy(egress: Pick<Egress, "authorize">): InferencePolicy {
  return async (zone, collections, contentClass) => {
    try {
      return await egress.authorize(question(zone, collections, contentClass));
    } catch (error) {
      if (!(error instanceof StoreError)) throw error;
      throw new EmbeddingUnavailable(
        "failed",
        `Nothing was sent to the model server, because no receipt of it could be kept: ${error.message}`,
      );
    }
  };
}

/** What would be decided, by the configuration alone; nothing is kept. */
export function expectedDecision(
  config: Pick<ConfigStore, "load">,
): (zone: ServerZone, collections: readonly string[], contentClass?: ContentClass) => EgressDecision {
  const policies = createPolicies(config);
  return (zone, collections, contentClass = "embedding") =>
    judge(policies, question(zone, collections, contentClass)).decision;
}

function question(
  destinationZone: ServerZone,
  collections: readonly string[],
  contentClass: ContentClass,
): TransferQuestion {
  return {
    ...(collections.length === 0 ? {} : { collections }),
    action: "remote_inference",
    destinationZone,
    contentClass,
    caller: { authenticated: true, operationAuthorized: true },
  };
}
