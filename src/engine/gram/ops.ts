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
  for (let at = 0; at < body.length; ) {
    const lineEnd = endOfLine(body, at);
    const payload = lineEnd + 1;
    let next = payload;
    while (body.charCodeAt(next) === BAR) next = endOfLine(body, next) + 1;
    const op =
      parseValue(body, at, lineEnd, next) ?? parseOp(body.slice(at, lineEnd), body.slice(payload, next));
    if (op === undefined) unknown ??= body.slice(at, lineEnd);
    else ops.push(op);
    at = next;
  }
  return unknown === undefined ? { kind: "ops", ops } : { kind: "unknown", line: unknown, ops };
}

const BAR = "|".charCodeAt(0);

function endOfLine(body: string, at: number): number {
  const end = body.indexOf("\n", at);
  return end < 0 ? body.length : end;
}

/** `set`, `add` and `take`, the most frequent ones: everything behind the field is the value. */
function parseValue(body: string, at: number, lineEnd: number, next: number): Op | undefined {
  const wordEnd = body.indexOf(" ", at);
  const word = body.slice(at, wordEnd);
  if ((word !== "set" && word !== "add" && word !== "take") || next !== lineEnd + 1) return undefined;
  const ownerEnd = body.indexOf(" ", wordEnd + 1);
  const fieldEnd = ownerEnd < 0 ? -1 : body.indexOf(" ", ownerEnd + 1);
  if (fieldEnd < 0 || fieldEnd >= lineEnd) return undefined;
  const value = decodeValue(body.slice(fieldEnd + 1, lineEnd));
  if (value === undefined) return undefined;
  return {
    op: word,
    owner: body.slice(wordEnd + 1, ownerEnd),
    field: body.slice(ownerEnd + 1, fieldEnd),
    value,
  };
}

/** @param payload the text lines that follow, each with its line end */
function parseOp(line: string, payload: string): Op | undefined {
  const words = line.split(" ");
  const [word, first, second, third] = words;
  if (first === undefined || words.includes("")) return undefined;
  if (word === "block" || word === "text" || word === "rich") return parseBlock(word, words, payload);
  if (payload !== "") return undefined;
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
  payload: string,
): Op | undefined {
  const [, owner, node, type] = words as [string, string, string | undefined, string | undefined];
  if (node === undefined) return undefined;
  if (word === "rich") {
    const after = positionOf(words, 3);
    const tree = parseTree(linesOf(payload));
    return after === false || tree === undefined ? undefined : { op: "rich", owner, node, after, tree };
  }
  const md = textOf(payload);
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

function linesOf(payload: string): readonly string[] {
  return payload === "" ? [] : payload.slice(0, -1).split("\n");
}

/** Text lines hold `| ` and the line, or `|` for an empty one. No line at all is no text. */
function textOf(payload: string): string | undefined {
  const texts: string[] = [];
  for (const line of linesOf(payload)) {
    const text = textLine(line);
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

function parseTree(lines: readonly string[]): TreeNode | undefined {
  interface Open {
    readonly id: string;
    readonly type: string;
    readonly attrs?: Record<string, JsonValue>;
    children?: Open[];
  }
  const path: Open[] = [];
  for (const line of lines) {
    const match = TREE_LINE.exec(line);
    if (match === null) return undefined;
    const depth = Number(match[1]);
    if (depth > path.length || (depth === 0 && path.length > 0)) return undefined;
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

/** The owners that operations touch: record ids, and `.` for the document. */
export function ownersOf(ops: readonly Op[]): ReadonlySet<string> {
  return new Set(ops.map((op) => ("owner" in op ? op.owner : op.id)));
}
