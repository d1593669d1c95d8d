/** gno_outline: the headings of one document. */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { withDocument } from "./find-document.ts";

export const outline = {
  run({ ref, depth }, deps, call) {
    return withDocument(ref, deps, call, (document, engine) => {
      const text = engine.documents.text(document) ?? call.fail("NOT_FOUND", `${document.uri} has no text.`);
      const headings = text.split("\n").flatMap((line, index) => {
        const [, marks = "", title = ""] = /^(#{1,6}) +(.*)$/.exec(line) ?? [];
        return marks === "" || marks.length > depth ? [] : [{ line: index + 1, level: marks.length, text: title }];
      });
      return { uri: document.uri, headings };
    });
  },
  text: ({ headings }) => headings.map(({ line, level, text }) => `${line}: ${"#".repeat(level)} ${text}`).join("\n") || "No headings.",
} satisfies Tool<GnoTools, "gno_outline", GnoDeps>;
