/**
 * What a model wrote as its draft, taken only in the form that was asked for: bounded, without control characters, each
 * sentence followed by markers of the passages that it names. Numbers of passages that there are not lead nowhere and are
 * left out; an invented marker stays, so that it is seen and refused.
 */
import { findClaims, sentencesOf } from "./claims.ts";
import { MAX_CITED, type NumberedPassage } from "./prompt.ts";

const MAX_OUTPUT = 64 * 1_024;
const MAX_TEXT = 16 * 1_024;
/** More statements than anybody asked for are no answer to a question. */
const MAX_CLAIMS = 64;
const NUMBERS = /\s*\[\s*(\d{1,4}(?:\s*,\s*\d{1,4})*)\s*\]/g;
const MARKERS = /\s*\[evidence:[^\]\n]{0,200}\]?/g;
const CONTROLS =
  /[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b\u200e\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g;

export type Draft =
  | { readonly kind: "draft"; readonly text: string }
  | { readonly kind: "bad"; readonly why: string };

export function readDraft(output: string, passages: readonly NumberedPassage[]): Draft {
  if (output.length > MAX_OUTPUT) return { kind: "bad", why: "an answer longer than any that was asked for" };
  const given = parsed(output);
  const sentences = (given as { sentences?: unknown } | undefined)?.sentences;
  if (!Array.isArray(sentences))
    return { kind: "bad", why: "something else than the JSON that was asked for" };
  const pieces: string[] = [];
  for (const entry of sentences as unknown[]) {
    const { text, passages: named } = (entry ?? {}) as { text?: unknown; passages?: unknown };
    if (typeof text !== "string")
      return { kind: "bad", why: "something else than the JSON that was asked for" };
    pieces.push(...sentenceWithMarkers(text, named, passages));
  }
  const draft = pieces.join(" ");
  if (draft.length > MAX_TEXT || findClaims(draft).claims.length > MAX_CLAIMS)
    return { kind: "bad", why: "an answer longer than any that was asked for" };
  return { kind: "draft", text: draft };
}

/** Each statement of a text gets the markers of all passages that the text names: a model may put two into one. */
function sentenceWithMarkers(given: string, named: unknown, passages: readonly NumberedPassage[]): string[] {
  const text = given.slice(0, MAX_TEXT).replace(CONTROLS, "").toWellFormed();
  const invented = (text.match(MARKERS) ?? []).map((marker) => marker.trim());
  const inline = [...text.matchAll(NUMBERS)].flatMap(([, list]) => (list as string).split(",").map(Number));
  const numbers = new Set([...(Array.isArray(named) ? (named as unknown[]) : []), ...inline]);
  const cited = passages.filter(({ number }) => numbers.has(number)).slice(0, MAX_CITED);
  const bare = text.replace(MARKERS, "").replace(NUMBERS, "").trim();
  const markers = [...cited.map(({ evidence }) => `[evidence:${evidence.evidenceId}]`), ...invented];
  const statements = sentencesOf(bare);
  if (statements.length === 0) return invented;
  return statements.map((statement) =>
    // What does not end would run into the next one.
    [/[\p{L}\p{N}]$/u.test(statement) ? `${statement}.` : statement, ...markers].join(" "),
  );
}

export function parsed(output: string): unknown {
  try {
    return JSON.parse(output);
  } catch {
    return undefined;
  }
}
