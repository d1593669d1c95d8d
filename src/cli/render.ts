/** Answers for a person at a terminal. Lists of hits are drawn here; every other answer has its own text already. */
import type { Paint } from "./io.ts";

interface Hit {
  readonly docid: string;
  readonly uri: string;
  readonly score: number;
  readonly snippet: string;
  readonly line?: number;
  readonly title?: string;
}

/** `text` is the tool's own human form; with an explanation it says more than a list can. */
export function renderData(data: unknown, text: string, paint: Paint): string {
  const results = hitsOf(data);
  if (results === undefined || results.length === 0) return text;
  const list = results.map((hit) => renderHit(hit, paint));
  const { correctedQuery } = (data as { meta: { correctedQuery?: string } }).meta;
  const notice =
    correctedQuery === undefined
      ? []
      : [paint("dim", `Nothing as written; results for "${printable(correctedQuery)}":`)];
  return [...notice, ...list].join("\n\n");
}

function hitsOf(data: unknown): readonly Hit[] | undefined {
  const { results, meta } = data as { results?: readonly Hit[]; meta?: { mode?: string; explain?: unknown } };
  return meta?.mode === undefined || meta.explain !== undefined ? undefined : results;
}

function renderHit(hit: Hit, paint: Paint): string {
  const place = hit.line === undefined ? hit.uri : `${hit.uri}:${hit.line}`;
  const head = `${paint("cyan", place)} ${paint("dim", `${hit.docid} ${hit.score.toFixed(2)}`)}`;
  const title = hit.title === undefined ? [] : [paint("bold", printable(hit.title))];
  const lines = hit.snippet
    .split("\n")
    .filter((line) => line.trim() !== "")
    .slice(0, 4)
    .map((line) => `  ${marked(printable(line), paint)}`);
  return [head, ...title, ...lines].join("\n");
}

function marked(line: string, paint: Paint): string {
  return line
    .replace(/<mark>(.*?)<\/mark>/g, (_all, word: string) => paint("yellow", word))
    .replace(/<\/?mark>/g, "");
}

/** Text of a file must not steer the terminal. */
export function printable(text: string): string {
  return text.replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, " ");
}
