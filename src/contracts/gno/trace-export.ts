/** gno_trace_export: one repeatable receipt of closed traces. spec/gno.md, "Traces". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import { zoneOfAddress } from "../../engine/embed/zone.ts";
import type { ExportZone } from "../../engine/engine.ts";
import type { Caller, Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireWrites } from "./start-job.ts";
import { unknownTrace } from "./trace-show.ts";

type Output = GnoTools["gno_trace_export"]["output"];

export const traceExport = {
  async run({ traceIds }, { engine }, call) {
    requireWrites(call);
    const answer = await engine.traces.export(traceIds, zoneOf(call.caller));
    switch (answer.kind) {
      case "unknown-traces":
        return unknownTrace(some(answer.traceIds), call);
      case "open-traces":
        return call.fail(
          "CONSTRAINT_VIOLATION",
          `Still open: ${some(answer.traceIds)}. A trace closes 15 minutes after its last read; export it then.`,
        );
      case "too-large":
        return call.fail(
          "CONSTRAINT_VIOLATION",
          `These traces are ${answer.bytes} bytes together and one export holds ${answer.limit}. Export fewer at a time.`,
        );
      case "denied":
        return call.fail(
          "EGRESS_DENIED",
          `The egress policy of a collection in these traces forbids this export (${answer.reason}). Export on the machine itself, or see gno_egress_policy_get.`,
          { reason: answer.reason },
        );
      default: {
        const { kind, manifest, artifact } = answer;
        return {
          schemaVersion: "1.0" as const,
          result: kind,
          manifest: manifest as unknown as Output["manifest"],
          artifact: artifact as unknown as Output["artifact"],
        };
      }
    }
  },

  text: (data) => JSON.stringify(data, null, 2),
} satisfies Tool<GnoTools, "gno_trace_export", GnoDeps>;

/** Who is not on this machine and sits nowhere that is known is taken for far away. */
function zoneOf({ local, address = "" }: Pick<Caller, "local" | "address">): ExportZone {
  if (local) return "local_process";
  const zone = zoneOfAddress(address);
  return zone === "loopback" ? "local_process" : zone;
}

function some(traceIds: readonly string[]): string {
  const shown = traceIds.slice(0, 5).join(", ");
  return traceIds.length > 5 ? `${shown} and ${traceIds.length - 5} more` : shown;
}
