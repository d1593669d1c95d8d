/** Which filters of a request keep a document out, each tried alone. Stored values are never told. */
import type { ChunkRequest } from "../engine.ts";
import { languageOf } from "./chunk-filter.ts";
import { holdsAny } from "./excluded.ts";
import { type CheckedRequest, filterSql } from "./filters.ts";
import { verdict } from "./predicate/verdict.ts";
import type { Prepared, SearchSources } from "./prepare.ts";
import type { TimeRange } from "./time.ts";

const none = { since: undefined, until: undefined };

export function filterReasons(
  { reader }: SearchSources,
  request: ChunkRequest,
  { checked }: Prepared,
  range: TimeRange,
  id: number,
): string[] {
  const language = languageOf(request);
  const open: CheckedRequest = {
    ...checked,
    collection: undefined,
    tagsAll: [],
    tagsAny: [],
    categories: [],
    author: undefined,
    exclude: [],
    filter: undefined,
  };
  const passes = (alone: CheckedRequest, bounds: TimeRange) => {
    const { sql, params } = filterSql(alone, bounds, undefined, reader);
    return reader.get(`SELECT 1 FROM document d WHERE d.id = ?${sql}`, id, ...params) !== undefined;
  };
  const tests: readonly (readonly [reason: string, passes: () => boolean])[] = [
    [
      "collection",
      () =>
        checked.collection === undefined ||
        reader.get(
          "SELECT 1 FROM document d JOIN collection c ON c.id = d.collection_id WHERE d.id = ? AND c.name = ?",
          id,
          checked.collection,
        ) !== undefined,
    ],
    ["date", () => passes(open, range)],
    ["author", () => passes({ ...open, author: checked.author }, none)],
    ["category", () => passes({ ...open, categories: checked.categories }, none)],
    [
      "lang",
      () =>
        language === undefined ||
        reader.get(
          "SELECT 1 FROM document d JOIN chunk ch ON ch.mirror_id = d.mirror_id WHERE d.id = ? AND ch.language = ? LIMIT 1",
          id,
          language,
        ) !== undefined,
    ],
    ["exclude", () => checked.exclude.length === 0 || !holdsAny(reader, id, checked.exclude, "document")],
    ["tagsAll", () => passes({ ...open, tagsAll: checked.tagsAll }, none)],
    ["tagsAny", () => passes({ ...open, tagsAny: checked.tagsAny }, none)],
  ];
  const typed = checked.filter === undefined ? undefined : verdict(reader, checked.filter, id);
  return [
    ...tests.flatMap(([reason, test]) => (test() ? [] : [reason])),
    ...(typed === undefined ? [] : [typed]),
  ];
}
