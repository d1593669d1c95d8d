/** The stored vectors of the model in use, searched. */
import type { VectorIndex } from "./types.ts";

export function createVectorIndex(): VectorIndex {
  return {
    state: () => ({
      model: "builtin",
      fingerprint: "",
      dimension: 0,
      embedded: 0,
      pending: 0,
      stale: 0,
      mirror: { state: "none", vectors: 0 },
    }),
    search: async () => [],
    ofDocument: () => [],
  };
}
