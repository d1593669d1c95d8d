/** gno_job_status: the state of one background job of this server. spec/gno.md, "Jobs". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Job } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";

export const jobStatus = {
  run({ jobId }, { engine }, call) {
    const job =
      engine.jobs.get(jobId) ??
      call.fail(
        "NOT_FOUND",
        `No job ${jobId}. Finished jobs are kept for an hour and only until the server restarts; gno_list_jobs lists them.`,
      );
    return {
      jobId: job.jobId,
      type: job.type,
      status: job.status,
      startedAt: job.startedAt,
      ...(job.completedAt === undefined ? {} : { completedAt: job.completedAt }),
      ...resultOf(job),
      ...(job.error === undefined ? {} : { error: job.error }),
      serverInstanceId: engine.serverInstanceId,
    };
  },

  text(data) {
    const lines = [
      `Job: ${data.jobId}`,
      `Type: ${data.type}`,
      `Status: ${data.status}`,
      `Started: ${data.startedAt}`,
    ];
    if (data.completedAt !== undefined) lines.push(`Completed: ${data.completedAt}`);
    const typed = data.typedResult;
    const sync =
      data.result ??
      (typed?.kind === "sync" ? typed.value : typed?.kind === "index" ? typed.value.sync : undefined);
    if (sync !== undefined) {
      lines.push(
        `Files: ${sync.totalFilesProcessed} processed, ${sync.totalFilesAdded} added, ${sync.totalFilesUpdated} updated, ` +
          `${sync.totalFilesErrored} errors, ${sync.totalFilesSkipped} skipped`,
      );
    }
    if (data.error !== undefined) lines.push(`Error: ${data.error}`);
    return lines.join("\n");
  },
} satisfies Tool<GnoTools, "gno_job_status", GnoDeps>;

type Output = GnoTools["gno_job_status"]["output"];

/** Jobs that sync alone answer in `result`, those with more phases in `typedResult`. */
function resultOf({ result }: Job): Pick<Output, "result" | "typedResult"> {
  if (result === undefined) return {};
  if (result.kind === "sync") return { result: result.value as Output["result"] };
  return { typedResult: result as Output["typedResult"] };
}
