/** Answers one request from an open index, wherever that is: on the main thread for a small index, else in its own. */
import type { Reader } from "../documents/reader.ts";
import { type LoadedGraph, loadGraph } from "./load.ts";
import { findNeighbors, findPath } from "./paths.ts";
import { type Projection, project, similarEdges } from "./projection.ts";
import { buildReport, ranked, type Similarity } from "./report.ts";
import { findImpact, queryGraph } from "./traverse.ts";
import { type TypedGraph, typedGraph } from "./typed.ts";
import type {
  GraphReportAnswer,
  GraphScope,
  ImpactAnswer,
  ImpactRequest,
  NeighborsAnswer,
  NeighborsRequest,
  PathAnswer,
  PathRequest,
  QueryAnswer,
  QueryRequest,
} from "./types.ts";

/** Documents whose nearest ones are looked for. */
const similarSources = 200;

/** What vectors say, as row ids; found beforehand, because vectors are another thread's. */
export interface SimilarPairs {
  readonly available: boolean;
  readonly cut: boolean;
  readonly pairs: readonly (readonly [from: number, to: number, score: number])[];
}

export type GraphRequest =
  | { readonly kind: "sources"; readonly scope: GraphScope; readonly first: readonly number[] }
  | { readonly kind: "report"; readonly scope: GraphScope; readonly similar: SimilarPairs }
  | { readonly kind: "neighbors"; readonly request: NeighborsRequest; readonly similar: SimilarPairs }
  | { readonly kind: "path"; readonly request: PathRequest; readonly similar: SimilarPairs }
  | { readonly kind: "query"; readonly request: QueryRequest }
  | { readonly kind: "impact"; readonly request: ImpactRequest };

export interface GraphAnswers {
  /** Row ids, and whether there are more than may be asked. */
  readonly sources: { readonly ids: readonly number[]; readonly cut: boolean };
  readonly report: GraphReportAnswer;
  readonly neighbors: NeighborsAnswer | undefined;
  readonly path: PathAnswer | undefined;
  readonly query: QueryAnswer | undefined;
  readonly impact: ImpactAnswer | undefined;
}

export interface GraphSession {
  answer<Kind extends GraphRequest["kind"]>(
    request: Extract<GraphRequest, { kind: Kind }>,
  ): GraphAnswers[Kind];
}

/** A graph as it was when it was read; requests of one session see the same. */
export function openSession(reader: Reader, collections: readonly string[]): GraphSession {
  const graph = loadGraph(reader, collections);
  const projections = new Map<string | undefined, Projection>();
  let typed: TypedGraph | undefined;
  const projectionOf = ({ collection }: GraphScope): Projection => {
    const known = projections.get(collection) ?? project(graph, collection);
    projections.set(collection, known);
    return known;
  };
  const typedOf = (): TypedGraph => {
    typed ??= typedGraph(graph);
    return typed;
  };
  const answer = (request: GraphRequest): GraphAnswers[GraphRequest["kind"]] => {
    switch (request.kind) {
      case "sources":
        return sources(graph, projectionOf(request.scope), request.scope, request.first);
      case "report": {
        const projection = projectionOf(request.scope);
        return buildReport(projection, request.scope, known(graph, projection, request.similar));
      }
      case "neighbors": {
        const projection = projectionOf(request.request);
        const place = placeIn(graph, projection, request.request.document);
        if (place === undefined) return undefined;
        return findNeighbors(projection, place, request.request, known(graph, projection, request.similar));
      }
      case "path": {
        const projection = projectionOf(request.request);
        const from = placeIn(graph, projection, request.request.from);
        const to = placeIn(graph, projection, request.request.to);
        if (from === undefined || to === undefined) return undefined;
        return findPath(projection, from, to, request.request, known(graph, projection, request.similar));
      }
      case "query": {
        const root = graph.indexOf.get(request.request.document);
        return root === undefined ? undefined : queryGraph(graph, typedOf(), root, request.request);
      }
      case "impact": {
        const root = graph.indexOf.get(request.request.document);
        return root === undefined ? undefined : findImpact(graph, typedOf(), root, request.request);
      }
    }
  };
  return { answer: answer as GraphSession["answer"] };
}

function known(graph: LoadedGraph, projection: Projection, similar: SimilarPairs): Similarity {
  return {
    available: similar.available,
    cut: similar.cut,
    edges: similarEdges(graph, projection, similar.pairs),
  };
}

function placeIn(graph: LoadedGraph, projection: Projection, rowId: number): number | undefined {
  const place = graph.indexOf.get(rowId);
  return place !== undefined && projection.inScope(place) ? place : undefined;
}

/** The documents that are asked about first, then those that an answer would list first. */
function sources(
  graph: LoadedGraph,
  projection: Projection,
  scope: GraphScope,
  first: readonly number[],
): GraphAnswers["sources"] {
  const listed = ranked(projection, scope.linkedOnly)
    .slice(0, scope.limit)
    .map((place) => graph.documents[place]!.rowId);
  const all = [...new Set([...first, ...listed])];
  return { ids: all.slice(0, similarSources), cut: all.length > similarSources };
}
