/** gno_graph_query: typed edges from one document, within caps. spec/gno.md, "gno_graph_query". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { addressed, countOf, nodeLine, rootOf, warningLines } from "./present-graph.ts";

const defaultDepth = 2;
const shownEdges = 20;

export const graphQuery = {
  async run(args, { engine }, call) {
    const { direction, maxNodes, frontierLimit, visitedLimit } = args;
    const edgeType = alias("edgeType", args.edgeType?.trim(), "relation", args.relation?.trim());
    const maxDepth = alias("maxDepth", args.maxDepth, "depth", args.depth) ?? defaultDepth;
    function alias<T>(name: string, value: T | undefined, other: string, same: T | undefined): T | undefined {
      if (value !== undefined && same !== undefined && value !== same) {
        return call.fail(
          "VALIDATION",
          `${name} and ${other} are two names of one argument and differ. Give one of them.`,
        );
      }
      return value ?? same;
    }
    const document = rootOf(args.ref, engine, call);
    const answer = await engine.graph.query(
      {
        document,
        direction,
        ...(edgeType === undefined ? {} : { edgeType }),
        maxDepth,
        maxNodes,
        frontierLimit,
        visitedLimit,
      },
      call.signal,
    );
    if (answer === undefined)
      return call.fail("VALIDATION", `No active document matches ${args.ref} any more.`);
    const rules = engine.config.load()?.contentTypes ?? [];
    const hints = new Map(rules.map(({ id, graphHints }) => [id, graphHints ?? []]));
    const show = ({ contentType, ...node }: (typeof answer)["nodes"][number]) => ({
      ...addressed(node, engine.indexName),
      graphHints: [...(hints.get(contentType ?? "") ?? [])],
    });
    return {
      schemaVersion: "1.0" as const,
      root: show(answer.root),
      nodes: answer.nodes.map(show),
      edges: answer.edges.map((edge) => ({ ...edge, relationType: edge.edgeType })),
      meta: {
        direction,
        edgeType: edgeType ?? null,
        maxDepth,
        maxNodes,
        frontierLimit,
        visitedLimit,
        returnedNodes: answer.nodes.length,
        returnedEdges: answer.edges.length,
        truncated: answer.truncated,
        warnings: [...answer.warnings],
      },
    };
  },

  text({ root, nodes, edges, meta }) {
    const kind = meta.edgeType === null ? "" : ` of type ${meta.edgeType}`;
    const uris = new Map(nodes.map(({ id, uri }) => [id, uri]));
    const lines = edges
      .slice(0, shownEdges)
      .map(
        ({ source, target, edgeType, confidence }) =>
          `  ${uris.get(source)} -${edgeType}-> ${uris.get(target)} (${confidence})`,
      );
    const more = edges.length - lines.length;
    return [
      `${nodeLine(root)}`,
      `${countOf(meta.returnedNodes - 1, "other document")} within ${countOf(meta.maxDepth, "step")}, ${countOf(meta.returnedEdges, "edge")}${kind}`,
      ...lines,
      ...(more > 0 ? [`  … ${more} more in the data`] : []),
      ...warningLines(meta.warnings),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_graph_query", GnoDeps>;
