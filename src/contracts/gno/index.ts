/** gno_index: sync, then embed, in one job. spec/gno.md, "Jobs". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { chosen, embedAll, requireModels, requireWrites, runSync, startJob } from "./start-job.ts";

export const index = {
  async run({ collection, gitPull }, deps, call) {
    requireWrites(call);
    // An update command may do anything; this tool never runs one.
    const plan = {
      collections: chosen(collection, deps.engine, call),
      all: collection === undefined,
      gitPull,
      runUpdateCmd: false,
    };
    await requireModels(plan.collections, deps.engine, call);
    const jobId = startJob("index", deps.engine, call, async (job) => {
      const sync = await runSync(plan, deps, job);
      return { kind: "index", value: { sync, embed: await embedAll(plan.collections, deps.engine, job) } };
    });
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
