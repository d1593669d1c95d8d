/** gno_rename_note: another name in the same folder, with the references to it. spec/gno.md, "Renaming and moving". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { relocate, relocationText } from "./relocate.ts";

export const renameNote = {
  run: (args, deps, call) =>
    relocate(args, (document) => ({ operation: "rename", document, name: args.name }), deps, call),
  text: (data) => relocationText(data),
} satisfies Tool<GnoTools, "gno_rename_note", GnoDeps>;
