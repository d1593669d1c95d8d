/** The terms of a query in the form in which they are looked for in the text of a returned document. */
import { foldText } from "./fold.ts";
import { stem } from "./porter.ts";
import { planQuery, type QueryPlan, type Term } from "./query.ts";

export interface Needle {
  /** Place in its list. */
  readonly index: number;
  /** Place in the query: neighbours there are worth more as neighbours in the text. */
  readonly order: number;
  readonly weight: number;
  /** Folded words that follow each other. */
  readonly tokens: readonly string[];
  /** Set when other forms of the word count too. */
  readonly stem: string | undefined;
  /** The last token may go on. */
  readonly prefix: boolean;
  /** Part of a run without spaces, where word borders say nothing. */
  readonly anywhere: boolean;
}

/** How the hits were found: by stem, as written, by the start of a word, or by any part of one. */
export type Comparison = "stem" | "word" | "start" | "part";

export interface Needles {
  /** What makes a passage worth showing: words with a meaning, and what the caller intends. */
  readonly telling: readonly Needle[];
  /** All terms of the query: what is marked in the passage. */
  readonly marked: readonly Needle[];
}

const intentWeight = 0.3;

const unspacedScript =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;

export function needlesOf(plan: QueryPlan, intent: string | undefined, comparison: Comparison): Needles {
  const words = plan.words.map((term, order) => ({
    needle: needleOf(term, order, 1, comparison),
    stop: term.stop,
  }));
  const phrases = plan.phrases.map((term, index) => ({
    needle: needleOf(term, plan.words.length + 1 + index, 1, "word"),
    stop: false,
  }));
  const all = [...words, ...phrases];
  const meaningful = all.filter(({ stop }) => !stop);
  const hints = intent === undefined ? [] : (planQuery(intent)?.words ?? []).filter((word) => !word.stop);
  return {
    telling: distinct([
      ...(meaningful.length === 0 ? all : meaningful).map(({ needle }) => needle),
      ...hints.map((word) => needleOf(word, Number.NaN, intentWeight, comparison)),
    ]),
    marked: distinct(all.map(({ needle }) => needle)),
  };
}

function needleOf(term: Term, order: number, weight: number, comparison: Comparison): Needle {
  const anywhere = unspacedScript.test(term.raw) || (comparison === "part" && term.tokens.length === 1);
  const prefix = term.prefix || comparison === "start";
  const single = term.tokens.length === 1 && !anywhere && !prefix;
  return {
    index: 0,
    order,
    weight,
    tokens: anywhere ? [foldText(term.raw.normalize("NFKC").replace(/["*\s]/g, "")).text] : term.tokens,
    stem: single && comparison === "stem" ? stem(term.tokens[0] as string) : undefined,
    prefix,
    anywhere,
  };
}

/** A repeated word is one thing to look for. */
function distinct(needles: readonly Needle[]): Needle[] {
  const seen = new Set<string>();
  return needles
    .filter((needle) => {
      const key = needle.tokens.join(" ");
      return key !== "" && !seen.has(key) && seen.add(key);
    })
    .map((needle, index) => ({ ...needle, index }));
}
