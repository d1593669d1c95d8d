/** What searches hand to other threads, where those of a large index would keep this one too long. */
import type { HybridRequest, SearchRequest, SearchResult } from "../engine.ts";
import type { LexicalList } from "./fuse.ts";
import type { TimeRange } from "./time.ts";

export type SearchJob =
  | { readonly kind: "lexical"; readonly request: SearchRequest }
  /** The lists of words of a hybrid search. */
  | {
      readonly kind: "words";
      readonly request: HybridRequest;
      readonly range: TimeRange;
      readonly terms: readonly string[];
    }
  /** The query with words that are there, see `typos`. */
  | { readonly kind: "corrected"; readonly query: string };

export type SearchAnswer = SearchResult | readonly LexicalList[] | string | undefined;

export interface SearchThreads {
  /** `here` does the same on this thread: for small indexes, and when no thread can. */
  run<Result extends SearchAnswer>(
    job: SearchJob,
    signal: AbortSignal | undefined,
    here: () => Result,
  ): Result | Promise<Result>;
}

/** A signal cannot travel to another thread. */
export function unsigned<Request extends SearchRequest>({ signal: _, ...request }: Request): Request {
  return request as Request;
}
