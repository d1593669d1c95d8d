/** One text for one value, and hashes of it: what ids, digests and repeatable exports are made from. */
import { createHash } from "node:crypto";

/** Canonical JSON: keys by UTF-16 code unit, arrays in order. Plain data only; `undefined` members are left out. */
export function canonical(value: unknown): string {
  if (Array.isArray(value)) return `[${value.map(canonical).join(",")}]`;
  if (typeof value !== "object" || value === null) return JSON.stringify(value);
  const members: string[] = [];
  for (const key of Object.keys(value).sort()) {
    const own = (value as Record<string, unknown>)[key];
    if (own !== undefined) members.push(`${JSON.stringify(key)}:${canonical(own)}`);
  }
  return `{${members.join(",")}}`;
}

export function sha256(data: string | Uint8Array): string {
  return createHash("sha256").update(data).digest("hex");
}

export function digestOf(value: unknown): string {
  return sha256(canonical(value));
}
