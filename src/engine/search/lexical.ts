/**
 * The lexical leg: plan, filter, rank, score, then load and cut a snippet for the returned documents only. A search
 * reads the collections, runs one statement a class, and loads its page in one more.
 */
import type { SearchHit, SearchRequest, SearchResult } from "../engine.ts";
import { acceptor } from "./accepts.ts";
import { createBooster } from "./boost.ts";
import { boosted, boostedDepth } from "./boosted.ts";
import { timeOf } from "./facts.ts";
import { filterSql } from "./filters.ts";
import { openPage } from "./hits.ts";
import { isoRange, noteOf, type Prepared, prepare, type SearchSources } from "./prepare.ts";
import { type Candidate, rank } from "./rank.ts";
import { scaled, scores } from "./score.ts";
import { asksForNewest, type TimeRange } from "./time.ts";
import { corrected } from "./typos.ts";

/** Candidates looked at for each hit when the newest are asked for: the best of them are then put in order of time. */
export const newestDepth = 3;

export function searchLexical(sources: SearchSources, request: SearchRequest): SearchResult {
  const prepared = prepare(sources, request);
  if (prepared.kind !== "ready") return prepared;
  const { plan, checked } = prepared;
  if (plan.words.length + plan.phrases.length === 0) return nothing(checked.range, noteOf(plan));
  const first = attempt(sources, request, prepared);
  if (first.hits.length > 0) return first;
  const query = corrected(sources.reader, request.query, plan);
  if (query === undefined) return first;
  const better = prepare(sources, { ...request, query });
  const second = better.kind === "ready" ? attempt(sources, request, better) : first;
  return second.hits.length > 0 ? { ...second, corrected: query } : first;
}

function attempt(
  sources: SearchSources,
  request: SearchRequest,
  prepared: Prepared,
): SearchResult & { kind: "ok" } {
  const { checked } = prepared;
  let range = checked.guessed ?? checked.range;
  let found = candidates(sources, request, prepared, range);
  // The bounds were a guess from the query's own words: one that leaves nothing was a wrong guess.
  if (found.length === 0 && checked.guessed !== undefined) {
    range = checked.range;
    found = candidates(sources, request, prepared, range);
  }
  if (found.length === 0) return nothing(range, undefined);
  return { kind: "ok", hits: load(sources, request, prepared, found), ...isoRange(range), note: undefined };
}

function nothing(range: TimeRange, note: string | undefined): SearchResult & { kind: "ok" } {
  return { kind: "ok", hits: [], ...isoRange(range), note };
}

interface Scored extends Candidate {
  readonly score: number;
}

function candidates(
  { reader }: SearchSources,
  request: SearchRequest,
  { plan, checked, scope, settings }: Prepared,
  range: TimeRange,
): Scored[] {
  const newest = asksForNewest(plan.plainText);
  const accepts = acceptor(reader, checked, "text");
  const booster = createBooster(settings?.contentTypes ?? []);
  const limit = newest ? request.limit * newestDepth : request.limit;
  const found = rank({
    reader,
    plan,
    filters: filterSql(checked, range, scope.collections, reader),
    stem: scope.stem,
    limit: booster === undefined ? limit : boostedDepth(limit),
    ...(accepts === undefined ? {} : { accepts }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  const ranked = booster === undefined ? found : boosted(reader, found, booster).slice(0, limit);
  const chosen = newest ? newestOf(ranked, request.limit) : ranked;
  // Scores follow relevance, also where the order follows time.
  const byRelevance = newest ? ranked.filter((candidate) => chosen.includes(candidate)) : chosen;
  const values = scoresOf(byRelevance);
  const minScore = request.minScore ?? 0;
  return chosen
    .map((candidate) => ({ ...candidate, score: values[byRelevance.indexOf(candidate)] as number }))
    .filter((candidate) => candidate.score >= minScore);
}

function scoresOf(list: readonly (Candidate & { readonly value?: number })[]): number[] {
  const values = list.flatMap(({ value }) => value ?? []);
  return values.length === list.length ? scaled(values) : scores(list);
}

function newestOf(ranked: readonly Candidate[], limit: number): Candidate[] {
  return [...ranked].sort(newestFirst).slice(0, limit);
}

/** By front matter date else file time; the sort is stable, so equal times keep the order of relevance. */
function newestFirst(a: Candidate, b: Candidate): number {
  return timeOf(b.document_date, b.mtime_ms) - timeOf(a.document_date, a.mtime_ms);
}

function load(
  { reader }: SearchSources,
  request: SearchRequest,
  { plan, scope, settings }: Prepared,
  found: readonly Scored[],
): SearchHit[] {
  request.signal?.throwIfAborted();
  const chosen = found.map(({ id, rank }) => ({ id, rank, passage: undefined }));
  const page = openPage(reader, chosen, plan, scope.stem, request.intent, settings);
  return found.flatMap(({ score }, at) => {
    const hit = page(chosen[at] as (typeof chosen)[number]);
    return hit === undefined ? [] : [{ ...hit, score }];
  });
}
