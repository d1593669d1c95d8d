/** gno_sync: brings one or all collections to the state of their files, in a job. spec/gno.md, "Jobs". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { chosen, requireWrites, runSync, startJob } from "./start-job.ts";

export const sync = {
  run({ collection, gitPull, runUpdateCmd }, deps, call) {
    requireWrites(call);
    const plan = {
      collections: chosen(collection, deps.engine, call),
      all: collection === undefined,
      gitPull,
      runUpdateCmd,
    };
    const jobId = startJob("sync", deps.engine, call, async (job) => ({
      kind: "sync",
      value: await runSync(plan, deps, job),
    }));
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
