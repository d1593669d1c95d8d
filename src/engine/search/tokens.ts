/**
 * Text as the full-text indexes see it. SQLite's word splitter needs spaces, so runs of scripts written without them
 * become overlapping pairs of characters; everything else passes through. Both sides of a search must use this file.
 */

// Thai to Myanmar, Khmer, Kana, Han, Hangul and the compatibility forms that NFKC folds into them.
const UNSPACED =
  "\\u0E01-\\u0EFF\\u1000-\\u109F\\u1100-\\u11FF\\u1780-\\u17FF\\u3005-\\u3007\\u3041-\\u30FA\\u30FC-\\u318F\\u31A0-\\u31FF" +
  "\\u3400-\\u4DBF\\u4E00-\\u9FFF\\uA960-\\uA97F\\uAC00-\\uD7FF\\uF900-\\uFAFF\\uFF66-\\uFFDC\\u{1B000}-\\u{1B2FF}\\u{20000}-\\u{323AF}";
const NEEDS_WORK = new RegExp(`[ß\\u1E9E\\uFF01-\\uFF5E${UNSPACED}]`, "u");
const RUN = new RegExp(`[${UNSPACED}]+`, "gu");
const FULL_WIDTH = /[\uFF01-\uFF5E]+/g;
const SHARP_S = /[ß\u1E9E]/g;
const MARKS = /\p{M}+/gu;

/** For indexing: pairs, and the last character of a run alone, so that each single character starts some token. */
export function toIndexText(text: string): string {
  return convert(text, true);
}

/** For queries: the same, without the closing single character, so that the pairs of a phrase stay neighbours. */
export function toQueryText(text: string): string {
  return convert(text, false);
}

function convert(text: string, closing: boolean): string {
  if (!NEEDS_WORK.test(text)) return text;
  return text
    .replace(SHARP_S, "ss")
    .replace(FULL_WIDTH, (run) => run.normalize("NFKC"))
    .replace(RUN, (run) => ` ${pairs(run, closing)} `);
}

function pairs(run: string, closing: boolean): string {
  // Marks of Thai, Lao, Khmer and Myanmar split words in SQLite's splitter; Kana voicing marks are composed by NFKC.
  const characters = [...run.normalize("NFKC").replace(MARKS, "")];
  if (characters.length < 2) return characters.join("");
  const tokens: string[] = [];
  for (let i = 0; i + 1 < characters.length; i++) tokens.push(`${characters[i]}${characters[i + 1]}`);
  if (closing) tokens.push(characters.at(-1) as string);
  return tokens.join(" ");
}
