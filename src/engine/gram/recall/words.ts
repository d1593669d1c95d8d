/** A query's words as full-text expressions. Everything is quoted, so no word is an operator. */

const WORD = /[\p{L}\p{N}\p{M}_]+/gu;
const STOP: ReadonlySet<string> = new Set(
  "a an and are as at be by did do does for from had has have how in is it its of on or that the their them they this to was we were what when where which who why will with you your".split(
    " ",
  ),
);

export function wordsOf(query: string): readonly string[] {
  return [...new Set(query.normalize("NFC").toLowerCase().match(WORD) ?? [])];
}

/** All of the words; undefined without one. */
export function allOf(words: readonly string[]): string | undefined {
  return words.length === 0 ? undefined : words.map(quoted).join(" AND ");
}

/** Any of the words that say something. */
export function anyOf(words: readonly string[]): string | undefined {
  const telling = words.filter((word) => !STOP.has(word));
  const used = telling.length > 0 ? telling : words;
  return used.length === 0 ? undefined : used.map(quoted).join(" OR ");
}

/** The words one behind the other. */
export function phraseOf(query: string): string | undefined {
  const words = query.normalize("NFC").toLowerCase().match(WORD) ?? [];
  return words.length === 0 ? undefined : quoted(words.join(" "));
}

function quoted(text: string): string {
  return `"${text.replaceAll('"', '""')}"`;
}
