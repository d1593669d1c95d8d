/** What the egress tools share: names as they are configured, policies with their version, cursors over receipts. */

import { canonical } from "../../engine/canonical.ts";
import type { AuditPosition, PolicyState } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";

const collectionName = /^[a-z0-9][a-z0-9_-]{0,63}$/;
const prefix = "gno-egress-audit-v1.";

/** As it would be configured; a text that no collection can have as its name ends the call. */
export function canonicalName(given: string, call: Pick<Call<"VALIDATION">, "fail">): string {
  const name = given.trim().toLowerCase();
  if (collectionName.test(name)) return name;
  return call.fail(
    "VALIDATION",
    `${JSON.stringify(given)} is no name of a collection: 1 to 64 of a-z, 0-9, "-" and "_", a letter or digit first.`,
  );
}

export function policyState(state: PolicyState) {
  return { schemaVersion: "1.0" as const, ...state };
}

export function auditCursor({ auditId, createdAtMs }: AuditPosition): string {
  return prefix + Buffer.from(canonical({ auditId, createdAtMs })).toString("base64url");
}

/** undefined = no cursor that this server has given out. */
export function readAuditCursor(cursor: string): AuditPosition | undefined {
  if (!cursor.startsWith(prefix)) return undefined;
  try {
    const { auditId, createdAtMs } = JSON.parse(
      Buffer.from(cursor.slice(prefix.length), "base64url").toString("utf8"),
    ) as Partial<AuditPosition>;
    if (typeof auditId !== "string" || !Number.isSafeInteger(createdAtMs)) return undefined;
    const position = { auditId, createdAtMs: createdAtMs as number };
    return auditCursor(position) === cursor ? position : undefined;
  } catch {
    return undefined;
  }
}

/** These answers are read for their fields: the text is the data. */
export function asJson(data: unknown): string {
  return JSON.stringify(data, null, 2);
}
