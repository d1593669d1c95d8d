/**
 * The filters of a search as SQL conditions on `document d`. They stand in the statement that ranks, so that a limit
 * is only ever applied to documents that pass. `exclude` reads whole texts and is left to `excludes`.
 */

import type { Reader } from "../documents/reader.ts";
import type { SearchRequest } from "../engine.ts";
import { normaliseTag } from "../index/tags.ts";
import { parseBound, rangeInText, type TimeRange } from "./time.ts";

export interface Filters {
  /** ` AND …`, or empty. */
  readonly sql: string;
  readonly params: readonly unknown[];
}

export type FilterProblem =
  | { readonly kind: "bad-bound"; readonly field: "since" | "until"; readonly message: string }
  | { readonly kind: "bad-tag"; readonly message: string }
  | { readonly kind: "unknown-collection"; readonly collection: string };

export interface CheckedRequest {
  readonly kind: "checked";
  readonly collection: string | undefined;
  /** As given by the caller. */
  readonly range: TimeRange;
  /** Guessed from words of the query, when the caller gave no bound. */
  readonly guessed: TimeRange | undefined;
  readonly tagsAll: readonly string[];
  readonly tagsAny: readonly string[];
  readonly categories: readonly string[];
  readonly author: string | undefined;
  readonly exclude: readonly string[];
}

/** Everything that can be wrong with a request, before the index is asked. */
export function checkRequest(
  request: SearchRequest,
  plainText: string,
  configured: ReadonlySet<string>,
  now: number,
): CheckedRequest | FilterProblem {
  const collection = request.collection?.trim().toLowerCase();
  if (collection !== undefined && !configured.has(collection)) {
    return { kind: "unknown-collection", collection: request.collection as string };
  }
  const range = boundsOf(request, now);
  if ("kind" in range) return range;
  const given = range.since !== undefined || range.until !== undefined;
  const tagsAll = tagsOf(request.tagsAll ?? []);
  const tagsAny = tagsOf(request.tagsAny ?? []);
  if ("kind" in tagsAll) return tagsAll;
  if ("kind" in tagsAny) return tagsAny;
  const author = request.author?.trim().toLowerCase();
  return {
    kind: "checked",
    collection,
    range,
    guessed: given ? undefined : rangeInText(plainText, now),
    tagsAll,
    tagsAny,
    categories: used(request.categories ?? []),
    author: author === "" ? undefined : author,
    exclude: used((request.exclude ?? []).flatMap((entry) => entry.split(","))),
  };
}

function used(entries: readonly string[]): string[] {
  return [...new Set(entries.map((entry) => entry.trim().toLowerCase()).filter((entry) => entry !== ""))];
}

function boundsOf(request: SearchRequest, now: number): TimeRange | FilterProblem {
  const bounds: { since?: number; until?: number } = {};
  for (const field of ["since", "until"] as const) {
    const given = request[field];
    if (given === undefined) continue;
    const value = parseBound(given, field, now);
    if (value === undefined) return badBound(field, `${field} is no time that can be read`);
    bounds[field] = value;
  }
  const { since, until } = bounds;
  if (since !== undefined && until !== undefined && since > until) {
    return { kind: "bad-bound", field: "since", message: "since lies after until. Swap the two bounds." };
  }
  return { since, until };
}

function badBound(field: "since" | "until", what: string): FilterProblem {
  const forms =
    "Give YYYY-MM-DD, an ISO date-time, or one of: today, yesterday, this week, last week, this month, last month, recent.";
  return { kind: "bad-bound", field, message: `${what}. ${forms}` };
}

function tagsOf(given: readonly string[]): string[] | FilterProblem {
  const tags = given.map((tag) => normaliseTag(tag.trim().replace(/^#/, "")));
  const bad = tags.indexOf(undefined);
  if (bad >= 0) {
    const shown = JSON.stringify((given[bad] as string).toWellFormed().slice(0, 100));
    return {
      kind: "bad-tag",
      message: `${shown} is not a tag. A tag is letters, digits, "-" and ".", in segments joined by "/".`,
    };
  }
  return [...new Set(tags as string[])];
}

/** @param ids row ids of the collections to search; undefined = all that the index holds. */
export function filterSql(
  checked: CheckedRequest,
  range: TimeRange,
  ids: readonly number[] | undefined,
  reader: Reader,
): Filters {
  const sql: string[] = [];
  const params: unknown[] = [];
  const add = (condition: string, ...values: unknown[]) => {
    sql.push(` AND ${condition}`);
    params.push(...values);
  };
  if (ids?.length === 1) add("d.collection_id = ?", ids[0]);
  else if (ids !== undefined) add("d.collection_id IN (SELECT value FROM json_each(?))", JSON.stringify(ids));
  if (range.since !== undefined) add("d.mtime_ms >= ?", range.since);
  // Stored times are finer than milliseconds, shown ones are not.
  if (range.until !== undefined) add("d.mtime_ms < ?", range.until + 1);
  if (checked.tagsAll.length > 0) {
    add(
      "NOT EXISTS (SELECT 1 FROM json_each(?) w WHERE NOT EXISTS (SELECT 1 FROM tag t WHERE t.tag = w.value AND t.document_id = d.id))",
      JSON.stringify(checked.tagsAll),
    );
  }
  if (checked.tagsAny.length > 0) {
    add(
      "EXISTS (SELECT 1 FROM json_each(?) w JOIN tag t ON t.tag = w.value AND t.document_id = d.id)",
      JSON.stringify(checked.tagsAny),
    );
  }
  if (checked.categories.length > 0) {
    const list = JSON.stringify(checked.categories);
    add(
      `(lower(d.content_type) IN (SELECT value FROM json_each(?)) OR EXISTS
       (SELECT 1 FROM json_each(d.categories) k WHERE lower(k.value) IN (SELECT value FROM json_each(?))))`,
      list,
      list,
    );
  }
  if (checked.author !== undefined) {
    add("d.author IN (SELECT value FROM json_each(?))", JSON.stringify(authorsLike(checked.author, reader)));
  }
  return { sql: sql.join(""), params };
}

/** SQLite folds the case of ASCII only, so the distinct names are compared here. */
function authorsLike(part: string, reader: Reader): string[] {
  return reader
    .all<{ author: string }>("SELECT DISTINCT author FROM document WHERE author IS NOT NULL")
    .map((row) => row.author)
    .filter((author) => author.toLowerCase().includes(part));
}
