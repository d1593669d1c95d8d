/** The Evidence port. spec/gno.md, "Context Capsules". */
import type { Evidence } from "./types.ts";

export function createEvidence(): Evidence {
  return {
    compile: async () => ({
      kind: "refused",
      fault: "no-evidence",
      message: "Capsules are not compiled yet.",
    }),
    verify: async () => ({ kind: "refused", fault: "input", message: "Capsules are not verified yet." }),
  };
}
