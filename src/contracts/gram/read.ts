/** gram_read: a document as text, as it was written, page by page. spec/gram.md, "gram_read". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { joinBlocks } from "../../engine/gram/markdown.ts";
import { blockMarkdown } from "../../engine/gram/render.ts";
import type { Tool } from "../../runtime/tool.ts";
import { BUDGET_BYTES, bytesOf, fitRows, truncation } from "./budget.ts";
import { cursorFor, positionOf, snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { openDocument } from "./open-document.ts";
import { recordRow, titleOf } from "./rows.ts";

/** What stands beside text and records, the cursor included. */
const overheadBytes = 600;

export const read = {
  async run(args, deps, call) {
    const { cursor, ...bound } = args;
    const { doc, state } = await openDocument(args.path, args, deps, call);
    const title = titleOf(state);
    const paging = { tool: "read", args: bound, snapshot: snapshotOf([doc.rev, doc.hash]) };
    const [from = 0, row = 0] = positionOf(cursor, paging, call) ?? [];
    if (typeof from !== "number" || typeof row !== "number")
      return call.fail("E_CURSOR", "Invalid read cursor");

    const blocks = state.blocks.map(blockMarkdown);
    const whole = joinBlocks(blocks);
    const room = BUDGET_BYTES - overheadBytes - bytesOf([doc, title]);
    const end = pageEnd(whole, from, blocks, room);
    const text = whole.slice(from, end);
    const more = (position: readonly number[]) => ({ cursor: cursorFor(paging, position) });
    if (end < whole.length) return { doc, records: [], text, title, ...more([end, 0]) };

    // Records follow the last of the text.
    const rows = state.records.map((record) => recordRow(record.id, record));
    const rest = { doc, records: [], text, title };
    if (row === 0 && text !== "" && rows.length > 0 && bytesOf(rest) + bytesOf(rows[0]) > room) {
      return { ...rest, ...more([end, 0]) };
    }
    const fitted = fitRows(rows, row, rows.length, rest);
    return {
      ...rest,
      records: [...fitted.rows],
      ...truncation(fitted),
      ...(fitted.next === undefined ? {} : more([end, fitted.next])),
    };
  },

  text({ doc, title, text, records, cursor }) {
    const rows = records.map((row) => row.map((cell) => cell ?? "-").join("\t"));
    const more = cursor === undefined ? [] : [`more follows: cursor ${cursor}`];
    return [`${title ?? doc.path} (${doc.path} revision ${doc.rev})`, "", text, "", ...rows, ...more].join(
      "\n",
    );
  },
} satisfies Tool<GramTools, "gram_read", GramDeps>;

/** Where a page ends: behind the last block that fits, or inside one that is too long for any page. */
function pageEnd(whole: string, from: number, blocks: readonly string[], room: number): number {
  if (bytesOf(whole.slice(from)) <= room) return whole.length;
  let end = from;
  let at = 0;
  for (const block of blocks) {
    at += block.length + 2;
    if (at <= from) continue;
    if (bytesOf(whole.slice(from, at)) > room) break;
    end = at;
  }
  if (end > from) return Math.min(end, whole.length);
  let low = from;
  let high = whole.length;
  while (low < high) {
    const middle = (low + high + 1) >> 1;
    if (bytesOf(whole.slice(from, middle)) <= room) low = middle;
    else high = middle - 1;
  }
  // Never between the halves of a character.
  const unit = whole.charCodeAt(low - 1);
  return unit >= 0xd800 && unit < 0xdc00 ? low - 1 : low;
}
