/** Edges by what they say: relations, hints and plain links over the same documents, the surest of each kind. */
import type { LoadedGraph } from "./load.ts";
import type { EdgeSource, TypedConfidence } from "./types.ts";

export interface TypedLink {
  readonly source: number;
  readonly target: number;
  readonly type: string;
  readonly confidence: TypedConfidence;
  readonly edgeSource: EdgeSource;
}

export interface TypedGraph {
  readonly out: readonly (readonly TypedLink[])[];
  readonly in: readonly (readonly TypedLink[])[];
}

const order: Readonly<Record<TypedConfidence, number>> = { manual: 3, configured: 2, parsed: 1, inferred: 0 };

export function typedGraph(graph: LoadedGraph): TypedGraph {
  const size = graph.documents.length;
  const out: TypedLink[][] = Array.from({ length: size }, () => []);
  const into: TypedLink[][] = Array.from({ length: size }, () => []);
  const written: Map<number, LoadedGraph["written"][number][]> = new Map();
  for (const edge of graph.written) {
    const own = written.get(edge.source);
    if (own === undefined) written.set(edge.source, [edge]);
    else own.push(edge);
  }
  for (let source = 0; source < size; source++) {
    const best = new Map<string, TypedLink>();
    const add = (edge: TypedLink): void => {
      const key = `${edge.target} ${edge.type}`;
      const known = best.get(key);
      if (known === undefined || order[edge.confidence] > order[known.confidence]) best.set(key, edge);
    };
    const own = written.get(source) ?? [];
    const named = new Set(own.flatMap((edge) => (edge.confidence === "manual" ? [edge.target] : [])));
    for (const edge of own) {
      // A relation says more about a document than the general hint.
      if (edge.confidence === "configured" && named.has(edge.target)) continue;
      add(edge);
    }
    for (const { target, kind } of graph.links[source]!) {
      add(
        kind === "wiki"
          ? { source, target, type: "mentions", confidence: "parsed", edgeSource: "wikilink" }
          : { source, target, type: "related_to", confidence: "parsed", edgeSource: "markdown-link" },
      );
    }
    for (const edge of best.values()) {
      out[source]!.push(edge);
      into[edge.target]!.push(edge);
    }
  }
  return { out, in: into };
}
