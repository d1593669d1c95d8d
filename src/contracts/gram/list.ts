/** gram_list: documents of a vault or folder, records that are selected, or the records of a document. spec/gram.md, "gram_list". */

import type { GramTools } from "../../../generated/gram/types.ts";
import { isDocumentPath } from "../../engine/gram/vault.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import { bytesOf, fitRows, truncation } from "./budget.ts";
import { cursorFor, type Paging, snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, openDocument } from "./open-document.ts";
import { openDocuments } from "./open-documents.ts";
import { page, startOf } from "./page.ts";
import { heldAt, recordRow, titleOf } from "./rows.ts";
import { dateStart, selectArgument, selects } from "./select.ts";

type Args = GramTools["gram_list"]["args"];
type ListCall = Call<GramTools["gram_list"]["errors"]>;

export const list = {
  async run(args, deps, call) {
    const { cursor, limit = 100, ...bound } = args;
    const paging = { tool: "list", args: bound };
    if (isDocumentPath(args.path) && args.select === undefined) {
      const { doc, state } = await openDocument(args.path, args, deps, call);
      const held = momentOf(args, call);
      const rows = state.records
        .filter((record) => heldAt(record, held))
        .map((record): [string, string] => [record.id, record.type]);
      return page(
        { doc },
        "entities",
        rows,
        limit,
        cursor,
        { ...paging, snapshot: snapshotOf([doc.hash, doc.rev]) },
        call,
      );
    }
    if (args.select === undefined) return documents(args, limit, cursor, deps, call);
    return records(args, limit, cursor, deps, call);
  },

  text(data) {
    const rows = data.entities ?? data.records ?? data.documents ?? [];
    const lines = rows.map((row) => row.map((cell) => cell ?? "-").join("\t"));
    const more = data.cursor === undefined ? [] : [`more follow: cursor ${data.cursor}`];
    return [...lines, ...more].join("\n") || "Nothing is there.";
  },
} satisfies Tool<GramTools, "gram_list", GramDeps>;

function momentOf({ effective_at: moment }: Args, call: ListCall) {
  return moment === undefined ? undefined : dateArgument(moment, "effective_at", call);
}

/** `[path, title, rev]` */
async function documents(
  args: Args,
  limit: number,
  cursor: string | undefined,
  deps: GramDeps,
  call: ListCall,
) {
  const opened = await openDocuments(args.path, args, deps, call);
  const rows = opened.map(({ doc, state }): [string, string | null, number] => [
    doc.path,
    titleOf(state),
    doc.rev,
  ]);
  const { cursor: _cursor, limit: _limit, ...bound } = args;
  const snapshot = snapshotOf(opened.map(({ doc }) => [doc.path, doc.rev, doc.hash]));
  return page({}, "documents", rows, limit, cursor, { tool: "list", args: bound, snapshot }, call);
}

/** `[path#id, type, title, status, date?]`, by date, then as they stand in their documents. */
async function records(
  args: Args,
  limit: number,
  cursor: string | undefined,
  deps: GramDeps,
  call: ListCall,
) {
  const { cursor: _cursor, limit: _limit, ...bound } = args;
  const select = selectArgument(args.select, call);
  const held = momentOf(args, call);
  const opened = isDocumentPath(args.path)
    ? [await openDocument(args.path, args, deps, call)]
    : await openDocuments(args.path, args, deps, call);
  const found = opened.flatMap(({ doc, state }) =>
    state.records
      .filter((record) => selects(select, record) && heldAt(record, held))
      .map((record) => ({
        doc,
        row: recordRow(`${doc.path}#${record.id}`, record, select.date),
        start: dateStart(record, select.date),
      })),
  );
  // Sorting keeps what is equal in the order of documents and records.
  found.sort((a, b) => a.start - b.start);
  const snapshot = snapshotOf(opened.map(({ doc }) => [doc.path, doc.rev, doc.hash]));
  const paging: Paging = { tool: "list", args: bound, snapshot };
  const from = startOf(cursor, paging, call);
  const counted = new Set<string>();
  const fitted = fitRows(found, from, limit, { records: [], docs: [] }, ({ doc, row }) => {
    const stamp = counted.has(doc.path) ? 0 : bytesOf(doc) + 1;
    counted.add(doc.path);
    return bytesOf(row) + 1 + stamp;
  });
  const shown = new Map(fitted.rows.map(({ doc }) => [doc.path, doc]));
  return {
    records: fitted.rows.map(({ row }) => row),
    docs: [...shown.values()],
    ...truncation(fitted),
    ...(fitted.next === undefined ? {} : { cursor: cursorFor(paging, [fitted.next]) }),
  };
}
