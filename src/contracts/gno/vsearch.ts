/** gno_vsearch: nearest passages by meaning alone. spec/gno.md, "Vector search". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { failWithoutVectors } from "./no-vectors.ts";
import { nothingIndexed } from "./nothing-indexed.ts";
import { appliedFilters, chunkHit, expectRun, filters, hitsText, warned } from "./present-hits.ts";
import { tracedFilters, tracing } from "./trace-call.ts";

export const vsearch = {
  async run(args, { engine }, call) {
    const trace = tracing(engine);
    const known = () => engine.collections.list().map((collection) => collection.name);
    const found = await engine.search.vector({
      ...filters(args),
      query: args.query,
      limit: args.limit,
      ...(args.minScore === undefined ? {} : { minScore: args.minScore }),
      ...(args.lang === undefined ? {} : { lang: args.lang }),
      signal: call.signal,
    });
    if (found.kind === "no-vectors") {
      // What is not indexed cannot be embedded: the first thing to do comes first.
      const message = nothingIndexed(engine, args.collection) ?? found.message;
      return failWithoutVectors({ ...found, message }, call);
    }
    const result = expectRun(found, call, known);
    const nothing = result.hits.length > 0 ? undefined : nothingIndexed(engine, args.collection);
    await trace?.keep(call, {
      tool: "gno_vsearch",
      query: args.query,
      filters: tracedFilters(args),
      hits: result.hits,
      capabilities: ["vector_search"],
    });
    return {
      results: result.hits.map((hit) => chunkHit(hit, engine.indexName, call.caller)),
      meta: {
        query: args.query,
        mode: "vector" as const,
        totalResults: result.hits.length,
        vectorsUsed: true,
        ...appliedFilters(args, result, nothing),
        ...(args.lang === undefined ? {} : { queryLanguage: args.lang }),
      },
    };
  },

  text(data, args) {
    return warned(hitsText(args.query, " (vector)", data.results, undefined), data.meta);
  },
} satisfies Tool<GnoTools, "gno_vsearch", GnoDeps>;
