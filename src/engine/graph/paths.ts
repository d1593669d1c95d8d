/**
 * Neighbours of a document and the shortest way between two, over all links of the scope: limits bound what is listed,
 * never where is looked, so a document of a large index is found like one of a small. spec/gno.md, "gno_graph_path".
 */
import { before, edgeOf, nodeOf, type Projection } from "./projection.ts";
import { answerBytes, Budget, metaOf, type Similarity } from "./report.ts";
import type {
  AnyEdge,
  GraphEdge,
  GraphNode,
  NeighborsAnswer,
  NeighborsRequest,
  PathAnswer,
  PathRequest,
} from "./types.ts";

export function findNeighbors(
  projection: Projection,
  place: number,
  request: Omit<NeighborsRequest, "document">,
  similarity: Similarity,
): NeighborsAnswer {
  const { documents } = projection;
  const found: { place: number; direction: "out" | "in"; edge: AnyEdge }[] = [];
  const edges = allEdges(projection, similarity);
  for (const edge of edges) {
    if (edge.source === place && request.direction !== "in")
      found.push({ place: edge.target, direction: "out", edge });
    if (edge.target === place && request.direction !== "out")
      found.push({ place: edge.source, direction: "in", edge });
  }
  const uri = (at: number): string => documents[at]!.uri;
  found.sort(
    (a, b) =>
      compare(a.direction, b.direction) ||
      compare(a.edge.kind, b.edge.kind) ||
      compare(uri(a.place), uri(b.place)),
  );
  const budget = new Budget(answerBytes);
  const neighbors: { node: GraphNode; direction: "out" | "in"; edge: GraphEdge }[] = [];
  const most = Math.min(request.limit, request.edgeLimit);
  for (const one of found.slice(0, most)) {
    const shown = {
      node: nodeOf(projection, one.place),
      direction: one.direction,
      edge: edgeOf(projection, one.edge),
    };
    if (!budget.take(shown)) break;
    neighbors.push(shown);
  }
  const total = found.length;
  const advice = neighbors.length < most ? "Give a direction or a collection." : "Raise limit and edgeLimit.";
  const meta = metaOf(projection, request, similarity, {
    ...totals(projection, request.linkedOnly, edges.length),
    returnedNodes: 1 + new Set(found.slice(0, neighbors.length).map((one) => one.place)).size,
    returnedEdges: neighbors.length,
    warnings:
      neighbors.length < total ? [`Neighbors truncated: ${neighbors.length} of ${total}. ${advice}`] : [],
  });
  return {
    source: nodeOf(projection, place),
    neighbors,
    meta: { ...meta, direction: request.direction, totalNeighbors: total },
  };
}

export function findPath(
  projection: Projection,
  from: number,
  to: number,
  request: Omit<PathRequest, "from" | "to">,
  similarity: Similarity,
): PathAnswer {
  const edges = allEdges(projection, similarity);
  const route = shortestRoute(projection, edges, from, to, request.maxDepth);
  const nodes = route?.map((place) => nodeOf(projection, place)) ?? [];
  const steps = (route ?? [])
    .slice(1)
    .map((place, at) => edgeOf(projection, connecting(edges, route![at] as number, place)));
  const meta = metaOf(projection, request, similarity, {
    ...totals(projection, request.linkedOnly, edges.length),
    returnedNodes: nodes.length,
    returnedEdges: steps.length,
    warnings: [],
  });
  return {
    from: nodeOf(projection, from),
    to: nodeOf(projection, to),
    path: route === undefined ? null : { nodes, edges: steps },
    meta: { ...meta, maxDepth: request.maxDepth, found: route !== undefined, hops: steps.length },
  };
}

/** Breadth first, whatever the direction of links, neighbours in the order of their docids. */
function shortestRoute(
  projection: Projection,
  edges: readonly AnyEdge[],
  from: number,
  to: number,
  maxDepth: number,
): number[] | undefined {
  const near = adjacency(projection.documents.length, edges);
  const cameFrom = new Map<number, number>([[from, from]]);
  let frontier = [from];
  for (let depth = 0; depth < maxDepth && frontier.length > 0 && !cameFrom.has(to); depth++) {
    const next: number[] = [];
    for (const place of frontier) {
      const fresh = near(place).filter((other) => !cameFrom.has(other));
      fresh.sort((a, b) => (before(projection.documents, a, b) ? -1 : 1));
      for (const other of fresh) {
        if (cameFrom.has(other)) continue;
        cameFrom.set(other, place);
        next.push(other);
      }
    }
    frontier = next;
  }
  if (!cameFrom.has(to)) return undefined;
  const route = [to];
  for (let place = to; place !== from; ) {
    place = cameFrom.get(place) as number;
    route.push(place);
  }
  return route.reverse();
}

/** Neighbours by place in two flat lists: two passes over the edges, and nothing for each node. */
function adjacency(size: number, edges: readonly AnyEdge[]): (place: number) => number[] {
  const start = new Int32Array(size + 1);
  for (const { source, target } of edges) {
    start[source + 1]! += 1;
    start[target + 1]! += 1;
  }
  for (let at = 0; at < size; at++) start[at + 1]! += start[at]!;
  const free = start.slice();
  const list = new Int32Array(edges.length * 2);
  for (const { source, target } of edges) {
    list[free[source]!++] = target;
    list[free[target]!++] = source;
  }
  return (place) => [...new Set(list.subarray(start[place], start[place + 1]))];
}

/** Of several edges the one in the direction of the way, of those the surest kind. */
function connecting(edges: readonly AnyEdge[], from: number, to: number): AnyEdge {
  const order = { wiki: 0, markdown: 1, similar: 2 };
  return edges
    .filter(({ source, target }) => (source === from && target === to) || (source === to && target === from))
    .sort(
      (a, b) => Number(a.source !== from) - Number(b.source !== from) || order[a.kind] - order[b.kind],
    )[0] as AnyEdge;
}

function allEdges(projection: Projection, similarity: Similarity): readonly AnyEdge[] {
  return similarity.edges.length === 0 ? projection.links : [...projection.links, ...similarity.edges];
}

function totals(projection: Projection, linkedOnly: boolean, totalEdges: number) {
  const totalNodes = linkedOnly
    ? projection.scope.reduce((sum, place) => sum + (projection.degree(place) > 0 ? 1 : 0), 0)
    : projection.scope.length;
  return { totalNodes, totalEdges };
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}
