/** What the graph tools share: references to nodes, the scope that arguments name, and nodes as an answer shows them. */
import type { Engine, GraphScope } from "../../engine/engine.ts";
import type { Call } from "../../runtime/tool.ts";
import { decorate, oneLine } from "./present-document.ts";
import { unknownCollection } from "./present-hits.ts";

type Fail = Pick<Call<"NOT_FOUND">, "fail">;

export interface ScopeArgs {
  readonly collection?: string | undefined;
  readonly limit: number;
  readonly edgeLimit: number;
  readonly includeSimilar: boolean;
  readonly threshold: number;
  readonly linkedOnly: boolean;
  readonly similarTopK: number;
}

export function scopeOf(args: ScopeArgs, engine: Engine, call: Fail): GraphScope {
  const { limit, edgeLimit, includeSimilar, threshold, linkedOnly, similarTopK } = args;
  const bounds = { limit, edgeLimit, includeSimilar, threshold, linkedOnly, similarTopK };
  if (args.collection === undefined) return bounds;
  const found = engine.collections.find(args.collection.trim());
  if (found !== undefined) return { ...bounds, collection: found.name };
  const known = engine.collections.list().map(({ name }) => name);
  return call.fail("NOT_FOUND", unknownCollection(args.collection, known));
}

/** A reference, or a path or title alone; always one document, or NOT_FOUND. */
export function nodeRef(ref: string, collection: string | undefined, engine: Engine, call: Fail): number {
  const text = ref.trim();
  const resolved = engine.documents.resolve(text);
  if (resolved.kind === "found") return resolved.document.id;
  const named = resolved.kind === "other-index" ? undefined : engine.graph.named(text, collection);
  return named ?? missingNode(ref, collection, call);
}

export function missingNode(ref: string, collection: string | undefined, call: Fail): never {
  const where = collection === undefined ? "" : ` in the collection ${collection}`;
  return call.fail(
    "NOT_FOUND",
    `Graph node not found${where}: ${oneLine(ref, 200)}. Give a #docid, a gno:// URI, collection/path, a path or an exact title; gno_search finds documents by words.`,
  );
}

/** @throws the call's VALIDATION for everything that is no active document of this index */
export function rootOf(ref: string, engine: Engine, call: Pick<Call<"VALIDATION">, "fail">): number {
  const resolved = engine.documents.resolve(ref.trim());
  if (resolved.kind === "found") return resolved.document.id;
  if (resolved.kind === "other-index") {
    return call.fail(
      "VALIDATION",
      `${oneLine(ref, 200)} belongs to the index ${resolved.index}, this tool reads ${engine.indexName} only.`,
    );
  }
  return call.fail("VALIDATION", resolved.message);
}

/** The same object with the address that callers of this index use. */
export function addressed<T extends { readonly uri: string }>(node: T, indexName: string): T {
  return { ...node, uri: decorate(node.uri, indexName) };
}

/** `[#docid] uri "Title"` */
export function nodeLine(node: {
  readonly id: string;
  readonly uri: string;
  readonly title?: string | null;
}): string {
  const title = node.title == null ? "" : ` "${oneLine(node.title, 80)}"`;
  return `[${node.id}] ${node.uri}${title}`;
}

export function countOf(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

export function warningLines(warnings: readonly string[]): string[] {
  return warnings.map((warning) => `Note: ${warning}`);
}
