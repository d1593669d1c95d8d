/**
 * The Search port: plan, filter, rank, score, then load and cut a snippet for the returned documents only. A search
 * reads the collections, runs one statement a class, and loads its page in one more.
 */
import type { Reader } from "../documents/reader.ts";
import { type DocumentRow, documentColumns, documentOf } from "../documents/row.ts";
import type { ConfigStore, IndexConfig, Search, SearchHit, SearchRequest, SearchResult } from "../engine.ts";
import type { Clock } from "../ports.ts";
import { contextOf } from "./context.ts";
import { type CheckedRequest, checkRequest, filterSql } from "./filters.ts";
import { type Comparison, needlesOf } from "./needles.ts";
import { planQuery, type QueryPlan } from "./query.ts";
import { type Candidate, rank, type StemTokenizer } from "./rank.ts";
import { scores } from "./score.ts";
import { createSnippets } from "./snippet.ts";
import { asksForNewest, type TimeRange } from "./time.ts";

export interface SearchOptions {
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load">;
  readonly clock: Clock;
}

/** Candidates looked at for each hit when the newest are asked for: the best of them are then put in order of time. */
const newestDepth = 3;

export function createSearch({ reader, config, clock }: SearchOptions): Search {
  return {
    lexical(request): SearchResult {
      const plan = planQuery(request.query);
      if (plan === undefined) return { kind: "empty-query" };
      const settings = config.load();
      const configured = new Set((settings?.collections ?? []).map(({ name }) => name));
      const checked = checkRequest(request, plan.plainText, configured, clock.now());
      if (checked.kind !== "checked") return checked;
      if (plan.words.length + plan.phrases.length === 0) return nothing(checked.range, noteOf(plan));
      const scope = readScope(reader, configured, checked);
      const run = (range: TimeRange) => candidates(reader, request, plan, checked, range, scope);
      let range = checked.guessed ?? checked.range;
      let found = run(range);
      // The bounds were a guess from the query's own words: one that leaves nothing was a wrong guess.
      if (found.length === 0 && checked.guessed !== undefined) {
        range = checked.range;
        found = run(range);
      }
      if (found.length === 0) return nothing(range, undefined);
      return {
        kind: "ok",
        hits: load(reader, request, plan, scope.stem, found, settings),
        since: iso(range.since),
        until: iso(range.until),
        note: undefined,
      };
    },
  };
}

function nothing(range: TimeRange, note: string | undefined): SearchResult {
  return { kind: "ok", hits: [], since: iso(range.since), until: iso(range.until), note };
}

function iso(ms: number | undefined): string | undefined {
  return ms === undefined ? undefined : new Date(ms).toISOString();
}

function noteOf(plan: QueryPlan): string {
  return plan.negatives.length > 0
    ? "The query only says what to leave out. Add a word to look for."
    : "The query holds no letters or digits to look for.";
}

interface Scope {
  readonly stem: StemTokenizer;
  /** Row ids of the collections to search, undefined = all that the index holds. */
  readonly collections: readonly number[] | undefined;
}

/** Collections that are no longer configured stay in the index until the next sync, but are not searched. */
function readScope(reader: Reader, configured: ReadonlySet<string>, checked: CheckedRequest): Scope {
  const rows = reader.all<{ id: number; name: string; stem: StemTokenizer | null }>(
    "SELECT id, name, (SELECT value FROM meta WHERE key = 'fts_stem') AS stem FROM collection",
  );
  const wanted = rows.filter(({ name }) => configured.has(name) && (checked.collection ?? name) === name);
  return {
    stem: rows[0]?.stem ?? "porter unicode61",
    collections: wanted.length === rows.length ? undefined : wanted.map(({ id }) => id),
  };
}

interface Scored extends Candidate {
  readonly score: number;
}

function candidates(
  reader: Reader,
  request: SearchRequest,
  plan: QueryPlan,
  checked: CheckedRequest,
  range: TimeRange,
  scope: Scope,
): Scored[] {
  const newest = asksForNewest(plan.plainText);
  const ranked = rank({
    reader,
    plan,
    filters: filterSql(checked, range, scope.collections, reader),
    stem: scope.stem,
    limit: newest ? request.limit * newestDepth : request.limit,
    ...(checked.exclude.length === 0
      ? {}
      : { accepts: (id: number) => !holdsAny(reader, id, checked.exclude) }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  });
  const chosen = newest ? newestOf(ranked, request.limit) : ranked;
  // Scores follow relevance, also where the order follows time.
  const byRelevance = newest ? ranked.filter((candidate) => chosen.includes(candidate)) : chosen;
  const values = scores(byRelevance);
  const minScore = request.minScore ?? 0;
  return chosen
    .map((candidate) => ({ ...candidate, score: values[byRelevance.indexOf(candidate)] as number }))
    .filter((candidate) => candidate.score >= minScore);
}

function newestOf(ranked: readonly Candidate[], limit: number): Candidate[] {
  return [...ranked].sort(newestFirst).slice(0, limit);
}

/** By front matter date else file time; the sort is stable, so equal times keep the order of relevance. */
function newestFirst(a: Candidate, b: Candidate): number {
  return timeOf(b) - timeOf(a);
}

function timeOf(candidate: Candidate): number {
  const date = candidate.document_date === null ? Number.NaN : Date.parse(candidate.document_date);
  return Number.isNaN(date) ? candidate.mtime_ms : date;
}

/** A hit in title, path or anywhere in the text, whatever its case. */
function holdsAny(reader: Reader, id: number, excluded: readonly string[]): boolean {
  const row = reader.get<{ title: string | null; rel_path: string; text: string | null }>(
    "SELECT d.title, d.rel_path, m.text FROM document d LEFT JOIN mirror m ON m.id = d.mirror_id WHERE d.id = ?",
    id,
  );
  if (row === undefined) return true;
  const fields = [row.title, row.rel_path, row.text].map((field) => (field ?? "").toLowerCase());
  return excluded.some((part) => fields.some((field) => field.includes(part)));
}

type LoadedRow = DocumentRow & { readonly text: string | null; readonly tags: string };

const loadPage = `SELECT ${documentColumns}, m.text,
  (SELECT json_group_array(tag) FROM (SELECT DISTINCT tag FROM tag WHERE document_id = d.id ORDER BY tag)) AS tags
FROM json_each(?) j CROSS JOIN document d ON d.id = j.value JOIN collection c ON c.id = d.collection_id
  LEFT JOIN mirror m ON m.id = d.mirror_id`;

const comparisons: Record<StemTokenizer, Comparison> = {
  "porter unicode61": "stem",
  unicode61: "word",
  trigram: "part",
};

function load(
  reader: Reader,
  request: SearchRequest,
  plan: QueryPlan,
  stem: StemTokenizer,
  found: readonly Scored[],
  settings: IndexConfig | undefined,
): SearchHit[] {
  request.signal?.throwIfAborted();
  const rows = reader.all<LoadedRow>(loadPage, JSON.stringify(found.map(({ id }) => id)));
  const byId = new Map(rows.map((row) => [row.id, row]));
  // Where all hits match as written, other forms of the words are not worth looking for.
  const comparison = found.every(({ rank }) => rank <= 1) ? "word" : comparisons[stem];
  const snippetOf = createSnippets(needlesOf(plan, request.intent, comparison), plan.whole?.tokens);
  return found.flatMap(({ id, score, rank }) => {
    const row = byId.get(id);
    // Gone since it was ranked: another process has just indexed.
    if (row === undefined) return [];
    const document = documentOf(row);
    const snippet = snippetOf(row.text ?? "", rank === 0);
    return {
      document,
      score,
      snippet: snippet.text,
      line: snippet.startLine,
      snippetRange: { startLine: snippet.startLine, endLine: snippet.endLine },
      tags: JSON.parse(row.tags) as string[],
      context: contextOf(document, settings),
    };
  });
}
