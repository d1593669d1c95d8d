/** The one form of a value that identities are taken from: sorted keys, no blanks, texts in NFC with plain line ends. */
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

/** The same value with its keys in canonical order, so that any JSON writer gives the canonical text. */
export function inCanonicalOrder<Value>(value: Value): Value {
  return JSON.parse(canonical(value)) as Value;
}

export function sha256(text: string): string {
  return createHash("sha256").update(text).digest("hex");
}

export function digestOf(value: unknown): string {
  return sha256(canonical(value));
}

/** Of a caller's text: NFC, line ends as LF, no half characters. */
export function normalText(text: string): string {
  return text.toWellFormed().replace(/\r\n?/g, "\n").normalize("NFC");
}

export function byCodeUnit(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

export function asSet(texts: readonly string[]): string[] {
  return [...new Set(texts)].sort(byCodeUnit);
}
