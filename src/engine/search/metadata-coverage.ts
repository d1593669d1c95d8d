/** Whether a typed filter could judge every document in the reach of a search. spec/gno.md, "Typed filter". */
import type { Reader } from "../documents/reader.ts";
import type { ChunkRequest } from "../engine.ts";
import { acceptor } from "./accepts.ts";
import { languageOf } from "./chunk-filter.ts";
import type { ExcludeReach } from "./excluded.ts";
import { filterSql } from "./filters.ts";
import { unreadable } from "./predicate/sql.ts";
import { prepare, type SearchSources } from "./prepare.ts";
import type { TimeRange } from "./time.ts";

/** undefined = complete. */
export type Coverage = "incomplete" | "unknown" | undefined;

/**
 * Incomplete = a document passes all other filters and its values are not read yet, or broken.
 * @param range the bounds that the search used
 * @param reach what `exclude` looked through in it
 */
export function coverageOf(
  sources: SearchSources,
  request: ChunkRequest,
  range: TimeRange,
  reach: ExcludeReach,
): Coverage {
  if (request.filter === undefined) return undefined;
  const prepared = prepare(sources, request);
  if (prepared.kind !== "ready") return undefined;
  const others = { ...prepared.checked, filter: undefined };
  try {
    return holdsOne(sources.reader, others, range, prepared.scope.collections, languageOf(request), reach)
      ? "incomplete"
      : undefined;
  } catch (error) {
    if (!(error instanceof Error) || !("code" in error)) throw error;
    return "unknown";
  }
}

function holdsOne(
  reader: Reader,
  checked: Parameters<typeof filterSql>[0],
  range: TimeRange,
  collections: readonly number[] | undefined,
  language: string | undefined,
  reach: ExcludeReach,
): boolean {
  const { sql, params } = filterSql(checked, range, collections, reader);
  const spoken = "AND EXISTS (SELECT 1 FROM chunk ch WHERE ch.mirror_id = d.mirror_id AND ch.language = ?)";
  const accepts = acceptor(reader, checked, reach);
  const rows = reader.iterate<{ id: number }>(
    `SELECT d.id FROM document d WHERE d.active = 1 AND ${unreadable}${sql} ${language === undefined ? "" : spoken}`,
    ...params,
    ...(language === undefined ? [] : [language]),
  );
  // Read to the end, or until one is found: most indexes hold none.
  for (const { id } of rows) if (accepts === undefined || accepts(id)) return true;
  return false;
}
