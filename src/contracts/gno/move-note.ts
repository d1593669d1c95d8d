/** gno_move_note: another folder of the same collection, with all references. spec/gno.md, "Renaming and moving". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { relocate, relocationText } from "./relocate.ts";

export const moveNote = {
  run: (args, deps, call) =>
    relocate(
      args,
      (document) => ({
        operation: "move",
        document,
        folderPath: args.folderPath,
        ...(args.name === undefined ? {} : { name: args.name }),
      }),
      deps,
      call,
    ),
  text: (data) => relocationText(data),
} satisfies Tool<GnoTools, "gno_move_note", GnoDeps>;
