/**
 * What a model's verdict has to pass before it counts, whatever the model says of itself: words quoted from the passage as
 * they stand there, with the figures, units, names and the denial of the claim. A verdict that fails is no judgment; it
 * never turns into its opposite.
 */
import type { CapsuleEvidence } from "../evidence/types.ts";
import { sentencesOf } from "./claims.ts";
import { contentWords, type Features, featuresOf, holdsName, namesOf } from "./features.ts";

export interface Quote {
  readonly evidence: CapsuleEvidence;
  readonly text: string;
}

/** Of the words that say what a claim is about, this share must stand in what supports it. */
const LEAST_SHARE = 1 / 3;

/** Quotes that are in their passage byte for byte and say something. */
export function exactQuotes(quotes: readonly Quote[]): readonly Quote[] {
  return quotes.filter(({ evidence, text }) => evidence.text.includes(text) && contentWords(text).size > 0);
}

/** @returns undefined = holds; else what is missing, for people */
export function supportFault(claim: string, quotes: readonly Quote[]): string | undefined {
  if (quotes.length === 0) return "no words of a cited passage are quoted as they stand there";
  const own = featuresOf(claim);
  const texts = quotes.map(({ text }) => text);
  const quoted = featuresOf(texts.join("\n"));
  const values = new Set(quoted.figures.flat());
  const figure = own.figures.find((readings) => !readings.some((value) => values.has(value)));
  if (figure !== undefined) return `the figure ${figure[0]} does not stand in the quoted words`;
  if ([...own.units].some((unit) => !quoted.units.has(unit)))
    return "the unit of a figure is another one in the quoted words";
  const address = [...own.addresses].find((one) => !texts.some((text) => text.includes(one)));
  if (address !== undefined) return "an address does not stand in the quoted words";
  const about = new Set(
    quotes.flatMap(({ evidence }) => [
      ...contentWords([evidence.title, evidence.heading, evidence.text].join("\n")),
    ]),
  );
  const name = namesOf(claim).find((one) => !holdsName(about, one));
  if (name !== undefined) return `"${name.slice(0, 60)}" does not stand in the cited passage`;
  const near = new Set([
    ...quoted.words,
    ...quotes.flatMap(({ evidence }) => [...contentWords([evidence.title, evidence.heading].join("\n"))]),
  ]);
  const shared = [...own.words].filter((word) => near.has(word)).length;
  if (shared === 0 || shared < own.words.size * LEAST_SHARE)
    return "the quoted words are about something else";
  return agrees(own, texts)
    ? undefined
    : "the claim denies what the quoted words say, or the other way round";
}

/** @returns undefined = holds; else what is missing, for people */
export function contradictionFault(claim: string, quotes: readonly Quote[]): string | undefined {
  if (quotes.length === 0) return "no words of a passage are quoted as they stand there";
  const own = contentWords(claim);
  const about = quotes.some(({ text }) => [...contentWords(text)].some((word) => own.has(word)));
  if (!about) return "the quoted words are about something else";
  const repeated = quotes.some(({ text }) => text.includes(claim.replace(/[.!?;]+$/, "")));
  return repeated ? "the quoted words say the claim itself" : undefined;
}

/** The sentence nearest to the claim denies exactly when the claim does. */
function agrees(own: Features, texts: readonly string[]): boolean {
  const sentences = texts.flatMap(sentencesOf).map(featuresOf);
  const shared = sentences.map(({ words }) => [...own.words].filter((word) => words.has(word)).length);
  const most = Math.max(...shared);
  return sentences.some(({ denies }, at) => shared[at] === most && denies === own.denies);
}
