/** Hashes and ids of records: what makes exports repeatable and guesses fruitless. */
import { createHmac } from "node:crypto";
import { digestOf } from "../canonical.ts";

/** A hash that says nothing to who has no secret: guessed texts cannot be compared with it. */
export function keyed(secret: string, text: string): string {
  return createHmac("sha256", secret).update(text).digest("hex");
}

/** `run-`, `event-`, `judgment-` or `trace-export-` and 40 hex digits of what the thing is. */
export function idOf(prefix: string, identity: unknown): string {
  return `${prefix}-${digestOf(identity).slice(0, 40)}`;
}

export const bytesOf = (text: string): number => Buffer.byteLength(text, "utf8");
