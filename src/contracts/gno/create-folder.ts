/** gno_create_folder: makes a folder inside a collection. spec/gno.md, "Folders and copies". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { chosen, requireWrites } from "./start-job.ts";

export const createFolder = {
  async run({ collection: given, name, parentPath }, { engine }, call) {
    requireWrites(call);
    const [collection] = chosen(given, engine, call);
    if (collection === undefined) return call.fail("NOT_FOUND", `There is no collection ${given}.`);
    const made = await engine.refactor.createFolder({
      collection,
      name,
      ...(parentPath === undefined ? {} : { parentPath }),
    });
    if (made.kind === "refused") return call.fail("RUNTIME", made.message);
    return {
      collection: collection.name,
      folderPath: made.folderPath,
      ...(call.caller.local ? { path: made.absPath } : {}),
    };
  },

  text: ({ collection, folderPath, path }) => `Folder: ${path ?? `${collection}/${folderPath}`}`,
} satisfies Tool<GnoTools, "gno_create_folder", GnoDeps>;
