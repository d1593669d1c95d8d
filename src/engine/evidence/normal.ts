/** The form in which a capsule holds values: sorted keys, texts in NFC with plain line ends. */
import { canonical } from "../canonical.ts";

/** The same value with its keys in canonical order, so that any JSON writer gives the canonical text. */
export function inCanonicalOrder<Value>(value: Value): Value {
  return JSON.parse(canonical(value)) as Value;
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
