/** gno_embed: vectors for the chunks that have none, in a job. spec/gno.md, "Vectors". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { chosen, embedAll, requireModels, requireWrites, startJob } from "./start-job.ts";

export const embed = {
  async run({ collection }, { engine }, call) {
    requireWrites(call);
    const collections = chosen(collection, engine, call);
    const models = await requireModels(collections, engine, call);
    const jobId = startJob("embed", engine, call, async (job) => ({
      kind: "embed",
      value: await embedAll(collections, engine, job),
    }));
    return { jobId, status: "started" as const, model: models.join(", ") };
  },

  text({ jobId, status, model }) {
    return `Job: ${jobId}\nStatus: ${status}\nModel: ${model}`;
  },
} satisfies Tool<GnoTools, "gno_embed", GnoDeps>;
