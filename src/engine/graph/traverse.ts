/**
 * Bounded breadth-first walks over typed edges: what gno_graph_query shows, and what gno_impact follows backwards.
 * Every cap that is hit is named. spec/gno.md, "Traversal".
 */
import { edgeTypeKey } from "../index/edges.ts";
import type { GraphDocument, LoadedGraph } from "./load.ts";
import type { TypedGraph, TypedLink } from "./typed.ts";
import type {
  Direction,
  EvidenceStep,
  ImpactAnswer,
  ImpactNode,
  ImpactRequest,
  QueryAnswer,
  QueryRequest,
  TraversalCaps,
  TypedEdge,
  TypedNode,
} from "./types.ts";

/** Edges of one answer of gno_graph_query: a thousand nodes may have a million. */
const maxEdgesListed = 5_000;

interface Walk {
  readonly depth: ReadonlyMap<number, number>;
  readonly warnings: readonly string[];
}

interface Route {
  readonly direction: Direction;
  /** As compared; undefined = any. */
  readonly type: string | undefined;
}

export function walk(
  graph: LoadedGraph,
  typed: TypedGraph,
  root: number,
  { direction, type }: Route,
  caps: TraversalCaps,
): Walk {
  const depth = new Map([[root, 0]]);
  const hit = new Set<string>();
  const rowId = (place: number): number => (graph.documents[place] as GraphDocument).rowId;
  /** Unvisited ones with the smallest type of an edge to them, in the order of visits. */
  const fresh = (place: number): { place: number; type: string }[] => {
    const found = new Map<number, string>();
    const see = (other: number, edge: TypedLink): void => {
      if ((type !== undefined && edge.type !== type) || depth.has(other)) return;
      const known = found.get(other);
      if (known === undefined || edge.type < known) found.set(other, edge.type);
    };
    if (direction !== "in") for (const edge of typed.out[place]!) see(edge.target, edge);
    if (direction !== "out") for (const edge of typed.in[place]!) see(edge.source, edge);
    return [...found].map(([other, least]) => ({ place: other, type: least })).sort(byTypeAndRow);
  };
  const byTypeAndRow = (a: { place: number; type: string }, b: { place: number; type: string }): number =>
    compare(a.type, b.type) || rowId(a.place) - rowId(b.place);

  let frontier = [root];
  let full = false;
  for (let level = 1; level <= caps.maxDepth && frontier.length > 0 && !full; level++) {
    const best = new Map<number, { place: number; type: string }>();
    for (const place of frontier) {
      const own = fresh(place);
      if (own.length > caps.frontierLimit) hit.add("frontierLimit reached");
      for (const one of own.slice(0, caps.frontierLimit)) {
        const known = best.get(one.place);
        if (known === undefined || one.type < known.type) best.set(one.place, one);
      }
    }
    const candidates = [...best.values()].sort(byTypeAndRow);
    if (candidates.length > caps.frontierLimit) hit.add("frontierLimit reached");
    frontier = [];
    for (const { place } of candidates.slice(0, caps.frontierLimit)) {
      if (depth.size >= caps.maxNodes || depth.size >= caps.visitedLimit) {
        hit.add(depth.size >= caps.maxNodes ? "maxNodes reached" : "visitedLimit reached");
        full = true;
        break;
      }
      depth.set(place, level);
      frontier.push(place);
    }
  }
  if (!full && frontier.some((place) => fresh(place).length > 0)) hit.add("maxDepth reached");
  return { depth, warnings: warningOrder.filter((warning) => hit.has(warning)) };
}

const warningOrder = [
  "maxNodes reached",
  "frontierLimit reached",
  "visitedLimit reached",
  "maxDepth reached",
];

export function queryGraph(
  graph: LoadedGraph,
  typed: TypedGraph,
  root: number,
  request: Omit<QueryRequest, "document">,
): QueryAnswer {
  const { direction } = request;
  const type = request.edgeType === undefined ? undefined : edgeTypeKey(request.edgeType);
  const { depth, warnings } = walk(graph, typed, root, { direction, type }, request);
  const nodes = [...depth]
    .map(([place, at]): TypedNode => {
      const document = graph.documents[place] as GraphDocument;
      return { ...shortNode(document), contentType: document.contentType, depth: at };
    })
    .sort((a, b) => a.depth - b.depth || compare(a.uri, b.uri));
  const edges = [...depth.keys()]
    .flatMap((source) => typed.out[source]!)
    .filter((edge) => (type === undefined || edge.type === type) && follows(edge, direction, depth))
    .map((edge): TypedEdge => {
      const ends = [depth.get(edge.source) as number, depth.get(edge.target) as number] as const;
      return {
        source: (graph.documents[edge.source] as GraphDocument).docid,
        target: (graph.documents[edge.target] as GraphDocument).docid,
        edgeType: edge.type,
        confidence: edge.confidence,
        edgeSource: edge.edgeSource,
        // A link of the root to itself is one step long.
        depth: Math.max(1, ...ends),
      };
    })
    .sort(
      (a, b) =>
        a.depth - b.depth ||
        compare(a.edgeType, b.edgeType) ||
        compare(a.source, b.source) ||
        compare(a.target, b.target),
    );
  const all = edges.length > maxEdgesListed ? [...warnings, `edges cut at ${maxEdgesListed}`] : warnings;
  return {
    root: nodes[0] as TypedNode,
    nodes,
    edges: edges.slice(0, maxEdgesListed),
    truncated: all.length > 0,
    warnings: all,
  };
}

function follows(
  { source, target }: TypedLink,
  direction: Direction,
  depth: ReadonlyMap<number, number>,
): boolean {
  const from = depth.get(source);
  const to = depth.get(target);
  if (from === undefined || to === undefined) return false;
  return direction === "both" || (direction === "out" ? from < to : from > to);
}

export function findImpact(
  graph: LoadedGraph,
  typed: TypedGraph,
  root: number,
  request: Omit<ImpactRequest, "document">,
): ImpactAnswer {
  const { depth, warnings } = walk(graph, typed, root, { direction: "in", type: undefined }, request);
  const uri = (place: number): string => (graph.documents[place] as GraphDocument).uri;
  const edges = [...depth.keys()]
    .flatMap((source) => typed.out[source]!)
    .filter((edge) => follows(edge, "in", depth))
    .sort(
      (a, b) =>
        (depth.get(a.source) as number) - (depth.get(b.source) as number) ||
        compare(a.type, b.type) ||
        compare(uri(a.source), uri(b.source)) ||
        compare(uri(a.target), uri(b.target)),
    );
  const kept = edges.slice(0, request.maxEdges);
  // Edges come by depth, so the step that a document goes on with is known before its own.
  const step = new Map<number, TypedLink>();
  for (const edge of kept) {
    if (step.has(edge.source) || (edge.target !== root && !step.has(edge.target))) continue;
    step.set(edge.source, edge);
  }
  const impacted = [...step.keys()]
    .map((place) => {
      const path: TypedLink[] = [];
      for (let at = place; at !== root; at = (path.at(-1) as TypedLink).target) {
        path.push(step.get(at) as TypedLink);
      }
      return { place, path };
    })
    .sort((a, b) => a.path.length - b.path.length || compare(uri(a.place), uri(b.place)));
  const all = kept.length < edges.length ? ["maxEdges reached", ...warnings] : warnings;
  const end = (place: number) => {
    const { docid, uri: address } = graph.documents[place] as GraphDocument;
    return { id: docid, uri: address };
  };
  return {
    root: shortNode(graph.documents[root] as GraphDocument),
    impacted: impacted.map(({ place, path }) => ({
      document: shortNode(graph.documents[place] as GraphDocument),
      depth: path.length,
      steps: path.map(
        (edge): EvidenceStep => ({
          source: end(edge.source),
          target: end(edge.target),
          edgeType: edge.type,
          confidence: edge.confidence,
          edgeSource: edge.edgeSource,
        }),
      ),
    })),
    // Every document goes on by one step of its own, and all the others of its path are counted with theirs.
    returnedEdges: step.size,
    truncated: all.length > 0,
    warnings: all,
  };
}

function shortNode({ docid, uri, title, collection, relPath }: GraphDocument): ImpactNode {
  return { id: docid, uri, title, collection, relPath };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
