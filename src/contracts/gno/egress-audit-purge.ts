/** gno_egress_audit_purge: every receipt goes for good. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson } from "./present-egress.ts";
import { requireWrites } from "./start-job.ts";

export const egressAuditPurge = {
  async run(_, { engine }, call) {
    requireWrites(call);
    return { schemaVersion: "1.0" as const, ...(await engine.egress.audit.purge()) };
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_audit_purge", GnoDeps>;
