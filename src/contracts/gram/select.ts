/** The `select` argument: which records, and in which order. */
import { dateOf, type Span, spanOf } from "../../engine/gram/dates.ts";
import { valuesOfField } from "../../engine/gram/fields.ts";
import type { GramRecord } from "../../engine/gram/types.ts";
import { dateArgument } from "./open-document.ts";
import type { Fails } from "./refusals.ts";
import { statusOf } from "./rows.ts";

export interface SelectInput {
  readonly type?: string;
  readonly status?: string;
  readonly tag?: string;
  readonly date?: string;
  readonly from?: string;
  readonly to?: string;
}

export interface Select extends Omit<SelectInput, "from" | "to"> {
  readonly from?: Span;
  readonly to?: Span;
}

export function selectArgument(given: SelectInput | undefined, call: Fails<"E_DATE">): Select {
  const { from, to, ...rest } = given ?? {};
  return {
    ...rest,
    ...(from === undefined ? {} : { from: dateArgument(from, "select.from", call) }),
    ...(to === undefined ? {} : { to: dateArgument(to, "select.to", call) }),
  };
}

/** Every part must hold; a record without the date is in no span. */
export function selects(select: Select, record: GramRecord): boolean {
  if (select.type !== undefined && record.type !== select.type) return false;
  if (select.status !== undefined && statusOf(record) !== select.status) return false;
  if (select.tag !== undefined && !valuesOfField(record, "tag").includes(select.tag)) return false;
  return inSpan(dateOf(record, select.date), select.from, select.to);
}

/** Whether a date as written lies in a span, both ends inclusive and open where they are not given. */
export function inSpan(date: string | undefined, from: Span | undefined, to: Span | undefined): boolean {
  if (from === undefined && to === undefined) return true;
  const span = spanOf(date ?? "");
  if (span === undefined) return false;
  return (from === undefined || span.end >= from.start) && (to === undefined || span.start <= to.end);
}

/** By date; what has none, or one that cannot be read, comes last. Equal ones keep their order. */
export function byDate(records: readonly GramRecord[], field: string | undefined): readonly GramRecord[] {
  return records
    .map((record) => ({ record, start: dateStart(record, field) }))
    .sort((a, b) => a.start - b.start)
    .map(({ record }) => record);
}

export function dateStart(record: GramRecord, field: string | undefined): number {
  return spanOf(dateOf(record, field) ?? "")?.start ?? Number.MAX_SAFE_INTEGER;
}
