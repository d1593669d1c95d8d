/**
 * Which documents match, best first: those that hold the query as one phrase, then all its terms as written, then all
 * by their stems, then any of its words that mean something; inside a class by bm25, ties by collection and path.
 * A class is only asked when the ones before it left room.
 */
import type { Reader } from "../documents/reader.ts";
import type { Filters } from "./filters.ts";
import { holding, literalDepth, literalOf } from "./literal.ts";
import { allOf, anyOf, noneOf, phraseOf, startsOf } from "./match.ts";
import type { QueryPlan, Term } from "./query.ts";
import type { Ranked } from "./score.ts";

export type StemTokenizer = "porter unicode61" | "unicode61" | "trigram";

export interface Candidate extends Ranked {
  /** Front matter date, else null. */
  readonly document_date: string | null;
  readonly mtime_ms: number;
}

/**
 * Of path, title, headings and body. Words as written are mostly looked up where they are the topic; the loose classes
 * answer sentences, where a heading says less. Both were chosen on the corpora of the benchmark.
 */
const weights = { fts_exact: "1.5, 4.0, 8.0, 1.0", fts_stem: "1.0, 2.0, 3.0, 1.0" } as const;

export interface RankOptions {
  readonly reader: Reader;
  readonly plan: QueryPlan;
  readonly filters: Filters;
  readonly stem: StemTokenizer;
  readonly limit: number;
  /** Asked in order of rank, until `limit` documents have passed. */
  readonly accepts?: (id: number) => boolean;
  readonly signal?: AbortSignal;
}

export function rank(options: RankOptions): Candidate[] {
  const { plan } = options;
  const name = literalOf(plan);
  // The best of those that hold a name sign by sign may stand further down among those that hold its parts.
  const limit = name === undefined ? options.limit : Math.max(options.limit, literalDepth);
  const found = new Map<number, Candidate>();
  for (const search of searches(plan, options.stem)) {
    if (found.size >= options.limit || (search.onlyIfNone && found.size > 0)) continue;
    options.signal?.throwIfAborted();
    for (const row of rows({ ...options, limit }, search)) {
      if (found.size >= limit) break;
      if (found.has(row.id) || options.accepts?.(row.id) === false) continue;
      found.set(row.id, { ...row, rank: row.whole === 1 ? 0 : search.rank });
    }
  }
  const list = [...found.values()];
  return name === undefined ? list : namesFirst(options.reader, list, name).slice(0, options.limit);
}

/** Lifts documents that hold the name as written into the class above those that hold its parts. */
function namesFirst(reader: Reader, list: readonly Candidate[], name: string): Candidate[] {
  const parts = list.slice(0, literalDepth).filter(({ rank }) => rank === 1);
  if (parts.length < 2) return [...list];
  const held = holding(
    reader,
    parts.map(({ id }) => id),
    name,
  );
  const lifted = list.map((one) => (held.has(one.id) ? { ...one, rank: 0 } : one));
  return lifted.sort((a, b) => a.rank - b.rank);
}

/** The last class: words that begin like a term. Asked, and so found, only when all others found nothing. */
export const startRank = 4;

interface ClassSearch {
  readonly rank: number;
  readonly table: "fts_exact" | "fts_stem";
  readonly match: string;
  /** Phrase over the exact index that lifts a row into the class above. */
  readonly whole?: string;
  /** Has to match in the exact index as well. */
  readonly required?: string;
  readonly absent?: string;
  readonly onlyIfNone?: boolean;
}

function* searches(plan: QueryPlan, stem: StemTokenizer): Generator<ClassSearch> {
  const { words, phrases } = plan;
  const absent = noneOf(plan);
  const without = absent === undefined ? {} : { absent };
  const exactly = (match: string) => (absent === undefined ? match : `(${match}) NOT (${absent})`);
  yield {
    rank: 1,
    table: "fts_exact",
    match: exactly(allOf([...words, ...phrases])),
    ...(plan.whole === undefined ? {} : { whole: phraseOf(plan.whole) }),
  };
  if (words.length === 0) return;
  const required = phrases.length === 0 ? {} : { required: allOf(phrases) };
  if (stem !== "unicode61")
    yield { rank: 2, table: "fts_stem", match: allOf(words), ...required, ...without };
  const meaningful = words.filter((word) => !word.stop);
  const loose = meaningful.length === 0 ? words : meaningful;
  if (loose.length > 1 || loose.length < words.length || phrases.length > 0) {
    yield { rank: 3, table: "fts_stem", match: anyOf([...loose, ...phrases]), ...required, ...without };
  }
  const starts = loose.filter(isLongEnough);
  if (starts.length > 0 && phrases.length === 0) {
    yield { rank: startRank, table: "fts_exact", match: exactly(startsOf(starts)), onlyIfNone: true };
  }
}

/** Shorter beginnings match too much to mean anything. */
function isLongEnough(term: Term): boolean {
  return (term.tokens.at(-1)?.length ?? 0) >= 3;
}

type Row = Candidate & { readonly whole: number };

function rows(options: RankOptions, search: ClassSearch): Iterable<Row> {
  const { reader, filters } = options;
  const { table, whole, required, absent } = search;
  const exact = "SELECT rowid FROM fts_exact WHERE fts_exact MATCH ?";
  // The full-text index drives: a condition that could drive it by row would match anew for each document.
  const sql = `SELECT d.id, ${search.rank} AS rank, bm25(${table}, ${weights[table]}) AS bm25, d.document_date, d.mtime_ms,
  ${whole === undefined ? "0" : `d.id IN (${exact})`} AS whole
FROM ${table} CROSS JOIN document d ON d.id = ${table}.rowid CROSS JOIN collection c ON c.id = d.collection_id
WHERE ${table} MATCH ? AND d.active = 1${required === undefined ? "" : ` AND +d.id IN (${exact})`}${
    absent === undefined ? "" : ` AND d.id NOT IN (${exact})`
  }${filters.sql}
ORDER BY whole DESC, bm25, c.name, d.rel_path LIMIT ?`;
  const params = [
    ...[whole, search.match, required, absent].filter((value) => value !== undefined),
    ...filters.params,
    options.accepts === undefined ? options.limit : -1,
  ];
  return options.accepts === undefined
    ? reader.all<Row>(sql, ...params)
    : reader.iterate<Row>(sql, ...params);
}
