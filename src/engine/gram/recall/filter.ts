/** A request's filters as conditions of SQL, so that candidates are chosen among what they leave and a page is always full. */
import type Database from "better-sqlite3";
import { type Span, spanOf } from "../dates.ts";
import { dateFieldOf } from "../vocabulary.ts";
import type { RecallRequest } from "./types.ts";

export interface Filter {
  /** Joined to other conditions by AND; `1` when everything passes. The unit's table is `u`. */
  readonly sql: string;
  readonly values: readonly (string | number)[];
  readonly all: boolean;
}

/** The SQL function that filters use. */
export function defineDated(db: Database.Database): void {
  db.function(
    "dated",
    { deterministic: true },
    (fields: unknown, type: unknown, field: unknown, start: unknown, end: unknown) =>
      datedIn(String(fields), String(type), String(field), { start: Number(start), end: Number(end) })
        ? 1
        : 0,
  );
}

/** @param field the one that dates; empty = that of the type */
function datedIn(fields: string, type: string, field: string, span: Span): boolean {
  const values = JSON.parse(fields) as Record<string, string>;
  const name = field === "" ? dateFieldOf(type) : field;
  const own = Object.hasOwn(values, name) ? spanOf(values[name] ?? "") : undefined;
  return own !== undefined && own.end >= span.start && own.start <= span.end;
}

/** @param dates also this span, which the query named */
export function filterOf(request: RecallRequest, dates?: Span): Filter {
  const { type, scope, folder, documents, from, to, date = "" } = request;
  const conditions: string[] = [];
  const values: (string | number)[] = [];
  const need = (sql: string, ...bound: (string | number)[]): void => {
    conditions.push(sql);
    values.push(...bound);
  };
  if (type !== undefined) need("u.type = ?", type);
  if (scope !== undefined) {
    need("EXISTS (SELECT 1 FROM json_each(u.scopes) WHERE json_each.value = ?)", scope);
  }
  if (folder !== undefined && folder !== "") {
    const prefix = `${folder}/`;
    need("substr(u.path, 1, ?) = ?", [...prefix].length, prefix);
  }
  if (documents !== undefined) need("u.path IN (SELECT value FROM json_each(?))", JSON.stringify(documents));
  const dated = (start: number, end: number) => need("dated(u.fields, u.type, ?, ?, ?)", date, start, end);
  if (from !== undefined || to !== undefined) dated(from?.start ?? -1e17, to?.end ?? 1e17);
  if (dates !== undefined) dated(dates.start, dates.end);
  const all = conditions.length === 0;
  return { sql: all ? "1" : conditions.join(" AND "), values, all };
}
