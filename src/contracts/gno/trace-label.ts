/** gno_trace_label: a judgment on the evidence of a trace. spec/gno.md, "Traces". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireWrites } from "./start-job.ts";
import { unknownTrace } from "./trace-show.ts";

type Output = GnoTools["gno_trace_label"]["output"];

export const traceLabel = {
  async run(args, { engine }, call) {
    requireWrites(call);
    const answer = await engine.traces.label(args);
    switch (answer.kind) {
      case "unknown-trace":
        return unknownTrace(args.traceId, call);
      case "invalid":
        return call.fail("INVALID_INPUT", answer.message);
      case "conflict":
        return call.fail("CONSTRAINT_VIOLATION", answer.message);
      default:
        return {
          schemaVersion: "1.0" as const,
          result: answer.kind,
          judgment: answer.judgment as unknown as Output["judgment"],
        };
    }
  },

  text: (data) => JSON.stringify(data, null, 2),
} satisfies Tool<GnoTools, "gno_trace_label", GnoDeps>;
