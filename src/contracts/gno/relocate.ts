/** What gno_rename_note and gno_move_note share: preview, apply, the answer to a lost answer, and their text. */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { ApplyReceipt, RefactorPlan, Relocation } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { findDocument } from "./find-document.ts";
import { requireWrites } from "./start-job.ts";

type Output = GnoTools["gno_rename_note"]["output"];
type Arguments = GnoTools["gno_rename_note"]["args"] | GnoTools["gno_move_note"]["args"];

export async function relocate(
  args: Arguments,
  relocationOf: (document: Relocation["document"]) => Relocation,
  { engine }: GnoDeps,
  call: Call<"NOT_FOUND" | "INVALID_INPUT" | "CONFLICT" | "WRITE_DISABLED">,
): Promise<Output> {
  requireWrites(call);
  if (args.action === "apply") {
    // First of all: once the note has its new path, the reference leads nowhere and no new plan has this digest.
    const before = await engine.refactor.replay(args.planDigest);
    if (before !== undefined) return outputOf(before);
  }
  const relocation = relocationOf(findDocument(args.ref, engine, call));
  const result =
    args.action === "preview"
      ? await engine.refactor.preview(relocation, call.signal)
      : await engine.refactor.apply(relocation, args.planDigest, call.signal);
  switch (result.kind) {
    case "plan":
      return outputOf(result.plan);
    case "receipt":
      return outputOf(result.receipt);
    case "gone":
      return call.fail("NOT_FOUND", result.message);
    case "read-only":
      return call.fail("CONFLICT", result.message);
  }
}

/** Plans and receipts have the published shape; only that they are not to be changed is lost here. */
function outputOf(data: RefactorPlan | ApplyReceipt): Output {
  return data as unknown as Output;
}

export function relocationText(data: Output): string {
  const paths = `${data.source.relPath} → ${data.target.relPath}`;
  if ("status" in data) {
    const reason = data.reasonCode === undefined ? "" : ` (${data.reasonCode})`;
    const next = data.indexConvergence.recoveryInstruction;
    return `${data.operation} ${data.status}${reason}: ${paths}${next === undefined ? "" : ` ${next}`}`;
  }
  const { rewriteableCount, blockingReasonCodes, warnings } = data.safety;
  const notes = data.affectedDocuments.length;
  const edits = `${rewriteableCount} ${rewriteableCount === 1 ? "reference" : "references"} in ${notes} ${notes === 1 ? "note" : "notes"} to rewrite`;
  const verdict = data.canApply
    ? "can be applied"
    : `cannot be applied: ${[...blockingReasonCodes, ...warnings].join(", ")}`;
  return `${data.operation} preview ${data.planDigest.slice(0, 12)}: ${paths}, ${edits}, ${verdict}`;
}
