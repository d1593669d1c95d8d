/** gno_context_verify: what became of a stored capsule. spec/gno.md, "Context Capsules". */
import type { GnoContextVerifyOutput, GnoTools } from "../../../generated/gno/types.ts";
import type { EvidenceFault } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";

const codes = {
  goal: "invalid_input",
  budget: "invalid_input",
  filter: "invalid_filter",
  uri: "invalid_input",
  input: "invalid_input",
  identity: "identity_mismatch",
  "no-evidence": "invalid_input",
  "index-changed": "index_changed_during_verify",
  "context-changed": "context_changed_during_verify",
  provenance: "runtime_error",
} as const satisfies Record<EvidenceFault, GnoTools["gno_context_verify"]["errors"]>;

export const contextVerify = {
  async run({ capsule }, { engine }, call) {
    const result = await engine.evidence.verify(capsule, call.signal);
    if (result.kind === "refused") return call.fail(codes[result.fault], result.message);
    return result.receipt as GnoContextVerifyOutput;
  },

  text: (receipt, { format }) => (format === "md" ? markdown(receipt) : canonical(receipt)),
} satisfies Tool<GnoTools, "gno_context_verify", GnoDeps>;

function canonical(value: unknown): string {
  return JSON.stringify(value, (_, inner: unknown) =>
    typeof inner === "object" && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).sort(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

function markdown(receipt: GnoContextVerifyOutput): string {
  const drift = receipt.fingerprintReasons.length === 0 ? "" : ` (${receipt.fingerprintReasons.join(", ")})`;
  return [
    `# Capsule ${receipt.capsuleId}`,
    "",
    `- Content: ${receipt.contentStatus} (${receipt.contentCode})`,
    `- Ranking: ${receipt.rankingStatus}`,
    `- Fingerprints: ${receipt.fingerprintStatus}${drift}`,
    "",
    "## Evidence",
    "",
    ...receipt.evidence.map(
      ({ uri, contentStatus, contentCode, rankingStatus, currentRetrievalRank }) =>
        `- ${uri}: ${contentStatus} (${contentCode}), rank ${currentRetrievalRank ?? "-"} ${rankingStatus}`,
    ),
  ].join("\n");
}
