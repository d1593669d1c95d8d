/**
 * The filters of a search for the vector leg: which chunks may be candidates, decided before any cut. A narrow filter
 * is a list of chunks, read in one statement; a wide one is asked chunk by chunk, of those that come into question.
 */
import type { Reader } from "../documents/reader.ts";
import type { ChunkFilter } from "../vector/types.ts";
import { type CheckedRequest, type Filters, filterSql } from "./filters.ts";
import { allOf, noneOf } from "./match.ts";
import { holdsAny, type Scope } from "./prepare.ts";
import type { QueryPlan } from "./query.ts";
import type { TimeRange } from "./time.ts";

export interface DocumentRule {
  /** Conditions on `document d`, ` AND …`, or empty; the language is not among them. */
  readonly sql: string;
  readonly params: readonly unknown[];
  /** The same for whole documents: one chunk of the language is enough. */
  readonly documents: Filters;
  /** What SQL does not decide: phrases and negations of the query, excluded texts. undefined = nothing. */
  readonly accepts: ((documentId: number) => boolean) | undefined;
  /** Chunks of this language only. */
  readonly language: string | undefined;
}

/** Chunks that a list may hold: beyond it asking one by one costs less. */
const listLimit = 20_000;

/** @param plan quoted phrases and negations count; undefined = the text is meant as a whole */
export function documentRule(
  reader: Reader,
  checked: CheckedRequest,
  range: TimeRange,
  scope: Scope,
  language: string | undefined,
  plan: QueryPlan | undefined,
): DocumentRule {
  const filters = filterSql(checked, range, scope.collections, reader);
  const tests: ((id: number) => boolean)[] = [];
  if (plan !== undefined && plan.phrases.length > 0) {
    const held = matching(reader, allOf(plan.phrases));
    tests.push((id) => held.has(id));
  }
  const absent = plan === undefined ? undefined : noneOf(plan);
  if (absent !== undefined) {
    const unwanted = matching(reader, absent);
    tests.push((id) => !unwanted.has(id));
  }
  if (checked.exclude.length > 0) {
    const known = new Map<number, boolean>();
    tests.push((id) => {
      let free = known.get(id);
      if (free === undefined) {
        free = !holdsAny(reader, id, checked.exclude);
        known.set(id, free);
      }
      return free;
    });
  }
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

function matching(reader: Reader, match: string): Set<number> {
  const rows = reader.all<{ id: number }>("SELECT rowid AS id FROM fts_exact WHERE fts_exact MATCH ?", match);
  return new Set(rows.map(({ id }) => id));
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

function isOpen(rule: DocumentRule): boolean {
  return rule.sql === "" && rule.accepts === undefined && rule.language === undefined;
}

/** @returns undefined when every live chunk may be a candidate. */
export function chunkFilter(reader: Reader, rule: DocumentRule): ChunkFilter | undefined {
  if (isOpen(rule)) return undefined;
  const language = rule.language === undefined ? "" : " AND ch.language = ?";
  const params = rule.language === undefined ? rule.params : [...rule.params, rule.language];
  const tables = "FROM document d JOIN chunk ch ON ch.mirror_id = d.mirror_id";
  const where = `d.active = 1${rule.sql}${language}`;
  const { accepts } = rule;

  const few =
    rule.sql === ""
      ? []
      : reader.all<{ chunk: number; document: number }>(
          `SELECT ch.id AS chunk, d.id AS document ${tables} WHERE ${where} LIMIT ${listLimit + 1}`,
          ...params,
        );
  if (rule.sql !== "" && few.length <= listLimit) {
    if (accepts === undefined) {
      const ids = [...new Set(few.map(({ chunk }) => chunk))];
      const listed = new Set(ids);
      return { allows: (id) => listed.has(id), ids };
    }
    const documents = new Map<number, number[]>();
    for (const { chunk, document } of few) {
      const known = documents.get(chunk);
      if (known === undefined) documents.set(chunk, [document]);
      else known.push(document);
    }
    return { allows: (id) => documents.get(id)?.some(accepts) === true };
  }

  const one = `SELECT d.id ${tables} WHERE ch.id = ? AND ${where}`;
  return {
    allows: (id) => {
      if (accepts === undefined) return reader.get(`${one} LIMIT 1`, id, ...params) !== undefined;
      return reader.all<{ id: number }>(one, id, ...params).some((row) => accepts(row.id));
    },
  };
}
