/** gram_patch: changes a document, one revision a call. spec/gram.md, "gram_patch". */
import type { GramTools } from "../../../generated/gram/types.ts";
import type { Change } from "../../engine/gram/changes.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GramDeps } from "./deps.ts";
import { answerOf, requestOf, underLock, writablePlace, writtenOf } from "./write-answer.ts";

export const patch = {
  async run(args, deps, call) {
    const place = await writablePlace(args.path, args.request_id, deps, call);
    const base = { rev: args.base_revision, hash: args.expected_hash };
    const request = requestOf("gram_patch", args, place, call);
    const result = await underLock(place, deps, call, () =>
      deps.writer.patch(place.file, base, args.changes as readonly Change[], request),
    );
    const { ids, ...answer } = await answerOf(writtenOf(result, place, call), place, deps);
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
