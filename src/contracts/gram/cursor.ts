/** Cursors: where the next page begins, bound to the call that gave it out and to what it was read from. */
import { hash } from "node:crypto";
import { canonicalJson, type JsonValue } from "../../engine/gram/canonical.ts";
import type { Fails } from "./refusals.ts";

/** The last words of the message that tells a cursor is stale. */
const again: Readonly<Record<string, string>> = { list: "list again" };

export interface Paging {
  /** The tool's name without `gram_`. */
  readonly tool: string;
  /** Without cursor and limit. */
  readonly args: Readonly<Record<string, unknown>>;
  /** What was read: when it moves, the cursor is stale. */
  readonly snapshot: string;
}

/** A digest of what a list was made from. */
export function snapshotOf(parts: readonly JsonValue[]): string {
  return hash("sha256", canonicalJson(parts)).slice(0, 16);
}

export function cursorFor({ tool, args, snapshot }: Paging, position: readonly JsonValue[]): string {
  return Buffer.from(JSON.stringify([tool, digestOf(args), snapshot, position])).toString("base64url");
}

/** Where to go on; undefined without a cursor. */
export function positionOf(
  cursor: string | undefined,
  { tool, args, snapshot }: Paging,
  call: Fails<"E_CURSOR" | "STALE_CURSOR">,
): readonly JsonValue[] | undefined {
  if (cursor === undefined) return undefined;
  const parts = decode(cursor);
  if (parts === undefined || parts[0] !== tool || parts[1] !== digestOf(args) || !Array.isArray(parts[3])) {
    return call.fail("E_CURSOR", `Invalid ${tool} cursor`);
  }
  if (parts[2] !== snapshot) {
    return call.fail(
      "STALE_CURSOR",
      `The documents changed since this cursor; ${again[tool] ?? "start again"}`,
    );
  }
  return parts[3];
}

function decode(cursor: string): readonly JsonValue[] | undefined {
  try {
    const parts: unknown = JSON.parse(Buffer.from(cursor, "base64url").toString("utf8"));
    return Array.isArray(parts) && parts.length === 4 ? (parts as JsonValue[]) : undefined;
  } catch {
    return undefined;
  }
}

function digestOf(args: Readonly<Record<string, unknown>>): string {
  return hash("sha256", canonicalJson(args as JsonValue)).slice(0, 16);
}
