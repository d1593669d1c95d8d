/** gno_embed: vectors for the chunks that have none, in a job. spec/gno.md, "Vectors". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { JobContext } from "../../engine/engine.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { chosen, embedAll, requireModels, requireWrites, startJob } from "./start-job.ts";

export const embed = {
  async run({ collection }, { engine }, call) {
    requireWrites(call);
    const epoch = engine.egress.epoch();
    const collections = chosen(collection, engine, call);
    const models = await requireModels(collections, engine, call);
    const work = async (job: JobContext) => ({
      kind: "embed" as const,
      value: await embedAll(collections, engine, job),
    });
    const jobId = startJob("embed", engine, call, work, epoch);
    return { jobId, status: "started" as const, model: models.join(", ") };
  },

  text({ jobId, status, model }) {
    return `Job: ${jobId}\nStatus: ${status}\nModel: ${model}`;
  },
} satisfies Tool<GnoTools, "gno_embed", GnoDeps>;
