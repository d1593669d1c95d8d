/** The tuples that stand for records, the same in every tool. */
import { dateOf, type Span, spanOf } from "../../engine/gram/dates.ts";
import { textOfField } from "../../engine/gram/fields.ts";
import type { GramRecord, Owner } from "../../engine/gram/types.ts";

export function titleOf(owner: Owner): string | null {
  return textOfField(owner, "t") ?? null;
}

export function statusOf(owner: Owner): string | null {
  return textOfField(owner, "x") ?? null;
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

/** Whether a record held at a moment: one without a date always, else once its own date has begun. */
export function heldAt(record: GramRecord, moment: Span | undefined): boolean {
  if (moment === undefined) return true;
  const span = spanOf(dateOf(record) ?? "");
  return span === undefined || span.start <= moment.end;
}
