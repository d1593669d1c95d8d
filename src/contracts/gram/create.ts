/** gram_create: a new document in one revision. spec/gram.md, "gram_create". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { NO_HASH } from "../../engine/gram/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GramDeps } from "./deps.ts";
import { answerOf, requestOf, underLock, writablePlace, writtenOf } from "./write-answer.ts";

export const create = {
  async run(args, deps, call) {
    const place = await writablePlace(args.path, args.request_id, deps, call);
    if (args.expected_hash !== undefined && args.expected_hash !== NO_HASH) {
      return call.fail("E_ARGUMENT", "Invalid argument expected_hash");
    }
    const { t, fields, body, records } = args;
    const input = {
      t,
      ...(fields === undefined ? {} : { fields: { ...fields } }),
      ...(body === undefined ? {} : { body }),
      ...(records === undefined ? {} : { records: records.map((record) => ({ ...record })) }),
    };
    const request = requestOf("gram_create", args, place, call);
    const result = await underLock(place, deps, call, () =>
      deps.writer.create(place.file, deps.newDocumentId(), input, request),
    );
    const written = writtenOf(result, call, ({ kind }) =>
      kind === "exists"
        ? call.fail("E_EXISTS", `A document exists at ${place.path}`)
        : call.fail("E_CHANGE", "records: a member names a record that is not there"),
    );
    return answerOf(written, place, deps);
  },

  text({ doc, ids, diagnostics = [], replayed }) {
    const made = `${doc.path} revision ${doc.rev}, hash ${doc.hash}${replayed ? " (written before)" : ""}`;
    return [
      made,
      ...ids.map(([index, id]) => `  records[${index}] is ${id}`),
      ...diagnostics.map((row) => `  ${row.join(" ")}`),
    ].join("\n");
  },
} satisfies Tool<GramTools, "gram_create", GramDeps>;
