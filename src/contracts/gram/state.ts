/** gram_state: the records of a document as they held at one point. spec/gram.md, "gram_state". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { dateOf } from "../../engine/gram/dates.ts";
import type { FieldValue, GramRecord } from "../../engine/gram/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import { snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, openDocument, recordArgument } from "./open-document.ts";
import { page } from "./page.ts";
import { heldAt, statusOf, titleOf } from "./rows.ts";
import { byDate, selectArgument, selects } from "./select.ts";

type Row = GramTools["gram_state"]["output"]["state"][number];

export const state = {
  async run(args, deps, call) {
    const { cursor, limit = 100, ...bound } = args;
    const opened = await openDocument(args.path, args, deps, call);
    const { doc, state: document, recordedAt } = opened;
    const held =
      args.effective_at === undefined ? undefined : dateArgument(args.effective_at, "effective_at", call);
    const select = selectArgument(args.select, call);
    const record = recordArgument(args.id, opened, call);
    const records = (record === undefined ? document.records : [record]).filter(
      (each) => heldAt(each, held) && selects(select, each),
    );
    const ordered =
      select.from === undefined && select.to === undefined ? records : byDate(records, select.date);
    const as_of = { effective_at: args.effective_at ?? null, recorded_at: recordedAt, revision: doc.rev };
    const paging = { tool: "state", args: bound, snapshot: snapshotOf([doc.rev, doc.hash]) };
    const rows = ordered.map((each) => stateRow(each, select.date));
    return page({ as_of, doc }, "state", rows, limit, cursor, paging, call);
  },

  text({ as_of, doc, state: rows, cursor }) {
    const head = `${doc.path} revision ${as_of.revision}${as_of.recorded_at === null ? "" : ` of ${as_of.recorded_at}`}`;
    const lines = rows.map(([id, type, title, status, date]) =>
      [id, type, title ?? "-", status ?? "-", date ?? "-"].join("\t"),
    );
    return [head, ...lines, ...(cursor === undefined ? [] : [`more follow: cursor ${cursor}`])].join("\n");
  },
} satisfies Tool<GramTools, "gram_state", GramDeps>;

/** `[id, type, title, status, date, other fields]` */
function stateRow(record: GramRecord, dateField: string | undefined): Row {
  const others = [...record.fields].filter(([name]) => name !== "t" && name !== "x");
  const date = dateOf(record, dateField) ?? null;
  return [
    record.id,
    record.type,
    titleOf(record),
    statusOf(record),
    date,
    Object.fromEntries(others.map(copied)),
  ];
}

function copied([name, value]: readonly [string, FieldValue]): [string, string | string[]] {
  return [name, typeof value === "string" ? value : [...value]];
}
