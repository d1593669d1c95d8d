/**
 * Is this value a predicate? The whole rule stands here, also what a JSON schema cannot say: nodes in total, size as JSON,
 * reserved keys, lengths in UTF-16 units. A fault is named by its path inside the filter.
 */
import type { Predicate } from "./types.ts";

export type Checked =
  | { readonly kind: "ok"; readonly predicate: Predicate }
  /** `path` starts at the root's name: `filter.predicates.2.value`. */
  | { readonly kind: "invalid"; readonly path: string; readonly message: string };

/** The root is level 1; on the last level only conditions stand. */
const maxLevels = 8;
export const maxNodes = 128;
export const maxBytes = 64 * 1024;
const maxItems = 128;
const maxKey = 128;
const maxText = 4_096;

const reserved = new Set(["__proto__", "prototype", "constructor"]);

const shapes: Readonly<Record<string, readonly string[]>> = {
  eq: ["key", "value"],
  ne: ["key", "value"],
  gt: ["key", "value"],
  gte: ["key", "value"],
  lt: ["key", "value"],
  lte: ["key", "value"],
  in: ["key", "values"],
  nin: ["key", "values"],
  all: ["key", "values"],
  exists: ["key", "value"],
  and: ["predicates"],
  or: ["predicates"],
  not: ["predicate"],
};

class Fault extends Error {
  readonly path: string;

  constructor(path: string, message: string) {
    super(message);
    this.path = path;
  }
}

/** @param root name of the argument, for paths */
export function checkPredicate(value: unknown, root = "filter"): Checked {
  try {
    checkNode(value, root, 1, { nodes: 0 });
    // Only now: a value that is too deep is never walked to its end.
    const bytes = Buffer.byteLength(JSON.stringify(value));
    if (bytes > maxBytes) throw new Fault(root, `is ${bytes} bytes as JSON; at most ${maxBytes} are allowed`);
    return { kind: "ok", predicate: value as Predicate };
  } catch (error) {
    if (!(error instanceof Fault)) throw error;
    return { kind: "invalid", path: error.path, message: `${error.path} ${error.message}.` };
  }
}

function checkNode(node: unknown, path: string, level: number, count: { nodes: number }): void {
  if (typeof node !== "object" || node === null || Array.isArray(node)) {
    throw new Fault(path, 'must be an object with a member "op"');
  }
  count.nodes += 1;
  if (count.nodes > maxNodes)
    throw new Fault(path, `is one condition too many; at most ${maxNodes} are allowed`);
  const { op } = node as { op?: unknown };
  const shape = typeof op === "string" && Object.hasOwn(shapes, op) ? shapes[op] : undefined;
  if (shape === undefined) {
    throw new Fault(`${path}.op`, `must be one of ${Object.keys(shapes).join(", ")}`);
  }
  for (const key of Object.keys(node)) {
    if (key !== "op" && !shape.includes(key)) {
      throw new Fault(`${path}.${key}`, `has no place beside op "${op}", which takes ${shape.join(" and ")}`);
    }
  }
  for (const key of shape) {
    if (!Object.hasOwn(node, key)) throw new Fault(`${path}.${key}`, "is required");
  }
  const isGroup = shape[0] !== "key";
  if (isGroup && level >= maxLevels) {
    throw new Fault(path, `nests too deep; level ${maxLevels} holds conditions on a key only`);
  }
  const { key, value, values, predicate, predicates } = node as Record<string, unknown>;
  if (op === "not") {
    checkNode(predicate, `${path}.predicate`, level + 1, count);
    return;
  }
  if (isGroup) {
    for (const [at, child] of checkList(predicates, `${path}.predicates`).entries()) {
      checkNode(child, `${path}.predicates.${at}`, level + 1, count);
    }
    return;
  }
  checkKey(key, `${path}.key`);
  if (shape.includes("values")) checkValues(values, `${path}.values`);
  else checkValue(op as string, value, `${path}.value`);
}

function checkKey(key: unknown, path: string): void {
  if (typeof key !== "string" || key === "" || key.length > maxKey) {
    throw new Fault(path, `must be text of 1 to ${maxKey} characters`);
  }
  if (reserved.has(key)) throw new Fault(path, "is reserved and names no value of a document");
}

function checkValue(op: string, value: unknown, path: string): void {
  if (op === "exists") {
    if (typeof value !== "boolean") throw new Fault(path, 'must be true or false for op "exists"');
    return;
  }
  if (op !== "eq" && op !== "ne") {
    if (!isNumber(value)) throw new Fault(path, `must be a finite number for op "${op}"`);
    return;
  }
  checkScalar(value, path);
}

function checkScalar(value: unknown, path: string): void {
  if (typeof value === "string") {
    if (value.length > maxText) throw new Fault(path, `is longer than ${maxText} characters`);
    return;
  }
  if (typeof value !== "boolean" && !isNumber(value)) {
    throw new Fault(path, "must be text, a finite number, true or false");
  }
}

function checkValues(values: unknown, path: string): void {
  const list = checkList(values, path);
  for (const [at, value] of list.entries()) {
    checkScalar(value, `${path}.${at}`);
    if (typeof value !== typeof list[0]) {
      throw new Fault(`${path}.${at}`, "must be of the same type as the values before it");
    }
  }
}

function checkList(list: unknown, path: string): readonly unknown[] {
  if (!Array.isArray(list)) throw new Fault(path, "must be a list");
  if (list.length === 0) throw new Fault(path, "must not be empty");
  if (list.length > maxItems) throw new Fault(path, `must have at most ${maxItems} items`);
  return list;
}

function isNumber(value: unknown): boolean {
  return typeof value === "number" && Number.isFinite(value);
}
