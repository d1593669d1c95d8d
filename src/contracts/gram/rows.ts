/** The tuples that stand for records, the same in every tool. */
import { dateOf, type Span, spanOf } from "../../engine/gram/dates.ts";
import type { FieldValue, GramRecord, Owner } from "../../engine/gram/types.ts";

export function textOf(value: FieldValue | undefined): string | null {
  if (value === undefined) return null;
  return typeof value === "string" ? value : (value[0] ?? null);
}

export function titleOf(owner: Owner): string | null {
  return textOf(owner.fields.get("t"));
}

export function statusOf(owner: Owner): string | null {
  return textOf(owner.fields.get("x"));
}

export type RecordRow =
  | [ref: string, type: string, title: string, status: string | null]
  | [ref: string, type: string, title: string, status: string | null, date: string];

/** `[ref, type, title, status, date?]` */
export function recordRow(ref: string, record: GramRecord, dateField?: string): RecordRow {
  const date = dateOf(record, dateField);
  const title = titleOf(record) ?? "";
  const status = statusOf(record);
  return date === undefined ? [ref, record.type, title, status] : [ref, record.type, title, status, date];
}

export interface Select {
  readonly type?: string;
  readonly status?: string;
  readonly tag?: string;
  readonly date?: string;
  readonly from?: Span;
  readonly to?: Span;
}

/** Whether a record is selected: every part must hold; a record without the date is in no span. */
export function selects(select: Select, record: GramRecord): boolean {
  if (select.type !== undefined && record.type !== select.type) return false;
  if (select.status !== undefined && statusOf(record) !== select.status) return false;
  if (select.tag !== undefined && !valuesOf(record.fields.get("tag")).includes(select.tag)) return false;
  if (select.from === undefined && select.to === undefined) return true;
  const span = spanOf(dateOf(record, select.date) ?? "");
  if (span === undefined) return false;
  return (
    (select.from === undefined || span.end >= select.from.start) &&
    (select.to === undefined || span.start <= select.to.end)
  );
}

export function valuesOf(value: FieldValue | undefined): readonly string[] {
  if (value === undefined) return [];
  return typeof value === "string" ? [value] : value;
}

/** Whether a record held at a moment: one without a date always, else once its own date has begun. */
export function heldAt(record: GramRecord, moment: Span | undefined): boolean {
  if (moment === undefined) return true;
  const span = spanOf(dateOf(record) ?? "");
  return span === undefined || span.start <= moment.end;
}
