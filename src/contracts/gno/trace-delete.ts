/** gno_trace_delete: one trace and all that hangs on it, for good. spec/gno.md, "Traces". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireWrites } from "./start-job.ts";
import { unknownTrace } from "./trace-show.ts";

export const traceDelete = {
  async run({ traceId }, { engine }, call) {
    requireWrites(call);
    const counts = (await engine.traces.delete(traceId)) ?? unknownTrace(traceId, call);
    return { schemaVersion: "1.0" as const, traceId, deleted: true as const, counts };
  },

  text: (data) => JSON.stringify(data, null, 2),
} satisfies Tool<GnoTools, "gno_trace_delete", GnoDeps>;
