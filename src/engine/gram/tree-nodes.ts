/** The nodes of gram-rich/1 and their attributes (spec/gram.md, Trees). */
import type { TreeNode } from "./types.ts";

/** Attribute names by node type. */
export const NODES: Readonly<Record<string, readonly string[]>> = {
  paragraph: [],
  quote: [],
  heading: ["level"],
  list: ["ordered", "start"],
  listItem: [],
  table: ["align"],
  row: [],
  cell: [],
  callout: ["kind"],
  code: ["lang", "text"],
  math: ["text"],
  divider: [],
  item: ["ref"],
  collection: ["select", "view"],
  text: ["marks", "text"],
  mention: ["label", "ref"],
  link: ["href"],
};

/** Nodes and attributes of a tree that this version does not know: they are kept and not shown. */
export function unsupportedIn(tree: TreeNode): readonly string[] {
  const found = new Set<string>();
  const visit = (node: TreeNode) => {
    const known = NODES[node.type];
    if (known === undefined) found.add(node.type);
    else {
      for (const name of Object.keys(node.attrs ?? {})) {
        if (!known.includes(name)) found.add(`${node.type}.${name}`);
      }
    }
    node.children?.forEach(visit);
  };
  visit(tree);
  return [...found];
}
