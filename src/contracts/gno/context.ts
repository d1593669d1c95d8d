/** gno_context: evidence for a goal in one Context Capsule. spec/gno.md, "Context Capsules". */
import type { GnoContextOutput, GnoTools } from "../../../generated/gno/types.ts";
import type { EvidenceFault } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import { agentProjection } from "./context-projection.ts";
import type { GnoDeps } from "./deps.ts";
import { capsuleTracing, contextQuestion } from "./trace-context.ts";

const codes = {
  goal: "invalid_goal",
  budget: "invalid_budget",
  filter: "invalid_filter",
  uri: "invalid_uri",
  input: "invalid_input",
  identity: "invalid_input",
  "no-evidence": "no_evidence",
  "index-changed": "index_changed_during_compile",
  "context-changed": "context_changed_during_compile",
  provenance: "runtime_error",
} as const satisfies Record<EvidenceFault, GnoTools["gno_context"]["errors"]>;

export const context = {
  async run(given, { engine }, call) {
    const trace = capsuleTracing(engine);
    const { uriPrefix, projectHints: _, format: __, ...args } = given;
    const result = await engine.evidence.compile({
      ...args,
      ...(uriPrefix === undefined || uriPrefix === null ? {} : { uriPrefix }),
      signal: call.signal,
    });
    if (result.kind === "refused") return call.fail(codes[result.fault], result.message);
    const capsule = result.capsule as GnoContextOutput;
    await trace?.keep(call, contextQuestion(given), capsule);
    return capsule;
  },

  text: (capsule) => agentProjection(capsule),
} satisfies Tool<GnoTools, "gno_context", GnoDeps>;
