/** The words of a `.gram` document: record types, predicates, fields and statuses (spec/gram.md, Vocabulary). */

export const RECORD_TYPES = [
  "task",
  "decision",
  "evidence",
  "knowledge",
  "context",
  "history",
  "goal",
  "blocker",
  "requirement",
  "risk",
  "assumption",
  "metric",
  "event",
  "artifact",
  "person",
  "agent",
  "project",
  "system",
  "service",
  "component",
  "source",
  "run",
  "asset",
] as const;
export type RecordType = (typeof RECORD_TYPES)[number];

export const PREDICATES = [
  "related",
  "supports",
  "contradicts",
  "depends",
  "implements",
  "replaces",
  "derives",
  "blocks",
  "enables",
  "part-of",
] as const;
export type Predicate = (typeof PREDICATES)[number];

/** Field names in the order in which a new record writes them. */
export const FIELDS = [
  "t",
  "d",
  "x",
  "p",
  "owner",
  "tag",
  "s",
  "source",
  "ref",
  "view",
  "motion",
  "value",
  "unit",
  "observed",
  "due",
  "at",
  "color",
] as const;
export type FieldName = (typeof FIELDS)[number];

const repeating: ReadonlySet<string> = new Set(["tag", "s", "source"]);
const types: ReadonlySet<string> = new Set(RECORD_TYPES);
const predicates: ReadonlySet<string> = new Set(PREDICATES);
const fields: ReadonlySet<string> = new Set(FIELDS);
/** Statuses that end a piece of work. */
export const CLOSED_STATUSES = [
  "completed",
  "accepted",
  "superseded",
  "rejected",
  "cancelled",
  "resolved",
  "done",
] as const;
const closed: ReadonlySet<string> = new Set(CLOSED_STATUSES);

/** Whether a field holds a list of values. */
export function isRepeating(field: string): boolean {
  return repeating.has(field);
}

export function isRecordType(text: string): text is RecordType {
  return types.has(text);
}

export function isPredicate(text: string): text is Predicate {
  return predicates.has(text);
}

export function isFieldName(text: string): text is FieldName {
  return fields.has(text);
}

/** A status that ends a piece of work. Every other one, and none, is open. */
export function isClosedStatus(status: string | undefined): boolean {
  return status !== undefined && closed.has(status);
}

/** The field that dates a record of this type when the caller names none. */
export function dateFieldOf(type: string): FieldName {
  if (type === "metric") return "observed";
  return type === "task" ? "due" : "at";
}

/** `d_` and 32 hex: a document's own id, the same in every revision and under every path. */
export const DOCUMENT_ID = /^d_[0-9a-f]{32}$/;
/** The id of a record inside its document. */
export const RECORD_ID = /^[a-z][a-z0-9_-]{0,63}$/;
/** What a client may use as `request_id`. */
export const REQUEST_ID = /^[A-Za-z0-9._:-]{1,128}$/;

/** A link's or mention's target: a record here, or `document-id/entity-id`. */
export function isTarget(text: string): boolean {
  const slash = text.indexOf("/");
  if (slash < 0) return RECORD_ID.test(text);
  const entity = text.slice(slash + 1);
  return DOCUMENT_ID.test(text.slice(0, slash)) && (RECORD_ID.test(entity) || DOCUMENT_ID.test(entity));
}
