/** The links inside one collection, or all: who is linked, how strongly, and how each shows in an answer. */
import type { GraphDocument, LoadedGraph } from "./load.ts";
import type { AnyEdge, GraphEdge, LinkEdge, ReportNode, SimilarEdge } from "./types.ts";

export interface Projection {
  readonly documents: readonly GraphDocument[];
  /** Places of the documents in scope, in the order in which they entered the index. */
  readonly scope: readonly number[];
  inScope(index: number): boolean;
  readonly links: readonly LinkEdge[];
  readonly unresolved: { readonly wiki: number; readonly markdown: number };
  readonly out: Int32Array;
  readonly in: Int32Array;
  degree(index: number): number;
}

export function project(graph: LoadedGraph, collection: string | undefined): Projection {
  const { documents } = graph;
  const inScope = (index: number): boolean =>
    collection === undefined || documents[index]?.collection === collection;
  const scope: number[] = [];
  const links: LinkEdge[] = [];
  const unresolved = { wiki: 0, markdown: 0 };
  const out = new Int32Array(documents.length);
  const into = new Int32Array(documents.length);
  for (let index = 0; index < documents.length; index++) {
    if (!inScope(index)) continue;
    scope.push(index);
    const missing = graph.unresolved.get(index);
    if (missing !== undefined) {
      unresolved.wiki += missing.wiki;
      unresolved.markdown += missing.markdown;
    }
    const own = (graph.links[index] as readonly LinkEdge[]).filter(({ target }) => inScope(target));
    for (const edge of own) links.push(edge);
    const targets = new Set(own.map(({ target }) => target));
    out[index] = targets.size;
    for (const target of targets) into[target] = (into[target] as number) + 1;
  }
  return {
    documents,
    scope,
    inScope,
    links,
    unresolved,
    out,
    in: into,
    degree: (index) => (out[index] as number) + (into[index] as number),
  };
}

export function nodeOf(projection: Projection, index: number): ReportNode {
  const { docid, uri, title, collection, relPath } = projection.documents[index] as GraphDocument;
  return { id: docid, uri, title, collection, relPath, degree: projection.degree(index) };
}

export function edgeOf({ documents }: Pick<Projection, "documents">, edge: AnyEdge): GraphEdge {
  const ends = {
    source: (documents[edge.source] as GraphDocument).docid,
    target: (documents[edge.target] as GraphDocument).docid,
    type: edge.kind,
    weight: edge.weight,
  };
  if (edge.kind === "similar") {
    return { ...ends, confidence: "similarity", audit: { resolution: "similarity", score: edge.weight } };
  }
  return {
    ...ends,
    confidence: edge.confidence,
    audit: {
      resolution: edge.resolution,
      ...(edge.kind === "wiki" ? { matchCount: edge.matchCount } : {}),
    },
  };
}

/** Pairs by row id as the vectors gave them, as edges inside the scope: one a pair, with the best of its scores. */
export function similarEdges(
  graph: LoadedGraph,
  projection: Pick<Projection, "documents" | "inScope">,
  pairs: readonly (readonly [from: number, to: number, score: number])[],
): SimilarEdge[] {
  const found = new Map<string, SimilarEdge>();
  for (const [from, to, score] of pairs) {
    const a = graph.indexOf.get(from);
    const b = graph.indexOf.get(to);
    if (a === undefined || b === undefined || a === b) continue;
    if (!projection.inScope(a) || !projection.inScope(b)) continue;
    const [source, target] = before(projection.documents, a, b) ? [a, b] : [b, a];
    const key = `${source} ${target}`;
    const known = found.get(key);
    if (known === undefined || known.weight < score) {
      found.set(key, { source, target, kind: "similar", weight: score });
    }
  }
  return [...found.values()];
}

/** By docid, and by URI where files with equal bytes share one. */
export function before(documents: readonly GraphDocument[], a: number, b: number): boolean {
  const one = documents[a] as GraphDocument;
  const other = documents[b] as GraphDocument;
  return one.docid === other.docid ? one.uri < other.uri : one.docid < other.docid;
}
