/** Time bounds as callers write them, and the time words of a query. All times are UTC. spec/gno.md, "Time bounds". */

export interface TimeRange {
  readonly since: number | undefined;
  readonly until: number | undefined;
}

const day = 86_400_000;

/** Looked for in a query in this order; the first one found counts. */
export const rangeWords = [
  "today",
  "yesterday",
  "this week",
  "last week",
  "this month",
  "last month",
  "recent",
] as const;

type RangeWord = (typeof rangeWords)[number];

/** @returns milliseconds, undefined for text that names no time. */
export function parseBound(text: string, end: "since" | "until", now: number): number | undefined {
  const word = text.trim().toLowerCase().replace(/\s+/g, " ");
  if (isRangeWord(word)) return rangeOf(word, now)[end];
  const date = parseDate(word);
  if (date !== undefined) return end === "since" ? date : date + day - 1;
  return parseDateTime(text.trim());
}

/** The range that a time word in the query text asks for. */
export function rangeInText(text: string, now: number): TimeRange | undefined {
  if (!timeWord.test(text)) return undefined;
  const found = rangeWords.find((word) => wordPattern(word).test(text));
  return found === undefined ? undefined : rangeOf(found, now);
}

/** The caller wants the newest first. */
export function asksForNewest(text: string): boolean {
  return newestWord.test(text);
}

const timeWord = wordPattern(rangeWords.join("|"));
const newestWord = wordPattern(["latest", "newest", ...rangeWords].join("|"));

function wordPattern(words: string): RegExp {
  return new RegExp(`(?<![\\p{L}\\p{N}])(?:${words.replaceAll(" ", "\\s+")})(?![\\p{L}\\p{N}])`, "iu");
}

function isRangeWord(word: string): word is RangeWord {
  return (rangeWords as readonly string[]).includes(word);
}

function rangeOf(word: RangeWord, now: number): { since: number; until: number } {
  const today = Math.floor(now / day) * day;
  const date = new Date(today);
  const monday = today - ((date.getUTCDay() + 6) % 7) * day;
  const month = (offset: number) => Date.UTC(date.getUTCFullYear(), date.getUTCMonth() + offset, 1);
  switch (word) {
    case "today":
      return { since: today, until: today + day - 1 };
    case "yesterday":
      return { since: today - day, until: today - 1 };
    case "this week":
      return { since: monday, until: now };
    case "last week":
      return { since: monday - 7 * day, until: monday - 1 };
    case "this month":
      return { since: month(0), until: now };
    case "last month":
      return { since: month(-1), until: month(0) - 1 };
    case "recent":
      return { since: now - 30 * day, until: now };
  }
}

function parseDate(text: string): number | undefined {
  const parts = /^(\d{4})-(\d{2})-(\d{2})$/.exec(text);
  if (parts === null) return undefined;
  const time = Date.parse(`${text}T00:00:00Z`);
  // 30 February would roll over into March.
  return Number.isNaN(time) || !new Date(time).toISOString().startsWith(text) ? undefined : time;
}

/** A time without a zone is UTC, so that an answer does not depend on where the server stands. */
function parseDateTime(text: string): number | undefined {
  const parts =
    /^(\d{4}-\d{2}-\d{2})[Tt ](\d{2}:\d{2}(?::\d{2}(?:[.,]\d{1,9})?)?)\s*([Zz]|[+-]\d{2}(?::?\d{2})?)?$/.exec(
      text,
    );
  if (parts === null) return undefined;
  const [, date = "", time = "", zone = "Z"] = parts;
  if (parseDate(date) === undefined) return undefined;
  const offset = /^([+-]\d{2}):?(\d{2})?$/.exec(zone);
  const suffix = offset === null ? "Z" : `${offset[1]}:${offset[2] ?? "00"}`;
  const value = Date.parse(`${date}T${time.replace(",", ".")}${suffix}`);
  return Number.isNaN(value) ? undefined : value;
}
