/**
 * Body text to blocks and back. A block is a run of whole lines, kept as written; between blocks stands one blank line.
 * Only the starts that spec/gram.md lists make a block of their own, so everything else is a paragraph and nothing is lost.
 */
import { isTarget } from "./vocabulary.ts";

export interface Piece {
  readonly type: string;
  readonly md: string;
}

const HEADING = /^#{1,6} /;
const DIVIDER = /^---[ \t]*$/;
const FENCE = /^(`{3,}|~{3,})([^`]*)$/;
const MATH = /^\$\$/;
const CALLOUT = /^> \[!\w+\][ \t]*$/;
const QUOTE = /^>/;
const ITEM = /^(?:-|\d{1,9}\.) /;
const TABLE_ROW = /^\|/;
const TABLE_RULE = /^\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*$/;
const PLACED = /^\[\[([^\][]+)\]\](?:\{[^{}]*\})?[ \t]*$/;
const INDENTED = /^[ \t]+\S/;

/** Line ends become LF; a line end at the very end is dropped. */
export function normalizeText(text: string): string {
  const lines = text.replace(/\r\n?/g, "\n");
  return lines.endsWith("\n") ? lines.slice(0, -1) : lines;
}

/** @param text with LF line ends */
export function splitBlocks(text: string): Piece[] {
  const lines = text.split("\n");
  const pieces: Piece[] = [];
  let at = 0;
  while (at < lines.length) {
    if (isBlank(lines[at] as string)) {
      at++;
      continue;
    }
    const [type, end] = readBlock(lines, at);
    pieces.push({ type, md: lines.slice(at, end).join("\n") });
    at = end;
  }
  return pieces;
}

export function joinBlocks(texts: readonly string[]): string {
  return texts.join("\n\n");
}

/** The record that a line places, `*` for a collection; undefined when the line places nothing. */
export function placedBy(line: string): string | undefined {
  const target = PLACED.exec(line)?.[1];
  return target !== undefined && (target === "*" || isTarget(target)) ? target : undefined;
}

function isBlank(line: string): boolean {
  return line.trim() === "";
}

/** @returns the type and the line behind the block */
function readBlock(lines: readonly string[], start: number): readonly [type: string, end: number] {
  const line = lines[start] as string;
  const type = startOf(lines, start);
  switch (type) {
    case "heading":
    case "divider":
    case "item":
    case "collection":
      return [type, start + 1];
    case "code":
      return [type, closing(lines, start, fenceEnd(line))];
    case "math":
      return [type, mathEnd(lines, start)];
    case "callout":
    case "quote":
      return [type, runOf(lines, start, (next) => QUOTE.test(next))];
    case "table":
      return [type, runOf(lines, start, (next) => TABLE_ROW.test(next))];
    case "list":
      return [type, listEnd(lines, start)];
    default: {
      let end = start + 1;
      while (end < lines.length && !isBlank(lines[end] as string) && startOf(lines, end) === undefined) end++;
      return ["paragraph", end];
    }
  }
}

/** The block that starts on a line, whatever stood before. undefined = a line of a paragraph. */
function startOf(lines: readonly string[], at: number): string | undefined {
  const line = lines[at] as string;
  switch (line[0]) {
    case "#":
      return HEADING.test(line) ? "heading" : undefined;
    case "-":
      if (DIVIDER.test(line)) return "divider";
      return ITEM.test(line) ? "list" : undefined;
    case "`":
    case "~":
      return FENCE.test(line) ? "code" : undefined;
    case "$":
      return MATH.test(line) ? "math" : undefined;
    case ">":
      return CALLOUT.test(line) ? "callout" : "quote";
    case "|":
      return TABLE_RULE.test(lines[at + 1] ?? "") ? "table" : undefined;
    case "[": {
      const target = placedBy(line);
      if (target === undefined) return undefined;
      return target === "*" ? "collection" : "item";
    }
    default:
      return ITEM.test(line) ? "list" : undefined;
  }
}

function runOf(lines: readonly string[], start: number, belongs: (line: string) => boolean): number {
  let end = start + 1;
  while (end < lines.length && belongs(lines[end] as string)) end++;
  return end;
}

function fenceEnd(line: string): (line: string) => boolean {
  const fence = (FENCE.exec(line) as RegExpExecArray)[1] as string;
  return (next) => {
    const text = next.trim();
    return text.length >= fence.length && text === (fence[0] as string).repeat(text.length);
  };
}

/** Up to and with the line that closes, or to the end. */
function closing(lines: readonly string[], start: number, closes: (line: string) => boolean): number {
  for (let at = start + 1; at < lines.length; at++) {
    if (closes(lines[at] as string)) return at + 1;
  }
  return lines.length;
}

function mathEnd(lines: readonly string[], start: number): number {
  const first = (lines[start] as string).trimEnd();
  if (first.length > 3 && first.endsWith("$$")) return start + 1;
  return closing(lines, start, (line) => line.trimEnd().endsWith("$$"));
}

/** Items, what is indented below them, and blank lines that another item or indented line follows. */
function listEnd(lines: readonly string[], start: number): number {
  let end = start + 1;
  while (end < lines.length) {
    const line = lines[end] as string;
    if (isBlank(line)) {
      let next = end + 1;
      while (next < lines.length && isBlank(lines[next] as string)) next++;
      const following = lines[next];
      if (following === undefined || !belongsToList(following)) return end;
      end = next;
    } else if (belongsToList(line) || startOf(lines, end) === undefined) {
      // A line that starts nothing goes on with the item above it.
      end++;
    } else return end;
  }
  return end;
}

function belongsToList(line: string): boolean {
  return (ITEM.test(line) && !DIVIDER.test(line)) || INDENTED.test(line);
}
