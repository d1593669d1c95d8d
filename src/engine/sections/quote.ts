/**
 * The words by which a section is known again when its text has changed: the first of its body and what stands around
 * them. No character is cut in two.
 */
import type { Section } from "./list.ts";

export interface Quote {
  readonly exact: string;
  readonly prefix: string;
  readonly suffix: string;
}

export interface PlacedQuote extends Quote {
  readonly from: number;
  readonly to: number;
}

const MAX_EXACT = 96;
const MAX_CONTEXT = 32;

/**
 * The first words before any further heading, so that edits of sections below do not matter, or the title where there
 * are none. The text before never reaches back over the title.
 */
export function quoteOf(text: string, section: Section): PlacedQuote {
  const body = text.slice(section.bodyFrom, section.ownTo);
  const blank = body.trim() === "";
  const from = blank ? section.titleFrom : section.bodyFrom + body.length - body.trimStart().length;
  const end = blank ? section.titleTo : section.bodyFrom + body.trimEnd().length;
  const to = whole(text, Math.min(end, from + MAX_EXACT));
  const floor = blank ? section.from : section.titleTo;
  const before = Math.max(floor, from - MAX_CONTEXT);
  return {
    exact: text.slice(from, to),
    prefix: text.slice(isInside(text, before) ? before + 1 : before, from),
    suffix: text.slice(to, whole(text, Math.min(text.length, to + MAX_CONTEXT))),
    from,
    to,
  };
}

/**
 * The sections that own a place where the words stand: the innermost one whose body holds them, or the one whose title
 * they are. In order of the text.
 */
export function ownersOf(text: string, sections: readonly Section[], quote: Quote): Section[] {
  const owners = new Set<Section>();
  const { length } = quote.exact;
  if (length === 0) return [];
  const needle = quote.prefix + quote.exact + quote.suffix;
  const before = quote.prefix.length;
  let at = -1;
  for (let hit = text.indexOf(needle); hit !== -1; ) {
    const place = hit + before;
    while (at + 1 < sections.length && (sections[at + 1] as Section).from <= place) at += 1;
    const section = sections[at];
    let next = hit + 1;
    if (section !== undefined && place === section.titleFrom && place + length <= section.to) {
      owners.add(section);
    } else {
      const around = enclosing(sections, at, place, place + length);
      if (around !== undefined) owners.add(around);
      // One place in a body is enough; what reaches over its end is another's.
      if (section !== undefined && around === section)
        next = Math.max(next, section.ownTo - length - before + 1);
    }
    hit = text.indexOf(needle, next);
  }
  return sections.filter((section) => owners.has(section));
}

function enclosing(sections: readonly Section[], at: number, from: number, to: number): Section | undefined {
  for (let index = at; index >= 0; index -= 1) {
    const section = sections[index] as Section;
    if (section.bodyFrom <= from && section.to >= to) return section;
  }
  return undefined;
}

/** The end, or one less where it would part a surrogate pair. */
function whole(text: string, end: number): number {
  return isInside(text, end) ? end - 1 : end;
}

function isInside(text: string, at: number): boolean {
  return at > 0 && at < text.length && (text.codePointAt(at - 1) as number) > 0xffff;
}
