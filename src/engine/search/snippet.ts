/**
 * The passage of a document that shows best why it was found: at most 32 words from the start of the line where its
 * first match stands, matches between <mark> tags, and the lines it covers. Made for returned documents only.
 */
import { cutBefore } from "./cut.ts";
import { isWordCharacter, needsFolding } from "./fold.ts";
import type { Needle, Needles } from "./needles.ts";
import { createFinder, type Finder, type Occurrence } from "./occurrences.ts";

export interface Snippet {
  readonly text: string;
  readonly startLine: number;
  readonly endLine: number;
}

const wordLimit = 32;
const characterLimit = 320;
/** How far apart the matches of one passage may be. */
const passageLength = 190;
/** Text shown before the first match when its line starts too far off. */
const leadIn = 60;
const lineReach = 120;
/** Matches looked at in one document, and after a passage that shows every term. */
const matchLimit = 400;
const matchesAfterFull = 16;

const headingBonus = 0.25;
const neighbourBonus = 0.5;
const compactBonus = 0.1;
const stemFactor = 0.9;

export type SnippetMaker = (text: string) => Snippet;

export function createSnippets(needles: Needles): SnippetMaker {
  const telling = createFinder(needles.telling);
  const marking = createFinder(needles.marked);
  const full = fullScore(needles.telling);
  return (text) => {
    const body = bodyStart(text);
    const passage = bestPassage(text, telling, body, full);
    const from = passage === undefined ? firstContent(text, body) : startOf(text, passage.at);
    return render(text, from, marking);
  };
}

/** Of a passage that holds every term as written, neighbours as in the query. */
function fullScore(needles: readonly Needle[]): number {
  const sum = needles.reduce((total, needle) => total + needle.weight, 0);
  const neighbours = needles.filter(
    (needle, index) => needle.order === (needles[index - 1]?.order ?? -2) + 1,
  );
  return sum + neighbours.length * neighbourBonus;
}

interface Passage {
  /** Where its first match stands. */
  readonly at: number;
  readonly score: number;
}

/** Looks for words that differ by more than their case only when those that do not leave something to be found. */
function bestPassage(text: string, finder: Finder, body: number, full: number): Passage | undefined {
  const plain = scanPassages(text, finder, body, full, false);
  if ((plain !== undefined && plain.score >= full) || !needsFolding(text)) return plain;
  return scanPassages(text, finder, body, full, true);
}

/** A window slides over the matches; different terms count, and terms that are neighbours as in the query. */
function scanPassages(
  text: string,
  finder: Finder,
  body: number,
  full: number,
  fold: boolean,
): Passage | undefined {
  let best: Passage | undefined;
  let seen = 0;
  let seenAtFull: number | undefined;
  const window: Occurrence[] = [];
  finder.scan(text, fold, (match) => {
    seen += 1;
    window.push(match);
    while (isSpare(window, match)) window.shift();
    const at = (window[0] as Occurrence).start;
    const heading = isHeading(text, at) ? headingBonus : 0;
    const score = (windowScore(window) + heading) * (at < body ? 0.5 : 1);
    if (best === undefined || score > best.score) best = { at, score };
    if (score >= full) seenAtFull ??= seen;
    if (seenAtFull !== undefined && (score >= full + headingBonus || seen - seenAtFull >= matchesAfterFull)) {
      return true;
    }
    return seen >= matchLimit;
  });
  return best;
}

/** The first match is too far off, or the window shows its term again. */
function isSpare(window: readonly Occurrence[], last: Occurrence): boolean {
  const first = window[0] as Occurrence;
  if (last.end - first.start > passageLength) return window.length > 1;
  return window.some(
    (match) => match !== first && match.needle === first.needle && (match.exact || !first.exact),
  );
}

function windowScore(window: readonly Occurrence[]): number {
  const values = new Map<Needle, number>();
  let neighbours = 0;
  let previous: Occurrence | undefined;
  for (const match of window) {
    const value = match.needle.weight * (match.exact ? 1 : stemFactor);
    values.set(match.needle, Math.max(values.get(match.needle) ?? 0, value));
    if (previous?.needle.order === match.needle.order - 1 && match.start - previous.end <= 3) {
      neighbours += neighbourBonus;
    }
    previous = match;
  }
  let sum = neighbours;
  for (const value of values.values()) sum += value;
  if (values.size < 2) return sum;
  const span = (previous as Occurrence).end - (window[0] as Occurrence).start;
  return sum + compactBonus * (1 - span / passageLength);
}

function isHeading(text: string, at: number): boolean {
  return text[lineStart(text, at)] === "#";
}

function lineStart(text: string, at: number): number {
  return at === 0 ? 0 : text.lastIndexOf("\n", at - 1) + 1;
}

/** The start of the line, or a word shortly before the match when the line is long. */
function startOf(text: string, at: number): number {
  const start = lineStart(text, at);
  if (at - start <= lineReach) return start;
  const near = at - leadIn;
  const blank = text.slice(near, at).search(/\s/);
  return blank >= 0 ? near + blank + 1 : cutBefore(text, near, start);
}

/** Behind the front matter, where the words of a document begin. */
function bodyStart(text: string): number {
  if (!text.startsWith("---\n")) return 0;
  const end = /\n(?:---|\.\.\.)[ \t]*(?:\n|$)/.exec(text.slice(3, 64 * 1024));
  return end === null ? 0 : 3 + end.index + end[0].length;
}

function firstContent(text: string, from: number): number {
  const content = /\S/.exec(text.slice(from, from + 64 * 1024));
  return content === null ? 0 : lineStart(text, from + content.index);
}

function render(text: string, from: number, marking: Finder): Snippet {
  const cut = endOf(text, from);
  const start = from + (/^[\s\ufeff]*/.exec(text.slice(from, cut))?.[0].length ?? 0);
  const end = Math.max(start, from + text.slice(from, cut).trimEnd().length);
  const midLine = text.slice(lineStart(text, start), start).trim() !== "";
  const more = text.slice(end, end + 512).trim() !== "";
  const startLine = 1 + countLines(text, 0, start);
  return {
    text: `${midLine ? "…" : ""}${marked(text.slice(start, end), marking)}${more ? "…" : ""}`,
    startLine,
    endLine: startLine + countLines(text, start, end),
  };
}

/** After the last word that still fits. */
function endOf(text: string, from: number): number {
  const most = Math.min(text.length, from + characterLimit);
  let words = 0;
  let inWord = false;
  for (let at = from; at < most; at++) {
    const code = text.charCodeAt(at);
    const word = code < 128 ? isWordCharacter(code) : isWordCharacter(text.codePointAt(at) as number);
    if (word && !inWord) {
      words += 1;
      if (words > wordLimit) return cutBefore(text, at, from);
    }
    inWord = word;
  }
  if (most === text.length) return most;
  const near = Math.max(from, most - leadIn);
  const blank = text.slice(near, most + 1).search(/\s\S*$/);
  return blank > 0 ? near + blank : cutBefore(text, most, from);
}

const marks = /^\p{M}+/u;

function marked(excerpt: string, finder: Finder): string {
  const parts: string[] = [];
  let at = 0;
  finder.scan(excerpt, needsFolding(excerpt), ({ start, end }) => {
    if (start < at) return false;
    // Marks that the tokenizer takes for separators stay with their letter.
    const tail = marks.exec(excerpt.slice(end, end + 16))?.[0].length ?? 0;
    parts.push(excerpt.slice(at, start), "<mark>", excerpt.slice(start, end + tail), "</mark>");
    at = end + tail;
    return false;
  });
  parts.push(excerpt.slice(at));
  return parts.join("").toWellFormed();
}

function countLines(text: string, from: number, to: number): number {
  let count = 0;
  for (let at = text.indexOf("\n", from); at >= 0 && at < to; at = text.indexOf("\n", at + 1)) count += 1;
  return count;
}
