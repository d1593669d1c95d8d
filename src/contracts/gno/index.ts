/** gno_index: sync, then embed, in one job. spec/gno.md, "Jobs". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { JobContext } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { requireExport } from "./require-export.ts";
import { chosen, embedAll, requireModels, requireWrites, runSync, startJob } from "./start-job.ts";

export const index = {
  async run({ collection, gitPull }, deps, call) {
    requireWrites(call);
    const epoch = deps.engine.egress.epoch();
    // An update command may do anything; this tool never runs one.
    const plan = {
      collections: chosen(collection, deps.engine, call),
      all: collection === undefined,
      gitPull,
      runUpdateCmd: false,
    };
    await requireExport(plan, deps.engine, call);
    await requireModels(plan.collections, deps.engine, call);
    const work = async (job: JobContext) => {
      const sync = await runSync(plan, deps, job);
      const embed = await embedAll(plan.collections, deps.engine, job);
      return { kind: "index" as const, value: { sync, embed } };
    };
    const jobId = startJob("index", deps.engine, call, work, epoch);
    return {
      jobId,
      status: "started" as const,
      collections: plan.collections.map(({ name }) => name),
      phases: ["sync", "embed"] as ["sync", "embed"],
      options: { gitPull, runUpdateCmd: false as const },
    };
  },

  text({ jobId, status, collections, phases }) {
    return [
      `Job: ${jobId}`,
      `Status: ${status}`,
      `Collections: ${collections.join(", ") || "none configured"}`,
      `Phases: ${phases.join(" → ")}`,
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_index", GnoDeps>;
