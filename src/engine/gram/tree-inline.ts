/** Inline text as tree nodes and back to Markdown. */
import { type Inline, type Mark, parseInline } from "./inline.ts";
import type { TreeNode } from "./types.ts";

/** Gives every node of a tree its id, in pre-order. */
export type NewId = () => string;

export function inlineNodes(text: string, newId: NewId): readonly TreeNode[] {
  return parseInline(text).map((inline) => inlineNode(inline, newId));
}

function inlineNode(inline: Inline, newId: NewId): TreeNode {
  const id = newId();
  switch (inline.type) {
    case "text":
      return {
        id,
        type: "text",
        attrs: { text: inline.text, ...(inline.marks.length === 0 ? {} : { marks: inline.marks }) },
      };
    case "mention":
      return { id, type: "mention", attrs: { label: inline.label, ref: inline.ref } };
    case "link":
      return {
        id,
        type: "link",
        attrs: { href: inline.href },
        children: inline.children.map((child) => inlineNode(child, newId)),
      };
  }
}

/** How text is made safe: as it is, or with a backslash before every character that could mean something. */
export type Guard = (text: string) => string;
export const asItIs: Guard = (text) => text;
export const escaped: Guard = (text) => text.replaceAll(/[\\`*_~[\]<>&!|#$]/g, "\\$&");

const MARKS: Readonly<Record<Mark, string>> = { bold: "**", code: "`", italic: "*", strike: "~~" };

/** undefined when a node has no form in Markdown. */
export function inlineMarkdown(nodes: readonly TreeNode[], guard: Guard): string | undefined {
  let out = "";
  const open: Mark[] = [];
  const closeTo = (count: number) => {
    while (open.length > count) out += MARKS[open.pop() as Mark];
  };
  for (const [at, node] of nodes.entries()) {
    if (node.type !== "text") {
      closeTo(0);
      const written = otherInline(node, guard);
      if (written === undefined) return undefined;
      out += written;
      continue;
    }
    const { text, marks } = textAttrs(node);
    if (text === undefined || marks === undefined) return undefined;
    const wanted = new Set<Mark>(marks.filter((mark) => mark !== "code"));
    const keep = open.findIndex((mark) => !wanted.has(mark));
    closeTo(keep < 0 ? open.length : keep);
    const fresh = [...wanted].filter((mark) => !open.includes(mark));
    // What lasts longest is opened first, so that marks nest.
    fresh.sort((a, b) => lasts(nodes, at, b) - lasts(nodes, at, a));
    for (const mark of fresh) {
      out += MARKS[mark];
      open.push(mark);
    }
    out += marks.includes("code") ? codeSpan(text) : guard(text);
  }
  closeTo(0);
  return out;
}

function lasts(nodes: readonly TreeNode[], from: number, mark: Mark): number {
  let at = from;
  while (at < nodes.length && textAttrs(nodes[at] as TreeNode).marks?.includes(mark) === true) at++;
  return at - from;
}

function textAttrs(node: TreeNode): { readonly text?: string; readonly marks?: readonly Mark[] } {
  const { text, marks = [] } = node.attrs ?? {};
  if (node.type !== "text" || typeof text !== "string" || !Array.isArray(marks)) return {};
  if (!marks.every((mark): mark is Mark => typeof mark === "string" && Object.hasOwn(MARKS, mark))) return {};
  return { text, marks };
}

function otherInline(node: TreeNode, guard: Guard): string | undefined {
  const attrs = node.attrs ?? {};
  if (node.type === "mention") {
    return typeof attrs.ref === "string" && typeof attrs.label === "string"
      ? `[${guard(attrs.label)}](@${attrs.ref})`
      : undefined;
  }
  if (node.type !== "link" || typeof attrs.href !== "string") return undefined;
  const inner = inlineMarkdown(node.children ?? [], guard);
  return inner === undefined ? undefined : `[${inner}](${attrs.href})`;
}

/** Fenced by more backticks than any run inside has. */
function codeSpan(text: string): string {
  const longest = Math.max(0, ...(text.match(/`+/g) ?? []).map((run) => run.length));
  const fence = "`".repeat(longest + 1);
  const padded = /^`|`$|^ .*[^ ].* $/.test(text) ? ` ${text} ` : text;
  return fence + padded + fence;
}
