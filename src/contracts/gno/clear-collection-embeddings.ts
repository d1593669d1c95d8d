/** gno_clear_collection_embeddings: deletes vectors of one collection, never those another one shares. spec/gno.md, "Vectors". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { chosen, requireWrites } from "./start-job.ts";

export const clearCollectionEmbeddings = {
  async run({ collection, mode }, { engine }, call) {
    requireWrites(call);
    const [{ name } = { name: collection }] = chosen(collection, engine, call);
    const { deletedVectors, deletedModels, protectedSharedVectors } = await engine.embedding.clear(
      name,
      mode,
    );
    return {
      collection: name,
      deletedVectors,
      deletedModels: [...deletedModels],
      mode,
      protectedSharedVectors,
      ...(mode === "all"
        ? { note: `${name} is found by its words alone until gno_embed or gno_index has run.` }
        : {}),
    };
  },

  text({ collection, deletedVectors, deletedModels, mode, protectedSharedVectors, note }) {
    return [
      `Collection: ${collection}`,
      `Mode: ${mode}`,
      `Deleted vectors: ${deletedVectors}`,
      `Models: ${deletedModels.join(", ") || "none"}`,
      `Kept for other collections: ${protectedSharedVectors}`,
      ...(note === undefined ? [] : [note]),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_clear_collection_embeddings", GnoDeps>;
