/** gno_trace_show: one private retrieval trace with its records. spec/gno.md, "Traces". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";

type Output = GnoTools["gno_trace_show"]["output"];

export const traceShow = {
  run({ traceId, detailLimit }, { engine }, call) {
    const detail = engine.traces.show(traceId, detailLimit) ?? unknownTrace(traceId, call);
    return { schemaVersion: "1.0" as const, ...(detail as unknown as Omit<Output, "schemaVersion">) };
  },

  text: (data) => JSON.stringify(data, null, 2),
} satisfies Tool<GnoTools, "gno_trace_show", GnoDeps>;

export function unknownTrace(traceId: string, call: Pick<Call<"NOT_FOUND">, "fail">): never {
  return call.fail(
    "NOT_FOUND",
    `Retrieval trace not found: ${traceId}. It may have expired or been deleted; gno_trace_list shows those there are.`,
  );
}
