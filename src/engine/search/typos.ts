/**
 * Typing errors, forgiven only where nothing was found: words that no document holds are exchanged for the most frequent
 * one that differs by one letter, or, when they are long, by two. Identifiers and numbers are never guessed at.
 */
import type { Reader } from "../documents/reader.ts";
import { editDistance } from "../documents/suggest.ts";
import type { QueryPlan, Term } from "./query.ts";

/** Shorter words are near to too many others, longer ones are none. */
const shortest = 4;
const longest = 40;
/** From here on two letters may differ, behind the first three. */
const long = 8;
const keptStart = 3;
/** Words corrected in one query, and terms looked at for two differences. */
const wordLimit = 4;
const scanLimit = 4_000;

const vocabulary = "CREATE VIRTUAL TABLE IF NOT EXISTS temp.fts_vocab USING fts5vocab(main, fts_exact, row)";
const countOf = "SELECT doc FROM temp.fts_vocab WHERE term = ?";

/** @returns the query with its words exchanged, undefined when there is nothing to exchange */
export function corrected(reader: Reader, query: string, plan: QueryPlan): string | undefined {
  const words = plan.words.filter(isWord);
  if (words.length === 0) return undefined;
  reader.define(vocabulary);
  const count = (term: string) => reader.get<{ doc: number }>(countOf, term)?.doc ?? 0;
  let text = query;
  let changes = 0;
  for (const { raw, tokens } of words) {
    const [token = ""] = tokens;
    if (changes === wordLimit || count(token) > 0) continue;
    const better = nearest(reader, token, count);
    if (better === undefined) continue;
    text = text.replace(raw, () => better);
    changes += 1;
  }
  return changes === 0 ? undefined : text;
}

/** One run of letters, typed as a word. */
function isWord({ tokens: [token = "", ...others], prefix, stop, raw }: Term): boolean {
  return (
    others.length === 0 &&
    !prefix &&
    !stop &&
    token.length >= shortest &&
    token.length <= longest &&
    /^\p{L}+$/u.test(token) &&
    !/[\d_]/.test(raw)
  );
}

interface Found {
  readonly term: string;
  readonly documents: number;
  readonly distance: number;
}

function nearest(reader: Reader, word: string, count: (term: string) => number): string | undefined {
  let best: Found | undefined;
  const offer = (found: Found) => {
    if (found.documents > 0 && (best === undefined || isBetter(found, best))) best = found;
  };
  for (const term of oneEditAway(word)) offer({ term, documents: count(term), distance: 1 });
  if (best === undefined && word.length >= long) {
    for (const found of twoEditsAway(reader, word)) offer(found);
  }
  return best?.term;
}

/** Fewer differences, then more documents; ties by the alphabet. */
function isBetter(a: Found, b: Found): boolean {
  if (a.distance !== b.distance) return a.distance < b.distance;
  return a.documents === b.documents ? a.term < b.term : a.documents > b.documents;
}

const alphabets: readonly (readonly [script: RegExp, letters: string])[] = [
  [/\p{Script=Latin}/u, "abcdefghijklmnopqrstuvwxyz"],
  [/\p{Script=Cyrillic}/u, "абвгдеёжзийклмнопрстуфхцчшщъыьэюяієї"],
  [/\p{Script=Greek}/u, "αβγδεζηθικλμνξοπρστυφχψω"],
];

function* oneEditAway(word: string): Generator<string> {
  const letters = [...word];
  const alphabet = [
    ...new Set([...letters, ...alphabets.flatMap(([script, all]) => (script.test(word) ? [...all] : []))]),
  ];
  const joined = (start: number, middle: string, rest: number) =>
    letters.slice(0, start).join("") + middle + letters.slice(rest).join("");
  for (let at = 0; at <= letters.length; at++) {
    for (const letter of alphabet) yield joined(at, letter, at);
    if (at === letters.length) break;
    yield joined(at, "", at + 1);
    for (const letter of alphabet) if (letter !== letters[at]) yield joined(at, letter, at + 1);
    const next = letters[at + 1];
    if (next !== undefined && next !== letters[at]) yield joined(at, next + (letters[at] as string), at + 2);
  }
}

function twoEditsAway(reader: Reader, word: string): Found[] {
  const start = word.slice(0, keptStart);
  const rows = reader.all<{ term: string; documents: number }>(
    `SELECT term, doc AS documents FROM temp.fts_vocab WHERE term >= ? AND term < ? LIMIT ${scanLimit}`,
    start,
    `${start}\u{10ffff}`,
  );
  return rows.flatMap((row) => {
    const distance =
      Math.abs(row.term.length - word.length) > 2 ? undefined : editDistance(row.term, word, 2);
    return distance === undefined ? [] : [{ ...row, distance }];
  });
}
