/**
 * What an answer over HTTP may hold, told from the request alone: the class of its content and the collections that it
 * draws on. What cannot be told counts as all of them. spec/gno.md, "Serving other machines".
 */
import { parseRef } from "../../engine/documents/ref.ts";
import type { ContentClass } from "../../engine/egress/decide.ts";

export interface Served {
  readonly contentClass: ContentClass;
  /** undefined = all that are configured. */
  readonly collections: readonly string[] | undefined;
  readonly tool?: string;
}

type Arguments = Readonly<Record<string, unknown>>;

const classes: readonly (readonly [ContentClass, readonly string[]])[] = [
  ["source", ["gno_get", "gno_multi_get", "gno_recall", "gno_remember"]],
  ["snippet", ["gno_search", "gno_vsearch", "gno_query", "gno_similar"]],
  ["capsule", ["gno_context", "gno_context_verify", "gno_ask"]],
];
const classOfTool = new Map(classes.flatMap(([name, tools]) => tools.map((tool) => [tool, name])));

/** Their answers reach along links into other collections than that of the document they begin at. */
const roaming: ReadonlySet<string> = new Set([
  "gno_graph",
  "gno_graph_query",
  "gno_graph_neighbors",
  "gno_graph_path",
  "gno_backlinks",
  "gno_impact",
]);

/** They judge what they hand out themselves. */
const exempt: ReadonlySet<string> = new Set(["gno_trace_export"]);

const moving: ReadonlySet<string> = new Set([
  "gno_egress_policy_set",
  "gno_add_collection",
  "gno_remove_collection",
]);

/** Tools whose own work moves the policy epoch. */
export function movesEpoch(tool: string | undefined): boolean {
  return tool !== undefined && moving.has(tool);
}

/** undefined = nothing of a collection is in the answer, or the tool asks itself. */
export function servedBy(message: unknown): Served | undefined {
  const { method, params } = asObject(message);
  switch (method) {
    case "tools/call": {
      const { name, arguments: args } = asObject(params);
      return typeof name === "string" ? servedByTool(name, asObject(args)) : undefined;
    }
    case "resources/read":
      return { contentClass: "source", collections: unlessUnknown([collectionOf(asObject(params).uri)]) };
    case "resources/list":
    case "resources/templates/list":
      return { contentClass: "metadata", collections: undefined };
    default:
      return undefined;
  }
}

function servedByTool(tool: string, args: Arguments): Served | undefined {
  if (exempt.has(tool)) return undefined;
  return { tool, contentClass: classOf(tool), collections: scopeOf(tool, args) };
}

function classOf(tool: string): ContentClass {
  if (tool.startsWith("gno_egress_audit_") || tool === "gno_egress_check") return "audit_log";
  if (tool.startsWith("gno_trace_")) return "retrieval_trace";
  return classOfTool.get(tool) ?? "metadata";
}

function scopeOf(tool: string, args: Arguments): readonly string[] | undefined {
  const named = present(args.collection);
  if (roaming.has(tool) && named.length === 0) return undefined;
  // Said as text it means the same, "true" and true.
  if (tool === "gno_similar" && ![undefined, null, false, "false"].includes(args.crossCollection as never))
    return undefined;
  const names = [...named, ...list(args.collections)].map(nameOf);
  const single = [args.ref, args.target, args.from, args.to, args.root, args.uri].flatMap(present);
  return unlessUnknown([...names, ...[...single, ...list(args.refs)].map(collectionOf)]);
}

/** Of one that cannot be told, or of none, nothing is known. */
function unlessUnknown(names: readonly (string | undefined)[]): readonly string[] | undefined {
  return names.length === 0 || names.includes(undefined) ? undefined : [...new Set(names as string[])];
}

function collectionOf(ref: unknown): string | undefined {
  if (typeof ref !== "string") {
    // A locator of a section holds the URI of its document.
    const { uri } = asObject(asObject(ref).document);
    return typeof uri === "string" ? collectionOf(uri) : undefined;
  }
  const parsed = parseRef(ref, "default");
  if (parsed.kind === "other-index") return collectionOf(parsed.ref);
  return parsed.kind === "path" ? parsed.collection : undefined;
}

function nameOf(given: unknown): string | undefined {
  return typeof given === "string" ? given.trim().toLowerCase() : undefined;
}

/** A blank name is read as none by the tools, too. */
function present(value: unknown): readonly unknown[] {
  return value === undefined || value === null || (typeof value === "string" && value.trim() === "")
    ? []
    : [value];
}

/** What is no list, though one should be there, is one thing that cannot be told. */
function list(value: unknown): readonly unknown[] {
  return Array.isArray(value) ? value : present(value).map(() => undefined);
}

function asObject(value: unknown): Arguments {
  return typeof value === "object" && value !== null && !Array.isArray(value) ? (value as Arguments) : {};
}
