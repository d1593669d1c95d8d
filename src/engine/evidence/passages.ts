/**
 * Passages of a text: whole lines around a place, cut where a reader would cut, inside one section. What is cited is
 * always these lines, exactly.
 */
import { extensionOf, kindOf } from "../index/file-kinds.ts";

/** Code units that a passage has at most, unless its one line is longer. */
const MAX_PASSAGE = 1_600;
const HEADING = /^ {0,3}#{1,6}[ \t]+(.*?)(?:[ \t]+#+)?[ \t]*$/;
const FENCE = /^ {0,3}(`{3,}|~{3,})/;

export interface Passage {
  /** From 1, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly text: string;
  /** The nearest heading at or above its first line. */
  readonly heading: string | undefined;
}

export interface TextLines {
  readonly text: string;
  readonly lines: readonly string[];
  /** By index of the line: its title. */
  readonly headings: ReadonlyMap<number, string>;
}

export function readLines(text: string, relPath: string): TextLines {
  const lines = text.split("\n");
  const markdown = kindOf(extensionOf(relPath)).form === "markdown";
  return { text, lines, headings: markdown ? headingsOf(lines) : new Map() };
}

function headingsOf(lines: readonly string[]): Map<number, string> {
  const found = new Map<number, string>();
  let fence: string | undefined;
  for (const [at, line] of lines.entries()) {
    const mark = FENCE.exec(line)?.[1];
    if (mark !== undefined) {
      if (fence === undefined) fence = mark;
      else if (mark.startsWith(fence)) fence = undefined;
      continue;
    }
    const title = fence === undefined ? HEADING.exec(line)?.[1]?.trim() : undefined;
    if (title !== undefined && title !== "") found.set(at, title);
  }
  return found;
}

/** @returns undefined where the line is not there or everything around it is blank */
export function passageAt(source: TextLines, line: number): Passage | undefined {
  const { lines, headings } = source;
  let at = line - 1;
  while (at < lines.length && isBlank(lines[at])) at += 1;
  if (at < 0 || at >= lines.length) return undefined;
  let from = at;
  let to = at;
  let size = (lines[at] as string).length;
  const grow = (next: number): boolean => {
    const more = (lines[next] as string).length + 1;
    if (size + more > MAX_PASSAGE) return false;
    size += more;
    if (next < from) from = next;
    else to = next;
    return true;
  };
  // Down to the end of the section, then up to its heading: what follows a place explains it best.
  const down = () => {
    while (to + 1 < lines.length && !headings.has(to + 1) && grow(to + 1));
  };
  const up = (stop: (next: number) => boolean) => {
    while (from > 0 && !headings.has(from) && !stop(from - 1) && grow(from - 1));
  };
  up((next) => isBlank(lines[next]));
  down();
  up(() => false);
  while (to > from && isBlank(lines[to])) to -= 1;
  while (from < to && isBlank(lines[from])) from += 1;
  return {
    startLine: from + 1,
    endLine: to + 1,
    text: lines.slice(from, to + 1).join("\n"),
    heading: headingAbove(source, from),
  };
}

function headingAbove({ headings }: TextLines, line: number): string | undefined {
  let best: string | undefined;
  for (const [at, title] of headings) {
    if (at > line) break;
    best = title;
  }
  return best;
}

function isBlank(line: string | undefined): boolean {
  return line === undefined || line.trim() === "";
}

/** The lines as a capsule cites them; undefined = the text has not so many. */
export function citedText(text: string, startLine: number, endLine: number): string | undefined {
  const lines = text.split("\n");
  return endLine > lines.length ? undefined : lines.slice(startLine - 1, endLine).join("\n");
}
