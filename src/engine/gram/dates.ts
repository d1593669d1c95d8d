/** Dates as records and callers write them, as spans of time: a year, a month, a day or one moment. UTC where no zone is said. */
import { dateFieldOf } from "./vocabulary.ts";

/** Milliseconds since the epoch, both inclusive. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

const DATE =
  /^(\d{4})(?:-(\d{2})(?:-(\d{2})(?:[Tt ](\d{2}):(\d{2})(?::(\d{2})(?:[.,](\d{1,9}))?)?[ ]?([Zz]|[+-]\d{2}(?::?\d{2})?)?)?)?)?$/;

/** @returns undefined when the text is no date of the calendar */
export function spanOf(text: string): Span | undefined {
  const match = DATE.exec(text.trim());
  if (match === null) return undefined;
  const [, year, month, day, hour, minute, second, fraction, zone] = match;
  const y = Number(year);
  const m = month === undefined ? 1 : Number(month);
  const d = day === undefined ? 1 : Number(day);
  if (m < 1 || m > 12 || d < 1 || d > daysIn(y, m)) return undefined;
  if (month === undefined) return { start: utc(y, 1, 1), end: utc(y + 1, 1, 1) - 1 };
  if (day === undefined) {
    return { start: utc(y, m, 1), end: (m === 12 ? utc(y + 1, 1, 1) : utc(y, m + 1, 1)) - 1 };
  }
  const start = utc(y, m, d);
  if (hour === undefined) return { start, end: start + 86_400_000 - 1 };
  const [h, min, s] = [Number(hour), Number(minute), second === undefined ? 0 : Number(second)];
  if (h > 23 || min > 59 || s > 59) return undefined;
  const offset = offsetOf(zone);
  if (offset === undefined) return undefined;
  const at = start + ((h * 60 + min - offset) * 60 + s) * 1000;
  if (second === undefined) return { start: at, end: at + 59_999 };
  if (fraction === undefined) return { start: at, end: at + 999 };
  const moment = at + Number(fraction.slice(0, 3).padEnd(3, "0"));
  return { start: moment, end: moment };
}

/** A record's own date as written: the field that its type is dated by, or the one that is named. */
export function dateOf(
  record: { readonly type: string; readonly fields: ReadonlyMap<string, string | readonly string[]> },
  field: string = dateFieldOf(record.type),
): string | undefined {
  const value = record.fields.get(field);
  return typeof value === "string" ? value : value?.[0];
}

/** Date.UTC takes years below 100 for those of the last century. */
function utc(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return date.getTime();
}

function daysIn(year: number, month: number): number {
  return new Date(utc(month === 12 ? year + 1 : year, month === 12 ? 1 : month + 1, 1) - 1).getUTCDate();
}

/** Minutes east of Greenwich. */
function offsetOf(zone: string | undefined): number | undefined {
  if (zone === undefined || zone.toUpperCase() === "Z") return 0;
  const [, sign, hours, minutes] = /^([+-])(\d{2}):?(\d{2})?$/.exec(zone) as unknown as string[];
  const total = Number(hours) * 60 + Number(minutes ?? 0);
  if (Number(hours) > 23 || Number(minutes ?? 0) > 59) return undefined;
  return sign === "-" ? -total : total;
}
