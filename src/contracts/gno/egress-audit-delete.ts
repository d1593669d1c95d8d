/** gno_egress_audit_delete: one receipt goes for good. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { noReceipt } from "./egress-audit-show.ts";
import { asJson } from "./present-egress.ts";
import { requireWrites } from "./start-job.ts";

export const egressAuditDelete = {
  async run({ auditId }, { engine }, call) {
    requireWrites(call);
    const removal = await engine.egress.audit.remove(auditId);
    if (removal === undefined) return noReceipt(auditId, call);
    return { schemaVersion: "1.0" as const, auditId, ...removal, deleted: 1 as const };
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_audit_delete", GnoDeps>;
