/** Blocks as Markdown text: as written, or what a tree reads as. */
import { canonicalJson, treeJson } from "./canonical.ts";
import { markdownOfTree } from "./tree.ts";
import { type Block, isTreeBlock } from "./types.ts";

/** A tree that Markdown cannot say without loss stands in a fence of its own. */
export function blockMarkdown(block: Block): string {
  if (!isTreeBlock(block)) return block.md;
  const md = markdownOfTree(block.tree);
  if (md !== undefined) return md;
  return `\`\`\`gram-rich\n${canonicalJson(treeJson(block.tree))}\n\`\`\``;
}
