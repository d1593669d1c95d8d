/** The candidates of a request in their order: by date, by id or phrase, by words, by meaning, or by both together. */
import { spanOf } from "../dates.ts";
import { DOCUMENT_ID, RECORD_ID } from "../vocabulary.ts";
import { combine } from "./combine.ts";
import { type Filter, filterOf } from "./filter.ts";
import type { Meaning } from "./meaning.ts";
import type { RecallStore, UnitRow } from "./store.ts";
import type { RecallRequest } from "./types.ts";
import { allOf, anyOf, phraseOf, wordsOf } from "./words.ts";

export interface Found {
  readonly row: UnitRow;
  readonly cosine: number | undefined;
}

export type Candidates =
  | { readonly kind: "found"; readonly found: readonly Found[]; readonly byMeaning: boolean }
  | { readonly kind: "no-vectors" };

/** Candidates of words, and of meaning, that a hybrid search joins. */
const POOL = 200;

export type Way = "words" | "meaning" | "both";

/** How a request is answered when vectors are there. */
export function wayOf({ query, mode }: RecallRequest, store: RecallStore): Way {
  if (mode === "semantic") return "meaning";
  if (mode === "hybrid") return "both";
  if (mode !== "auto" || spanOf(query) !== undefined) return "words";
  const text = query.trim();
  return quotedOf(text) !== undefined || isId(text, store) ? "words" : "both";
}

/** @param enough how many are wanted, one more than are shown */
export async function candidates(
  request: RecallRequest,
  enough: number,
  store: RecallStore,
  meaning: Meaning | undefined,
): Promise<Candidates> {
  const way = wayOf(request, store);
  if (way !== "words" && meaning !== undefined) {
    const found =
      way === "meaning"
        ? await near(request, enough, store, meaning)
        : await both(request, enough, store, meaning);
    if (found !== undefined) return { kind: "found", found, byMeaning: true };
  }
  if (way === "meaning") return { kind: "no-vectors" };
  const found = byWords(request, enough, store).map((row) => ({ row, cosine: undefined }));
  return { kind: "found", found, byMeaning: false };
}

function byWords(request: RecallRequest, enough: number, store: RecallStore): readonly UnitRow[] {
  const { query, mode } = request;
  const dates = mode === "hybrid" ? undefined : spanOf(query);
  if (dates !== undefined) return take(store.all(filterOf(request, dates)), enough);
  const filter = filterOf(request);
  const text = query.trim();
  const quoted = quotedOf(text);
  if (mode === "exact" || (mode === "auto" && (quoted !== undefined || isId(text, store)))) {
    const byId = store.ofId(quoted ?? text, filter);
    if (byId.length > 0) return byId.slice(0, enough);
    // The very words in their order, upper and lower case alike.
    const phrase = phraseOf(quoted ?? text);
    const wanted = (quoted ?? text).toLowerCase();
    const literal = (row: UnitRow) => `${row.title}\n${row.text}`.toLowerCase().includes(wanted);
    return phrase === undefined ? [] : matchingThat(literal, phrase, filter, enough, store);
  }
  const words = wordsOf(text);
  const every = allOf(words);
  const found = every === undefined ? [] : store.matching(every, filter, enough);
  if (found.length > 0 || mode === "keyword") return found;
  const any = anyOf(words);
  return any === undefined ? [] : store.matching(any, filter, enough);
}

async function near(
  request: RecallRequest,
  enough: number,
  store: RecallStore,
  meaning: Meaning,
): Promise<readonly Found[] | undefined> {
  const answer = await meaning.search(request.query, enough, allowed(request, store));
  if (answer === undefined) return undefined;
  const cosines = new Map(answer.near.map(({ unit, cosine }) => [unit, cosine]));
  return store
    .units([...cosines.keys()])
    .map((row): Found => ({ row, cosine: cosines.get(row.unit) }))
    .sort((a, b) => (b.cosine ?? 0) - (a.cosine ?? 0) || bySource(a.row, b.row))
    .slice(0, enough);
}

async function both(
  request: RecallRequest,
  enough: number,
  store: RecallStore,
  meaning: Meaning,
): Promise<readonly Found[] | undefined> {
  const answer = await meaning.search(request.query, POOL, allowed(request, store));
  if (answer === undefined) return undefined;
  const filter = filterOf(request);
  const text = request.query.trim();
  const words = wordsOf(text);
  // Best class first; a unit stands in the best one that it belongs to.
  const classes = [words.length > 1 ? phraseOf(text) : undefined, allOf(words), undefined, anyOf(words)];
  const rows = new Map<number, UnitRow>();
  const ranked: { readonly id: number; readonly rank: number; readonly bm25: number }[] = [];
  classes.forEach((expression, rank) => {
    if (expression === undefined || ranked.length >= POOL) return;
    for (const row of store.matching(expression, filter, POOL)) {
      if (rows.has(row.unit)) continue;
      rows.set(row.unit, row);
      ranked.push({ id: row.unit, rank, bm25: row.bm25 });
    }
  });
  const pool = answer.near.slice(0, POOL);
  for (const row of store.units(pool.map(({ unit }) => unit).filter((unit) => !rows.has(unit)))) {
    rows.set(row.unit, row);
  }
  const cosines = new Map(answer.near.map(({ unit, cosine }) => [unit, cosine]));
  return combine(answer.embedder.fusion, ranked, pool)
    .flatMap(({ unit, score }) => {
      const row = rows.get(unit);
      return row === undefined ? [] : [{ row, score, cosine: cosines.get(unit) }];
    })
    .sort((a, b) => b.score - a.score || bySource(a.row, b.row))
    .slice(0, enough);
}

function allowed(request: RecallRequest, store: RecallStore): ((unit: number) => boolean) | undefined {
  const filter = filterOf(request);
  if (filter.all) return undefined;
  const ids = new Set(store.ids(filter));
  return (unit) => ids.has(unit);
}

function quotedOf(text: string): string | undefined {
  return /^"([^"]+)"$/.exec(text)?.[1];
}

function isId(text: string, store: RecallStore): boolean {
  return (DOCUMENT_ID.test(text) || RECORD_ID.test(text)) && store.isId(text);
}

function take(rows: IterableIterator<UnitRow>, enough: number): readonly UnitRow[] {
  const taken: UnitRow[] = [];
  for (const row of rows) {
    taken.push(row);
    if (taken.length >= enough) break;
  }
  return taken;
}

/** Asks for more until enough of them are accepted or there are no others. */
function matchingThat(
  accepts: (row: UnitRow) => boolean,
  expression: string,
  filter: Filter,
  enough: number,
  store: RecallStore,
): readonly UnitRow[] {
  for (let asked = enough * 2; ; asked *= 8) {
    const rows = store.matching(expression, filter, asked);
    const accepted = rows.filter(accepts);
    if (accepted.length >= enough || rows.length < asked) return accepted.slice(0, enough);
  }
}

/** Paths in code-point order, which is SQLite's, then source order. */
function bySource(a: UnitRow, b: UnitRow): number {
  return Buffer.compare(Buffer.from(a.path), Buffer.from(b.path)) || a.place - b.place;
}
