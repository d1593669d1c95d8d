/** The form of a tag: lower case, segments joined by `/`, each starting with a letter or a number. */

const SEGMENT = /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{N}\p{M}.-]*$/u;

/** @returns undefined for text that is no tag even after trimming and lowercasing. */
export function normalizeTag(text: string): string | undefined {
  const tag = text.trim().normalize("NFC").toLowerCase();
  return tag.split("/").every((segment) => SEGMENT.test(segment)) ? tag : undefined;
}
