/** Dates in front matter. A date stays a date, as written; a time becomes UTC. Nothing is shifted by this machine's zone. */

const DATE = /^(\d{4})-(\d{2})-(\d{2})$/;
const DATE_TIME =
  /^(\d{4})-(\d{2})-(\d{2})[Tt ][ \t]*(\d{2}):(\d{2})(?::(\d{2})(?:\.(\d{1,9}))?)?[ \t]*(Z|z|[+-]\d{2}(?::?\d{2})?)?$/;

/** `YYYY-MM-DD`, or ISO 8601 with `Z`; undefined when it is no date of the calendar. A time without zone is UTC. */
export function isoDate(text: string): string | undefined {
  const day = DATE.exec(text);
  if (day !== null) return isCalendarDay(day) ? text : undefined;
  const match = DATE_TIME.exec(text);
  if (match === null || !isCalendarDay(match)) return undefined;
  const [, year, month, date, hour, minute, second = "00", fraction = "", zone = "Z"] = match;
  const offset =
    zone.toUpperCase() === "Z"
      ? "Z"
      : zone.length === 3
        ? `${zone}:00`
        : zone.replace(/(\d{2}):?(\d{2})$/, "$1:$2");
  const ms = fraction === "" ? "" : `.${fraction.slice(0, 3).padEnd(3, "0")}`;
  const time = Date.parse(`${year}-${month}-${date}T${hour}:${minute}:${second}${ms}${offset}`);
  return Number.isNaN(time) ? undefined : new Date(time).toISOString();
}

function isCalendarDay([, year, month, day]: RegExpExecArray): boolean {
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)));
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day);
}
