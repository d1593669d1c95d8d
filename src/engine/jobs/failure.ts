/**
 * The `CODE: text` that a failed job shows. Only texts written for users pass; anything else could carry paths of the
 * host, SQL or a stack, and becomes one plain sentence (the log has the rest).
 */
import { storageProblem } from "../files/storage-problem.ts";
import { ChunkingPolicyConflict } from "../index/policy.ts";

export function failureText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "CANCELLED: The job was cancelled before it ended.";
  if (error instanceof ChunkingPolicyConflict) return `${error.code}: ${error.message}`;
  const storage = storageProblem(error);
  if (storage !== undefined) return `RUNTIME: ${storage}`;
  return "RUNTIME: The job stopped on an unexpected error. The log of the server has the details.";
}
