/** gram_changes: what was written, one row for each owner and revision. spec/gram.md, "gram_changes". */

import type { GramTools } from "../../../generated/gram/types.ts";
import { ownerChanges } from "../../engine/gram/owner-changes.ts";
import { isDocumentPath } from "../../engine/gram/vault.ts";
import type { Call, Tool } from "../../runtime/tool.ts";
import { bytesOf, fitRows, truncation } from "./budget.ts";
import { cursorFor, snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { dateArgument, type OpenDocument, openDocument } from "./open-document.ts";
import { openDocuments } from "./open-documents.ts";
import { startOf } from "./page.ts";

type Args = GramTools["gram_changes"]["args"];
type ChangesCall = Call<GramTools["gram_changes"]["errors"]>;
type Row = GramTools["gram_changes"]["output"]["changes"][number];

export const changes = {
  async run(args, deps, call) {
    const { cursor, limit = 100, ...bound } = args;
    const from = args.from === undefined ? 0 : dateArgument(args.from, "from", call).start;
    const to = args.to === undefined ? Number.POSITIVE_INFINITY : dateArgument(args.to, "to", call).end;
    const opened = await documentsOf(args, deps, call);
    const after = args.base_revision ?? 0;
    const found = opened.flatMap((document) => rowsOf(document, after, from, to));
    found.sort((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0));
    // What a fixed end bounds stays the same while documents grow, so its cursors stay good.
    const snapshot = snapshotOf(found.map(({ row }) => [row[0], row[2]]));
    const paging = { tool: "changes", args: bound, snapshot };
    const counted = new Set<string>();
    const fitted = fitRows(
      found,
      startOf(cursor, paging, call),
      limit,
      { changes: [], docs: [] },
      ({ doc, row }) => {
        const stamp = counted.has(doc.path) ? 0 : bytesOf(doc) + 1;
        counted.add(doc.path);
        return bytesOf(row) + 1 + stamp;
      },
    );
    const docs = new Map(fitted.rows.map(({ doc }) => [doc.path, doc]));
    // A document that is asked for by its path is stamped also when nothing in it changed.
    if (isDocumentPath(args.path)) for (const { doc } of opened) docs.set(doc.path, doc);
    return {
      changes: fitted.rows.map(({ row }) => row),
      docs: [...docs.values()],
      ...truncation(fitted),
      ...(fitted.next === undefined ? {} : { cursor: cursorFor(paging, [fitted.next]) }),
    };
  },

  text({ changes: rows, cursor }) {
    const lines = rows.map(
      ([ref, op, rev, at, what]) => `${at} ${op} ${ref} revision ${rev}: ${what.join(", ")}`,
    );
    return (
      [...lines, ...(cursor === undefined ? [] : [`more follow: cursor ${cursor}`])].join("\n") ||
      "Nothing changed."
    );
  },
} satisfies Tool<GramTools, "gram_changes", GramDeps>;

async function documentsOf(args: Args, deps: GramDeps, call: ChangesCall): Promise<readonly OpenDocument[]> {
  if (isDocumentPath(args.path)) {
    const opened = await openDocument(args.path, {}, deps, call);
    if (args.base_revision !== undefined && args.base_revision > opened.doc.rev) {
      return call.fail("E_REVISION", `Revision ${args.base_revision} is not in ${opened.doc.path}`);
    }
    return [opened];
  }
  if (args.base_revision !== undefined) {
    return call.fail("E_ARGUMENT", "base_revision needs a document path");
  }
  return openDocuments(args.path, {}, deps, call);
}

function rowsOf({ doc, history }: OpenDocument, after: number, from: number, to: number) {
  const wanted = history.revisions.filter(({ n, at }) => {
    const time = Date.parse(at);
    return n > after && time >= from && time <= to;
  });
  return ownerChanges(
    history,
    wanted.map(({ n }) => n),
  ).map(({ owner, op, rev, what }) => {
    const at = history.revisions[rev - 1]?.at ?? "";
    return { doc, at, row: [`${doc.path}#${owner}`, op, rev, at, [...what]] as Row };
  });
}
