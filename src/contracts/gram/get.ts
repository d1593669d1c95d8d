/** gram_get: the exact structure of an owner, or the outline of a document. spec/gram.md, "gram_get". */
import type { GramTools } from "../../../generated/gram/types.ts";
import { treeJson } from "../../engine/gram/canonical.ts";
import { collectionShown, itemShown, type Lookup, parsePlacement } from "../../engine/gram/display.ts";
import { textOfField } from "../../engine/gram/fields.ts";
import { blockLabel } from "../../engine/gram/plain.ts";
import {
  type Block,
  type GramRecord,
  type GramState,
  isTreeBlock,
  type Owner,
} from "../../engine/gram/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import { snapshotOf } from "./cursor.ts";
import type { GramDeps } from "./deps.ts";
import { openDocument, recordArgument } from "./open-document.ts";
import { page } from "./page.ts";
import { lookupFor } from "./resolve-target.ts";

type Output = GramTools["gram_get"]["output"];
type Node = NonNullable<Output["entity"]>["blocks"][number];

const maxRows = Number.MAX_SAFE_INTEGER;
const maxLabel = 80;

export const get = {
  async run(args, deps, call): Promise<Output> {
    const { cursor, ...bound } = args;
    const opened = await openDocument(args.path, args, deps, call);
    const { doc, state } = opened;
    const record = recordArgument(args.id, opened, call);
    const paging = { tool: "get", args: bound, snapshot: snapshotOf([doc.rev, doc.hash]) };
    if (args.outline === true) {
      if (record !== undefined) return call.fail("E_ARGUMENT", "outline is for the document");
      const lookup = await lookupFor(state, [state], deps);
      const rows = state.blocks.map((block) => outlineRow(block, state, lookup));
      return page({ doc }, "outline", rows, maxRows, cursor, paging, call);
    }
    const head = { id: record?.id ?? state.id, type: record?.type ?? "document" };
    const frame = { doc, entity: { ...head, blocks: [], fields: {}, links: [] }, parts: [] };
    const paged = page(frame, "parts", partsOf(record ?? state, record), maxRows, cursor, paging, call);
    const { parts, entity: _frame, ...rest } = paged;
    const fields = parts.flatMap((part) => (part[0] === "field" ? [part[1]] : []));
    return {
      ...rest,
      entity: {
        blocks: parts.flatMap((part) => (part[0] === "block" ? [part[1]] : [])),
        fields: Object.fromEntries(fields),
        ...head,
        ...(record === undefined
          ? {}
          : { links: parts.flatMap((part) => (part[0] === "link" ? [part[1]] : [])) }),
      },
    };
  },

  text({ doc, entity, outline, cursor }) {
    const lines = [`${doc.path} revision ${doc.rev}`];
    for (const [name, value] of Object.entries(entity?.fields ?? {})) {
      lines.push(`${name}: ${typeof value === "string" ? value : value.join(", ")}`);
    }
    for (const link of entity?.links ?? []) lines.push(`link ${link.join(" ")}`);
    for (const [node, type, md] of entity?.blocks ?? []) lines.push(`${node} ${type}`, md ?? "(tree)");
    for (const row of outline ?? []) lines.push(row.join("\t"));
    if (cursor !== undefined) lines.push(`more follow: cursor ${cursor}`);
    return lines.join("\n");
  },
} satisfies Tool<GramTools, "gram_get", GramDeps>;

/** A page holds some of them: what fits is told at once. */
type Part =
  | readonly ["field", [name: string, value: string | string[]]]
  | readonly ["link", [predicate: string, target: string]]
  | readonly ["block", Node];

function partsOf(owner: Owner, record: GramRecord | undefined): readonly Part[] {
  return [
    ...[...owner.fields].map(
      ([name, value]): Part => ["field", [name, typeof value === "string" ? value : [...value]]],
    ),
    ...(record?.links ?? []).map(([predicate, target]): Part => ["link", [predicate, target]]),
    ...owner.blocks.map((block): Part => ["block", nodeOf(block)]),
  ];
}

function nodeOf(block: Block): Node {
  return isTreeBlock(block)
    ? [block.node, block.type, null, treeJson(block.tree) as Record<string, unknown>]
    : [block.node, block.type, block.md];
}

/** `[node id, node type, shown as, label]` */
function outlineRow(
  block: Block,
  state: GramState,
  lookup: Lookup,
): [node: string, type: string, shown: string, label: string] {
  const placement = isTreeBlock(block) ? undefined : parsePlacement(block.md);
  if (block.type === "item" && placement !== undefined) {
    const record = lookup(placement.target);
    const title = record === undefined ? undefined : textOfField(record, "t");
    return [block.node, "item", itemShown(record), clip(title ?? placement.target)];
  }
  if (block.type === "collection" && placement !== undefined && !isTreeBlock(block)) {
    const selector = /\{([^{}]*)\}/.exec(block.md)?.[1] ?? "";
    return [block.node, "collection", collectionShown(placement, state), clip(selector)];
  }
  return [block.node, block.type, block.type, clip(labelOf(block))];
}

function labelOf(block: Block): string {
  if (block.type === "divider") return "";
  if (block.type !== "code") return blockLabel(block).replaceAll(/\s+/g, " ").trim();
  return isTreeBlock(block)
    ? String(block.tree.attrs?.lang ?? "")
    : (/^[`~]+[ \t]*(\S*)/.exec(block.md)?.[1] ?? "");
}

function clip(text: string): string {
  return Array.from(text).slice(0, maxLabel).join("");
}
