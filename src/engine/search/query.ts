/**
 * A caller's text as a query plan. Everything is literal except a closed pair of quotes, a minus that touches a word,
 * and a star that ends one; nothing can fail, and whatever cannot be searched for is left out. spec/gno.md, "Lexical
 * search".
 */
import { foldCharacter, isDroppedMark, isWordCharacter } from "./fold.ts";
import { isStopWord } from "./stop-words.ts";
import { toIndexText, toQueryText } from "./tokens.ts";

export interface Term {
  /** As the caller wrote it. */
  readonly raw: string;
  /** What goes, quoted, into MATCH: parted by the index's own tokenizer into a phrase of `tokens`. */
  readonly text: string;
  readonly tokens: readonly string[];
  /** The last token is the start of a word. */
  readonly prefix: boolean;
  readonly stop: boolean;
}

export interface QueryPlan {
  /** Unquoted words in order, repeats kept: a repeated word counts for more. */
  readonly words: readonly Term[];
  /** Quoted phrases: each has to be there, as written. */
  readonly phrases: readonly Term[];
  readonly negatives: readonly Term[];
  /** All words and phrases as one phrase, when that says more than the terms one by one. */
  readonly whole: Term | undefined;
  /** Unquoted text that is searched for, where time words are looked for. */
  readonly plainText: string;
}

/** Tokens looked up at most; a longer text is found by its beginning. */
const tokenLimit = 64;

type Piece = { readonly kind: "word" | "phrase" | "not"; readonly text: string };

/** @returns undefined for an empty or blank text. */
export function planQuery(text: string): QueryPlan | undefined {
  // A NUL would end the expression early, a lone surrogate has no UTF-8 form.
  const clean = text.toWellFormed().replace(/[\p{Cc}\p{Zl}\p{Zp}]/gu, " ");
  if (text.trim() === "") return undefined;
  const budget = { positive: tokenLimit, negative: tokenLimit };
  const words: Term[] = [];
  const phrases: Term[] = [];
  const negatives: Term[] = [];
  const inOrder: string[] = [];
  const plain: string[] = [];
  for (const piece of pieces(clean)) {
    const pool = piece.kind === "not" ? "negative" : "positive";
    if (budget[pool] <= 0) {
      if (budget.positive <= 0 && budget.negative <= 0) break;
      continue;
    }
    const term = termOf(piece.text, budget[pool], piece.kind === "word");
    if (term === undefined) continue;
    budget[pool] -= term.tokens.length;
    if (piece.kind === "not") negatives.push(term);
    else {
      (piece.kind === "word" ? words : phrases).push(term);
      inOrder.push(piece.text);
      if (piece.kind === "word") plain.push(piece.text);
    }
  }
  const several = words.length + phrases.length > 1;
  return {
    words,
    phrases,
    negatives,
    whole: several ? termOf(inOrder.join(" "), tokenLimit, false) : undefined,
    plainText: plain.join(" "),
  };
}

/** Whitespace, and the dashes, dots and brackets that join words in print without making one of them. */
const gap =
  /[\s\u2013-\u2015\u2026\u3000-\u3003\u3008-\u3011\u30fb\uff08\uff09\uff0c\uff1a\uff1b\uff1f\uff01]/u;

function* pieces(text: string): Generator<Piece> {
  let at = 0;
  while (at < text.length) {
    if (gap.test(text[at] as string)) {
      at += 1;
      continue;
    }
    const negative = text[at] === "-";
    const start = negative ? at + 1 : at;
    const close = text[start] === '"' ? closingQuote(text, start) : -1;
    if (close > 0) {
      const quoted = text.slice(start + 1, close);
      yield { kind: negative ? "not" : "phrase", text: quoted };
      at = close + 1;
      continue;
    }
    let end = start;
    while (end < text.length && !gap.test(text[end] as string)) end += 1;
    const word = text.slice(start, end);
    // `--flag` and a lone dash exclude nothing: the minus has to touch a word.
    const touches = negative && isWordCharacter(word.codePointAt(0) ?? 0);
    if (word !== "") yield { kind: touches ? "not" : "word", text: word };
    at = Math.max(end, at + 1);
  }
}

/** A quote closes before a gap, punctuation or the end; inside a word it is an inch mark or an apostrophe. */
function closingQuote(text: string, open: number): number {
  for (let at = text.indexOf('"', open + 1); at > 0; at = text.indexOf('"', at + 1)) {
    const next = text.codePointAt(at + 1);
    if (next === undefined || !isWordCharacter(next)) return at;
  }
  return -1;
}

function termOf(text: string, most: number, mayBePrefix: boolean): Term | undefined {
  const indexed = indexForm(text);
  const tokens = tokensOf(indexed, most);
  if (tokens.list.length === 0) return undefined;
  const last = tokens.list.at(-1) as string;
  const starred = mayBePrefix && /[\p{L}\p{N}]{2}\*+$/u.test(text);
  return {
    raw: text,
    text: tokens.cut === undefined ? indexed : indexed.slice(0, tokens.cut),
    tokens: tokens.list,
    prefix: starred || (tokens.cut === undefined && isLoneUnspaced(last)),
    stop: isStopWord(tokens.list),
  };
}

/**
 * Runs of unspaced scripts are indexed as pairs and a closing single character. Inside a phrase the closing character
 * is there to be matched; at its end the text may go on, so it is left off.
 */
function indexForm(text: string): string {
  const indexed = toIndexText(text);
  if (indexed === text) return text;
  const whole = indexed.trimEnd();
  const query = toQueryText(text).trimEnd();
  const lastOf = (form: string) => form.slice(form.lastIndexOf(" ") + 1);
  return lastOf(whole) === lastOf(query) ? whole : whole.slice(0, whole.lastIndexOf(" "));
}

/** A single character of an unspaced script is the start of a pair wherever the run goes on. */
function isLoneUnspaced(token: string): boolean {
  return [...token].length === 1 && toIndexText(token) !== token;
}

/** Tokens as `unicode61 remove_diacritics 2` makes them. `cut` = where the text ends when `most` was reached. */
export function tokensOf(text: string, most: number): { list: string[]; cut: number | undefined } {
  const list: string[] = [];
  let token = "";
  let at = 0;
  for (const character of text) {
    const codePoint = character.codePointAt(0) as number;
    if (isWordCharacter(codePoint)) token += foldCharacter(character);
    else if (token !== "" && !isDroppedMark(codePoint)) {
      list.push(token);
      token = "";
      if (list.length === most) return { list, cut: at };
    }
    at += character.length;
  }
  if (token !== "") list.push(token);
  return { list, cut: undefined };
}
