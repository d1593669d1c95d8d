/** The filter `exclude`: texts that a document may not hold, whatever their case. spec/gno.md, "Filters". */
import type { Reader } from "../documents/reader.ts";

/**
 * What is looked through: `text` = title, path and the whole text, as a search by words does; `document` = author,
 * content type and categories as well, as every search by meaning does.
 */
export type ExcludeReach = "text" | "document";

interface Row {
  readonly title: string | null;
  readonly rel_path: string;
  readonly text: string | null;
  readonly author: string | null;
  readonly content_type: string | null;
  readonly categories: string | null;
}

/** @param excluded in lower case */
export function holdsAny(
  reader: Reader,
  id: number,
  excluded: readonly string[],
  reach: ExcludeReach,
): boolean {
  const row = reader.get<Row>(
    `SELECT d.title, d.rel_path, m.text, d.author, d.content_type, d.categories
     FROM document d LEFT JOIN mirror m ON m.id = d.mirror_id WHERE d.id = ?`,
    id,
  );
  if (row === undefined) return true;
  const given = [row.title, row.rel_path, row.text, ...(reach === "text" ? [] : kindsOf(row))];
  const fields = given.map((field) => (field ?? "").toLowerCase());
  return excluded.some((part) => fields.some((field) => field.includes(part)));
}

function kindsOf({ author, content_type, categories }: Row): (string | null)[] {
  const list: readonly string[] = categories === null ? [] : JSON.parse(categories);
  return [author, content_type, ...list];
}
