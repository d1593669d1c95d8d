/**
 * Where in a text the terms of a query stand, compared as the indexes compare: folded, whole words, or by stem. One
 * regular expression finds the places where any term may start, so a page of long documents costs one pass.
 */
import { foldText, isDroppedMark, isWordCharacter } from "./fold.ts";
import type { Needle } from "./needles.ts";
import { stem } from "./porter.ts";

export interface Occurrence {
  /** Offsets in the text as given. */
  readonly start: number;
  readonly end: number;
  readonly needle: Needle;
  /** As written, not by its stem. */
  readonly exact: boolean;
}

export interface Finder {
  /**
   * Calls `visit` for each occurrence in order of place, until it returns true.
   * @param fold also find words whose letters differ by more than their case; costs a copy of the text.
   */
  scan(text: string, fold: boolean, visit: (occurrence: Occurrence) => boolean): void;
}

/** Characters that may part the tokens of one phrase: formatting and line breaks, not a page of dots. */
const gapLimit = 40;
/** Up to here walking over the words costs less than compiling an expression. */
const shortText = 1024;

export function createFinder(needles: readonly Needle[]): Finder {
  const inRuns = needles.filter((needle) => needle.anywhere);
  const words = needles.filter((needle) => !needle.anywhere);
  // Documents repeat their words: what one is to the query is decided once.
  const known = new Map<string, { needle: Needle; exact: boolean } | null>();
  let pattern: RegExp | undefined;

  const wordNeedle = (word: string) => {
    let found = known.get(word);
    if (found === undefined) {
      found = decide(foldText(word).text, words) ?? null;
      known.set(word, found);
    }
    return found;
  };

  /** The next place from `from` on where a term may start. */
  const nextStart = (text: string, from: number): number => {
    if (text.length <= shortText) return inRuns.length > 0 ? from : wordStart(text, from, text.length);
    pattern ??= startPattern(needles);
    pattern.lastIndex = from;
    return pattern.exec(text)?.index ?? text.length;
  };

  return {
    scan(text, fold, visit) {
      if (needles.length === 0) return;
      const folded = fold ? foldText(text) : { text, offsets: undefined };
      const subject = folded.text;
      for (let at = nextStart(subject, 0); at < subject.length; ) {
        const found = inRuns.length > 0 ? matchInRun(subject, at, inRuns) : undefined;
        const whole = found ?? matchWord(subject, at, wordNeedle);
        if (whole !== undefined) {
          const start = folded.offsets?.[at] ?? at;
          const end = folded.offsets?.[whole.end] ?? whole.end;
          if (visit({ start, end, needle: whole.needle, exact: whole.exact })) return;
        }
        const next = whole?.end ?? (inRuns.length > 0 ? at + 1 : Math.max(at + 1, wordEnd(subject, at)));
        at = nextStart(subject, next);
      }
    },
  };
}

function startPattern(needles: readonly Needle[]): RegExp {
  const starts = [...new Set(needles.map(startOf))].map((start) => start.replace(/[^\p{L}\p{N}]/gu, "\\$&"));
  return new RegExp(starts.join("|"), "gi");
}

/** The part that every form of the word begins with: only the last letter of a stem can differ from its words. */
function startOf(needle: Needle): string {
  const first = needle.tokens[0] as string;
  const { stem: shared } = needle;
  return shared === undefined || shared.length < 3 ? (shared ?? first) : shared.slice(0, -1);
}

function decide(word: string, needles: readonly Needle[]): { needle: Needle; exact: boolean } | undefined {
  const exact = needles.find(({ tokens: [first, second], prefix }) =>
    second === undefined && prefix ? word.startsWith(first as string) : word === first,
  );
  if (exact !== undefined) return { needle: exact, exact: true };
  const candidates = needles.filter(
    (needle) => needle.stem !== undefined && word.startsWith(startOf(needle)),
  );
  if (candidates.length === 0) return undefined;
  const root = stem(word);
  const related = candidates.find((needle) => needle.stem === root);
  return related === undefined ? undefined : { needle: related, exact: false };
}

function matchInRun(text: string, at: number, needles: readonly Needle[]) {
  const found = needles.find((needle) => {
    const wanted = needle.tokens[0] as string;
    return text.slice(at, at + wanted.length).toLowerCase() === wanted;
  });
  return found && { needle: found, exact: true, end: at + (found.tokens[0] as string).length };
}

function matchWord(
  text: string,
  at: number,
  wordNeedle: (word: string) => { needle: Needle; exact: boolean } | null,
) {
  if (at > 0 && isWordBefore(text, at)) return undefined;
  const end = wordEnd(text, at);
  const found = wordNeedle(text.slice(at, end));
  if (found === null) return undefined;
  const { needle } = found;
  const whole = needle.tokens.length === 1 ? end : restOfPhrase(text, end, needle);
  return whole === undefined ? undefined : { needle, exact: found.exact, end: whole };
}

function restOfPhrase(text: string, from: number, needle: Needle): number | undefined {
  let end = from;
  for (const [index, wanted] of needle.tokens.entries()) {
    if (index === 0) continue;
    const start = wordStart(text, end, end + gapLimit);
    end = wordEnd(text, start);
    const word = foldText(text.slice(start, end)).text;
    const mayGoOn = needle.prefix && index === needle.tokens.length - 1;
    if (mayGoOn ? !word.startsWith(wanted) : word !== wanted) return undefined;
  }
  return end;
}

function wordStart(text: string, from: number, until: number): number {
  let at = from;
  while (at < text.length && at < until && !isWordAt(text, at)) at += 1;
  return at;
}

function wordEnd(text: string, from: number): number {
  let at = from;
  while (at < text.length && isWordAt(text, at)) at += text.charCodeAt(at) >> 10 === 0x36 ? 2 : 1;
  return at;
}

function isWordAt(text: string, at: number): boolean {
  const code = text.charCodeAt(at);
  if (code < 128) return isWordCharacter(code);
  const codePoint = text.codePointAt(at) as number;
  return isWordCharacter(codePoint) || isDroppedMark(codePoint);
}

function isWordBefore(text: string, at: number): boolean {
  const low = text.charCodeAt(at - 1) >> 10 === 0x37;
  return isWordAt(text, low && at > 1 ? at - 2 : at - 1);
}
