/**
 * An owner's body as plain text in which mentions, items and collections read as the records they point at (spec/gram.md,
 * gram_context). No marks of Markdown remain.
 */
import { type Lookup, parsePlacement, selectedBy } from "./display.ts";
import { textOfField } from "./fields.ts";
import { parseInline, plainText } from "./inline.ts";
import {
  type Block,
  type GramRecord,
  type GramState,
  isTreeBlock,
  type Owner,
  type TreeNode,
} from "./types.ts";
import { isClosedStatus } from "./vocabulary.ts";

/** Records that one collection shows. */
const MAX_SHOWN = 50;

/** @param state the document that the owner is in: what its collections select from */
export function ownerText(owner: Owner, state: GramState, lookup: Lookup): string {
  return owner.blocks
    .map((block) => blockText(block, state, lookup))
    .filter((text) => text !== "")
    .join("\n\n");
}

/** One top-level block's words, for outlines: mentions read as their labels. */
export function blockLabel(block: Block): string {
  if (isTreeBlock(block)) return treeText(block.tree, (_ref, label) => label);
  return wordsOf(block.type, block.md, (_ref, label) => label);
}

function blockText(block: Block, state: GramState, lookup: Lookup): string {
  const mention = (ref: string, label: string) => mentionText(lookup(ref), ref, label);
  if (isTreeBlock(block)) return treeText(block.tree, mention);
  if (block.type === "item" || block.type === "collection") {
    const placement = parsePlacement(block.md);
    if (placement !== undefined) {
      if (placement.target !== "*") return itemLine(lookup(placement.target), placement.target);
      const records = selectedBy(placement, state);
      const lines = records.slice(0, MAX_SHOWN).map((record) => itemLine(record, record.id));
      if (records.length > MAX_SHOWN) lines.push(`… ${records.length - MAX_SHOWN} more`);
      return lines.join("\n");
    }
  }
  return wordsOf(block.type, block.md, mention);
}

type Mention = (ref: string, label: string) => string;

/** A record in a sentence: its title now; of a metric its value too. */
function mentionText(record: GramRecord | undefined, ref: string, _label: string): string {
  if (record === undefined) return `[unresolved ${ref}]`;
  const title = textOfField(record, "t") ?? record.id;
  if (record.type !== "metric") return title;
  return [title, textOfField(record, "value"), textOfField(record, "unit")].filter(Boolean).join(" ");
}

/** A record on a line of its own. */
function itemLine(record: GramRecord | undefined, ref: string): string {
  if (record === undefined) return `[unresolved ${ref}]`;
  const title = textOfField(record, "t") ?? record.id;
  const status = textOfField(record, "x");
  if (record.type === "task") {
    const facts = [status, textOfField(record, "p"), textOfField(record, "due")].filter(Boolean);
    return `[${isClosedStatus(status) ? "x" : " "}] ${title}${facts.length === 0 ? "" : ` (${facts.join(", ")})`}`;
  }
  if (record.type === "metric") {
    return `${title}: ${[textOfField(record, "value"), textOfField(record, "unit")].filter(Boolean).join(" ")}`.trimEnd();
  }
  const ref_ = textOfField(record, "ref");
  if (record.type === "asset" && ref_ !== undefined) return `${title} (${ref_})`;
  const description = descriptionOf(record);
  return `${title}${status === undefined ? "" : ` (${status})`}${description === "" ? "" : ` – ${description}`}`;
}

const DESCRIBING: ReadonlySet<string> = new Set(["reason", "summary", "quote"]);

/** `d`, else the first block that says what the record is about. Its mentions read as their labels, so nothing loops. */
function descriptionOf(record: GramRecord): string {
  const d = textOfField(record, "d");
  if (d !== undefined && d !== "") return d;
  const block = record.blocks.find(({ type }) => DESCRIBING.has(type));
  return block === undefined ? "" : blockLabel(block).replaceAll("\n", " ");
}

/** A block's text without the marks of its kind. */
function wordsOf(type: string, md: string, mention: Mention): string {
  const inline = (text: string) => plainText(parseInline(text), mention);
  switch (type) {
    case "heading":
      return inline(md.replace(/^#+[ \t]+/, "").replace(/[ \t]+#+[ \t]*$/, ""));
    case "divider":
      return "";
    case "code":
    case "math":
      return fenced(md);
    case "quote":
    case "callout":
      return md
        .split("\n")
        .map((line) => line.replace(/^> ?/, ""))
        .filter((line) => !/^\[!\w+\][ \t]*$/.test(line))
        .map(inline)
        .join("\n");
    case "table":
      return md
        .split("\n")
        .filter((line) => !/^\|(?:[ \t]*:?-{3,}:?[ \t]*\|)+[ \t]*$/.test(line))
        .map((line) => cellsOf(line).map(inline).join("\t"))
        .join("\n");
    case "list":
      return md
        .split("\n")
        .map((line) => {
          const [, indent = "", text = line] = /^([ \t]*)(?:-|\d{1,9}\.) (.*)$/.exec(line) ?? [];
          return indent + inline(text);
        })
        .join("\n");
    default:
      return inline(md);
  }
}

function fenced(md: string): string {
  const lines = md.split("\n");
  if (lines.length === 1) return md.replace(/^\$\$|\$\$[ \t]*$/g, "").trim();
  const closes = /^(?:`{3,}|~{3,}|.*\$\$)[ \t]*$/.test(lines.at(-1) as string);
  return lines.slice(1, closes ? -1 : undefined).join("\n");
}

/** Cells of a row; `\|` is a bar inside one. */
export function cellsOf(line: string): readonly string[] {
  const cells: string[] = [];
  let cell = "";
  for (let at = 1; at < line.length; at++) {
    if (line[at] === "\\" && line[at + 1] === "|") {
      cell += "|";
      at++;
    } else if (line[at] === "|") {
      cells.push(cell.trim());
      cell = "";
    } else cell += line[at];
  }
  if (cell.trim() !== "") cells.push(cell.trim());
  return cells;
}

/** The words of a tree, blocks on lines of their own. */
function treeText(node: TreeNode, mention: Mention): string {
  const attrs = node.attrs ?? {};
  if (node.type === "text" || node.type === "code" || node.type === "math") return String(attrs.text ?? "");
  if (node.type === "mention") return mention(String(attrs.ref ?? ""), String(attrs.label ?? ""));
  if (node.type === "item") return String(attrs.ref ?? "");
  const inner = (node.children ?? []).map((child) => treeText(child, mention));
  const inline = (node.children ?? []).every(({ type }) => ["text", "mention", "link"].includes(type));
  return inner.join(inline ? "" : node.type === "row" ? "\t" : "\n");
}
