/** Cursors of gno_trace_list: a place in an order that never changes, readable only here. */
import type { TracePlace } from "../../engine/engine.ts";

const prefix = "gno-trace-v1.";

export function traceCursor({ createdAtMs, traceId }: TracePlace): string {
  return prefix + Buffer.from(JSON.stringify({ createdAtMs, traceId })).toString("base64url");
}

/** undefined for anything that `traceCursor` did not write. */
export function readTraceCursor(cursor: string): TracePlace | undefined {
  if (!cursor.startsWith(prefix)) return undefined;
  try {
    const place = JSON.parse(
      Buffer.from(cursor.slice(prefix.length), "base64url").toString("utf8"),
    ) as Partial<TracePlace>;
    const { createdAtMs, traceId } = place;
    if (!Number.isSafeInteger(createdAtMs) || (createdAtMs as number) < 0 || typeof traceId !== "string") {
      return undefined;
    }
    const read = { createdAtMs: createdAtMs as number, traceId };
    return traceId !== "" && traceCursor(read) === cursor ? read : undefined;
  } catch {
    return undefined;
  }
}
