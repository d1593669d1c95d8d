/** Cuts between visible characters: never inside a surrogate pair, an emoji family, a flag or a letter with marks. */

/** How far back a visible character may begin. */
const reach = 256;

/** The last place at or before `at` where the text may be cut. Looks no further back than `from`. */
export function cutBefore(text: string, at: number, from = 0): number {
  if (at <= from) return from;
  if (at >= text.length) return text.length;
  if (isPlain(text.charCodeAt(at)) && isPlain(text.charCodeAt(at - 1))) return at;
  const start = segmentStart(text, Math.max(from, at - reach), from);
  const near = text.slice(start, at + 32);
  const segment = new Intl.Segmenter(undefined, { granularity: "grapheme" })
    .segment(near)
    .containing(at - start);
  return segment === undefined ? at : start + segment.index;
}

/** Printable ASCII, or a line feed: never joined with its neighbour when both are. */
function isPlain(code: number): boolean {
  return (code >= 0x20 && code < 0x7f) || code === 0x0a;
}

/** Flags are pairs of letters without a border of their own: they have to be counted from the first of a row. */
function segmentStart(text: string, at: number, from: number): number {
  let start = isLow(text.charCodeAt(at)) ? at + 1 : at;
  while (start > from && isFlagLetter(text, start)) start -= 2;
  return Math.max(start, from);
}

function isLow(code: number): boolean {
  return code >= 0xdc00 && code <= 0xdfff;
}

function isFlagLetter(text: string, at: number): boolean {
  const codePoint = text.codePointAt(at) as number;
  return codePoint >= 0x1f1e6 && codePoint <= 0x1f1ff;
}
