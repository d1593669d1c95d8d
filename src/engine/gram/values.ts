/** Values in operation lines: as written where a line can hold them, else as a JSON string. */

/** What cannot stand bare: control characters, and what other tools take for a line break. */
const NEEDS_QUOTES = /^"|^\s|\s$|^$|[\u0000-\u001f\u007f-\u009f\u2028\u2029]/u;
const ESCAPED = /[\u007f-\u009f\u2028\u2029]/gu;

export function encodeValue(value: string): string {
  if (!NEEDS_QUOTES.test(value)) return value;
  return JSON.stringify(value).replace(
    ESCAPED,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, "0")}`,
  );
}

/** @returns undefined for a broken JSON string */
export function decodeValue(text: string): string | undefined {
  if (!text.startsWith('"')) return text;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "string" ? value : undefined;
  } catch {
    return undefined;
  }
}
