/** gno_trace_list: a page of private retrieval traces. spec/gno.md, "Traces". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { readTraceCursor, traceCursor } from "./trace-cursor.ts";

type Output = GnoTools["gno_trace_list"]["output"];

export const traceList = {
  run({ limit, cursor }, { engine }, call) {
    const after =
      cursor === undefined
        ? undefined
        : (readTraceCursor(cursor) ??
          call.fail(
            "INVALID_INPUT",
            "This is no cursor of gno_trace_list. Send nextCursor of an answer unchanged.",
          ));
    const { traces, more } = engine.traces.list(limit, after);
    const last = traces.at(-1);
    return {
      schemaVersion: "1.0" as const,
      traces: traces as unknown as Output["traces"],
      nextCursor: more && last !== undefined ? traceCursor(last) : null,
    };
  },

  text: (data) => JSON.stringify(data, null, 2),
} satisfies Tool<GnoTools, "gno_trace_list", GnoDeps>;
