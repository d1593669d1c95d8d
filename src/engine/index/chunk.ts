/**
 * Text → chunks under the chunking policy. Rule: a chunk is a byte-exact slice of the text, cut where a reader would
 * cut (paragraph, sentence, line, word) within ±10 % of the size, and never inside a visible character. Embedded files
 * (`data:` URIs) belong to no chunk. spec/gno.md, "Chunking policy".
 */
import type { ChunkingPolicy } from "../config/types.ts";
import type { Range, Ranges } from "./ranges.ts";

export interface Chunk {
  /** UTF-16 offsets into the text. */
  readonly start: number;
  readonly end: number;
  /** 1-based, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

const CHARACTERS_PER_TOKEN = 4;
const WINDOW = 0.1;
/** A declaration ends a code chunk only when the chunk has this share of its size. */
const MIN_CODE_SHARE = 0.35;

export function chunkText(text: string, policy: ChunkingPolicy, holes: Ranges, code: boolean): Chunk[] {
  const size = Math.min(policy.maxTokens * CHARACTERS_PER_TOKEN, Number.MAX_SAFE_INTEGER);
  const overlap = Math.floor(size * policy.overlapPercent);
  const slices: Range[] = [];
  for (const stretch of between(text.length, holes)) {
    // A link's brackets and blanks between two embedded files are no text.
    if (/[\p{L}\p{N}]/u.test(text.slice(stretch.from, stretch.to))) {
      split(text, stretch, size, overlap, code, slices);
    }
  }
  return withLines(text, slices);
}

function between(length: number, holes: Ranges): Range[] {
  const result: Range[] = [];
  let from = 0;
  for (const hole of holes.list) {
    if (hole.from > from) result.push({ from, to: hole.from });
    from = hole.to;
  }
  if (length > from) result.push({ from, to: length });
  return result;
}

function split(
  text: string,
  within: Range,
  size: number,
  overlap: number,
  code: boolean,
  into: Range[],
): void {
  let from = within.from;
  while (within.to - from > size) {
    const declaration = code ? declarationBreak(text, from, size) : undefined;
    const to = declaration ?? proseBreak(text, from, size, within.to);
    if (to >= within.to) break;
    into.push({ from, to });
    from = declaration ?? overlapStart(text, from, to, overlap);
  }
  into.push({ from, to: within.to });
}

// At the start of a line, where a reader of any of the known languages sees a new thing begin.
const DECLARATION =
  /^(?:export\b|import\b|async\b|function\b|class\b|interface\b|type\b|enum\b|namespace\b|const\b|let\b|var\b|def\b|@\w|func\b|package\b|pub\b|fn\b|impl\b|struct\b|trait\b|mod\b|use\b|static\b|#\[)/gm;

function declarationBreak(text: string, from: number, size: number): number | undefined {
  const low = from + Math.ceil(size * MIN_CODE_SHARE);
  // From a line start on, so that `^` does not match the cut itself.
  const area = text.slice(low, from + size);
  let last: number | undefined;
  for (const match of area.matchAll(DECLARATION)) {
    if (match.index > 0) last = low + match.index;
  }
  return last;
}

function proseBreak(text: string, from: number, size: number, limit: number): number {
  const target = from + size;
  const low = Math.max(from + 1, Math.floor(target - size * WINDOW));
  const high = Math.min(limit, Math.ceil(target + size * WINDOW));
  if (high >= limit && limit - from <= size * (1 + WINDOW)) return limit;
  const area = text.slice(low, high);
  const middle = target - low;
  for (const pattern of BREAKS) {
    const at = nearest(area, pattern, middle);
    if (at !== undefined) return low + at;
  }
  return characterBoundary(text, target, from);
}

/** Each matches what stays before the cut. */
const BREAKS: readonly RegExp[] = [
  /\n[ \t\r]*\n/g,
  /[.!?…]["'”’)\]]*\s|[。！？]["'”’」』）]*/g,
  /\n/g,
  /[ \t\u3000]/g,
];

/** The end of the match closest to the middle. */
function nearest(area: string, pattern: RegExp, middle: number): number | undefined {
  let best: number | undefined;
  for (const match of area.matchAll(pattern)) {
    const end = match.index + match[0].length;
    if (best !== undefined && Math.abs(end - middle) > Math.abs(best - middle)) break;
    best = end;
  }
  return best;
}

function overlapStart(text: string, from: number, to: number, overlap: number): number {
  if (overlap === 0) return to;
  const low = Math.max(from + 1, to - overlap);
  const area = text.slice(low, to);
  const line = area.indexOf("\n");
  // A line start when one is near, else a word start, else any character.
  if (line !== -1 && line < overlap / 2) return low + line + 1;
  const word = area.search(/\s\S/);
  if (word !== -1) return low + word + 1;
  return Math.max(from + 1, characterBoundary(text, low, from));
}

const graphemes = new Intl.Segmenter();
const REACH = 64;

/** The nearest offset at or before `at`, after `from`, that splits no visible character. */
function characterBoundary(text: string, at: number, from: number): number {
  let low = Math.max(from, at - REACH);
  if (isLowSurrogate(text, low)) low++;
  const part = graphemes.segment(text.slice(low, at + REACH)).containing(at - low);
  const start = low + (part?.index ?? at - low);
  if (start > from) return start;
  // One visible character longer than a chunk: then only the code point counts.
  return isLowSurrogate(text, at) ? at + 1 : at;
}

function isLowSurrogate(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  return code >= 0xdc00 && code <= 0xdfff;
}

/** Lines are counted forward only, and each newline is looked for once, so that one huge line stays linear. */
function withLines(text: string, slices: readonly Range[]): Chunk[] {
  const starts = lineCounter(text);
  const ends = lineCounter(text);
  // The line of the last character: a chunk that ends with a newline ends on the line it closes.
  return slices.map(({ from, to }) => ({
    start: from,
    end: to,
    startLine: starts(from),
    endLine: ends(to - 1),
  }));
}

/** Asked with rising offsets. */
function lineCounter(text: string): (offset: number) => number {
  let line = 1;
  let newline = text.indexOf("\n");
  return (offset) => {
    while (newline !== -1 && newline < offset) {
      line++;
      newline = text.indexOf("\n", newline + 1);
    }
    return line;
  };
}
