/** Canonical JSON (keys by code point, no spaces, minimal escapes) and the hashes made over it. */
import { hash } from "node:crypto";
import {
  type Block,
  type FieldValue,
  type GramState,
  isTreeBlock,
  type Link,
  type TreeNode,
} from "./types.ts";

export type JsonValue =
  | string
  | number
  | boolean
  | null
  | readonly JsonValue[]
  | { readonly [key: string]: JsonValue | undefined };

/** Members that are undefined are left out. */
export function canonicalJson(value: JsonValue): string {
  if (value === null || typeof value !== "object") return JSON.stringify(value);
  if (isArray(value)) return `[${value.map(canonicalJson).join(",")}]`;
  const members = Object.keys(value)
    .filter((key) => value[key] !== undefined)
    .sort(byCodePoint)
    .map((key) => `${JSON.stringify(key)}:${canonicalJson(value[key] as JsonValue)}`);
  return `{${members.join(",")}}`;
}

function isArray(value: JsonValue): value is readonly JsonValue[] {
  return Array.isArray(value);
}

/** The order of code points, which differs from that of UTF-16 units beyond U+FFFF. */
export function byCodePoint(a: string, b: string): number {
  const length = Math.min(a.length, b.length);
  for (let at = 0; at < length; at++) {
    const left = a.charCodeAt(at);
    const right = b.charCodeAt(at);
    if (left !== right) return rank(left) - rank(right);
  }
  return a.length - b.length;
}

/** Surrogates stand for code points above every other unit. */
function rank(unit: number): number {
  return unit >= 0xd800 && unit <= 0xdfff ? unit + 0x10000 : unit;
}

/** A document's state as text: what its hash is made over. */
export function canonicalState(state: GramState): string {
  let records = "";
  for (const { id, type, fields, links, blocks } of state.records) {
    const separator = records === "" ? "" : ",";
    records += `${separator}{"blocks":${blocksJson(blocks)},"fields":${fieldsJson(fields)},"id":"${id}","links":${linksJson(links)},"type":${text(type)}}`;
  }
  return `{"blocks":${blocksJson(state.blocks)},"fields":${fieldsJson(state.fields)},"id":"${state.id}","records":[${records}],"v":2}`;
}

/** 16 hex. */
export function stateHash(state: GramState): string {
  return hash("sha256", canonicalState(state)).slice(0, 16);
}

/** The chain before the first block: over the header line with its line end. */
export function firstChain(header: string): string {
  return hash("sha256", header);
}

/**
 * @param bytes the block from `@rev` up to the `@` of `@end`
 * @param scratch room for 128 bytes more than the block, for callers with many blocks
 */
export function nextChain(
  previous: string,
  bytes: Uint8Array,
  stateHash: string,
  scratch: Buffer = Buffer.allocUnsafe(bytes.length + 128),
): string {
  let at = scratch.write(`${previous}\n`, 0, "latin1");
  scratch.set(bytes, at);
  at += bytes.length;
  at += scratch.write(`${stateHash}\n`, at, "latin1");
  return hash("sha256", scratch.subarray(0, at));
}

/** What tells a repeated request from another one under the same id: 64 hex. */
export function requestDigest(tool: string, args: JsonValue): string {
  return hash("sha256", canonicalJson({ args, tool }));
}

/** What JSON writes in another way than it stands there. */
const ESCAPED = /["\\\p{Cc}\p{Cs}]/u;

function text(value: string): string {
  return ESCAPED.test(value) ? JSON.stringify(value) : `"${value}"`;
}

function blocksJson(blocks: readonly Block[]): string {
  if (blocks.length === 0) return "[]";
  const rows = blocks.map((block) =>
    isTreeBlock(block)
      ? `["${block.node}",${text(block.type)},null,${canonicalJson(treeJson(block.tree))}]`
      : `["${block.node}",${text(block.type)},${text(block.md)}]`,
  );
  return `[${rows.join(",")}]`;
}

function linksJson(links: readonly Link[]): string {
  if (links.length === 0) return "[]";
  return `[${links.map(([predicate, target]) => `[${text(predicate)},${text(target)}]`).join(",")}]`;
}

/** A tree as JSON: empty parts are left out. */
export function treeJson(node: TreeNode): JsonValue {
  return {
    attrs: node.attrs === undefined || Object.keys(node.attrs).length === 0 ? undefined : node.attrs,
    children:
      node.children === undefined || node.children.length === 0 ? undefined : node.children.map(treeJson),
    id: node.id,
    type: node.type,
  };
}

function fieldsJson(fields: ReadonlyMap<string, FieldValue>): string {
  if (fields.size === 0) return "{}";
  const names = [...fields.keys()];
  if (names.length > 1) names.sort(byCodePoint);
  let members = "";
  for (const name of names) {
    const value = fields.get(name) as FieldValue;
    const json = typeof value === "string" ? text(value) : `[${value.map(text).join(",")}]`;
    members += `${members === "" ? "" : ","}${text(name)}:${json}`;
  }
  return `{${members}}`;
}
