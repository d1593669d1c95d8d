/**
 * A draft as claims: sentences with their place in it, and the citation markers that follow each one. Offsets are UTF-16
 * code units; markup of lists, headings and quotes is no part of a claim, and fenced code is one piece.
 */

export interface FoundMarker {
  /** As written: `[evidence:…]`. */
  readonly marker: string;
  readonly start: number;
  readonly end: number;
  /** undefined = not of the form that an id has. */
  readonly evidenceId: string | undefined;
}

export interface FoundClaim {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly markers: readonly FoundMarker[];
}

export interface FoundClaims {
  readonly claims: readonly FoundClaim[];
  /** Markers before the first claim of their line: they belong to nothing. */
  readonly orphans: readonly FoundMarker[];
}

const MARKER = /\[evidence:([^\]\n]*)\]?/g;
const ID = /^[0-9a-f]{64}$/;
const SUBSTANCE = /[\p{L}\p{N}]/u;
/** Marks of lists, headings and quotations at the start of a line. */
const LEAD = /^(?:\s*(?:[-*+•]|\d{1,3}[.)]|#{1,6}|>)(?=\s|$))*\s*/;
const FENCE = /^\s*(`{3,}|~{3,})/;
const ENDS = ".!?;";
const WIDE_ENDS = "。！？；";
/** What may stand between the end of a sentence and the blank behind it. */
const CLOSING = "\"'”’»)]*_`";
const ABBREVIATION =
  /(?:^|[\s("'“[])(?:e\.g|i\.e|etc|cf|vs|approx|ca|al|resp|incl|excl|no|nos|nr|fig|figs|sec|ch|vol|pp?|ed|eds|mr|mrs|ms|dr|prof|st|jr|sr|inc|ltd|co|corp|dept|est|min|max|jan|feb|mar|apr|jun|jul|aug|sept?|oct|nov|dec|z\.B|d\.h|u\.a|bzw|usw|ggf)$/iu;
const INITIAL = /(?:^|[\s("'“[])\p{Lu}$/u;
/** Month names and units end sentences as well: only when something small or a figure follows do they not. */
const GOES_ON = /^\s+[\p{Ll}\p{N}]/u;
const ALWAYS_SHORT = /(?:e\.g|i\.e|cf|vs|approx|mr|mrs|ms|dr|prof|fig|z\.B|d\.h)$/iu;

export function findClaims(draft: string): FoundClaims {
  const claims: FoundClaim[] = [];
  const orphans: FoundMarker[] = [];
  for (const block of blocksOf(draft)) {
    let open: { text: string; start: number; end: number; markers: FoundMarker[] } | undefined;
    for (const piece of piecesOf(draft, block)) {
      if ("marker" in piece) (open?.markers ?? orphans).push(piece);
      else {
        open = { ...piece, text: draft.slice(piece.start, piece.end), markers: [] };
        claims.push(open);
      }
    }
  }
  return { claims, orphans };
}

/** Sentences of a text without markers. */
export function sentencesOf(text: string): string[] {
  return blocksOf(text).flatMap((block) =>
    spansOf(text, block.start, block.end, block.code).map(({ start, end }) => text.slice(start, end)),
  );
}

interface Block {
  readonly start: number;
  readonly end: number;
  readonly code: boolean;
}

/** Lines, and fenced code as a whole. */
function blocksOf(text: string): Block[] {
  const blocks: Block[] = [];
  let fence: { mark: string; start: number } | undefined;
  let start = 0;
  while (start < text.length) {
    const newline = text.indexOf("\n", start);
    const end = newline < 0 ? text.length : newline;
    const mark = FENCE.exec(text.slice(start, end))?.[1];
    if (fence !== undefined) {
      if (mark?.startsWith(fence.mark)) {
        blocks.push({ start: fence.start, end, code: true });
        fence = undefined;
      }
    } else if (mark !== undefined) fence = { mark, start };
    else blocks.push({ start, end, code: false });
    start = end + 1;
  }
  if (fence !== undefined) blocks.push({ start: fence.start, end: text.length, code: true });
  return blocks;
}

function piecesOf(
  draft: string,
  { start, end, code }: Block,
): (FoundMarker | { start: number; end: number })[] {
  const pieces: (FoundMarker | { start: number; end: number })[] = [];
  let from = start;
  for (const found of draft.slice(start, end).matchAll(MARKER)) {
    const at = start + found.index;
    pieces.push(...spansOf(draft, from, at, code, from === start));
    const [marker, inner] = found as unknown as [string, string];
    const whole = marker.endsWith("]") && ID.test(inner);
    pieces.push({ marker, start: at, end: at + marker.length, evidenceId: whole ? inner : undefined });
    from = at + marker.length;
  }
  pieces.push(...spansOf(draft, from, end, code, from === start));
  return pieces;
}

/** @param lineStart marks of a list may stand in front */
function spansOf(
  text: string,
  start: number,
  end: number,
  code: boolean,
  lineStart = true,
): { start: number; end: number }[] {
  const spans: { start: number; end: number }[] = [];
  const add = (from: number, to: number) => {
    const raw = text.slice(from, to);
    const lead = raw.length - raw.trimStart().length;
    const trimmed = raw.trim();
    if (SUBSTANCE.test(trimmed)) spans.push({ start: from + lead, end: from + lead + trimmed.length });
  };
  if (code) {
    add(start, end);
    return spans;
  }
  let from = start + (lineStart ? (LEAD.exec(text.slice(start, end))?.[0].length ?? 0) : 0);
  for (let at = from; at < end; at++) {
    const sign = text[at] as string;
    const wide = WIDE_ENDS.includes(sign);
    if (!wide && !ENDS.includes(sign)) continue;
    let next = at + 1;
    while (next < end && (ENDS.includes(text[next] as string) || CLOSING.includes(text[next] as string)))
      next++;
    if (!wide && next < end && !/\s/.test(text[next] as string)) continue;
    if (sign === "." && isAbbreviation(text.slice(from, at), text.slice(next, end))) continue;
    add(from, next);
    from = next;
    at = next - 1;
  }
  add(from, end);
  return spans;
}

function isAbbreviation(before: string, after: string): boolean {
  const tail = before.slice(-24);
  if (after.trim() === "") return false;
  if (INITIAL.test(tail)) return true;
  if (!ABBREVIATION.test(tail)) return false;
  return ALWAYS_SHORT.test(tail) || GOES_ON.test(after);
}
