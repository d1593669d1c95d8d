/** gno_remove_collection: takes a collection out of the config; what was indexed stays. spec/gno.md, "Collections". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { unknownCollection } from "./present-hits.ts";
import { requireWrites } from "./start-job.ts";

export const removeCollection = {
  run({ collection }, { engine }, call) {
    requireWrites(call);
    const name = engine.collections.find(collection)?.name ?? collection;
    const result = engine.collections.remove(name);
    if (result.kind === "unknown") {
      const known = engine.collections.list().map((configured) => configured.name);
      return call.fail("NOT_FOUND", unknownCollection(collection, known));
    }
    if (result.kind === "referenced") {
      return call.fail(
        "HAS_REFERENCES",
        `${name} is named by ${result.by.join(", ")} in the config. Remove that first, then the collection.`,
        { by: result.by },
      );
    }
    return {
      removed: true as const,
      collection: name,
      configUpdated: true as const,
      indexedDataRetained: true as const,
      note: "The files are untouched. Indexed data stays until the index is rebuilt; add the folder again to use it.",
    };
  },

  text({ collection, note }) {
    return `Removed: ${collection}\n${note}`;
  },
} satisfies Tool<GnoTools, "gno_remove_collection", GnoDeps>;
