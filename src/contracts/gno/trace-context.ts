/** How gno_context and gno_ask leave a private trace: one run with the places that the capsule holds. spec/gno.md, "Traces". */
import type { GnoContextOutput, GnoTools } from "../../../generated/gno/types.ts";
import type { Capsule, Engine, NewRecord, NewTrace, TraceEvidence } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import { announce } from "./trace-call.ts";

type Question = Pick<NewTrace, "pipeline" | "query" | "goal" | "filters">;
type Evidence = GnoContextOutput["evidence"][number] | Capsule["evidence"][number];

/** undefined = tracing is off. Call it before the work: the time from here is the latency. */
export function capsuleTracing({ traces }: Pick<Engine, "traces">) {
  if (!traces.enabled()) return undefined;
  const started = performance.now();
  return {
    /** Without a capsule nothing was found. */
    async keep(
      call: Pick<Call, "meta">,
      question: Question,
      capsule?: { readonly capsuleId: string; readonly evidence: readonly Evidence[] },
    ): Promise<void> {
      const latencyMs = Math.round(performance.now() - started);
      const run: NewRecord =
        capsule === undefined
          ? { part: "run", kind: "retrieval", payload: { ranked: [], latencyMs, capabilities: [] } }
          : {
              part: "run",
              kind: "context",
              payload: {
                capsuleId: capsule.capsuleId,
                evidence: capsule.evidence.map(placeOf),
                latencyMs,
              },
            };
      const records: NewRecord[] = [{ part: "event", kind: "query", payload: {} }, run];
      announce(call, await traces.record({ ...question, records }));
    },
  };
}

export function contextQuestion(args: GnoTools["gno_context"]["args"]): Question {
  const {
    goal,
    query,
    depthPolicy,
    uriPrefix,
    budgetTokens: _,
    format: __,
    projectHints: ___,
    ...rest
  } = args;
  return {
    pipeline: { tool: "gno_context", depthPolicy },
    query: query ?? goal,
    goal,
    filters: { ...rest, uriPrefix: uriPrefix ?? undefined },
  };
}

export function askQuestion(args: GnoTools["gno_ask"]["args"]): Question {
  const { query, verify: _, collection, ...rest } = args;
  return {
    pipeline: { tool: "gno_ask" },
    query,
    filters: { ...rest, collection: collection?.trim().toLowerCase() },
  };
}

function placeOf(item: Evidence): TraceEvidence {
  return {
    docid: item.docid,
    sourceHash: item.sourceHash,
    mirrorHash: item.mirrorHash,
    uri: item.uri,
    startLine: item.startLine,
    endLine: item.endLine,
    rank: item.selectionRank,
    plannerRank: item.retrievalRank,
    passageHash: item.passageHash,
    graphExpanded: item.graphExpanded,
  };
}
