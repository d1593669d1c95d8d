/** gno_egress_audit_status: how many receipts are kept, and for how long. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson } from "./present-egress.ts";

export const egressAuditStatus = {
  run(_, { engine }) {
    const { retention, ...counts } = engine.egress.audit.status();
    return {
      schemaVersion: "1.0" as const,
      retention: retention as { maxAgeDays: 30; maxReceipts: 10_000; maxBytes: 4_194_304 },
      ...counts,
    };
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_audit_status", GnoDeps>;
