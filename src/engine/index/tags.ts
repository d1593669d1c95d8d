/**
 * Tags of a note: front matter, Logseq's `tags::`, and hashtags in the body. Rule: only what a writer meant as a tag
 * counts; preprocessor lines, colours, issue numbers, headings and URL fragments do not. spec/gno.md, "Tags".
 */
import { type FrontMatter, type FrontValue, textsOf, type Warning } from "./front-matter.ts";
import type { Ranges } from "./ranges.ts";

export interface FoundTag {
  readonly tag: string;
  readonly source: "front_matter" | "logseq" | "inline";
}

const TAG =
  /^[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}.-]*(?:\/[\p{Ll}\p{Lo}\p{Lm}\p{N}][\p{Ll}\p{Lo}\p{Lm}\p{M}\p{N}.-]*)*$/u;
const MAX_TAG = 256;

/** Trimmed, NFC, lower case; undefined when the result is no valid tag. */
export function normaliseTag(given: string): string | undefined {
  const tag = given.trim().normalize("NFC").toLowerCase();
  return tag.length <= MAX_TAG && TAG.test(tag) ? tag : undefined;
}

export function collectTags(
  text: string,
  front: FrontMatter,
  /** Code, comments, link targets and markup: no hashtag starts in them. */
  excluded: Ranges,
): { readonly tags: readonly FoundTag[]; readonly warnings: readonly Warning[] } {
  const found = new Map<string, FoundTag>();
  const warnings: Warning[] = [];
  const add = (given: string, source: FoundTag["source"]): void => {
    const tag = normaliseTag(given);
    if (tag !== undefined) found.set(`${source}\n${tag}`, { tag, source });
    else if (source !== "inline") {
      warnings.push({
        code: "INVALID_TAG",
        message: `\`${given.slice(0, 80)}\` is not a valid tag and was left out.`,
      });
    }
  };
  for (const item of frontTags(front.entries.get("tags"))) add(item, "front_matter");
  for (const item of logseqTags(text, front)) add(item, "logseq");
  for (const item of hashtags(text, front.bodyStart, excluded)) add(item, "inline");
  return { tags: [...found.values()], warnings };
}

/** A list is taken item by item; plain text is split at commas and blanks. */
function frontTags(value: FrontValue | undefined): string[] {
  const items =
    value?.kind === "scalar" ? textsOf(value).flatMap((text) => text.split(/[,\s]+/)) : textsOf(value);
  return items.map((item) => item.trim().replace(/^#/, "")).filter((item) => item !== "");
}

const LOGSEQ = /^[ \t]*(?:[-*][ \t]+)?tags::[ \t]*(.*)$/gim;
const LOGSEQ_LINES = 10;

function logseqTags(text: string, front: FrontMatter): string[] {
  const area =
    front.yaml === undefined ? firstLines(text, LOGSEQ_LINES) : text.slice(front.yaml.from, front.yaml.to);
  if (!/tags::/i.test(area)) return [];
  return [...area.matchAll(LOGSEQ)]
    .flatMap((match) => (match[1] ?? "").split(/[,\s]+/))
    .map((item) => item.replace(/^#|^\[\[|\]\]$/g, ""))
    .filter((item) => item !== "");
}

function firstLines(text: string, count: number): string {
  let end = -1;
  for (let line = 0; line < count; line++) {
    const next = text.indexOf("\n", end + 1);
    if (next === -1) return text;
    end = next;
  }
  return text.slice(0, end);
}

// After `#`: letters, numbers, marks, `-`, `/`. What follows decides whether it was a whole word.
const WORD = /[\p{L}\p{N}][\p{L}\p{M}\p{N}/-]*/uy;
const GOES_ON = /[\p{L}\p{N}\p{M}_#]|[.](?=[\p{L}\p{N}])|[.:]\/\//uy;
const BEFORE = /[\p{L}\p{N}\p{M}_/#&"'`=:\\.?%@$+-]/u;

function* hashtags(text: string, from: number, excluded: Ranges): Generator<string> {
  for (let at = text.indexOf("#", from); at !== -1; at = text.indexOf("#", at + 1)) {
    if (at > from && BEFORE.test(characterBefore(text, at))) continue;
    WORD.lastIndex = at + 1;
    const word = WORD.exec(text)?.[0];
    if (word === undefined) continue;
    const end = at + 1 + word.length;
    GOES_ON.lastIndex = end;
    if (GOES_ON.test(text)) continue;
    if (isNoTag(word) || excluded.has(at) || insideUrl(text, at)) continue;
    yield word.replace(/\/+$/, "");
  }
}

function characterBefore(text: string, at: number): string {
  const code = text.charCodeAt(at - 1);
  return code >= 0xdc00 && code <= 0xdfff ? text.slice(at - 2, at) : text.charAt(at - 1);
}

const PREPROCESSOR = new Set(["include", "define", "undef", "ifdef", "ifndef", "elif", "endif", "pragma"]);

function isNoTag(word: string): boolean {
  const lower = word.toLowerCase();
  return /^[\p{N}/-]+$/u.test(lower) || PREPROCESSOR.has(lower) || isColour(lower);
}

/**
 * `fff`, `ffffff`, `fafafa`, `1e90ff`: hex of the usual lengths that is no word. Words of the letters a to f stay
 * (`cafe`, `facade`), and so does the letter-digit-letter form of jargon (`b2b`, `e2e`).
 */
function isColour(word: string): boolean {
  if (!/^(?:[0-9a-f]{3}|[0-9a-f]{4}|[0-9a-f]{6}|[0-9a-f]{8})$/.test(word)) return false;
  if (/^(.)\1+$/.test(word) || /^(..)\1+$/.test(word)) return true;
  return /\d/.test(word) && !/^[a-f][2-9][a-f]$/.test(word);
}

function insideUrl(text: string, at: number): boolean {
  const before = /\S*$/.exec(text.slice(Math.max(0, at - 300), at))?.[0] ?? "";
  return before.includes("://") || /^www\./i.test(before);
}
