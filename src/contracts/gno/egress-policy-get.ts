/** gno_egress_policy_get: how far content of one collection may go. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson, canonicalName, policyState } from "./present-egress.ts";
import { unknownCollection } from "./present-hits.ts";

export const egressPolicyGet = {
  run({ collection }, { engine }, call) {
    const name = canonicalName(collection, call);
    const state = engine.egress.policy(name);
    if (state === undefined) {
      const known = engine.collections.list().map((configured) => configured.name);
      return call.fail("NOT_FOUND", unknownCollection(name, known));
    }
    return policyState(state);
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_policy_get", GnoDeps>;
