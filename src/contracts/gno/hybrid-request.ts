/** From gno_query's arguments to the engine's hybrid search; gno_query_diagnose takes the same ones. */
import type { HybridRequest } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import { type FilterArgs, filters } from "./present-hits.ts";
import { parseQuery, type QueryEntry } from "./structured-query.ts";

export interface HybridArgs extends FilterArgs {
  readonly query: string;
  readonly limit: number;
  readonly minScore?: number;
  readonly candidateLimit?: number;
  readonly queryModes?: readonly QueryEntry[];
  readonly fast: boolean;
  readonly thorough: boolean;
  readonly expand: boolean;
  readonly rerank: boolean;
  readonly graph: boolean;
  readonly noGraph: boolean;
}

export interface HybridCall {
  readonly request: HybridRequest;
  /** For `meta`; undefined when no entry was typed. */
  readonly queryModes: { readonly term: number; readonly intent: number; readonly hyde: boolean } | undefined;
}

export function hybridCall(args: HybridArgs, call: Pick<Call<"VALIDATION">, "fail" | "signal">): HybridCall {
  const parsed = parseQuery(args.query, args.queryModes);
  if (parsed.kind === "invalid") return call.fail("VALIDATION", parsed.message);
  const { base, terms, intents, hyde } = parsed.query;
  return {
    request: {
      ...filters(args),
      query: base,
      limit: args.limit,
      // The base query of lines without an untyped one is a term already.
      terms: terms.filter((term) => term !== base),
      intents,
      ...(hyde === undefined ? {} : { hyde }),
      ...(args.lang === undefined ? {} : { lang: args.lang }),
      ...(args.minScore === undefined ? {} : { minScore: args.minScore }),
      ...(args.candidateLimit === undefined ? {} : { candidateLimit: args.candidateLimit }),
      depth: args.fast ? "fast" : args.thorough ? "thorough" : "balanced",
      expand: args.expand,
      rerank: args.rerank,
      graph: args.graph && !args.noGraph,
      signal: call.signal,
    },
    queryModes: parsed.typed
      ? { term: terms.length, intent: intents.length, hyde: hyde !== undefined }
      : undefined,
  };
}
