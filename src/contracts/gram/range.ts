/** gram_range: how values ran through a span, by writing time or by the records' own dates. spec/gram.md, "gram_range". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { dateOf } from "../../engine/gram/dates.ts";
import { type FieldSpan, fieldSpans, ownFields } from "../../engine/gram/field-spans.ts";
import type { History } from "../../engine/gram/history.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import { snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, type OpenDocument, openDocument, recordArgument } from "./open-document.ts";
import { page } from "./page.ts";
import { byDate, inSpan } from "./select.ts";

type Args = GramTools["gram_range"]["args"];
type RangeCall = Call<GramTools["gram_range"]["errors"]>;
type Row = GramTools["gram_range"]["output"]["rows"][number];

export const range = {
  async run(args, deps, call) {
    const { cursor, limit = 100, ...bound } = args;
    const axis = args.axis ?? "recorded";
    if (axis === "recorded" && args.recorded_at !== undefined) {
      return call.fail("E_ARGUMENT", "recorded_at goes with axis effective only");
    }
    const when = args.recorded_at === undefined ? {} : { recorded_at: args.recorded_at };
    const opened = await openDocument(args.path, when, deps, call);
    const { doc } = opened;
    const rows = axis === "recorded" ? recordedRows(args, opened, call) : effectiveRows(args, opened, call);
    const paging = { tool: "range", args: bound, snapshot: snapshotOf([doc.rev, doc.hash]) };
    return page({ axis, doc }, "rows", rows, limit, cursor, paging, call);
  },

  text({ rows, cursor }) {
    const lines = rows.map(
      ([id, field, value, start, end]) => `${id} ${field} ${JSON.stringify(value)} ${start} .. ${end ?? ""}`,
    );
    return (
      [...lines, ...(cursor === undefined ? [] : [`more follow: cursor ${cursor}`])].join("\n") ||
      "Nothing in this span."
    );
  },
} satisfies Tool<GramTools, "gram_range", GramDeps>;

/** A value stood from one writing time to another; the later one no longer counts. */
function recordedRows(args: Args, opened: OpenDocument, call: RangeCall): readonly Row[] {
  const { history, doc } = opened;
  if (args.id !== undefined && args.id !== history.documentId && !everHad(history, args.id)) {
    return call.fail("E_NOT_FOUND", `No record ${args.id} in ${doc.path}`);
  }
  const from = args.from === undefined ? undefined : dateArgument(args.from, "from", call);
  const to = args.to === undefined ? undefined : dateArgument(args.to, "to", call);
  const spans = fieldSpans(history, args.id === history.documentId ? "." : args.id, args.field);
  const at = (rev: number) => history.revisions[rev - 1]?.at ?? "";
  return spans
    .filter(({ start, end }) => {
      const begins = Date.parse(at(start));
      const ends = end === undefined ? Number.POSITIVE_INFINITY : Date.parse(at(end));
      return (from === undefined || ends > from.start) && (to === undefined || begins <= to.end);
    })
    .map(
      ({ owner, field, value, start, end }: FieldSpan): Row => [
        owner === "." ? history.documentId : owner,
        field,
        value as Row[2],
        at(start),
        end === undefined ? null : at(end),
        start,
        end ?? null,
      ],
    );
}

function everHad(history: History, id: string): boolean {
  return history.draft().used(id);
}

/** Records whose own date, as known at the revision, lies in the span. */
function effectiveRows(args: Args, opened: OpenDocument, call: RangeCall): readonly Row[] {
  const { state, doc } = opened;
  const from = args.from === undefined ? undefined : dateArgument(args.from, "from", call);
  const to = args.to === undefined ? undefined : dateArgument(args.to, "to", call);
  const record = recordArgument(args.id, opened, call);
  const dated = (record === undefined ? state.records : [record]).filter((each) => {
    const date = dateOf(each);
    return date !== undefined && inSpan(date, from, to);
  });
  return byDate(dated, undefined).flatMap((each) =>
    ownFields(each)
      .filter(([field]) => args.field === undefined || field === args.field)
      .map(
        ([field, value]): Row => [each.id, field, value as Row[2], dateOf(each) ?? "", null, doc.rev, null],
      ),
  );
}
