/** Operation lines: one line of a block to one operation and back (spec/gram.md, Operation lines). */
import type { JsonValue } from "./canonical.ts";
import { canonicalJson } from "./canonical.ts";
import type { Op, Position, TreeNode } from "./types.ts";
import { decodeValue, encodeValue } from "./values.ts";

export type ParsedOps =
  | { readonly kind: "ops"; readonly ops: readonly Op[] }
  /** A line that this version does not know: readers skip it, writers must not append behind it. */
  | { readonly kind: "unknown"; readonly line: string; readonly ops: readonly Op[] };

/** @param body the operation lines of one block, each with its line end */
export function parseOps(body: string): ParsedOps {
  const ops: Op[] = [];
  let unknown: string | undefined;
  const lines = body.split("\n");
  // The last piece is what follows the last line end: nothing.
  const end = lines.length - 1;
  for (let at = 0; at < end; ) {
    const line = lines[at++] as string;
    const payload = at;
    while (at < end && (lines[at] as string).startsWith("|")) at++;
    const op = parseOp(line, lines, payload, at);
    if (op === undefined) unknown ??= line;
    else ops.push(op);
  }
  return unknown === undefined ? { kind: "ops", ops } : { kind: "unknown", line: unknown, ops };
}

function parseOp(line: string, lines: readonly string[], from: number, to: number): Op | undefined {
  const space = line.indexOf(" ");
  const word = space < 0 ? line : line.slice(0, space);
  if (word === "set" || word === "add" || word === "take") {
    if (from !== to) return undefined;
    const fieldAt = line.indexOf(" ", space + 1);
    const valueAt = fieldAt < 0 ? -1 : line.indexOf(" ", fieldAt + 1);
    if (valueAt < 0) return undefined;
    const value = decodeValue(line.slice(valueAt + 1));
    if (value === undefined) return undefined;
    return {
      op: word,
      owner: line.slice(space + 1, fieldAt),
      field: line.slice(fieldAt + 1, valueAt),
      value,
    };
  }
  const words = line.split(" ");
  const [, first, second, third] = words;
  if (first === undefined || words.includes("")) return undefined;
  if (word === "block" || word === "text" || word === "rich") {
    return parseBlock(word, words, lines, from, to);
  }
  if (from !== to) return undefined;
  switch (word) {
    case "record": {
      const after = positionOf(words, 3);
      return second === undefined || after === false
        ? undefined
        : { op: "record", id: first, type: second, after };
    }
    case "drop":
      return words.length === 2 ? { op: "drop", id: first } : undefined;
    case "order": {
      const after = positionOf(words, 2);
      return after === undefined || after === false ? undefined : { op: "order", id: first, after };
    }
    case "unset":
      return second !== undefined && words.length === 3
        ? { op: "unset", owner: first, field: second }
        : undefined;
    case "link":
    case "unlink":
      return second !== undefined && third !== undefined && words.length === 4
        ? { op: word, owner: first, predicate: second, target: third }
        : undefined;
    case "cut":
      return second !== undefined && words.length === 3
        ? { op: "cut", owner: first, node: second }
        : undefined;
    case "place": {
      const after = positionOf(words, 3);
      return second === undefined || after === undefined || after === false
        ? undefined
        : { op: "place", owner: first, node: second, after };
    }
    default:
      return undefined;
  }
}

function parseBlock(
  word: "block" | "text" | "rich",
  words: readonly string[],
  lines: readonly string[],
  from: number,
  to: number,
): Op | undefined {
  const [, owner, node, type] = words as [string, string, string | undefined, string | undefined];
  if (node === undefined) return undefined;
  if (word === "rich") {
    const after = positionOf(words, 3);
    const tree = parseTree(lines, from, to);
    return after === false || tree === undefined ? undefined : { op: "rich", owner, node, after, tree };
  }
  const md = textOf(lines, from, to);
  if (md === undefined) return undefined;
  if (word === "text") return words.length > 4 ? undefined : { op: "text", owner, node, type, md };
  const after = positionOf(words, 4);
  return type === undefined || after === false ? undefined : { op: "block", owner, node, type, after, md };
}

/** What follows from the given word on: nothing, `first`, or `after <id>`. false = something else. */
function positionOf(words: readonly string[], at: number): Position | false {
  const rest = words.length - at;
  if (rest === 0) return undefined;
  if (rest === 1 && words[at] === "first") return null;
  return rest === 2 && words[at] === "after" ? (words[at + 1] as string) : false;
}

/** Text lines hold `| ` and the line, or `|` for an empty one. No line at all is no text. */
function textOf(lines: readonly string[], from: number, to: number): string | undefined {
  if (to - from === 1) return textLine(lines[from] as string);
  const texts: string[] = [];
  for (let at = from; at < to; at++) {
    const text = textLine(lines[at] as string);
    if (text === undefined) return undefined;
    texts.push(text);
  }
  return texts.join("\n");
}

function textLine(line: string): string | undefined {
  if (line === "|") return "";
  return line.startsWith("| ") ? line.slice(2) : undefined;
}

const TREE_LINE = /^\| (\d+) (\S+) (\S+)(?: (\{.*\}))?$/;

function parseTree(lines: readonly string[], from: number, to: number): TreeNode | undefined {
  interface Open {
    readonly id: string;
    readonly type: string;
    readonly attrs?: Record<string, JsonValue>;
    children?: Open[];
  }
  const path: Open[] = [];
  for (let at = from; at < to; at++) {
    const match = TREE_LINE.exec(lines[at] as string);
    if (match === null) return undefined;
    const depth = Number(match[1]);
    if (depth > path.length || (at > from && depth === 0)) return undefined;
    const attrs = match[4] === undefined ? undefined : jsonObject(match[4]);
    if (match[4] !== undefined && attrs === undefined) return undefined;
    const node: Open = { id: match[2] as string, type: match[3] as string, ...(attrs && { attrs }) };
    path.length = depth;
    const parent = path[depth - 1];
    if (parent !== undefined) {
      parent.children ??= [];
      parent.children.push(node);
    }
    path.push(node);
  }
  return path[0];
}

function jsonObject(text: string): Record<string, JsonValue> | undefined {
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null && !Array.isArray(value)
      ? (value as Record<string, JsonValue>)
      : undefined;
  } catch {
    return undefined;
  }
}

/** The lines of an operation, each with its line end. */
export function writeOp(op: Op): string {
  switch (op.op) {
    case "record":
      return `record ${op.id} ${op.type}${where(op.after)}\n`;
    case "drop":
      return `drop ${op.id}\n`;
    case "order":
      return `order ${op.id}${where(op.after)}\n`;
    case "set":
    case "add":
    case "take":
      return `${op.op} ${op.owner} ${op.field} ${encodeValue(op.value)}\n`;
    case "unset":
      return `unset ${op.owner} ${op.field}\n`;
    case "link":
    case "unlink":
      return `${op.op} ${op.owner} ${op.predicate} ${op.target}\n`;
    case "block":
      return `block ${op.owner} ${op.node} ${op.type}${where(op.after)}\n${textLines(op.md)}`;
    case "text":
      return `text ${op.owner} ${op.node}${op.type === undefined ? "" : ` ${op.type}`}\n${textLines(op.md)}`;
    case "cut":
      return `cut ${op.owner} ${op.node}\n`;
    case "place":
      return `place ${op.owner} ${op.node}${where(op.after)}\n`;
    case "rich":
      return `rich ${op.owner} ${op.node}${where(op.after)}\n${treeLines(op.tree, 0)}`;
  }
}

function where(after: Position): string {
  if (after === undefined) return "";
  return after === null ? " first" : ` after ${after}`;
}

function textLines(md: string): string {
  return md
    .split("\n")
    .map((line) => (line === "" ? "|\n" : `| ${line}\n`))
    .join("");
}

function treeLines(node: TreeNode, depth: number): string {
  const attrs =
    node.attrs === undefined || Object.keys(node.attrs).length === 0 ? "" : ` ${canonicalJson(node.attrs)}`;
  const own = `| ${depth} ${node.id} ${node.type}${attrs}\n`;
  return own + (node.children ?? []).map((child) => treeLines(child, depth + 1)).join("");
}
