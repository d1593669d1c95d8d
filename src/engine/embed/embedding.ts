/** The Embedding port. */
import type { Embedding } from "../engine.ts";
import { EmbeddingUnavailable } from "./port.ts";

export function createEmbedding(): Embedding {
  return {
    model: () => "builtin",
    async embedder() {
      throw new EmbeddingUnavailable("missing", "Nothing is embedded yet. Run `gno embed`.");
    },
    run: async () => ({ embedded: 0, errors: 0 }),
    clear: () => ({ deletedVectors: 0, deletedModels: [], protectedSharedVectors: 0 }),
  };
}
