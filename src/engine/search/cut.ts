/** Cuts between visible characters: never inside a surrogate pair, an emoji family, a flag or a letter with marks. */

/** How far back a visible character may begin. */
const reach = 256;

/** The last place at or before `at` where the text may be cut. Looks no further back than `from`. */
export function cutBefore(text: string, at: number, from = 0): number {
  if (at <= from) return from;
  if (at >= text.length) return text.length;
  if (isPlain(text.charCodeAt(at)) && isPlain(text.charCodeAt(at - 1))) return at;
  const start = wholeCharacter(text, Math.max(from, at - reach));
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

function wholeCharacter(text: string, at: number): number {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff ? at + 1 : at;
}
