/**
 * What a question asks about, taken from its own words: quoted texts, things compared, names, times, and the words that
 * are left. Coverage is counted in these. spec/gno.md, "Context Capsules".
 */
import type { Document } from "../documents/types.ts";
import { foldText } from "../search/fold.ts";
import { stem as porterStem } from "../search/porter.ts";
import { isStopWord } from "../search/stop-words.ts";
import { rangeInText, rangeWords, type TimeRange } from "../search/time.ts";
import { asSet } from "./normal.ts";
import type { CapsuleQueryMode } from "./types.ts";

const MAX_FACETS = 128;
const MAX_LENGTH = 512;
/** Shorter stems stand at the start of too many other words. */
const MIN_STEM = 4;

const QUOTED = /"([^"]{2,512})"|“([^”]{2,512})”/g;
const VERSUS = /\s(?:vs\.?|versus|compared\s+(?:to|with))\s/iu;
const COMPARE = /^\s*(?:please\s+)?compare\s+(.+?)\s+(?:and|with|to)\s+(.+)$/isu;
const NAME = /(?<![\p{L}\p{N}])\p{Lu}[\p{L}\p{N}]*(?:[ \t]+\p{Lu}[\p{L}\p{N}]*)+/gu;
const WORD = /(?<![\p{L}\p{N}])[\p{L}\p{N}](?:[\p{L}\p{N}\p{M}_'’.-]*[\p{L}\p{N}\p{M}])?/gu;
const NEGATED = /(?<=^|\s)-\S+/gu;
/** Verbs that a request opens with: written large there, they are no part of a name. */
const OPENING = new Set("compare explain describe summarize summarise list find show tell give".split(" "));

/** Sorted, lower case, each once. */
export function facetsOf(query: string, modes: readonly CapsuleQueryMode[]): string[] {
  const found: string[] = modes.filter(({ mode }) => mode !== "hyde").map(({ text }) => text);
  let rest = query.replace(QUOTED, (_, straight?: string, curly?: string) => {
    found.push(straight ?? curly ?? "");
    return " , ";
  });
  rest = rest.replace(NEGATED, " ");
  for (const operand of operandsOf(rest)) {
    found.push(operand);
    rest = rest.replace(operand, " , ");
  }
  rest = rest.replace(COMPARE, "$1 , $2").replace(VERSUS, " , ");
  rest = rest.replace(NAME, (name) => {
    const words = name.split(/[ \t]+/);
    while (words.length > 0 && isOpening(words[0] as string)) words.shift();
    while (words.length > 0 && isStop(words.at(-1) as string)) words.pop();
    if (words.length < 2) return name;
    found.push(words.join(" "));
    return " , ";
  });
  for (const word of rangeWords) {
    const pattern = new RegExp(`(?<![\\p{L}\\p{N}])${word.replace(" ", "\\s+")}(?![\\p{L}\\p{N}])`, "giu");
    rest = rest.replace(pattern, () => {
      found.push(word);
      return " , ";
    });
  }
  for (const [word] of rest.matchAll(WORD)) if (word.length > 1 && !isStop(word)) found.push(word);
  const names = asSet(found.map(nameOf).filter((name) => name !== ""));
  if (names.length > 0) return names.slice(0, MAX_FACETS);
  // Nothing but words without a meaning of their own: the question as a whole.
  const whole = nameOf(query);
  return whole === "" ? [] : [whole];
}

function nameOf(text: string): string {
  const name = text.toLowerCase().normalize("NFC").replace(/\s+/g, " ").trim();
  return name.slice(0, MAX_LENGTH).toWellFormed().trim();
}

/** What stands on both sides of a comparison, up to the next small word. */
function operandsOf(text: string): string[] {
  const compared = COMPARE.exec(text);
  if (compared !== null) return [firstWords(compared[1] as string), firstWords(compared[2] as string)].flat();
  const sides = text.split(VERSUS);
  if (sides.length < 2) return [];
  return sides.flatMap((side, at) => (at === 0 ? lastWords(side) : firstWords(side)));
}

function firstWords(text: string): string[] {
  return runs(text).slice(0, 1);
}

function lastWords(text: string): string[] {
  return runs(text).slice(-1);
}

/** Runs of words that no stop word or punctuation parts. */
function runs(text: string): string[] {
  const found: string[] = [];
  let from = -1;
  let to = -1;
  for (const match of text.matchAll(WORD)) {
    const [word] = match;
    const gap = to < 0 ? "" : text.slice(to, match.index);
    if (isStop(word) || OPENING.has(word.toLowerCase())) {
      if (from >= 0) found.push(text.slice(from, to));
      from = -1;
      continue;
    }
    if (from >= 0 && !/^[ \t]*$/.test(gap)) {
      found.push(text.slice(from, to));
      from = -1;
    }
    if (from < 0) from = match.index;
    to = match.index + word.length;
  }
  if (from >= 0) found.push(text.slice(from, to));
  return found.filter((run) => run.length > 1);
}

function isStop(word: string): boolean {
  return isStopWord(
    word
      .toLowerCase()
      .split(/['’]/)
      .filter((part) => part !== ""),
  );
}

function isOpening(word: string): boolean {
  return isStop(word) || OPENING.has(word.toLowerCase());
}

export interface FacetMatcher {
  /** Facets of a passage under its title, in order of the facets. */
  of(document: Document, passage: string): string[];
  /** The facets among these that a text holds, each with the place where it first does. */
  placesIn(text: string, wanted: readonly string[]): { readonly facet: string; readonly offset: number }[];
}

/** @returns the place in a folded text, -1 for none */
type Needle = (folded: string) => number;

export function createMatcher(facets: readonly string[], now: number): FacetMatcher {
  const times = new Map<string, TimeRange>();
  const needles = new Map<string, Needle>();
  for (const facet of facets) {
    const range = (rangeWords as readonly string[]).includes(facet) ? rangeInText(facet, now) : undefined;
    if (range !== undefined) times.set(facet, range);
    else needles.set(facet, needleOf(facet));
  }
  return {
    of(document, passage) {
      const folded = foldText(`${document.title ?? ""}\n${passage}`).text;
      return facets.filter((facet) => {
        const range = times.get(facet);
        return range === undefined
          ? (needles.get(facet)?.(folded) ?? -1) >= 0
          : inside(range, Date.parse(document.documentDate ?? document.modifiedAt));
      });
    },
    placesIn(text, wanted) {
      const { text: folded, offsets } = foldText(text);
      return wanted.flatMap((facet) => {
        const at = needles.get(facet)?.(folded) ?? -1;
        return at < 0 ? [] : [{ facet, offset: offsets?.[at] ?? at }];
      });
    },
  };
}

/**
 * Without case and marks, over the breaks of lines. A single word is found by its stem too, at the start of a word: the
 * question's forms need not be the text's.
 */
function needleOf(facet: string): Needle {
  const plain = foldText(facet).text;
  if (plain.trim() === "") return () => -1;
  if (/\s/.test(plain)) {
    const words = plain
      .trim()
      .split(/\s+/)
      .map((word) => word.replace(/[.*+?^${}()|[\]\\/]/g, "\\$&"));
    const phrase = new RegExp(words.join("\\s+"), "u");
    return (folded) => folded.search(phrase);
  }
  const stem = /^[a-z]+$/.test(plain) ? porterStem(plain) : plain;
  if (stem === plain || stem.length < MIN_STEM) return (folded) => folded.indexOf(plain);
  const start = new RegExp(`(?<![\\p{L}\\p{N}])${stem}`, "u");
  return (folded) => {
    const whole = folded.indexOf(plain);
    return whole >= 0 ? whole : folded.search(start);
  };
}

function inside({ since, until }: TimeRange, time: number): boolean {
  return !Number.isNaN(time) && time >= (since ?? -Infinity) && time <= (until ?? Infinity);
}
