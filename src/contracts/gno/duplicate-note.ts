/** gno_duplicate_note: copies a note and indexes the copy. spec/gno.md, "Folders and copies". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { findDocument } from "./find-document.ts";
import { decorate } from "./present-document.ts";
import { requireWrites } from "./start-job.ts";

export const duplicateNote = {
  async run({ ref, folderPath, name }, { engine }, call) {
    requireWrites(call);
    const result = await engine.refactor.duplicate(
      {
        document: findDocument(ref, engine, call),
        ...(folderPath === undefined ? {} : { folderPath }),
        ...(name === undefined ? {} : { name }),
      },
      call.signal,
    );
    switch (result.kind) {
      case "copied":
        return {
          uri: decorate(result.uri, engine.indexName),
          relPath: result.relPath,
          warnings: [
            ...(result.backlinks === 0 ? [] : [backlinksKept(result.backlinks)]),
            ...(result.unindexed === undefined
              ? []
              : [
                  `The copy is on disk and could not be indexed: ${result.unindexed} Run gno_sync to index it.`,
                ]),
          ],
        };
      case "gone":
        return call.fail("NOT_FOUND", result.message);
      case "read-only":
        return call.fail("CONFLICT", result.message);
      case "refused":
        return call.fail("INVALID_INPUT", result.message);
    }
  },

  text: ({ uri, warnings }) => [`Copied to ${uri}.`, ...warnings].join(" "),
} satisfies Tool<GnoTools, "gno_duplicate_note", GnoDeps>;

function backlinksKept(count: number): string {
  return count === 1
    ? "1 link leads to the original; it was left as it is."
    : `${count} links lead to the original; they were left as they are.`;
}
