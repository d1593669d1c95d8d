/** The Search port, composed of its legs. */
import type { Search, SearchRequest, SearchResult } from "../engine.ts";
import { type DiagnoseOptions, diagnose } from "./diagnose.ts";
import type { ExcludeReach } from "./excluded.ts";
import { searchHybrid } from "./hybrid.ts";
import { searchLexical } from "./lexical.ts";
import { coverageOf } from "./metadata-coverage.ts";
import type { SearchModels } from "./models.ts";
import { findSimilar } from "./similar.ts";
import { type SearchThreads, unsigned } from "./threads.ts";
import { searchVectors } from "./vector.ts";

export interface SearchOptions extends DiagnoseOptions {
  /** undefined = words are all there is. */
  readonly models?: SearchModels;
}

/** Words are searched on this thread, at once. */
export interface LocalSearch extends Search {
  lexical(request: SearchRequest): SearchResult;
}

/** The same, with searches by words done where `threads` says. */
export function inThreads(search: LocalSearch, threads: SearchThreads): Search {
  return {
    ...search,
    lexical: (request) =>
      threads.run({ kind: "lexical", request: unsigned(request) }, request.signal, () =>
        search.lexical(request),
      ),
  };
}

export function createSearch({ models, ...sources }: SearchOptions): LocalSearch {
  /** Says in the answer whether a typed filter could judge every document in reach. */
  function covered<Result extends { readonly kind: string }>(
    request: SearchRequest,
    result: Result,
    reach: ExcludeReach,
  ): Result {
    if (result.kind !== "ok" || request.filter === undefined) return result;
    const { since, until } = result as { since?: string; until?: string };
    const range = { since: moment(since), until: moment(until) };
    const metadataCoverage = coverageOf(sources, request, range, reach);
    return metadataCoverage === undefined ? result : { ...result, metadataCoverage };
  }
  return {
    // Language is a hint to the words of whole documents, and no filter.
    lexical: (request) => covered(withoutLanguage(request), searchLexical(sources, request), "text"),
    vector: async (request) => covered(request, await searchVectors(sources, models, request), "document"),
    hybrid: async (request) => covered(request, await searchHybrid(sources, models, request), "document"),
    diagnose: (request) => diagnose(sources, models, request),
    similar: (request) => findSimilar(sources, models, request),
  };
}

function withoutLanguage(request: SearchRequest): SearchRequest {
  return { ...request, lang: undefined } as SearchRequest;
}

function moment(iso: string | undefined): number | undefined {
  return iso === undefined ? undefined : Date.parse(iso);
}
