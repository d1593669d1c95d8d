/** gno_egress_check: what would be decided about a transfer; nothing is sent or kept. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { EgressCheck } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson, canonicalName } from "./present-egress.ts";

export const egressCheck = {
  run({ collections, action, destinationZone, caller, contentClass, partialResults }, { engine }, call) {
    const names = collections?.map((name) => canonicalName(name, call));
    if (names !== undefined && new Set(names).size < names.length)
      return call.fail("VALIDATION", "collections names one of them twice. Name each once.");
    const outcome = engine.egress.check({
      ...(names === undefined ? {} : { collections: names }),
      action,
      destinationZone,
      caller,
      contentClass,
      partial: partialResults === "explicit",
    });
    if (outcome.kind === "no-collections")
      return call.fail(
        "VALIDATION",
        "No collection is configured, so there is nothing to decide. Name collections to ask about them all the same.",
      );
    if (outcome.kind === "too-many")
      return call.fail(
        "VALIDATION",
        `More than ${outcome.most} collections are configured. Name at most ${outcome.most} in collections.`,
      );
    const { mode, allowedCollections, omittedCollections, lineage, decision } = outcome.check;
    const omitted = omittedCollections.map(({ collection }) => collection);
    const [first, ...others] = omitted;
    return {
      schemaVersion: "1.0" as const,
      mode,
      allowedCollections: [...allowedCollections],
      omittedCollections: [...omittedCollections],
      disclosure:
        mode === "partial" && first !== undefined
          ? {
              code: "EGRESS_PARTIAL_RESULT" as const,
              omittedCount: omitted.length,
              omittedCollections: [first, ...others] as [string, ...string[]],
            }
          : null,
      lineage: { ...lineage, sources: [...lineage.sources] as never },
      decision: { ...decision, audit: { ...decision.audit, collections: [...decision.audit.collections] } },
      remediation: decision.allowed ? null : { code: decision.reason, message: remedy(outcome.check) },
    };
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_check", GnoDeps>;

function remedy({ decision: { reason, audit }, omittedCollections }: EgressCheck): string {
  switch (reason) {
    case "POLICY_LOCAL_ONLY":
    case "POLICY_LAN_ONLY": {
      const names = omittedCollections.map(({ collection }) => collection);
      const shown = names.slice(0, 5).join(", ") + (names.length > 5 ? ` and ${names.length - 5} more` : "");
      const stays = reason === "POLICY_LOCAL_ONLY" ? "this machine" : "private addresses";
      return `Content of ${shown} stays on ${stays}. To let it go there, set the policy of each to ${audit.destinationZone} with gno_egress_policy_set.`;
    }
    case "AUTHENTICATION_REQUIRED":
      return "The policies would allow it for a caller who is known. Ask with the bearer token.";
    case "CALLER_NOT_AUTHORIZED":
      return "The caller may not do this, whatever the policies say. Let the operation be allowed first.";
    case "ACTION_DESTINATION_MISMATCH":
      return `${audit.action} is never done to ${audit.destinationZone}. Choose another action or destination.`;
    default:
      return "The question is not one that can be allowed. Check its collections, action and destination.";
  }
}
