/** The graph of documents as contracts see it, and what its parts hand each other. spec/gno.md, "Graph". */

export interface ReportNode {
  /** `#` and hex digits; files with equal bytes share it, `uri` tells them apart. */
  readonly id: string;
  readonly uri: string;
  readonly title: string | null;
  readonly collection: string;
  readonly relPath: string;
  /** Distinct documents linked to, and distinct ones linking here. */
  readonly degree: number;
}

export interface GraphNode extends ReportNode {
  readonly communityId?: string;
}

export type LinkConfidence = "explicit" | "inferred" | "ambiguous";

/** All links of one kind from one document to another, between places of `LoadedGraph.documents`. */
export interface LinkEdge {
  readonly source: number;
  readonly target: number;
  readonly kind: "wiki" | "markdown";
  weight: number;
  confidence: LinkConfidence;
  resolution: "exact-title" | "exact-path" | "path-fallback" | "ambiguous-fallback";
  matchCount: number;
}

/** Undirected: the smaller docid is the source. */
export interface SimilarEdge {
  readonly source: number;
  readonly target: number;
  readonly kind: "similar";
  readonly weight: number;
}

export type AnyEdge = LinkEdge | SimilarEdge;

export interface GraphEdge {
  readonly source: string;
  readonly target: string;
  readonly type: "wiki" | "markdown" | "similar";
  readonly weight: number;
  readonly confidence: LinkConfidence | "similarity";
  readonly audit: {
    readonly resolution: LinkEdge["resolution"] | "similarity";
    readonly matchCount?: number;
    readonly score?: number;
  };
}

export interface Community {
  readonly id: string;
  readonly label: string;
  readonly size: number;
  readonly edgeCount: number;
  readonly density: number;
  readonly topNodes: readonly ReportNode[];
}

export interface GraphReportAnswer {
  readonly nodes: readonly GraphNode[];
  readonly links: readonly GraphEdge[];
  readonly report: {
    readonly hubs: readonly ReportNode[];
    readonly bridgeCandidates: readonly ReportNode[];
    readonly isolated: { readonly total: number; readonly examples: readonly ReportNode[] };
    readonly unresolvedLinks: {
      readonly total: number;
      readonly byType: { readonly wiki: number; readonly markdown: number };
    };
    readonly edgeTypes: Readonly<Record<"wiki" | "markdown" | "similar", number>>;
    readonly edgeConfidence: Readonly<Record<LinkConfidence | "similarity", number>>;
    readonly audit: {
      readonly inferredEdges: number;
      readonly ambiguousEdges: number;
      readonly similarityEdges: number;
    };
    readonly communities: {
      readonly total: number;
      readonly algorithm: "deterministic-label-propagation";
      readonly skipped: boolean;
      readonly assignments: Readonly<Record<string, string>>;
      readonly top: readonly Community[];
    };
  };
  readonly meta: GraphMeta;
}

export interface GraphMeta {
  readonly collection: string | null;
  readonly nodeLimit: number;
  readonly edgeLimit: number;
  readonly totalNodes: number;
  readonly totalEdges: number;
  readonly totalEdgesUnresolved: number;
  readonly returnedNodes: number;
  readonly returnedEdges: number;
  readonly truncated: boolean;
  readonly linkedOnly: boolean;
  readonly includedSimilar: boolean;
  readonly similarAvailable: boolean;
  readonly similarTopK: number;
  readonly similarTruncatedByComputeBudget: boolean;
  readonly warnings: readonly string[];
}

/** What gno_graph, its neighbours and its paths have in common. */
export interface GraphScope {
  /** A configured name. */
  readonly collection?: string;
  readonly limit: number;
  readonly edgeLimit: number;
  readonly includeSimilar: boolean;
  readonly threshold: number;
  readonly linkedOnly: boolean;
  readonly similarTopK: number;
}

export type Direction = "both" | "out" | "in";

export interface NeighborsAnswer {
  readonly source: GraphNode;
  readonly neighbors: readonly {
    readonly node: GraphNode;
    readonly direction: "out" | "in";
    readonly edge: GraphEdge;
  }[];
  readonly meta: GraphMeta & { readonly direction: Direction; readonly totalNeighbors: number };
}

export interface PathAnswer {
  readonly from: GraphNode;
  readonly to: GraphNode;
  readonly path: { readonly nodes: readonly GraphNode[]; readonly edges: readonly GraphEdge[] } | null;
  readonly meta: GraphMeta & { readonly maxDepth: number; readonly found: boolean; readonly hops: number };
}

export type TypedConfidence = "parsed" | "configured" | "manual" | "inferred";
export type EdgeSource = "wikilink" | "markdown-link" | "frontmatter-relation";

export interface TypedNode {
  readonly id: string;
  readonly uri: string;
  readonly title: string | null;
  readonly collection: string;
  readonly relPath: string;
  readonly contentType: string | null;
  readonly depth: number;
}

export interface TypedEdge {
  readonly source: string;
  readonly target: string;
  readonly edgeType: string;
  readonly confidence: TypedConfidence;
  readonly edgeSource: EdgeSource;
  readonly depth: number;
}

export interface TraversalCaps {
  readonly maxDepth: number;
  readonly maxNodes: number;
  readonly frontierLimit: number;
  readonly visitedLimit: number;
}

export interface QueryAnswer {
  readonly root: TypedNode;
  readonly nodes: readonly TypedNode[];
  readonly edges: readonly TypedEdge[];
  readonly truncated: boolean;
  readonly warnings: readonly string[];
}

export interface ImpactNode {
  readonly id: string;
  readonly uri: string;
  readonly title: string | null;
  readonly collection: string;
  readonly relPath: string;
}

export interface EvidenceStep {
  readonly source: { readonly id: string; readonly uri: string };
  readonly target: { readonly id: string; readonly uri: string };
  readonly edgeType: string;
  readonly confidence: TypedConfidence;
  readonly edgeSource: EdgeSource;
}

export interface ImpactAnswer {
  readonly root: ImpactNode;
  readonly impacted: readonly {
    readonly document: ImpactNode;
    readonly depth: number;
    /** From the impacted document to the root. */
    readonly steps: readonly EvidenceStep[];
  }[];
  readonly returnedEdges: number;
  readonly truncated: boolean;
  readonly warnings: readonly string[];
}

/** Row ids of the documents stand for the references that named them. */
export type NeighborsRequest = GraphScope & { readonly document: number; readonly direction: Direction };
export type PathRequest = GraphScope & {
  readonly from: number;
  readonly to: number;
  readonly maxDepth: number;
};
export type QueryRequest = TraversalCaps & {
  readonly document: number;
  readonly direction: Direction;
  readonly edgeType?: string;
};
export type ImpactRequest = TraversalCaps & { readonly document: number; readonly maxEdges: number };

/** undefined where a document is no part of the graph: outside the collection, or gone since it was looked up. */
export interface Graph {
  report(scope: GraphScope, signal?: AbortSignal): Promise<GraphReportAnswer>;
  neighbors(request: NeighborsRequest, signal?: AbortSignal): Promise<NeighborsAnswer | undefined>;
  path(request: PathRequest, signal?: AbortSignal): Promise<PathAnswer | undefined>;
  query(request: QueryRequest, signal?: AbortSignal): Promise<QueryAnswer | undefined>;
  impact(request: ImpactRequest, signal?: AbortSignal): Promise<ImpactAnswer | undefined>;
  /** The document that is meant by its path or its title alone, in any case; paths before titles. */
  named(name: string, collection?: string): number | undefined;
}
