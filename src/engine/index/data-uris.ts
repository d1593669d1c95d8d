/** Embedded files (`data:` URIs). They are kept in the text, but add no chunk and no word to the index. */
import { Ranges } from "./ranges.ts";

/** Shorter ones are small enough to read along. */
const MIN_LENGTH = 200;
// One character class with one quantifier: linear on any input.
const DATA_URI = /data:[\w.+-]{0,80}\/?[\w.+-]{0,80}(?:;[\w.=+-]{1,80}){0,4},[^\s"'<>()[\]`]*/iy;

export function findDataUris(text: string): Ranges {
  const ranges: { from: number; to: number }[] = [];
  for (let at = text.indexOf("data:"); at !== -1; at = text.indexOf("data:", at)) {
    DATA_URI.lastIndex = at;
    const length = DATA_URI.exec(text)?.[0].length ?? 0;
    if (length >= MIN_LENGTH) ranges.push({ from: at, to: at + length });
    at += Math.max(5, length);
  }
  return new Ranges(ranges);
}

/** The text without them, a blank in place of each. */
export function withoutRanges(text: string, ranges: Ranges): string {
  if (ranges.list.length === 0) return text;
  let result = "";
  let at = 0;
  for (const range of ranges.list) {
    result += `${text.slice(at, range.from)} `;
    at = range.to;
  }
  return result + text.slice(at);
}
