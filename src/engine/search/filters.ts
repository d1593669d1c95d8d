/**
 * The filters of a search as SQL conditions on `document d`. They stand in the statement that ranks, so that a limit
 * is only ever applied to documents that pass. What SQL does not decide is left to `acceptor`: `exclude`, which reads
 * whole texts, and a typed filter of very many conditions.
 */

import type { Reader } from "../documents/reader.ts";
import type { SearchRequest } from "../engine.ts";
import { normaliseTag } from "../index/tags.ts";
import { checkPredicate } from "./predicate/check.ts";
import { isLarge } from "./predicate/large.ts";
import { membersOf } from "./predicate/members.ts";
import { type Condition, predicateSql, readable } from "./predicate/sql.ts";
import { narrowest, startsOf } from "./predicate/starts.ts";
import type { Predicate } from "./predicate/types.ts";
import { parseBound, rangeInText, type TimeRange } from "./time.ts";

export interface Filters {
  /** ` AND …`, or empty. */
  readonly sql: string;
  readonly params: readonly unknown[];
  /** Ids of few documents, at least of all that pass: where a list of those may begin. undefined = many may pass. */
  readonly start?: Condition | undefined;
  /** True where nearly all documents are known to pass. */
  readonly wide?: boolean;
}

export type FilterProblem =
  | { readonly kind: "bad-bound"; readonly field: "since" | "until"; readonly message: string }
  | { readonly kind: "bad-tag"; readonly message: string }
  | { readonly kind: "bad-filter"; readonly path: string; readonly message: string }
  | { readonly kind: "unknown-collection"; readonly collection: string };

export interface CheckedRequest {
  readonly kind: "checked";
  readonly collection: string | undefined;
  /** undefined = all that are configured. */
  readonly collections: readonly string[] | undefined;
  readonly under: SearchRequest["under"];
  /** As given by the caller. */
  readonly range: TimeRange;
  /** Guessed from words of the query, when the caller gave no bound. */
  readonly guessed: TimeRange | undefined;
  readonly tagsAll: readonly string[];
  readonly tagsAny: readonly string[];
  readonly categories: readonly string[];
  readonly author: string | undefined;
  readonly exclude: readonly string[];
  readonly filter: Predicate | undefined;
}

/** Everything that can be wrong with a request, before the index is asked. */
export function checkRequest(
  request: SearchRequest,
  plainText: string,
  configured: ReadonlySet<string>,
  now: number,
): CheckedRequest | FilterProblem {
  const filter = request.filter === undefined ? undefined : checkPredicate(request.filter);
  if (filter?.kind === "invalid") return { kind: "bad-filter", path: filter.path, message: filter.message };
  const collection = request.collection?.trim().toLowerCase();
  if (collection !== undefined && !configured.has(collection)) {
    return { kind: "unknown-collection", collection: request.collection as string };
  }
  const collections = request.collections?.map((name) => name.trim().toLowerCase());
  const unknown = collections?.find((name) => !configured.has(name));
  if (unknown !== undefined) return { kind: "unknown-collection", collection: unknown };
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
    collections,
    under: request.under,
    range,
    guessed: given ? undefined : rangeInText(plainText, now),
    tagsAll,
    tagsAny,
    categories: used(request.categories ?? []),
    author: author === "" ? undefined : author,
    exclude: used((request.exclude ?? []).flatMap((entry) => entry.split(","))),
    filter: filter?.predicate,
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
  if (checked.under !== undefined && checked.under.relPath !== "") {
    const path = checked.under.relPath;
    // All that starts with `path/`: the character after the slash ends the range.
    add("(d.rel_path = ? OR (d.rel_path >= ? AND d.rel_path < ?))", path, `${path}/`, `${path}0`);
  }
  if (range.since !== undefined) add("d.mtime_ms >= ?", range.since);
  // Stored times are finer than milliseconds, shown ones are not.
  if (range.until !== undefined) add("d.mtime_ms < ?", range.until + 1);
  if (checked.tagsAll.length > 0) {
    add(
      "(SELECT count(DISTINCT t.tag) FROM tag t WHERE t.document_id = d.id AND t.tag IN (SELECT value FROM json_each(?))) = ?",
      JSON.stringify(checked.tagsAll),
      checked.tagsAll.length,
    );
  }
  if (checked.tagsAny.length > 0) {
    add(
      "EXISTS (SELECT 1 FROM tag t WHERE t.document_id = d.id AND t.tag IN (SELECT value FROM json_each(?)))",
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
  const { filter } = checked;
  const start = narrowest(reader, startsFor(checked));
  const members =
    filter === undefined || isLarge(filter) || start !== undefined ? undefined : membersOf(reader, filter);
  const listed = "(SELECT value FROM json_each(?))";
  switch (members?.kind) {
    case "few":
      add(`${readable} AND +d.id IN ${listed}`, members.ids);
      return { sql: sql.join(""), params, start: { sql: listed.slice(1, -1), params: [members.ids] } };
    case "most":
      add(`${readable} AND +d.id NOT IN ${listed}`, members.ids);
      return { sql: sql.join(""), params, wide: sql.length === 1 };
    default:
      if (filter !== undefined && isLarge(filter)) add(readable);
      else if (filter !== undefined) {
        const condition = predicateSql(filter);
        add(condition.sql, ...condition.params);
      }
      // A set to look each row up in, never a list to begin with: what drives the statement is its own affair.
      if (start !== undefined) add(`+d.id IN (${start.sql})`, ...start.params);
      return { sql: sql.join(""), params, start };
  }
}

/** Indexes that may know that few documents pass. */
function startsFor({ tagsAll, tagsAny, categories, filter }: CheckedRequest): Condition[] {
  const list = (entries: readonly string[], sql: string) =>
    entries.length === 0 ? [] : [{ sql, params: [JSON.stringify(entries)] }];
  const tagged = "SELECT t.document_id FROM tag t WHERE t.tag IN (SELECT value FROM json_each(?))";
  return [
    ...tagsAll.flatMap((tag) => list([tag], tagged)),
    ...list(tagsAny, tagged),
    ...list(
      categories,
      "SELECT k.document_id FROM document_category k WHERE k.category IN (SELECT value FROM json_each(?))",
    ),
    ...(filter === undefined ? [] : startsOf(filter)),
  ];
}

/** SQLite folds the case of ASCII only, so the distinct names are compared here; each is one step in their index. */
function authorsLike(part: string, reader: Reader): string[] {
  return reader
    .all<{ author: string }>(
      `WITH RECURSIVE known(author) AS (
  SELECT min(author) FROM document WHERE author IS NOT NULL
  UNION ALL SELECT (SELECT min(author) FROM document WHERE author > known.author) FROM known WHERE known.author IS NOT NULL
) SELECT author FROM known WHERE author IS NOT NULL`,
    )
    .map((row) => row.author)
    .filter((author) => author.toLowerCase().includes(part));
}
