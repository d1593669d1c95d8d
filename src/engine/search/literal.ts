/**
 * A query that is one name with signs in it, such as `load_config`, `C++` or `0x80070005`: the index knows it as a phrase
 * of its parts, which prose holds too. Of the documents that match, those that hold it sign by sign come first.
 */
import type { Reader } from "../documents/reader.ts";
import type { QueryPlan } from "./query.ts";

/** Matches looked at: their texts are read. */
export const literalDepth = 64;

/** @returns the name as written, undefined when the query is anything else */
export function literalOf({ words, phrases }: QueryPlan): string | undefined {
  const [term, ...others] = [...words, ...phrases];
  if (term === undefined || others.length > 0 || /\s/.test(term.raw.trim())) return undefined;
  const open = term.raw.trim().replace(/^[("'`[{<]+/, "");
  // A bracket that the name opens is its own, one that stood before it is not.
  const name = open.replace(/[)"'`\]}>.,;:!?*]+$/, (end) =>
    open.includes("(") && end[0] === ")" ? ")" : "",
  );
  return name.length > 1 && name.length <= 200 && /[^\p{L}\p{M}\p{N}]/u.test(name) ? name : undefined;
}

/** Of these documents, those that hold the name in text, title or path: as written, or where none does, in any case. */
export function holding(reader: Reader, ids: readonly number[], name: string): ReadonlySet<number> {
  const list = JSON.stringify(ids);
  const search = (fold: (column: string) => string, wanted: string) =>
    reader
      .all<{ id: number }>(
        `SELECT d.id FROM json_each(?) j CROSS JOIN document d ON d.id = j.value LEFT JOIN mirror m ON m.id = d.mirror_id
         WHERE instr(${fold("d.rel_path")}, ?) > 0 OR instr(${fold("d.title")}, ?) > 0 OR instr(${fold("m.text")}, ?) > 0`,
        list,
        wanted,
        wanted,
        wanted,
      )
      .map(({ id }) => id);
  const exact = search((column) => column, name);
  return new Set(exact.length > 0 ? exact : search((column) => `lower(${column})`, name.toLowerCase()));
}
