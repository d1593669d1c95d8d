/**
 * What differs in the structure of a document between two of its texts: headings, links, typed edges, dates. Bounded,
 * so that a journal of many changes stays small; what is left out is told by `truncated`.
 */

export interface Structure {
  readonly headings: readonly string[];
  readonly links: readonly string[];
  readonly typedEdges: readonly string[];
  /** By field of the front matter. */
  readonly dates: Readonly<Record<string, string>>;
}

export interface ListDelta {
  readonly added: readonly string[];
  readonly removed: readonly string[];
}

export interface StructureDelta {
  readonly headings: ListDelta;
  readonly links: ListDelta;
  readonly typedEdges: ListDelta;
  readonly dates: ListDelta & { readonly changed: readonly string[] };
  readonly truncated: boolean;
}

const MAX_ITEMS = 16;
/** Of an item as a JSON string. */
const MAX_ITEM_BYTES = 256;

export const noStructure: Structure = { headings: [], links: [], typedEdges: [], dates: {} };

/** Nothing is known of what stood there before. */
export const unknownDelta: StructureDelta = {
  headings: { added: [], removed: [] },
  links: { added: [], removed: [] },
  typedEdges: { added: [], removed: [] },
  dates: { added: [], removed: [], changed: [] },
  truncated: true,
};

export function structureDelta(before: Structure, after: Structure): StructureDelta {
  let truncated = false;
  const bounded = (items: readonly string[]): string[] => {
    const listed = smallest(items);
    if (listed.length > MAX_ITEMS) {
      truncated = true;
      listed.pop();
    }
    const fitting = listed.map(shorten);
    if (fitting.every((item, at) => item === listed[at])) return listed;
    truncated = true;
    return [...new Set(fitting)].sort();
  };
  const lists = (old: readonly string[], now: readonly string[]): ListDelta => ({
    added: bounded(without(now, old)),
    removed: bounded(without(old, now)),
  });
  const headings = lists(before.headings, after.headings);
  const links = lists(before.links, after.links);
  const typedEdges = lists(before.typedEdges, after.typedEdges);
  const fields = [...new Set([...Object.keys(before.dates), ...Object.keys(after.dates)])];
  const has = (dates: Structure["dates"], field: string) => Object.hasOwn(dates, field);
  const dates = {
    added: bounded(
      fields.filter((field) => !has(before.dates, field)).map((field) => `${field}: ${after.dates[field]}`),
    ),
    removed: bounded(
      fields.filter((field) => !has(after.dates, field)).map((field) => `${field}: ${before.dates[field]}`),
    ),
    changed: bounded(
      fields
        .filter((field) => has(before.dates, field) && has(after.dates, field))
        .filter((field) => before.dates[field] !== after.dates[field])
        .map((field) => `${field}: ${before.dates[field]} -> ${after.dates[field]}`),
    ),
  };
  return { headings, links, typedEdges, dates, truncated };
}

function without(items: readonly string[], taken: readonly string[]): readonly string[] {
  if (taken.length === 0) return items;
  const known = new Set(taken);
  return items.filter((item) => !known.has(item));
}

/** The first in order, each once: as many as may be listed, and one more where there are more. */
function smallest(items: readonly string[]): string[] {
  const kept: string[] = [];
  for (const item of items) {
    const full = kept.length > MAX_ITEMS;
    if (full && item >= (kept[MAX_ITEMS] as string)) continue;
    let at = 0;
    let end = kept.length;
    while (at < end) {
      const middle = (at + end) >> 1;
      if ((kept[middle] as string) < item) at = middle + 1;
      else end = middle;
    }
    if (kept[at] === item) continue;
    kept.splice(at, 0, item);
    if (full) kept.pop();
  }
  return kept;
}

/** The longest head that fits, between characters. */
function shorten(item: string): string {
  // Every unit takes at most six bytes when it is escaped.
  if (item.length * 6 + 2 <= MAX_ITEM_BYTES) return item;
  let bytes = 2;
  let end = 0;
  while (end < item.length) {
    const code = item.codePointAt(end) as number;
    bytes += jsonBytes(code);
    if (bytes > MAX_ITEM_BYTES) return item.slice(0, end);
    end += code > 0xffff ? 2 : 1;
  }
  return item;
}

/** Of a character inside a JSON string; control characters are taken for the longest form. */
function jsonBytes(code: number): number {
  if (code < 0x20) return 6;
  if (code === 0x22 || code === 0x5c) return 2;
  if (code < 0x80) return 1;
  if (code < 0x800) return 2;
  if (code >= 0xd800 && code <= 0xdfff) return 6;
  return code > 0xffff ? 4 : 3;
}
