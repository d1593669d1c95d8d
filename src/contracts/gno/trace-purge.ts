/** gno_trace_purge: all traces, for good; the schema asks for `confirm`. spec/gno.md, "Traces". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireWrites } from "./start-job.ts";

export const tracePurge = {
  async run(_args, { engine }, call) {
    requireWrites(call);
    return { schemaVersion: "1.0" as const, ...(await engine.traces.purge()) };
  },

  text: (data) => JSON.stringify(data, null, 2),
} satisfies Tool<GnoTools, "gno_trace_purge", GnoDeps>;
