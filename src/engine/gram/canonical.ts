/** Canonical JSON (keys by code point, no spaces, minimal escapes) and the hashes made over it. */
import { hash } from "node:crypto";
import {
  type Block,
  type FieldValue,
  type GramRecord,
  type GramState,
  isTreeBlock,
  type MarkdownBlock,
  type TreeNode,
} from "./types.ts";
import { FIELDS } from "./vocabulary.ts";

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

/**
 * A document's state as text: what its hash is made over.
 * @param keep the records remember their text: for a document that is written, where most stay the same the next time
 */
export function canonicalState(state: GramState, keep = false): string {
  const records = state.records.map((record) => {
    const json = record.canonical ?? recordJson(record);
    if (keep) record.canonical = json;
    return json;
  });
  return `{"blocks":${blocksJson(state.blocks)},"fields":${fieldsJson(state.fields)},"id":"${state.id}","records":[${records.join(",")}],"v":2}`;
}

function recordJson({ id, type, fields, links, blocks }: GramRecord): string {
  return `{"blocks":${blocksJson(blocks)},"fields":${fieldsJson(fields)},"id":"${id}","links":${JSON.stringify(links)},"type":${JSON.stringify(type)}}`;
}

/** 16 hex. */
export function stateHash(state: GramState, keep = false): string {
  return hash("sha256", canonicalState(state, keep)).slice(0, 16);
}

/** The chain before the first block: over the header line with its line end. */
export function firstChain(header: string): string {
  return hash("sha256", header);
}

/** @param bytes the block from `@rev` up to the `@` of `@end` */
export function nextChain(previous: string, bytes: Uint8Array, stateHash: string): string {
  return hash("sha256", Buffer.concat([Buffer.from(`${previous}\n`), bytes, Buffer.from(`${stateHash}\n`)]));
}

/** What tells a repeated request from another one under the same id: 64 hex. */
export function requestDigest(tool: string, args: JsonValue): string {
  return hash("sha256", canonicalJson({ args, tool }));
}

function blocksJson(blocks: readonly Block[]): string {
  if (blocks.length === 0) return "[]";
  if (blocks.some(isTreeBlock)) return `[${blocks.map(blockJson).join(",")}]`;
  return JSON.stringify((blocks as readonly MarkdownBlock[]).map(({ node, type, md }) => [node, type, md]));
}

function blockJson(block: Block): string {
  return canonicalJson(
    isTreeBlock(block)
      ? [block.node, block.type, null, treeJson(block.tree)]
      : [block.node, block.type, block.md],
  );
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

const sortedFields = [...FIELDS].sort(byCodePoint);

function fieldsJson(fields: ReadonlyMap<string, FieldValue>): string {
  let members = "";
  for (const name of namesOf(fields)) {
    members += `${members === "" ? "" : ","}${JSON.stringify(name)}:${JSON.stringify(fields.get(name))}`;
  }
  return `{${members}}`;
}

/** In code-point order. A newer version may have more fields than this one. */
function namesOf(fields: ReadonlyMap<string, FieldValue>): readonly string[] {
  const known = sortedFields.filter((name) => fields.has(name));
  return known.length === fields.size ? known : [...fields.keys()].sort(byCodePoint);
}
