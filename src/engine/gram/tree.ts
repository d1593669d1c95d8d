/** Blocks of Markdown as gram-rich/1 trees and back (spec/gram.md, Trees). */
import type { JsonValue } from "./canonical.ts";
import { parsePlacement } from "./display.ts";
import { splitBlocks } from "./markdown.ts";
import { cellsOf } from "./plain.ts";
import { asItIs, escaped, type Guard, inlineMarkdown, inlineNodes, type NewId } from "./tree-inline.ts";
import type { TreeNode } from "./types.ts";

/** The tree that a block of Markdown says. Its root has the block's id, the others `b7.1`, `b7.2` … in pre-order. */
export function treeOf(node: string, type: string, md: string): TreeNode {
  let number = 0;
  return blockTree(node, type, md, () => `${node}.${++number}`);
}

/**
 * Markdown that says exactly this tree, ids aside; undefined where there is none. Text is escaped only where it would
 * be read as something else.
 */
export function markdownOfTree(tree: TreeNode): string | undefined {
  for (const guard of [asItIs, escaped, lineEscaped]) {
    const md = blockMarkdown(tree, guard);
    if (md === undefined) return undefined;
    if (says(md, tree)) return md;
  }
  return undefined;
}

/** The starts of blocks too. */
const lineEscaped: Guard = (text) => escaped(text).replaceAll(/^(?=[-+>]|\d+\.)/gm, "\\");

function says(md: string, tree: TreeNode): boolean {
  const pieces = splitBlocks(md);
  const [piece] = pieces;
  if (pieces.length !== 1 || piece === undefined || piece.md !== md) return false;
  // A record's own kinds of block are paragraphs in form.
  if (piece.type !== tree.type && piece.type !== "paragraph") return false;
  return sameTree(treeOf(tree.id, tree.type, md), tree);
}

/** Whether two trees say the same: ids do not matter, nor how a run of equally marked text is split. */
export function sameTree(a: TreeNode, b: TreeNode): boolean {
  const children = joinedText(a.children ?? []);
  const others = joinedText(b.children ?? []);
  return (
    a.type === b.type &&
    children.length === others.length &&
    sameAttrs(a.attrs ?? {}, b.attrs ?? {}) &&
    children.every((child, at) => sameTree(child, others[at] as TreeNode))
  );
}

function joinedText(nodes: readonly TreeNode[]): readonly TreeNode[] {
  const out: TreeNode[] = [];
  for (const node of nodes) {
    const last = out.at(-1);
    if (node.type === "text" && last?.type === "text" && sameMarks(node, last)) {
      const text = String(last.attrs?.text ?? "") + String(node.attrs?.text ?? "");
      out[out.length - 1] = { ...last, attrs: { ...last.attrs, text } };
    } else out.push(node);
  }
  return out;
}

function sameMarks(a: TreeNode, b: TreeNode): boolean {
  return JSON.stringify(a.attrs?.marks ?? []) === JSON.stringify(b.attrs?.marks ?? []);
}

function sameAttrs(a: Readonly<Record<string, JsonValue>>, b: Readonly<Record<string, JsonValue>>): boolean {
  const names = new Set([...Object.keys(a), ...Object.keys(b)]);
  return [...names].every((name) => JSON.stringify(a[name]) === JSON.stringify(b[name]));
}

function blockTree(id: string, type: string, md: string, newId: NewId): TreeNode {
  switch (type) {
    case "heading": {
      const [, marks = "#", text = ""] = /^(#{1,6})[ \t]+(.*)$/s.exec(md) ?? [];
      return { id, type, attrs: { level: marks.length }, children: inlineNodes(text, newId) };
    }
    case "divider":
      return { id, type };
    case "code":
      return { id, type, attrs: codeAttrs(md) };
    case "math":
      return { id, type, attrs: { text: mathText(md) } };
    case "item": {
      const placement = parsePlacement(md);
      return {
        id,
        type,
        attrs: { ref: placement?.target ?? "", ...Object.fromEntries(placement?.options ?? []) },
      };
    }
    case "collection":
      return { id, type, attrs: collectionAttrs(md) };
    case "quote":
      return { id, type, children: inlineNodes(unquoted(md.split("\n")), newId) };
    case "callout": {
      const [head = "", ...rest] = md.split("\n");
      const kind = /^> \[!(\w+)\]/.exec(head)?.[1] ?? "";
      const children = splitBlocks(unquoted(rest)).map((piece) =>
        blockTree(newId(), piece.type, piece.md, newId),
      );
      return { id, type, attrs: { kind }, children };
    }
    case "table":
      return tableTree(id, md, newId);
    case "list":
      return listTree(id, md.split("\n"), newId);
    default:
      return { id, type, children: inlineNodes(md, newId) };
  }
}

function unquoted(lines: readonly string[]): string {
  return lines.map((line) => line.replace(/^> ?/, "")).join("\n");
}

function codeAttrs(md: string): Readonly<Record<string, JsonValue>> {
  const lines = md.split("\n");
  const [, fence = "```", info = ""] = /^(`{3,}|~{3,})[ \t]*(.*)$/.exec(lines[0] as string) ?? [];
  const last = (lines.at(-1) as string).trim();
  const closed =
    lines.length > 1 && last.length >= fence.length && last === (fence[0] as string).repeat(last.length);
  const text = lines.slice(1, closed ? -1 : undefined).join("\n");
  return { ...(info.trim() === "" ? {} : { lang: info.trim() }), text };
}

function mathText(md: string): string {
  const lines = md.split("\n");
  if (lines.length === 1) return md.trimEnd().slice(2, -2).trim();
  const last = lines.at(-1) as string;
  return lines.slice(1, last.trim() === "$$" ? -1 : undefined).join("\n");
}

function collectionAttrs(md: string): Readonly<Record<string, JsonValue>> {
  const options = parsePlacement(md)?.options ?? [];
  const select = options.filter(([key]) => key !== "view").map(([key, value]) => option(key, value));
  const view = options.findLast(([key]) => key === "view")?.[1];
  return {
    ...(select.length === 0 ? {} : { select: select.join(" ") }),
    ...(view === undefined ? {} : { view }),
  };
}

function option(key: string, value: string): string {
  return /[\s"{}]/.test(value) || value === "" ? `${key}="${value}"` : `${key}=${value}`;
}

function tableTree(id: string, md: string, newId: NewId): TreeNode {
  const [head = "", rule = "", ...rows] = md.split("\n");
  const align = cellsOf(rule).map((cell): JsonValue => {
    const [left, right] = [cell.startsWith(":"), cell.endsWith(":")];
    if (left && right) return "center";
    return right ? "right" : left ? "left" : null;
  });
  const children = [head, ...rows].map((line): TreeNode => {
    const row = newId();
    const cells = cellsOf(line).map((cell): TreeNode => {
      const own = newId();
      return { id: own, type: "cell", children: inlineNodes(cell, newId) };
    });
    return { id: row, type: "row", children: cells };
  });
  return { id, type: "table", attrs: { align }, children };
}

const ITEM = /^( *)(-|\d{1,9}\.) (.*)$/;

/** Two blanks lead one level down. A line without a mark goes on with the text above it. */
function listTree(id: string, lines: readonly string[], newId: NewId): TreeNode {
  const first = ITEM.exec(lines[0] ?? "");
  const ordered = first !== null && first[2] !== "-";
  const children: TreeNode[] = [];
  for (let at = 0; at < lines.length; ) {
    const [, , , text = lines[at] as string] = ITEM.exec(lines[at] as string) ?? [];
    let end = at + 1;
    const own: string[] = [text];
    const nested: string[] = [];
    while (
      end < lines.length &&
      !(ITEM.test(lines[end] as string) && !(lines[end] as string).startsWith(" "))
    ) {
      const line = (lines[end] as string).replace(/^ {1,2}/, "");
      if (nested.length > 0 || ITEM.test(line)) nested.push(line);
      else if (line.trim() !== "") own.push(line.trim());
      end++;
    }
    while (nested.at(-1)?.trim() === "") nested.pop();
    const item = newId();
    const paragraph: TreeNode = {
      id: newId(),
      type: "paragraph",
      children: inlineNodes(own.join("\n"), newId),
    };
    const below = nested.length === 0 ? [] : [listTree(newId(), nested, newId)];
    children.push({ id: item, type: "listItem", children: [paragraph, ...below] });
    at = end;
  }
  const start = ordered ? Number.parseInt(first?.[2] ?? "1", 10) : undefined;
  return {
    id,
    type: "list",
    attrs: { ordered, ...(start === undefined || start === 1 ? {} : { start }) },
    children,
  };
}

function blockMarkdown(node: TreeNode, guard: Guard): string | undefined {
  const attrs = node.attrs ?? {};
  const inline = () => inlineMarkdown(node.children ?? [], guard);
  switch (node.type) {
    case "heading": {
      const text = inline();
      const level = attrs.level;
      if (text === undefined || typeof level !== "number" || !(level >= 1 && level <= 6)) return undefined;
      return `${"#".repeat(level)} ${text}`;
    }
    case "divider":
      return "---";
    case "code": {
      if (typeof attrs.text !== "string" || !(attrs.lang === undefined || typeof attrs.lang === "string"))
        return undefined;
      const longest = Math.max(2, ...(attrs.text.match(/^ {0,3}`+/gm) ?? []).map((run) => run.trim().length));
      const fence = "`".repeat(longest + 1);
      return `${fence}${attrs.lang ?? ""}\n${attrs.text === "" ? "" : `${attrs.text}\n`}${fence}`;
    }
    case "math":
      return typeof attrs.text === "string" ? `$$\n${attrs.text}\n$$` : undefined;
    case "item": {
      const { ref, ...options } = attrs;
      return typeof ref === "string" ? `[[${ref}]]${optionsText(options)}` : undefined;
    }
    case "collection": {
      const { select, view, ...others } = attrs;
      if (Object.keys(others).length > 0) return undefined;
      const parts = [select, view === undefined ? undefined : `view=${String(view)}`].filter(
        (part) => part !== undefined,
      );
      return `[[*]]${parts.length === 0 ? "" : `{${parts.join(" ")}}`}`;
    }
    case "quote":
      return quoted(inline());
    case "callout": {
      const blocks = (node.children ?? []).map((child) => blockMarkdown(child, guard));
      if (typeof attrs.kind !== "string" || blocks.includes(undefined)) return undefined;
      const body = blocks.length === 0 ? "" : `\n${quoted(blocks.join("\n\n"))}`;
      return `> [!${attrs.kind}]${body}`;
    }
    case "table":
      return tableMarkdown(node, guard);
    case "list":
      return listMarkdown(node, guard);
    default:
      return inline();
  }
}

function quoted(text: string | undefined): string | undefined {
  return text
    ?.split("\n")
    .map((line) => (line === "" ? ">" : `> ${line}`))
    .join("\n");
}

function optionsText(options: Readonly<Record<string, JsonValue>>): string {
  const parts = Object.entries(options).map(([key, value]) => option(key, String(value)));
  return parts.length === 0 ? "" : `{${parts.join(" ")}}`;
}

const RULES: Readonly<Record<string, string>> = { left: ":---", right: "---:", center: ":---:" };

function tableMarkdown(node: TreeNode, guard: Guard): string | undefined {
  const { align } = node.attrs ?? {};
  if (!Array.isArray(align)) return undefined;
  const rows = (node.children ?? []).map((row) => {
    const cells = (row.children ?? []).map((cell) =>
      inlineMarkdown(cell.children ?? [], guard)?.replaceAll("|", "\\|"),
    );
    return cells.includes(undefined) || cells.some((cell) => cell?.includes("\n"))
      ? undefined
      : `| ${cells.join(" | ")} |`;
  });
  if (rows.length === 0 || rows.includes(undefined)) return undefined;
  const rule = `| ${align.map((each) => RULES[String(each)] ?? "---").join(" | ")} |`;
  return [rows[0], rule, ...rows.slice(1)].join("\n");
}

function listMarkdown(node: TreeNode, guard: Guard): string | undefined {
  const { ordered, start = 1 } = node.attrs ?? {};
  const lines: string[] = [];
  for (const [at, item] of (node.children ?? []).entries()) {
    const [paragraph, below, ...more] = item.children ?? [];
    if (item.type !== "listItem" || paragraph?.type !== "paragraph" || more.length > 0) return undefined;
    const text = inlineMarkdown(paragraph.children ?? [], guard);
    if (text === undefined) return undefined;
    const mark = ordered === true ? `${Number(start) + at}.` : "-";
    const [first = "", ...rest] = text.split("\n");
    lines.push(`${mark} ${first}`, ...rest.map((line) => `  ${line}`));
    if (below === undefined) continue;
    const nested = below.type === "list" ? listMarkdown(below, guard) : undefined;
    if (nested === undefined) return undefined;
    lines.push(...nested.split("\n").map((line) => `  ${line}`));
  }
  return lines.length === 0 ? undefined : lines.join("\n");
}
