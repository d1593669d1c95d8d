/** One text for one value, and hashes of it: what makes ids, digests and exports repeatable. */
import { createHash, createHmac } from "node:crypto";

/** JSON whose keys are sorted by code units, at every level. */
export function canonical(value: unknown): string {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

/** A hash that says nothing to who has no secret: guessed texts cannot be compared with it. */
export function keyed(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** `run-`, `event-`, `judgment-` or `trace-export-` and 40 hex digits of what the thing is. */
export function idOf(prefix: string, identity: unknown): string {
  return `${prefix}-${sha256(canonical(identity)).slice(0, 40)}`;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, "utf8");
