/** What was written and cannot be shown as meant. The write stands; the writer is told (spec/gram.md, Diagnostics). */
import { spanOf } from "./dates.ts";
import { COLLECTION_KEYS, parsePlacement } from "./display.ts";
import { valuesOfField } from "./fields.ts";
import { hasHtml, mentionsIn } from "./inline.ts";
import { cellsOf } from "./plain.ts";
import { unsupportedIn } from "./tree-nodes.ts";
import {
  type Block,
  DOCUMENT,
  type GramRecord,
  type GramState,
  isTreeBlock,
  type MarkdownBlock,
  type Op,
  type Owner,
  type TreeNode,
} from "./types.ts";

export type Diagnostic = readonly [
  code: "unresolved_ref" | "unsupported_node" | "unparsed_value",
  where: string,
  text: string,
];

/** Whether a target, here or in another document, is there. */
export type Resolver = (target: string) => boolean;

/** Levels of a list; deeper ones are not shown as such. */
const MAX_LIST_LEVELS = 8;
const CALLOUTS: ReadonlySet<string> = new Set(["note", "tip", "important", "warning", "caution"]);

/**
 * In the order of the document: its own fields and blocks, then those of its records.
 * @param ops those of the revision: only the places that they touched are looked at
 */
export function diagnose(state: GramState, ops: readonly Op[], resolves: Resolver): readonly Diagnostic[] {
  const touched = touchedBy(ops);
  const found: Diagnostic[] = [];
  const look = (owner: Owner, key: string, record: GramRecord | undefined) => {
    const places = touched.get(key);
    if (places === undefined) return;
    const where = record?.id ?? state.id;
    if (places.fields) found.push(...fieldDiagnostics(owner, record?.type ?? "document", where, resolves));
    if (places.links && record !== undefined) {
      for (const [, target] of record.links)
        if (!resolves(target)) found.push(["unresolved_ref", where, target]);
    }
    for (const block of owner.blocks) {
      if (places.nodes.has(block.node)) found.push(...blockDiagnostics(block, resolves));
    }
  };
  look(state, DOCUMENT, undefined);
  for (const record of state.records) look(record, record.id, record);
  return found;
}

interface Touched {
  fields: boolean;
  links: boolean;
  readonly nodes: Set<string>;
}

function touchedBy(ops: readonly Op[]): ReadonlyMap<string, Touched> {
  const touched = new Map<string, Touched>();
  const of = (owner: string): Touched => {
    const known = touched.get(owner) ?? { fields: false, links: false, nodes: new Set() };
    touched.set(owner, known);
    return known;
  };
  for (const op of ops) {
    if (op.op === "set" || op.op === "add") of(op.owner).fields = true;
    else if (op.op === "link") of(op.owner).links = true;
    else if (op.op === "block" || op.op === "text" || op.op === "rich") of(op.owner).nodes.add(op.node);
  }
  return touched;
}

function fieldDiagnostics(
  owner: Owner,
  type: string,
  where: string,
  resolves: Resolver,
): readonly Diagnostic[] {
  const found: Diagnostic[] = [];
  const unparsed = (field: string, is: (value: string) => boolean) => {
    for (const value of valuesOfField(owner, field)) {
      if (!is(value)) found.push(["unparsed_value", where, `${field} ${value}`]);
    }
  };
  for (const source of valuesOfField(owner, "source")) {
    if (!resolves(source)) found.push(["unresolved_ref", where, source]);
  }
  for (const field of ["due", "at", "observed"]) unparsed(field, (value) => spanOf(value) !== undefined);
  unparsed("color", (value) => /^#[0-9A-Fa-f]{6}$/.test(value));
  unparsed("p", (value) => value === "high" || value === "medium" || value === "low");
  if (type === "metric") unparsed("value", isNumber);
  return found;
}

function isNumber(value: string): boolean {
  return /^[+-]?(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?$/.test(value);
}

function blockDiagnostics(block: Block, resolves: Resolver): readonly Diagnostic[] {
  if (isTreeBlock(block)) return treeDiagnostics(block.node, block.tree, resolves);
  const found: Diagnostic[] = [];
  const unsupported = (text: string) => found.push(["unsupported_node", block.node, text]);
  if (block.type === "item" || block.type === "collection") {
    const placement = parsePlacement(block.md);
    if (placement?.target === "*") {
      for (const [key] of placement.options) if (!COLLECTION_KEYS.has(key)) unsupported(`selector ${key}`);
    } else if (placement !== undefined && !resolves(placement.target)) {
      found.push(["unresolved_ref", block.node, placement.target]);
    }
    return found;
  }
  if (block.type === "code" || block.type === "math") return found;
  for (const { ref } of mentionsIn(block.md)) {
    if (!resolves(ref)) found.push(["unresolved_ref", block.node, ref]);
  }
  for (const text of oddities(block)) unsupported(text);
  return found;
}

/** What stands in a block of Markdown and has no node. */
function oddities({ type, md }: MarkdownBlock): readonly string[] {
  const found: string[] = [];
  if (hasHtml(md)) found.push("HTML");
  if (type === "list") {
    if (/^[ \t]*(?:-|\d{1,9}\.) \[[ xX]\](?: |$)/m.test(md)) found.push("checkbox");
    if (/^[ \t]*\[\[\*?[^\][]*\]\](?:\{[^{}]*\})?[ \t]*$/m.test(md)) found.push("placement in a list");
    const deepest = Math.max(...md.split("\n").map((line) => /^ */.exec(line)?.[0].length ?? 0));
    if (deepest / 2 >= MAX_LIST_LEVELS) found.push(`nesting deeper than ${MAX_LIST_LEVELS}`);
  }
  if (type === "table") {
    const counts = new Set(md.split("\n").map((row) => cellsOf(row).length));
    if (counts.size > 1) found.push("rows of unequal length");
  }
  if (type === "callout") {
    const kind = /^> \[!(\w+)\]/.exec(md)?.[1]?.toLowerCase() ?? "";
    if (!CALLOUTS.has(kind)) found.push(`callout ${kind}`);
  }
  return found;
}

function treeDiagnostics(where: string, tree: TreeNode, resolves: Resolver): readonly Diagnostic[] {
  const found: Diagnostic[] = unsupportedIn(tree).map((text) => ["unsupported_node", where, text]);
  const visit = (node: TreeNode) => {
    const ref = node.attrs?.ref;
    if ((node.type === "mention" || node.type === "item") && (typeof ref !== "string" || !resolves(ref))) {
      found.push(["unresolved_ref", node.id, String(ref ?? "")]);
    }
    node.children?.forEach(visit);
  };
  visit(tree);
  return found;
}
