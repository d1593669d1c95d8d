/** Keeps answers within the published number of bytes: rows are cut at the end, and the answer says how to go on. */
import { canonicalJson, type JsonValue } from "../../engine/gram/canonical.ts";

/** UTF-8 bytes that the text of an answer may have. */
export const BUDGET_BYTES = 16_384;
/** What a cursor takes at most, with its key. */
const CURSOR_BYTES = 400;

export function bytesOf(value: unknown): number {
  return Buffer.byteLength(canonicalJson(value as JsonValue));
}

export interface Fitted<Row> {
  readonly rows: readonly Row[];
  /** The first row that is left out; undefined = all are there. */
  readonly next: number | undefined;
  /** A row that would fit nowhere was shortened. */
  readonly truncated: boolean;
}

/** What an answer says of a row that was shortened. */
export function truncation({ truncated }: Pick<Fitted<unknown>, "truncated">): { truncated?: true } {
  return truncated ? { truncated: true } : {};
}

/**
 * The rows from `from` on that fit beside the rest of the answer, at most `limit` of them.
 * @param rest the answer without its rows
 * @param sizeOf bytes that a row adds to the answer, with its comma and whatever comes with it
 */
export function fitRows<Row>(
  rows: readonly Row[],
  from: number,
  limit: number,
  rest: unknown,
  sizeOf: (row: Row) => number = (row) => bytesOf(row) + 1,
): Fitted<Row> {
  const room = BUDGET_BYTES - bytesOf(rest) - CURSOR_BYTES;
  const taken: Row[] = [];
  let used = 0;
  for (let at = from; at < rows.length; at++) {
    if (taken.length === limit) return { rows: taken, next: at, truncated: false };
    const row = rows[at] as Row;
    const size = sizeOf(row);
    if (used + size > room) {
      if (taken.length > 0) return { rows: taken, next: at, truncated: false };
      const next = at + 1 < rows.length ? at + 1 : undefined;
      return { rows: [shortened(row, bytesOf(row) - (size - room))], next, truncated: true };
    }
    taken.push(row);
    used += size;
  }
  return { rows: taken, next: undefined, truncated: false };
}

/** Its longest string is cut until it fits. */
export function shortened<T>(value: T, room: number): T {
  let result = value;
  for (let over = bytesOf(result) - room; over > 0; over = bytesOf(result) - room) {
    const longest = longestString(result);
    if (longest === undefined || longest.text.length < 2) return result;
    result = replaced(result, longest.path, cut(longest.text, over)) as T;
  }
  return result;
}

function cut(text: string, over: number): string {
  const characters = Array.from(text);
  // An escape can take up to six bytes for one character, so a cut by halves of what is over ends soon.
  const keep = Math.max(0, characters.length - Math.max(4, Math.ceil(over / 2)));
  return `${characters.slice(0, keep).join("")}…`;
}

interface Found {
  readonly text: string;
  readonly path: readonly (string | number)[];
}

function longestString(value: unknown, path: readonly (string | number)[] = []): Found | undefined {
  if (typeof value === "string") return { text: value, path };
  if (typeof value !== "object" || value === null) return undefined;
  let longest: Found | undefined;
  const members: readonly (readonly [string | number, unknown])[] = Array.isArray(value)
    ? value.map((each, at) => [at, each])
    : Object.entries(value);
  for (const [key, each] of members) {
    const found = longestString(each, [...path, key]);
    if (found !== undefined && found.text.length > (longest?.text.length ?? -1)) longest = found;
  }
  return longest;
}

function replaced(value: unknown, path: readonly (string | number)[], text: string): unknown {
  const [key, ...rest] = path;
  if (key === undefined) return text;
  if (Array.isArray(value)) return value.map((each, at) => (at === key ? replaced(each, rest, text) : each));
  const object = value as Readonly<Record<string, unknown>>;
  return { ...object, [key]: replaced(object[key], rest, text) };
}
