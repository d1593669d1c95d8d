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

/**
 * The chunks of a narrow filter. undefined = there is none, or it is a wide one: whoever searches then checks what it
 * finds, and looks further when too much of it does not pass.
 */
export function narrowFilter(reader: Reader, rule: DocumentRule): ChunkFilter | undefined {
  if (rule.sql === "" && rule.language === undefined) return undefined;
  const language = rule.language === undefined ? "" : " AND ch.language = ?";
  const rows = reader.all<{ id: number }>(
    `SELECT ch.id FROM document d JOIN chunk ch ON ch.mirror_id = d.mirror_id
     WHERE d.active = 1${rule.sql}${language}${rule.start === undefined ? "" : ` AND d.id IN (${rule.start.sql})`}
     LIMIT ${listLimit + 1}`,
    ...rule.params,
    ...(rule.language === undefined ? [] : [rule.language]),
    ...(rule.start?.params ?? []),
  );
  return rows.length > listLimit ? undefined : listFilter(rows.map(({ id }) => id));
}

export function listFilter(chunks: readonly number[]): ChunkFilter {
  const listed = new Set(chunks);
  return { allows: (id) => listed.has(id), ids: [...listed] };
}
