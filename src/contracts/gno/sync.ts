/** gno_sync: brings one or all collections to the state of their files, in a job. spec/gno.md, "Jobs". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { JobContext } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireExport } from "./require-export.ts";
import { chosen, requireWrites, runSync, startJob } from "./start-job.ts";

export const sync = {
  async run({ collection, gitPull, runUpdateCmd }, deps, call) {
    requireWrites(call);
    const epoch = deps.engine.egress.epoch();
    const plan = {
      collections: chosen(collection, deps.engine, call),
      all: collection === undefined,
      gitPull,
      runUpdateCmd,
    };
    await requireExport(plan, deps.engine, call);
    const work = async (job: JobContext) => ({
      kind: "sync" as const,
      value: await runSync(plan, deps, job),
    });
    const jobId = startJob("sync", deps.engine, call, work, epoch);
    return {
      jobId,
      collections: plan.collections.map(({ name }) => name),
      status: "started" as const,
      options: { gitPull, runUpdateCmd },
    };
  },

  text({ jobId, status, collections, options }) {
    return [
      `Job: ${jobId}`,
      `Status: ${status}`,
      `Collections: ${collections.join(", ") || "none configured"}`,
      `Options: gitPull ${options.gitPull}, runUpdateCmd ${options.runUpdateCmd}`,
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_sync", GnoDeps>;
