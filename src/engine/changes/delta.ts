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
  const bounded = (items: Iterable<string>): string[] => {
    const fitting = [...items].map((item) => {
      const kept = shorten(item);
      if (kept !== item) truncated = true;
      return kept;
    });
    const unique = [...new Set(fitting)].sort();
    if (unique.length > MAX_ITEMS) truncated = true;
    return unique.slice(0, MAX_ITEMS);
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

/** The longest head that fits, between characters. */
function shorten(item: string): string {
  // Every character takes at most six bytes when it is escaped.
  if (item.length * 6 + 2 <= MAX_ITEM_BYTES || jsonBytes(item) <= MAX_ITEM_BYTES) return item;
  let kept = "";
  let bytes = 2;
  for (const character of item) {
    bytes += jsonBytes(character) - 2;
    if (bytes > MAX_ITEM_BYTES) break;
    kept += character;
  }
  return kept;
}

function jsonBytes(text: string): number {
  return Buffer.byteLength(JSON.stringify(text));
}
