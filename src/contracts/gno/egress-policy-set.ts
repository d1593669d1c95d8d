/** gno_egress_policy_set: how far content of a collection may go from now on. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson, canonicalName, policyState } from "./present-egress.ts";
import { unknownCollection } from "./present-hits.ts";
import { requireWrites } from "./start-job.ts";

export const egressPolicySet = {
  async run({ collection, policy, confirmation }, { engine }, call) {
    requireWrites(call);
    const name = canonicalName(collection, call);
    const outcome = await engine.egress.setPolicy({
      collection: name,
      policy,
      ...(confirmation === undefined
        ? {}
        : { confirmation: { ...confirmation, collection: canonicalName(confirmation.collection, call) } }),
    });
    switch (outcome.kind) {
      case "unknown": {
        const known = engine.collections.list().map((configured) => configured.name);
        return call.fail("NOT_FOUND", unknownCollection(name, known));
      }
      case "unconfirmed": {
        const { currentPolicy, currentRevision } = outcome.wanted;
        const why = outcome.given
          ? "The confirmation does not say what is: it was used already, or something changed since"
          : `Content of ${name} would go further than now`;
        return call.fail(
          "EGRESS_RELAXATION_CONFIRMATION_REQUIRED",
          `${why}. The policy of ${name} is ${currentPolicy} at revision ${currentRevision}. If that is to become ${policy}, send confirmation ${JSON.stringify(outcome.wanted)}`,
          { confirmation: outcome.wanted },
        );
      }
      case "exhausted":
        return call.fail(
          "CONSTRAINT_VIOLATION",
          `The revisions of ${name} are used up. Set a lower egressPolicyRevision for it in index.yml, or add the folder under another name.`,
        );
      case "set":
        return {
          schemaVersion: "1.0" as const,
          previous: policyState(outcome.previous),
          current: policyState(outcome.current),
          change: outcome.change,
          invalidation:
            outcome.change === "unchanged"
              ? null
              : {
                  policyEpoch: outcome.epoch,
                  // No job waits in a queue, and sessions are asked anew with each request.
                  queuedJobsInvalidated: 0,
                  sessionsInvalidated: 0,
                  staleWorkMustRetry: true as const,
                },
        };
    }
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_policy_set", GnoDeps>;
