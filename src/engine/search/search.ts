/** The Search port, composed of its legs. */
import type { Search } from "../engine.ts";
import { type DiagnoseOptions, diagnose } from "./diagnose.ts";
import { searchHybrid } from "./hybrid.ts";
import { searchLexical } from "./lexical.ts";
import type { SearchModels } from "./models.ts";
import { findSimilar } from "./similar.ts";
import { searchVectors } from "./vector.ts";

export interface SearchOptions extends DiagnoseOptions {
  /** undefined = words are all there is. */
  readonly models?: SearchModels;
}

export function createSearch({ models, ...sources }: SearchOptions): Search {
  return {
    lexical: (request) => searchLexical(sources, request),
    vector: (request) => searchVectors(sources, models, request),
    hybrid: (request) => searchHybrid(sources, models, request),
    diagnose: (request) => diagnose(sources, models, request),
    similar: (request) => findSimilar(sources, models, request),
  };
}
