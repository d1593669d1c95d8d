/** gno_search: exact words, ranked lexically, one hit a document. spec/gno.md, "Lexical search". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { whyNothing } from "./no-results.ts";
import { nothingIndexed } from "./nothing-indexed.ts";
import { appliedFilters, expectRun, filters, hit, hitsText, warned } from "./present-hits.ts";
import { tracedFilters, tracing } from "./trace-call.ts";

export const search = {
  async run(args, { engine }, call) {
    const trace = tracing(engine);
    const known = () => engine.collections.list().map((collection) => collection.name);
    const result = expectRun(
      await engine.search.lexical({
        ...filters(args),
        query: args.query,
        limit: args.limit,
        ...(args.minScore === undefined ? {} : { minScore: args.minScore }),
        signal: call.signal,
      }),
      call,
      known,
    );
    const nothing = result.hits.length > 0 ? undefined : nothingIndexed(engine, args.collection);
    await trace?.keep(call, {
      tool: "gno_search",
      query: args.query,
      filters: tracedFilters(args),
      hits: result.hits,
      capabilities: ["lexical_search"],
    });
    return {
      results: result.hits.map((found) => hit(found, engine.indexName, call.caller)),
      meta: {
        query: args.query,
        ...(result.corrected === undefined ? {} : { correctedQuery: result.corrected }),
        mode: "bm25" as const,
        totalResults: result.hits.length,
        ...appliedFilters(args, result, nothing),
      },
    };
  },

  text(data, args) {
    const { meta, results } = data;
    const note = results.length === 0 ? whyNothing(args.query) : undefined;
    return warned(hitsText(args.query, "", results, note, meta.correctedQuery), meta);
  },
} satisfies Tool<GnoTools, "gno_search", GnoDeps>;
