/**
 * The bounded graph and the report on its health. The report speaks of the whole scope, the lists hold its best linked
 * part: `limit` and `edgeLimit` are the caller's caps, the size of an answer is ours. spec/gno.md, "gno_graph".
 */
import { type FoundCommunity, findCommunities } from "./communities.ts";
import type { GraphDocument } from "./load.ts";
import { edgeOf, nodeOf, type Projection } from "./projection.ts";
import type {
  AnyEdge,
  Community,
  GraphEdge,
  GraphMeta,
  GraphNode,
  GraphReportAnswer,
  GraphScope,
  ReportNode,
  SimilarEdge,
} from "./types.ts";

/** Of the lists in an answer, as JSON: a client's context is no place for megabytes. */
export const answerBytes = 1024 * 1024;
/** Share of it that nodes may take, the rest is for edges. */
const nodeShare = 0.6;
const reportLength = 10;
const topMembers = 5;
/** More nodes than these are not sorted into communities. */
const communityNodes = 2_000;
const communityFactor = { explicit: 1, inferred: 0.75, ambiguous: 0.5, similarity: 0.35 } as const;

/** What is known about similarity before an answer is put together. */
export interface Similarity {
  readonly available: boolean;
  readonly edges: readonly SimilarEdge[];
  /** There were more sources than the budget allowed. */
  readonly cut: boolean;
}

const noVectors = "Similarity edges left out: no vectors are stored yet. Run `gno embed`, then ask again.";

/** Places in the order of an answer: by degree, then as they entered the index; isolated ones last, or not at all. */
export function ranked(projection: Projection, linkedOnly: boolean): number[] {
  const { scope, degree } = projection;
  return scope
    .filter((index) => !linkedOnly || degree(index) > 0)
    .sort((a, b) => degree(b) - degree(a) || a - b);
}

export function buildReport(
  projection: Projection,
  scope: GraphScope,
  similarity: Similarity,
): GraphReportAnswer {
  const order = ranked(projection, scope.linkedOnly);
  const budget = new Budget(answerBytes * nodeShare);
  const chosen: { place: number; node: ReportNode }[] = [];
  for (const place of order.slice(0, scope.limit)) {
    const node = nodeOf(projection, place);
    if (!budget.take(node)) break;
    chosen.push({ place, node });
  }
  const rank = new Int32Array(projection.documents.length).fill(-1);
  chosen.forEach(({ place }, at) => {
    rank[place] = at;
  });
  const kept = edgesBetween(projection, similarity, chosen, rank);
  const skipped = chosen.length > communityNodes;
  const communities = skipped ? [] : communitiesOf(projection, chosen, rank, kept);
  const assigned = new Map<number, string>();
  for (const { id, members } of communities) for (const at of members) assigned.set(chosen[at]!.place, id);
  const nodes = chosen.map(({ place, node }): GraphNode => {
    const communityId = assigned.get(place);
    return communityId === undefined ? node : { ...node, communityId };
  });
  const edgeBudget = new Budget(answerBytes - budget.spent - nodes.length * assignmentBytes);
  const links: GraphEdge[] = [];
  for (const edge of kept.slice(0, scope.edgeLimit)) {
    const shown = edgeOf(projection, edge);
    if (!edgeBudget.takeBytes(edgeBytes(shown))) break;
    links.push(shown);
  }
  const bare = chosen.map(({ node }) => node);
  const warnings: string[] = [];
  if (nodes.length < order.length) {
    warnings.push(`Nodes truncated: ${nodes.length} of ${order.length}. ${moreNodes(scope, nodes.length)}`);
  }
  if (links.length < kept.length) {
    warnings.push(`Edges truncated: ${links.length} of ${kept.length}. ${moreEdges(scope, links.length)}`);
  }
  if (skipped) {
    warnings.push(
      `Communities skipped: ${nodes.length} nodes, at most ${communityNodes} are sorted. Lower limit or give a collection.`,
    );
  }
  const meta = metaOf(projection, scope, similarity, {
    totalNodes: order.length,
    totalEdges: kept.length,
    returnedNodes: nodes.length,
    returnedEdges: links.length,
    warnings,
  });
  return {
    nodes,
    links,
    report: {
      ...health(projection, similarity),
      communities: {
        total: communities.length,
        algorithm: "deterministic-label-propagation",
        skipped,
        assignments: Object.fromEntries(
          nodes.flatMap(({ id, communityId }) => (communityId === undefined ? [] : [[id, communityId]])),
        ),
        top: communities.slice(0, reportLength).map((one) => shownCommunity(one, bare)),
      },
    },
    meta,
  };
}

/** By the ranks of both ends, then by kind. Each source has few, so few are ever compared. */
function edgesBetween(
  projection: Projection,
  similarity: Similarity,
  chosen: readonly { place: number }[],
  rank: Int32Array,
): AnyEdge[] {
  const own: AnyEdge[][] = chosen.map(() => []);
  for (const list of [projection.links, similarity.edges]) {
    for (const edge of list) if (rank[edge.target] !== -1) own[rank[edge.source] as number]?.push(edge);
  }
  for (const edges of own) {
    edges.sort((a, b) => rank[a.target]! - rank[b.target]! || kindOrder[a.kind] - kindOrder[b.kind]);
  }
  return own.flat();
}

/** `"#01234567":"c123",` and `,"communityId":"c123"` */
const assignmentBytes = 44;
const kindOrder = { wiki: 0, markdown: 1, similar: 2 } as const;

function moreNodes(scope: GraphScope, returned: number): string {
  return returned < scope.limit
    ? "The answer is full; give a collection or lower limit."
    : "Raise limit or give a collection.";
}

function moreEdges(scope: GraphScope, returned: number): string {
  return returned < scope.edgeLimit
    ? "The answer is full; lower limit or give a collection."
    : "Raise edgeLimit, lower limit or give a collection.";
}

type Counts = Pick<GraphMeta, "totalNodes" | "totalEdges" | "returnedNodes" | "returnedEdges" | "warnings">;

export function metaOf(
  projection: Projection,
  scope: GraphScope,
  similarity: Similarity,
  counts: Counts,
): GraphMeta {
  const { unresolved } = projection;
  const similar: string[] = [];
  if (scope.includeSimilar && !similarity.available) similar.push(noVectors);
  if (similarity.cut)
    similar.push("Similarity edges are incomplete: not every document was compared. Give a collection.");
  return {
    collection: scope.collection ?? null,
    nodeLimit: scope.limit,
    edgeLimit: scope.edgeLimit,
    totalNodes: counts.totalNodes,
    totalEdges: counts.totalEdges,
    totalEdgesUnresolved: unresolved.wiki + unresolved.markdown,
    returnedNodes: counts.returnedNodes,
    returnedEdges: counts.returnedEdges,
    truncated: counts.warnings.some((warning) => /^(?:Nodes|Edges|Neighbors) truncated:/.test(warning)),
    linkedOnly: scope.linkedOnly,
    includedSimilar: scope.includeSimilar && similarity.available,
    similarAvailable: similarity.available,
    similarTopK: scope.similarTopK,
    similarTruncatedByComputeBudget: similarity.cut,
    warnings: [...counts.warnings, ...similar],
  };
}

/** Of the whole scope, whatever the answer lists. */
function health(
  projection: Projection,
  similarity: Similarity,
): Omit<GraphReportAnswer["report"], "communities"> {
  const linked = ranked(projection, true);
  const isolated = projection.scope.filter((index) => projection.degree(index) === 0);
  const show = (places: readonly number[]) =>
    places.slice(0, reportLength).map((place) => nodeOf(projection, place));
  const types = { wiki: 0, markdown: 0, similar: similarity.edges.length };
  const confidence = { explicit: 0, inferred: 0, ambiguous: 0, similarity: similarity.edges.length };
  for (const edge of projection.links) {
    types[edge.kind] += 1;
    confidence[edge.confidence] += 1;
  }
  const { wiki, markdown } = projection.unresolved;
  return {
    hubs: show(linked),
    bridgeCandidates: show(
      linked.filter((index) => (projection.out[index] as number) > 0 && (projection.in[index] as number) > 0),
    ),
    isolated: { total: isolated.length, examples: show(isolated) },
    unresolvedLinks: { total: wiki + markdown, byType: { wiki, markdown } },
    edgeTypes: types,
    edgeConfidence: confidence,
    audit: {
      inferredEdges: confidence.inferred,
      ambiguousEdges: confidence.ambiguous,
      similarityEdges: confidence.similarity,
    },
  };
}

function communitiesOf(
  projection: Projection,
  chosen: readonly { place: number; node: ReportNode }[],
  rank: Int32Array,
  edges: readonly AnyEdge[],
): FoundCommunity[] {
  return findCommunities(
    chosen.map(({ place }) => {
      const { docid, uri } = projection.documents[place] as GraphDocument;
      return { key: `${docid} ${uri}`, uri };
    }),
    edges.map((edge) => ({
      source: rank[edge.source] as number,
      target: rank[edge.target] as number,
      strength: edge.weight * communityFactor[edge.kind === "similar" ? "similarity" : edge.confidence],
    })),
  );
}

function shownCommunity(found: FoundCommunity, nodes: readonly ReportNode[]): Community {
  const members = found.members
    .map((at) => nodes[at] as ReportNode)
    .sort((a, b) => b.degree - a.degree || (a.uri < b.uri ? -1 : 1));
  const first = members[0] as ReportNode;
  return {
    id: found.id,
    label: first.title ?? first.relPath,
    size: members.length,
    edgeCount: found.edgeCount,
    density: found.density,
    topNodes: members.slice(0, topMembers),
  };
}

/** Of an edge as JSON, a few too many: there are thousands of them, all of one form. */
function edgeBytes({ source, target, type, confidence, audit }: GraphEdge): number {
  const names = source.length + target.length + type.length + confidence.length + audit.resolution.length;
  // A score has up to 20 digits and stands there twice.
  return names + edgeFrame + (type === "similar" ? 30 : 0);
}

/** Keys, quotes and numbers. */
const edgeFrame = 110;

/** Bytes of JSON that a list may still take. */
export class Budget {
  spent = 0;
  readonly #limit: number;

  constructor(limit: number) {
    this.#limit = limit;
  }

  take(item: unknown): boolean {
    return this.takeBytes(Buffer.byteLength(JSON.stringify(item)) + 1);
  }

  takeBytes(bytes: number): boolean {
    if (this.spent + bytes > this.#limit) return false;
    this.spent += bytes;
    return true;
  }
}
