/** gno_query: the recommended search. `meta` says which stages ran. spec/gno.md, "Query". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { explained, explainText } from "./explain-hits.ts";
import { hybridCall } from "./hybrid-request.ts";
import { whyNothing } from "./no-results.ts";
import { nothingIndexed } from "./nothing-indexed.ts";
import { appliedFilters, chunkHit, expectRun, hitsText, warned } from "./present-hits.ts";
import { tracedFilters, tracing } from "./trace-call.ts";

export const query = {
  async run(args, { engine }, call) {
    const trace = tracing(engine);
    const known = () => engine.collections.list().map((collection) => collection.name);
    const { request, queryModes } = hybridCall(args, call);
    const result = expectRun(await engine.search.hybrid(request), call, known);
    const nothing = result.hits.length > 0 ? undefined : nothingIndexed(engine, args.collection);
    await trace?.keep(call, {
      tool: "gno_query",
      query: args.query,
      filters: {
        ...tracedFilters(args),
        queryModes: args.queryModes,
        noExpand: args.fast || !(args.expand || args.thorough),
        noRerank: args.fast || !args.rerank,
        candidateLimit: result.candidateLimit,
        graph: result.graph.enabled,
        explain: args.explain,
      },
      hits: result.hits,
      capabilities: [
        "lexical_search",
        ...(result.vectorsUsed ? ["vector_search"] : []),
        ...(result.expanded ? ["expansion"] : []),
        ...(result.reranked ? ["rerank"] : []),
        ...(result.graph.enabled ? ["graph"] : []),
      ],
      fallbackCodes: [...(result.vectorsUsed ? [] : ["no_vectors"]), ...result.graph.fallbackReasons],
    });
    return {
      results: result.hits.map((found) => chunkHit(found, engine.indexName, call.caller)),
      meta: {
        query: args.query,
        ...(result.corrected === undefined ? {} : { correctedQuery: result.corrected }),
        mode: result.vectorsUsed ? ("hybrid" as const) : ("bm25_only" as const),
        totalResults: result.hits.length,
        expanded: result.expanded,
        reranked: result.reranked,
        vectorsUsed: result.vectorsUsed,
        candidateLimit: result.candidateLimit,
        ...appliedFilters(args, result, nothing),
        ...(args.lang === undefined ? {} : { queryLanguage: args.lang }),
        ...(queryModes === undefined ? {} : { queryModes }),
        graphExpansion: {
          ...result.graph,
          edgeConfidence: { ...result.graph.edgeConfidence },
          fallbackReasons: [...result.graph.fallbackReasons],
        },
        ...(args.explain ? { explain: explained(result.stages, result.hits) } : {}),
      },
    };
  },

  text(data, args) {
    const { meta, results } = data;
    const how = [
      meta.mode === "hybrid" ? "hybrid" : "BM25 only",
      ...(meta.expanded ? ["expanded"] : []),
      ...(meta.reranked ? ["reranked"] : []),
    ];
    const note = results.length === 0 ? whyNothing(args.query) : undefined;
    const list = warned(
      hitsText(args.query, ` (${how.join(", ")})`, results, note, meta.correctedQuery),
      meta,
    );
    return meta.explain === undefined ? list : `${list}\n\n${explainText(meta.explain, results)}`;
  },
} satisfies Tool<GnoTools, "gno_query", GnoDeps>;
