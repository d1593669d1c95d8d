/** gno_graph_neighbors: what one document links to and what links to it. spec/gno.md, "gno_graph_neighbors". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import {
  addressed,
  countOf,
  missingNode,
  nodeLine,
  nodeRef,
  scopeOf,
  warningLines,
} from "./present-graph.ts";

/** Lines in the text; the data holds the rest. */
const shown = 50;

export const graphNeighbors = {
  async run(args, { engine }, call) {
    const scope = scopeOf(args, engine, call);
    const document = nodeRef(args.ref, scope.collection, engine, call);
    const answer = await engine.graph.neighbors(
      { ...scope, document, direction: args.direction },
      call.signal,
    );
    if (answer === undefined) return missingNode(args.ref, scope.collection, call);
    return {
      source: addressed(answer.source, engine.indexName),
      neighbors: answer.neighbors.map((one) => ({ ...one, node: addressed(one.node, engine.indexName) })),
      meta: { ...answer.meta, warnings: [...answer.meta.warnings] },
    };
  },

  text({ source, neighbors, meta }) {
    const head = `${countOf(meta.totalNeighbors, "neighbour")} of ${nodeLine(source)}`;
    const lines = neighbors
      .slice(0, shown)
      .map(
        ({ node, direction, edge }) =>
          `  ${direction === "out" ? "→" : "←"} [${edge.type}, ${edge.confidence}] ${nodeLine(node)}`,
      );
    const more = meta.totalNeighbors - lines.length;
    return [
      lines.length === 0 ? `${head}.` : `${head}:`,
      ...lines,
      ...(more > 0 && lines.length > 0 ? [`  … ${more} more`] : []),
      ...warningLines(meta.warnings),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_graph_neighbors", GnoDeps>;
