/**
 * The filters of a search for the vector leg: which chunks may be candidates, decided before any cut. A narrow filter
 * is a list of chunks, read in one statement; of a wide one enough chunks are looked at until enough of them pass.
 */
import type { Reader } from "../documents/reader.ts";
import type { ChunkFilter } from "../vector/types.ts";
import { acceptor } from "./accepts.ts";
import { type CheckedRequest, type Filters, filterSql } from "./filters.ts";
import { allOf, noneOf } from "./match.ts";
import type { Scope } from "./prepare.ts";
import type { QueryPlan } from "./query.ts";
import type { TimeRange } from "./time.ts";

export interface DocumentRule {
  /** Conditions on `document d`, ` AND …`, or empty; the language is not among them. */
  readonly sql: string;
  readonly params: readonly unknown[];
  readonly start?: Filters["start"];
  readonly wide?: Filters["wide"];
  /** The same for whole documents: one chunk of the language is enough. */
  readonly documents: Filters;
  /** What SQL does not decide: words and texts that a document may not hold. undefined = nothing. */
  readonly accepts: ((documentId: number) => boolean) | undefined;
  /** Chunks of this language only. */
  readonly language: string | undefined;
}

/** Chunks that a list may hold: a filter that allows more is a wide one. */
export const listLimit = 20_000;

/** The language to keep to. A form that was left blank sends an empty text, which keeps to none. */
export function languageOf({ lang }: { readonly lang?: string }): string | undefined {
  return lang === undefined || lang.trim() === "" ? undefined : lang;
}

/** @param plan quoted phrases and negations count; undefined = the text is meant as a whole */
export function documentRule(
  reader: Reader,
  checked: CheckedRequest,
  range: TimeRange,
  scope: Scope,
  language: string | undefined,
  plan: QueryPlan | undefined,
): DocumentRule {
  const filters = withPhrases(reader, filterSql(checked, range, scope.collections, reader), plan);
  const tests: ((id: number) => boolean)[] = [];
  const absent = plan === undefined ? undefined : noneOf(plan);
  if (absent !== undefined) {
    const unwanted = new Set(matching(reader, absent));
    tests.push((id) => !unwanted.has(id));
  }
  const own = acceptor(reader, checked, "document");
  if (own !== undefined) tests.push(own);
  return {
    ...filters,
    documents:
      language === undefined
        ? filters
        : {
            sql: `${filters.sql} AND EXISTS (SELECT 1 FROM chunk ch WHERE ch.mirror_id = d.mirror_id AND ch.language = ?)`,
            params: [...filters.params, language],
          },
    accepts: tests.length === 0 ? undefined : (id) => tests.every((test) => test(id)),
    language,
  };
}

/** A quoted phrase has to be there as written, whatever list finds the document. */
function withPhrases(reader: Reader, filters: Filters, plan: QueryPlan | undefined): Filters {
  if (plan === undefined || plan.phrases.length === 0) return filters;
  return {
    ...filters,
    wide: false,
    sql: `${filters.sql} AND d.id IN (SELECT value FROM json_each(?))`,
    params: [...filters.params, JSON.stringify(matching(reader, allOf(plan.phrases)))],
  };
}

function matching(reader: Reader, match: string): number[] {
  return reader
    .all<{ id: number }>("SELECT rowid AS id FROM fts_exact WHERE fts_exact MATCH ?", match)
    .map(({ id }) => id);
}

/** Of these documents, those that pass. */
export function passing(reader: Reader, rule: DocumentRule, ids: readonly number[]): Set<number> {
  const rows = reader.all<{ id: number }>(
    `SELECT d.id FROM json_each(?) j CROSS JOIN document d ON d.id = j.value WHERE d.active = 1${rule.documents.sql}`,
    JSON.stringify(ids),
    ...rule.documents.params,
  );
  const { accepts } = rule;
  return new Set(rows.map(({ id }) => id).filter((id) => accepts === undefined || accepts(id)));
}

export type Reach =
  /** These chunks are all that pass, but for what `accepts` says. */
  | { readonly kind: "listed"; readonly chunks: ChunkFilter }
  /** Whoever searches checks what it finds, and looks further when too much of it does not pass. */
  | { readonly kind: "open"; readonly share: number };

export interface Looks {
  /** Chunks that are listed before anything is known about a filter: so few are quickly looked up. */
  readonly first: number;
  /** Chunks that a list may hold. */
  readonly listed: number;
  /** Where fewer pass, a list of them is quicker than looking so far. */
  readonly leastShare: number;
}

const measured: Looks = { first: 4_000, listed: listLimit, leastShare: 0.06 };

/** How the chunks that pass are best found: listed where they are few, else among the nearest. */
export function reachOf(reader: Reader, rule: DocumentRule, looks = measured): Reach {
  const everything = rule.sql === "" && rule.language === undefined;
  if (everything || (rule.wide === true && rule.language === undefined)) return { kind: "open", share: 1 };
  const few = chunksOf(reader, rule, looks.first);
  if (few !== undefined) return { kind: "listed", chunks: listFilter(few) };
  const share = sharePassing(reader, rule);
  if (share >= looks.leastShare) return { kind: "open", share };
  const all = chunksOf(reader, rule, looks.listed);
  return all === undefined ? { kind: "open", share } : { kind: "listed", chunks: listFilter(all) };
}

/** undefined = there are more than `limit`. */
function chunksOf(reader: Reader, rule: DocumentRule, limit: number): number[] | undefined {
  const language = rule.language === undefined ? "" : " AND ch.language = ?";
  const ids = reader.column<number>(
    `SELECT ch.id FROM document d JOIN chunk ch ON ch.mirror_id = d.mirror_id
     WHERE d.active = 1${rule.sql}${language}${rule.start === undefined ? "" : ` AND d.id IN (${rule.start.sql})`}
     LIMIT ${limit + 1}`,
    ...rule.params,
    ...(rule.language === undefined ? [] : [rule.language]),
    ...(rule.start?.params ?? []),
  );
  return ids.length > limit ? undefined : ids;
}

/** Chunks looked at to learn how many pass. */
const sampled = 256;

/** Of chunks that lie evenly among all. */
function sharePassing(reader: Reader, rule: DocumentRule): number {
  const last = reader.get<{ id: number | null }>("SELECT max(id) AS id FROM chunk")?.id ?? 0;
  const step = Math.max(1, last / sampled);
  const ids = Array.from({ length: Math.min(sampled, last) }, (_, n) => Math.ceil((n + 1) * step));
  const language = rule.language === undefined ? "" : " AND ch.language = ?";
  const { present, passed } = reader.get<{ present: number; passed: number }>(
    `SELECT count(DISTINCT ch.id) AS present,
       count(DISTINCT CASE WHEN d.active = 1${rule.sql}${language} THEN ch.id END) AS passed
     FROM json_each(?) j CROSS JOIN chunk ch ON ch.id = j.value CROSS JOIN document d ON d.mirror_id = ch.mirror_id`,
    ...rule.params,
    ...(rule.language === undefined ? [] : [rule.language]),
    JSON.stringify(ids),
  ) ?? { present: 0, passed: 0 };
  return present === 0 ? 0 : passed / present;
}

export function listFilter(chunks: readonly number[]): ChunkFilter {
  const listed = new Set(chunks);
  return { allows: (id) => listed.has(id), ids: [...listed] };
}
