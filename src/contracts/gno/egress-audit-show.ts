/** gno_egress_audit_show: one receipt. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson } from "./present-egress.ts";

export const egressAuditShow = {
  run({ auditId }, { engine }, call) {
    const receipt = engine.egress.audit.show(auditId);
    return receipt === undefined ? noReceipt(auditId, call) : { schemaVersion: "1.0" as const, receipt };
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_audit_show", GnoDeps>;

export function noReceipt(auditId: string, call: Pick<Call<"NOT_FOUND">, "fail">): never {
  return call.fail(
    "NOT_FOUND",
    `No receipt ${JSON.stringify(auditId)} is kept: it was deleted, is older than 30 days, or never was. See gno_egress_audit_list.`,
  );
}
