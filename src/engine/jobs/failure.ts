/**
 * The `CODE: text` that a failed job shows. Only texts written for users pass; anything else could carry paths of the
 * host, SQL or a stack, and becomes one plain sentence (the log has the rest).
 */
import { EmbeddingUnavailable } from "../embed/port.ts";
import { storageProblem } from "../files/storage-problem.ts";
import { ChunkingPolicyConflict } from "../index/policy.ts";
import { StoreError } from "../store/errors.ts";

/** What stopped a job, in words for the user. */
export class JobProblem extends Error {}

/** The policies are not those that the job was started under. */
export class StaleEgressPolicy extends Error {}

export function failureText(error: unknown, signal: AbortSignal): string {
  if (signal.aborted) return "CANCELLED: The job was cancelled before it ended.";
  if (error instanceof ChunkingPolicyConflict) return `${error.code}: ${error.message}`;
  if (error instanceof EmbeddingUnavailable)
    return `${error.reason === "missing" ? "MODEL_NOT_FOUND" : "RUNTIME"}: ${error.message}`;
  if (error instanceof StaleEgressPolicy)
    return "STALE_EGRESS_POLICY: An egress policy changed before the job began, so it did nothing. Start it again.";
  if (error instanceof StoreError || error instanceof JobProblem) return `RUNTIME: ${error.message}`;
  const storage = storageProblem(error);
  if (storage !== undefined) return `RUNTIME: ${storage}`;
  return "RUNTIME: The job stopped on an unexpected error. The log of the server has the details.";
}
