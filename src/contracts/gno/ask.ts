/** gno_ask: an answer of which every claim is supported, or an abstention. spec/gno.md, "Verified answers". */
import type { GnoAskArgs, GnoAskOutput, GnoTools } from "../../../generated/gno/types.ts";
import type { Answered, AskRequest, EvidenceRefusal } from "../../engine/engine.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import { askText } from "./ask-text.ts";
import type { GnoDeps } from "./deps.ts";
import { excluded, filters, unknownCollection } from "./present-hits.ts";
import { parseQuery, type StructuredQuery } from "./structured-query.ts";
import { askQuestion, capsuleTracing } from "./trace-context.ts";

/** What an answer without any passage says; with passages the engine has its own sentence. */
const NOTHING_FOUND = "No indexed passage answers this question.";

export const ask = {
  async run(args, { engine }, call) {
    const parsed = parseQuery(args.query, args.queryModes);
    if (parsed.kind === "invalid") return call.fail("VALIDATION", parsed.message);
    if (parsed.query.base.trim() === "")
      return call.fail("VALIDATION", "The question is empty. Give at least one word to search for.");
    const collection = collectionOf(
      args,
      engine.collections.list().map(({ name }) => name),
      call,
    );
    const trace = capsuleTracing(engine);
    const counts = parsed.typed ? countsOf(parsed.query) : undefined;
    const result = await engine.answers.ask({
      ...requestOf(args, parsed.query, collection, call.signal),
      progress: (done, message) => call.progress(done, 3, message),
    });
    if (result.kind === "refused") {
      if (result.fault !== "no-evidence") return refused(result, call);
      await trace?.keep(call, askQuestion(args));
      return nothingFound(args, counts, result.message);
    }
    await trace?.keep(call, askQuestion(args), result.capsule);
    return answerOf(args, counts, result);
  },

  text: askText,
} satisfies Tool<GnoTools, "gno_ask", GnoDeps>;

type Counts = { readonly term: number; readonly intent: number; readonly hyde: boolean };
type Fail = Pick<Call<"VALIDATION" | "NOT_FOUND" | "RUNTIME">, "fail">;

function collectionOf(args: GnoAskArgs, known: readonly string[], call: Fail): string | undefined {
  const name = args.collection?.trim().toLowerCase();
  if (name === undefined || known.includes(name)) return name;
  return call.fail("NOT_FOUND", unknownCollection(args.collection as string, known));
}

function countsOf({ terms, intents, hyde }: StructuredQuery): Counts {
  return { term: terms.length, intent: intents.length, hyde: hyde !== undefined };
}

function requestOf(
  args: GnoAskArgs,
  { base, terms, intents, hyde }: StructuredQuery,
  collection: string | undefined,
  signal: AbortSignal,
): AskRequest {
  const { collection: _one, ...kept } = filters(args);
  const optional = {
    ...(args.lang === undefined ? {} : { lang: args.lang }),
    ...(args.minScore === undefined ? {} : { minScore: args.minScore }),
    ...(args.candidateLimit === undefined ? {} : { candidateLimit: args.candidateLimit }),
    ...(args.contextBudgetBytes === undefined ? {} : { budgetBytes: args.contextBudgetBytes }),
    ...(collection === undefined ? {} : { collections: [collection] }),
  };
  return {
    capsule: {
      ...kept,
      ...optional,
      goal: base,
      queryModes: [
        ...terms.filter((term) => term !== base).map((text) => ({ mode: "term" as const, text })),
        ...intents.map((text) => ({ mode: "intent" as const, text })),
        ...(hyde === undefined ? [] : [{ mode: "hyde" as const, text: hyde }]),
      ],
      limit: args.limit,
      graph: args.graph && !args.noGraph,
      noRerank: args.noRerank,
      budgetTokens: args.contextBudgetTokens,
      signal,
    },
    ...(collection === undefined ? {} : { collection }),
    maxAnswerTokens: args.maxAnswerTokens,
    signal,
  };
}

function answerOf(args: GnoAskArgs, counts: Counts | undefined, result: Answered): GnoAskOutput {
  const { capsule, freshness, claims, semantic, trouble } = result;
  const { semanticSearch, reranking } = capsule.retrieval.capabilityStates;
  const vectorsUsed = semanticSearch.outcome === "used";
  return {
    ...head(args, vectorsUsed),
    answer: result.answer,
    citations: [...result.citations],
    results: [],
    // The engine's types are these shapes, only deeply read-only.
    verification: {
      schemaVersion: "1.0",
      mode: "closed_capsule",
      capsule,
      freshness,
      claims,
      semantic,
    } as unknown as NonNullable<GnoAskOutput["verification"]>,
    meta: {
      ...metaOf(args, counts),
      reranked: reranking.outcome === "used",
      vectorsUsed,
      answerGenerated: result.drafted,
      abstained: claims.abstained,
      ...(trouble === undefined
        ? {}
        : { warnings: [{ code: warningCodes[trouble.kind], message: trouble.message }] }),
      ...(args.explain ? { explain: { lines: [...result.stages], results: [] } } : {}),
    },
  };
}

const warningCodes = {
  "not-configured": "GENERATOR_NOT_CONFIGURED",
  missing: "GENERATOR_MISSING",
  failed: "GENERATOR_FAILED",
  timeout: "GENERATOR_TIMEOUT",
  "bad-output": "GENERATOR_OUTPUT_INVALID",
  limit: "GENERATOR_LIMIT",
} as const;

/** Nothing to cite, so nothing to ask a model: that is an answer, not a failure. */
function nothingFound(args: GnoAskArgs, counts: Counts | undefined, message: string): GnoAskOutput {
  return {
    ...head(args, false),
    answer: NOTHING_FOUND,
    citations: [],
    results: [],
    meta: {
      ...metaOf(args, counts),
      reranked: false,
      vectorsUsed: false,
      answerGenerated: false,
      abstained: true,
      warnings: [{ code: "NO_EVIDENCE", message }],
      ...(args.explain ? { explain: { lines: [{ stage: "evidence", message }], results: [] } } : {}),
    },
  };
}

function head(args: GnoAskArgs, vectorsUsed: boolean) {
  return {
    query: args.query,
    mode: vectorsUsed ? ("hybrid" as const) : ("bm25_only" as const),
    ...(args.lang === undefined ? {} : { queryLanguage: args.lang }),
  };
}

function metaOf(args: GnoAskArgs, counts: Counts | undefined) {
  const exclude = excluded(args.exclude);
  return {
    expanded: false,
    ...(args.intent === undefined ? {} : { intent: args.intent }),
    ...(args.candidateLimit === undefined ? {} : { candidateLimit: args.candidateLimit }),
    ...(exclude === undefined ? {} : { exclude }),
    ...(counts === undefined ? {} : { queryModes: counts }),
    verificationRequested: true as const,
  };
}

function refused({ fault, message }: EvidenceRefusal, call: Fail): never {
  switch (fault) {
    case "goal":
    case "budget":
    case "filter":
    case "uri":
    case "input":
      return call.fail("VALIDATION", message);
    default:
      return call.fail("RUNTIME", message);
  }
}
