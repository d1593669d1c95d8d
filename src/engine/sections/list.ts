/**
 * The sections of a Markdown text, as people address them: ATX headings that the parser sees (nothing inside a fence,
 * an indented block or a comment is one), each up to the next heading of the same or a higher level.
 * spec/gno.md, "Sections".
 */
import { extensionOf, kindOf } from "../index/file-kinds.ts";
import { readFrontMatter } from "../index/front-matter.ts";
import { Lines } from "../index/lines.ts";
import { readMarkdown } from "../index/markdown.ts";

/** Offsets are UTF-16 code units into the canonical text; lines are 1-based and inclusive. */
export interface Section {
  readonly level: number;
  /** NFC, without inline markup. */
  readonly title: string;
  /** Unique in its text. */
  readonly anchor: string;
  /** Titles from the outermost ancestor to this section. */
  readonly headingPath: readonly string[];
  /** From 1, among sections of the same path. */
  readonly occurrence: number;
  readonly line: number;
  readonly endLine: number;
  /** The heading's line. */
  readonly from: number;
  /** The title as written, without marks of the heading. */
  readonly titleFrom: number;
  readonly titleTo: number;
  /** Behind the heading's line. */
  readonly bodyFrom: number;
  /** Where the next heading of any level starts. */
  readonly ownTo: number;
  readonly to: number;
}

interface Heading {
  readonly level: number;
  readonly title: string;
  readonly from: number;
  readonly titleFrom: number;
  readonly titleTo: number;
  readonly bodyFrom: number;
}

export function listSections(text: string, relPath: string): Section[] {
  if (kindOf(extensionOf(relPath)).form !== "markdown") return [];
  const headings = atxHeadings(text);
  const lines = new Lines(text);
  const lastLine = text.split("\n").length;
  const ends = endsOf(headings);
  const anchors = new Anchors();
  const counts = new Map<string, number>();
  const ancestors: Heading[] = [];
  return headings.map((heading, at) => {
    while ((ancestors.at(-1)?.level ?? 0) >= heading.level) ancestors.pop();
    ancestors.push(heading);
    const headingPath = ancestors.map(({ title }) => title);
    const key = JSON.stringify(headingPath);
    const occurrence = (counts.get(key) ?? 0) + 1;
    counts.set(key, occurrence);
    const next = headings[ends[at] as number];
    return {
      ...heading,
      anchor: anchors.take(anchorOf(heading.title)),
      headingPath,
      occurrence,
      line: lines.lineOf(heading.from),
      endLine: next === undefined ? lastLine : lines.lineOf(next.from) - 1,
      ownTo: headings[at + 1]?.from ?? text.length,
      to: next?.from ?? text.length,
    };
  });
}

/** NFC and lower case; letters, digits, blanks and hyphens stay, blanks become hyphens. */
export function anchorOf(title: string): string {
  const kept = title
    .normalize("NFC")
    .toLowerCase()
    .replace(/[^\p{L}\p{N}\s-]/gu, "")
    .trim()
    .replace(/\s+/g, "-")
    .replace(/-{2,}/g, "-");
  return kept === "" ? "section" : kept;
}

/** Gives every heading an anchor of its own; ten thousand equal titles cost no more than different ones. */
class Anchors {
  readonly #taken = new Set<string>();
  /** The number that the next heading with this anchor tries first; all below are taken. */
  readonly #next = new Map<string, number>();

  take(base: string): string {
    let count = this.#next.get(base) ?? 1;
    let anchor = count === 1 ? base : `${base}-${count}`;
    while (this.#taken.has(anchor)) anchor = `${base}-${++count}`;
    this.#next.set(base, count + 1);
    this.#taken.add(anchor);
    return anchor;
  }
}

/** For each heading the index of the next one of its level or above. */
function endsOf(headings: readonly Heading[]): number[] {
  const ends = headings.map(() => headings.length);
  const open: number[] = [];
  headings.forEach(({ level }, at) => {
    while (open.length > 0 && (headings[open.at(-1) as number] as Heading).level >= level) {
      ends[open.pop() as number] = at;
    }
    open.push(at);
  });
  return ends;
}

const ATX = /^( {0,3})(#{1,6}[ \t]+)(.*?)(?:[ \t]+#+)?[ \t\r]*$/;

function atxHeadings(text: string): Heading[] {
  const found: Heading[] = [];
  for (const { level, text: words, from: mark } of readMarkdown(text, readFrontMatter(text).bodyStart)
    .headings) {
    const from = text.lastIndexOf("\n", mark - 1) + 1;
    const newline = text.indexOf("\n", mark);
    const end = newline === -1 ? text.length : newline;
    // A heading in a quote or behind the mark of a list has other text before it; a setext heading has no marks.
    const parts = ATX.exec(text.slice(from, end));
    if (parts === null || from + (parts[1] as string).length !== mark) continue;
    const written = (parts[3] as string).trimEnd();
    if (written === "" || /^#+$/.test(written)) continue;
    const titleFrom = mark + (parts[2] as string).length;
    const title = (words === "" ? written : words).normalize("NFC");
    const bodyFrom = newline === -1 ? text.length : newline + 1;
    found.push({ level, title, from, titleFrom, titleTo: titleFrom + written.length, bodyFrom });
  }
  return found;
}
