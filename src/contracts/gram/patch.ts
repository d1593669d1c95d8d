/** gram_patch: changes a document, one revision a call. spec/gram.md, "gram_patch". */
import type { GramTools } from "../../../generated/gram/types.ts";
import type { Change } from "../../engine/gram/changes.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GramDeps } from "./deps.ts";
import { noDocument, noRecord } from "./refusals.ts";
import { answerOf, requestOf, underLock, writablePlace, writtenOf } from "./write-answer.ts";

export const patch = {
  async run(args, deps, call) {
    const place = await writablePlace(args.path, args.request_id, deps, call);
    const base = { rev: args.base_revision, hash: args.expected_hash };
    const request = requestOf("gram_patch", args, place, call);
    const result = await underLock(place, deps, call, () =>
      deps.writer.patch(place.file, base, args.changes as unknown as readonly Change[], request),
    );
    const written = writtenOf(result, call, (refused) => {
      switch (refused.kind) {
        case "stale":
          return call.fail("STALE_BASE", `The document moved to revision ${refused.rev}; read again`);
        case "no-record":
          return noRecord(refused.id, place.path, call);
        case "format":
          return call.fail("E_FORMAT", refused.message);
        default:
          return noDocument(place.path, call);
      }
    });
    const { ids, ...answer } = await answerOf(written, place, deps);
    return ids.length === 0 ? answer : { ...answer, ids };
  },

  text({ doc, ids = [], diagnostics = [], replayed }) {
    const made = `${doc.path} revision ${doc.rev}, hash ${doc.hash}${replayed ? " (written before)" : ""}`;
    return [
      made,
      ...ids.map(([index, id]) => `  changes[${index}] is ${id}`),
      ...diagnostics.map((row) => `  ${row.join(" ")}`),
    ].join("\n");
  },
} satisfies Tool<GramTools, "gram_patch", GramDeps>;
