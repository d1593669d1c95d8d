/** gno_query: the recommended search. Only its lexical leg exists so far, and `meta` says so. spec/gno.md, "Query". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { SearchHit } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { whyNothing } from "./no-results.ts";
import { appliedFilters, expectRun, filters, hit, hitsText } from "./present-hits.ts";
import { parseQuery } from "./structured-query.ts";

export const query = {
  run(args, { engine }, call) {
    const parsed = parseQuery(args.query, args.queryModes);
    if (parsed.kind === "invalid") return call.fail("VALIDATION", parsed.message);
    const { base, terms, intents, hyde } = parsed.query;
    const extra = terms.filter((term) => term !== base);
    const known = () => engine.collections.list().map((collection) => collection.name);
    const search = (text: string, limit: number, minScore: number | undefined) =>
      expectRun(
        engine.search.lexical({
          ...filters(args),
          query: text,
          limit,
          ...(minScore === undefined ? {} : { minScore }),
          signal: call.signal,
        }),
        call,
        known,
      );
    // One list is already ranked and scored; several are fused first, so the threshold waits for the fused score.
    const single = extra.length === 0;
    const first = search(base, single ? args.limit : args.limit * 2, single ? args.minScore : undefined);
    const hits = single
      ? first.hits
      : fuse([first.hits, ...extra.map((term) => search(term, args.limit * 2, undefined).hits)])
          .filter((found) => found.score >= (args.minScore ?? 0))
          .slice(0, args.limit);
    return {
      results: hits.map((found) => hit(found, engine.indexName, call.caller)),
      meta: {
        query: args.query,
        mode: "bm25_only" as const,
        totalResults: hits.length,
        expanded: false,
        reranked: false,
        vectorsUsed: false,
        candidateLimit: args.candidateLimit ?? (args.thorough ? 40 : 20),
        ...appliedFilters(args, first),
        ...(args.lang === undefined ? {} : { queryLanguage: args.lang }),
        ...(parsed.typed
          ? { queryModes: { term: terms.length, intent: intents.length, hyde: hyde !== undefined } }
          : {}),
        ...(args.explain ? { explain: explain(hits, 1 + extra.length) } : {}),
      },
    };
  },

  text(data, args) {
    return hitsText(
      args.query,
      " (BM25 only)",
      data.results,
      data.results.length === 0 ? whyNothing(args.query) : undefined,
    );
  },
} satisfies Tool<GnoTools, "gno_query", GnoDeps>;

/** Constant of reciprocal rank fusion; the base query's list counts twice as much as an extra term's. */
const rankConstant = 60;

/** Reciprocal ranks over the lists, scaled so that the best document has 1. Ties keep the order of the URIs. */
function fuse(lists: readonly (readonly SearchHit[])[]): SearchHit[] {
  const sums = new Map<number, { found: SearchHit; sum: number }>();
  for (const [nth, list] of lists.entries()) {
    for (const [rank, found] of list.entries()) {
      const entry = sums.get(found.document.id) ?? { found, sum: 0 };
      entry.sum += (nth === 0 ? 1 : 0.5) / (rankConstant + rank + 1);
      sums.set(found.document.id, entry);
    }
  }
  const ranked = [...sums.values()].sort(
    (a, b) => b.sum - a.sum || (a.found.document.uri < b.found.document.uri ? -1 : 1),
  );
  const best = ranked[0]?.sum ?? 1;
  return ranked.map(({ found, sum }) => ({ ...found, score: sum / best }));
}

function explain(hits: readonly SearchHit[], lists: number) {
  return {
    lines: [
      {
        stage: "bm25",
        message: `${lists} lexical ${lists === 1 ? "query" : "queries"}, ${hits.length} returned`,
      },
      { stage: "vector", message: "skipped: no vectors" },
      { stage: "rerank", message: "skipped: no rerank model" },
    ],
    results: hits.map((found, index) => ({
      rank: index + 1,
      docid: found.document.docid,
      score: found.score,
      bm25Score: found.score,
    })),
  };
}
