/** How gno_context leaves a private trace: one context run with the places that the capsule holds. spec/gno.md, "Traces". */
import type { GnoContextOutput, GnoTools } from "../../../generated/gno/types.ts";
import type { Engine, NewRecord, TraceEvidence } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import { announce } from "./trace-call.ts";

type Args = GnoTools["gno_context"]["args"];

/** undefined = tracing is off. Call it before the work: the time from here is the latency. */
export function contextTracing({ traces }: Pick<Engine, "traces">) {
  if (!traces.enabled()) return undefined;
  const started = performance.now();
  return {
    async keep(call: Pick<Call, "meta">, args: Args, capsule: GnoContextOutput): Promise<void> {
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
      const records: NewRecord[] = [
        { part: "event", kind: "query", payload: {} },
        {
          part: "run",
          kind: "context",
          payload: {
            capsuleId: capsule.capsuleId,
            evidence: capsule.evidence.map(placeOf),
            latencyMs: Math.round(performance.now() - started),
          },
        },
      ];
      const filters = { ...rest, uriPrefix: uriPrefix ?? undefined };
      const pipeline = { tool: "gno_context", depthPolicy };
      announce(call, await traces.record({ pipeline, query: query ?? goal, goal, filters, records }));
    },
  };
}

function placeOf(item: GnoContextOutput["evidence"][number]): TraceEvidence {
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
