/** gno_egress_audit_list: receipts of decisions, newest first, a page at a time. spec/gno.md, "Egress". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { asJson, auditCursor, readAuditCursor } from "./present-egress.ts";

export const egressAuditList = {
  run({ limit, cursor }, { engine }, call) {
    const after = cursor === undefined ? undefined : readAuditCursor(cursor);
    if (cursor !== undefined && after === undefined)
      return call.fail(
        "INVALID_INPUT",
        "cursor is none that this tool gives out. Send nextCursor of an answer unchanged, or none to begin anew.",
      );
    const { receipts, more } = engine.egress.audit.list(limit, after);
    const last = receipts.at(-1);
    return {
      schemaVersion: "1.0" as const,
      receipts: [...receipts],
      nextCursor: more && last !== undefined ? auditCursor(last) : null,
    };
  },

  text: asJson,
} satisfies Tool<GnoTools, "gno_egress_audit_list", GnoDeps>;
