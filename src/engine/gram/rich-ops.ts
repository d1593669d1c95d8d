/** gram-rich/1 r2 changes: edits of one block's tree, and what they come to in the file (spec/gram.md, Trees). */
import type { JsonValue } from "./canonical.ts";
import type { RichChange } from "./changes.ts";
import { MAX_TREE_DEPTH, MAX_TREE_NODES } from "./limits.ts";
import { PlanError } from "./plan-record.ts";
import { markdownOfTree, treeOf } from "./tree.ts";
import { type Block, isTreeBlock, type Op, type TreeNode } from "./types.ts";

interface Draft {
  readonly id: string;
  type: string;
  attrs: Record<string, JsonValue>;
  children: Draft[];
}

/** The changes apply one after another. What Markdown can say goes back to Markdown, the rest stays a tree. */
export function richOps(owner: string, block: Block, changes: readonly RichChange[]): readonly Op[] {
  const root = draftOf(isTreeBlock(block) ? block.tree : treeOf(block.node, block.type, block.md));
  const numbers = { next: highest(root, block.node) + 1 };
  const newId = () => `${block.node}.${numbers.next++}`;
  changes.forEach((change, at) => {
    try {
      apply(root, change, newId);
    } catch (error) {
      if (error instanceof PlanError) throw new PlanError(`changes[${at}]: ${error.message}`);
      throw error;
    }
  });
  const tree = frozen(root);
  checkSize(tree);
  const md = markdownOfTree(tree);
  if (md === undefined) return [{ op: "rich", owner, node: block.node, after: undefined, tree }];
  if (!isTreeBlock(block) && block.md === md && block.type === tree.type) return [];
  return [
    { op: "text", owner, node: block.node, type: block.type === tree.type ? undefined : tree.type, md },
  ];
}

function apply(root: Draft, change: RichChange, newId: () => string): void {
  const [name, ...rest] = change;
  switch (name) {
    case "insert": {
      const [after, node] = rest;
      place(root, built(node, newId), after ?? null);
      return;
    }
    case "replace": {
      const [id, node] = rest;
      const made = built(node, newId);
      const target = find(root, id);
      // The old id stays, so that what points at it still does.
      target.type = made.type;
      target.attrs = made.attrs;
      target.children = made.children;
      return;
    }
    case "remove": {
      const [id] = rest;
      const { parent, at } = parentOf(root, id);
      parent.children.splice(at, 1);
      return;
    }
    case "move": {
      const [id, after] = rest;
      const { parent, at } = parentOf(root, id);
      const [node] = parent.children.splice(at, 1);
      place(root, node as Draft, after ?? null);
      return;
    }
    case "attrs": {
      const [id, attrs] = rest;
      const target = find(root, id);
      for (const [key, value] of Object.entries(objectOf(attrs, "attributes"))) {
        if (value === null) delete target.attrs[key];
        else target.attrs[key] = wellFormed(value as JsonValue);
      }
      return;
    }
    case "splice": {
      const [id, from, to, text] = rest;
      const target = find(root, id);
      const old = target.attrs.text;
      if (typeof old !== "string") throw new PlanError(`${String(id)} holds no text`);
      const characters = Array.from(old);
      if (!isPlace(from) || !isPlace(to) || from > to || to > characters.length) {
        throw new PlanError(
          `there is no span from ${String(from)} to ${String(to)} in ${characters.length} characters`,
        );
      }
      if (typeof text !== "string") throw new PlanError("the new text is missing");
      characters.splice(from, to - from, text);
      target.attrs.text = wellFormed(characters.join(""));
      return;
    }
    default:
      throw new PlanError(
        `"${String(name)}" is no rich change; use insert, replace, remove, move, attrs or splice`,
      );
  }
}

function isPlace(value: JsonValue | undefined): value is number {
  return typeof value === "number" && Number.isSafeInteger(value) && value >= 0;
}

/** Behind a node, among its siblings; null = in front of everything in the block. */
function place(root: Draft, node: Draft, after: JsonValue): void {
  if (after === null) {
    root.children.unshift(node);
    return;
  }
  const { parent, at } = parentOf(root, after);
  parent.children.splice(at + 1, 0, node);
}

function find(root: Draft, id: JsonValue | undefined): Draft {
  if (root.id === id) return root;
  const { parent, at } = parentOf(root, id);
  return parent.children[at] as Draft;
}

function parentOf(root: Draft, id: JsonValue | undefined): { readonly parent: Draft; readonly at: number } {
  if (root.id === id) throw new PlanError(`${root.id} is the block itself; use delete or move for it`);
  const stack = [root];
  for (let parent = stack.pop(); parent !== undefined; parent = stack.pop()) {
    const at = parent.children.findIndex((child) => child.id === id);
    if (at >= 0) return { parent, at };
    stack.push(...parent.children);
  }
  throw new PlanError(`there is no node ${String(id)}`);
}

const TYPE = /^[A-Za-z][A-Za-z0-9-]{0,63}$/;

/** A node as a client gives it: `{type, attrs?, children?}`. Ids are ours. */
function built(given: JsonValue | undefined, newId: () => string, depth = 0): Draft {
  if (depth > MAX_TREE_DEPTH) throw new PlanError(`a tree has at most ${MAX_TREE_DEPTH} levels`);
  const {
    type,
    attrs = {},
    children = [],
  } = objectOf(given, "a node") as Readonly<Record<string, JsonValue>>;
  if (typeof type !== "string" || !TYPE.test(type)) throw new PlanError("a node needs a type");
  if (!Array.isArray(children)) throw new PlanError("children are a list of nodes");
  const id = newId();
  return {
    id,
    type,
    attrs: wellFormed({ ...objectOf(attrs, "attributes") } as JsonValue) as Record<string, JsonValue>,
    children: children.map((child) => built(child as JsonValue, newId, depth + 1)),
  };
}

function objectOf(value: JsonValue | undefined, what: string): object {
  if (typeof value === "object" && value !== null && !Array.isArray(value)) return value;
  throw new PlanError(`${what} must be an object`);
}

function wellFormed<T extends JsonValue>(value: T): T {
  if (
    !JSON.stringify(value).isWellFormed() ||
    /\\ud[89a-f]/i.test(JSON.stringify(value).replaceAll("\\\\", ""))
  ) {
    throw new PlanError("the text is not valid Unicode");
  }
  return value;
}

function draftOf(node: TreeNode): Draft {
  return {
    id: node.id,
    type: node.type,
    attrs: { ...node.attrs },
    children: (node.children ?? []).map(draftOf),
  };
}

function frozen(node: Draft): TreeNode {
  return {
    id: node.id,
    type: node.type,
    ...(Object.keys(node.attrs).length === 0 ? {} : { attrs: node.attrs }),
    ...(node.children.length === 0 ? {} : { children: node.children.map(frozen) }),
  };
}

/** The highest number that a node of the tree has. */
function highest(node: Draft, root: string): number {
  const own = node.id.startsWith(`${root}.`) ? Number.parseInt(node.id.slice(root.length + 1), 10) : 0;
  return Math.max(own, ...node.children.map((child) => highest(child, root)), 0);
}

function checkSize(tree: TreeNode): void {
  let nodes = 0;
  const visit = (node: TreeNode, depth: number) => {
    if (++nodes > MAX_TREE_NODES) throw new PlanError(`a tree has at most ${MAX_TREE_NODES} nodes`);
    if (depth > MAX_TREE_DEPTH) throw new PlanError(`a tree has at most ${MAX_TREE_DEPTH} levels`);
    for (const child of node.children ?? []) visit(child, depth + 1);
  };
  visit(tree, 0);
}
