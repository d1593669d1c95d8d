/**
 * A predicate as one condition on `document d`, with bound parameters only and exactly the meaning of `evaluate`. It reads
 * `document_value`, which triggers keep equal to `document.metadata`: a row for each scalar and each member of a list, and
 * one of kind `none` for an empty list.
 */
import type { Predicate, Scalar } from "./types.ts";

export interface Condition {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Documents whose values were read and are valid: only these can match, whatever the predicate says. */
export const readable = "d.metadata_state = 'ok' AND (d.ingest_version >= 1 OR d.metadata IS NOT NULL)";
/** The others, as the index `document_unreadable` has them. */
export const unreadable = "(d.metadata_state <> 'ok' OR (d.ingest_version < 1 AND d.metadata IS NULL))";

export function predicateSql(predicate: Predicate): Condition {
  const params: unknown[] = [];
  const sql = condition(predicate, params);
  return { sql: `${readable} AND ${sql}`, params };
}

export type Leaf = Exclude<Predicate, { op: "and" | "or" | "not" }>;

/** The rows of `document_value v` that a leaf asks for; for `nin` those that it forbids, for `all` all that it counts. */
export function matchingRows(leaf: Leaf): Condition {
  const params: unknown[] = [];
  return { sql: rows(leaf, params), params };
}

function condition(predicate: Predicate, params: unknown[]): string {
  switch (predicate.op) {
    case "and":
    case "or": {
      const parts = predicate.predicates.map((child) => condition(child, params));
      return `(${parts.join(predicate.op === "and" ? " AND " : " OR ")})`;
    }
    case "not":
      return `NOT ${condition(predicate.predicate, params)}`;
    case "exists":
      return `${predicate.value ? "" : "NOT "}${some(rows(predicate, params))}`;
    case "nin": {
      const there = some(rows({ op: "exists", key: predicate.key, value: true }, params));
      return `(${there} AND NOT ${some(rows({ ...predicate, op: "in" }, params))})`;
    }
    case "all": {
      const found = `(SELECT count(*) FROM document_value v WHERE v.document_id = d.id AND ${rows(predicate, params)})`;
      params.push(new Set<Scalar>(predicate.values).size);
      return `(${found} = ?)`;
    }
    default:
      return some(rows(predicate, params));
  }
}

function some(rows: string): string {
  return `EXISTS (SELECT 1 FROM document_value v WHERE v.document_id = d.id AND ${rows})`;
}

const comparisons = { eq: "=", ne: "<>", gt: ">", gte: ">=", lt: "<", lte: "<=" } as const;

/** Conditions on the rows of `document_value v` that decide: for `all` those that are counted. */
function rows(leaf: Leaf, params: unknown[]): string {
  params.push(JSON.stringify(leaf.key));
  const key = `v.key = ${text}`;
  switch (leaf.op) {
    case "exists":
      return key;
    case "in":
    case "nin":
    case "all": {
      const [kind] = kindOf(leaf.values[0] as Scalar);
      params.push(JSON.stringify(leaf.values));
      const value = kind === "number" ? "CAST(w.value AS REAL)" : "w.value";
      const listed = leaf.op === "all" ? " AND v.listed = 1" : "";
      return `${key} AND v.kind = '${kind}' AND v.value IN (SELECT ${value} FROM json_each(?) w)${listed}`;
    }
    default: {
      const [kind, parameter, bound] = kindOf(leaf.value);
      params.push(bound);
      return `${key} AND v.kind = '${kind}' AND v.value ${comparisons[leaf.op]} ${parameter} AND v.listed = 0`;
    }
  }
}

/** A text travels as JSON: a lone surrogate would not come through as it is. */
const text = "(SELECT ? ->> '$')";

function kindOf(value: Scalar): [kind: "text" | "number" | "boolean", parameter: string, bound: unknown] {
  switch (typeof value) {
    case "string":
      return ["text", text, JSON.stringify(value)];
    case "number":
      return ["number", "?", value];
    case "boolean":
      return ["boolean", "?", value ? 1 : 0];
  }
}
