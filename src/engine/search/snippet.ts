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
/** Matches looked at in one document, without finding a better passage, and after one that shows every term. */
const matchLimit = 400;
const matchesWithoutGain = 64;
const matchesAfterFull = 12;

const headingBonus = 0.25;
const neighbourBonus = 0.5;
const compactBonus = 0.1;
const stemFactor = 0.9;

/** @param hasPhrase the whole query stands somewhere in the document as one phrase, most likely in its text. */
export type SnippetMaker = (text: string, hasPhrase?: boolean) => Snippet;

/** @param phrase tokens of the whole query */
export function createSnippets(needles: Needles, phrase?: readonly string[]): SnippetMaker {
  const telling = createFinder(needles.telling);
  const marking = createFinder(needles.marked);
  const whole = phrase === undefined ? undefined : phrasePattern(phrase);
  const full = fullScore(needles.telling);
  return (text, hasPhrase = false) => {
    const body = bodyStart(text);
    const at =
      (hasPhrase && whole !== undefined ? phraseIn(text, whole, body) : undefined) ??
      bestPassage(text, telling, needles.telling, body, full);
    return render(text, at === undefined ? firstContent(text, body) : startOf(text, at), marking);
  };
}

/** Occurrences of the whole query that are looked at for one in a heading. */
const phraseLimit = 8;

/** Finds a phrase several times faster than its words one by one. undefined = not of ASCII words alone. */
function phrasePattern(tokens: readonly string[]): RegExp | undefined {
  if (!tokens.every((token) => /^[a-z0-9]+$/.test(token))) return undefined;
  return new RegExp(`(?<![a-z0-9])${tokens.join("[^a-z0-9]{1,40}")}(?![a-z0-9])`, "gi");
}

/** In a heading, else in the text, else in the front matter. */
function phraseIn(text: string, pattern: RegExp, body: number): number | undefined {
  let found: number | undefined;
  pattern.lastIndex = 0;
  for (let count = 0; count < phraseLimit; count++) {
    const match = pattern.exec(text);
    if (match === null) break;
    if (match.index >= body && isHeading(text, match.index)) return match.index;
    if (found === undefined || (found < body && match.index >= body)) found = match.index;
  }
  return found;
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

/**
 * Where the best passage begins. Words that differ from the query by more than their case cost a copy of the text, so
 * they are looked for only when a term was not found without.
 */
function bestPassage(
  text: string,
  finder: Finder,
  needles: readonly Needle[],
  body: number,
  full: number,
): number | undefined {
  const found = new Set<Needle>();
  const plain = scanPassages(text, finder, body, full, false, found);
  if ((plain?.score ?? 0) >= full || found.size === needles.length || !needsFolding(text)) return plain?.at;
  return scanPassages(text, finder, body, full, true, found)?.at;
}

/** A window slides over the matches; different terms count, and terms that are neighbours as in the query. */
function scanPassages(
  text: string,
  finder: Finder,
  body: number,
  full: number,
  fold: boolean,
  found: Set<Needle>,
): Passage | undefined {
  let best: Passage | undefined;
  let seen = 0;
  let lastGain = 0;
  const window = createWindow();
  finder.scan(text, fold, (match) => {
    seen += 1;
    found.add(match.needle);
    const { at, score: shown } = window.add(match);
    // Worth asking only where it can decide.
    const heading = shown + headingBonus > (best?.score ?? 0) && isHeading(text, at) ? headingBonus : 0;
    const score = (shown + heading) * (at < body ? 0.5 : 1);
    if (best === undefined || score > best.score) {
      best = { at, score };
      lastGain = seen;
    }
    if (best.score >= full + headingBonus || seen >= matchLimit) return true;
    return seen - lastGain >= (best.score >= full ? matchesAfterFull : matchesWithoutGain);
  });
  return best;
}

/** The matches up to a place that fit one passage, and what they are worth together. */
function createWindow() {
  const matches: Occurrence[] = [];
  const values: number[] = [];
  return {
    add(match: Occurrence): Passage {
      matches.push(match);
      while (isSpare(matches, match)) matches.shift();
      const at = (matches[0] as Occurrence).start;
      return { at, score: windowValue(matches, values) };
    },
  };
}

/** The first match is too far off, or its term is shown again. */
function isSpare(matches: readonly Occurrence[], last: Occurrence): boolean {
  const first = matches[0] as Occurrence;
  if (last.end - first.start > passageLength) return matches.length > 1;
  for (let at = 1; at < matches.length; at++) {
    const match = matches[at] as Occurrence;
    if (match.needle === first.needle && (match.exact || !first.exact)) return true;
  }
  return false;
}

/** @param values scratch space, the value shown of each term */
function windowValue(matches: readonly Occurrence[], values: number[]): number {
  values.length = 0;
  let sum = 0;
  let terms = 0;
  let previous: Occurrence | undefined;
  for (const match of matches) {
    const { index, weight, order } = match.needle;
    const value = match.exact ? weight : weight * stemFactor;
    const known = values[index] ?? 0;
    if (known === 0) terms += 1;
    if (value > known) {
      values[index] = value;
      sum += value - known;
    }
    if (previous?.needle.order === order - 1 && match.start - previous.end <= 3) sum += neighbourBonus;
    previous = match;
  }
  if (terms < 2) return sum;
  const span = (previous as Occurrence).end - (matches[0] as Occurrence).start;
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
