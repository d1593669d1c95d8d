/** gno_list_jobs: running jobs, oldest first, and finished ones, newest first. spec/gno.md, "Jobs". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";

export const listJobs = {
  run({ limit }, { engine }) {
    const { active, recent } = engine.jobs.list(limit);
    return {
      active: active.map(({ jobId, type, startedAt }) => ({ jobId, type, startedAt })),
      recent: recent.map(({ jobId, type, status, startedAt, completedAt }) => ({
        jobId,
        type,
        status: status === "failed" ? ("failed" as const) : ("completed" as const),
        completedAt: completedAt ?? startedAt,
      })),
    };
  },

  text({ active, recent }) {
    return [
      `Active: ${active.length}`,
      ...active.map((job) => `  ${job.jobId} ${job.type} since ${job.startedAt}`),
      `Recent: ${recent.length}`,
      ...recent.map((job) => `  ${job.jobId} ${job.type} ${job.status} at ${job.completedAt}`),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_list_jobs", GnoDeps>;
