/** gno_graph_path: the shortest way between two documents along links. spec/gno.md, "gno_graph_path". */
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

export const graphPath = {
  async run(args, { engine }, call) {
    const scope = scopeOf(args, engine, call);
    const from = nodeRef(args.from, scope.collection, engine, call);
    const to = nodeRef(args.to, scope.collection, engine, call);
    const request = { ...scope, from, to, maxDepth: args.maxDepth };
    const answer = await engine.graph.path(request, call.signal);
    if (answer === undefined) return missingNode(`${args.from} or ${args.to}`, scope.collection, call);
    const show = (node: typeof answer.from) => addressed(node, engine.indexName);
    return {
      from: show(answer.from),
      to: show(answer.to),
      path:
        answer.path === null ? null : { nodes: answer.path.nodes.map(show), edges: [...answer.path.edges] },
      meta: { ...answer.meta, warnings: [...answer.meta.warnings] },
    };
  },

  text({ from, to, path, meta }) {
    if (path === null) {
      return [
        `No path from ${from.uri} to ${to.uri} within ${countOf(meta.maxDepth, "step")}.`,
        ...warningLines(meta.warnings),
      ].join("\n");
    }
    const lines = path.nodes.map((node, at) => {
      const edge = path.edges[at - 1];
      if (edge === undefined) return `  ${nodeLine(node)}`;
      return `  ${edge.target === node.id ? "→" : "←"} [${edge.type}, ${edge.confidence}] ${nodeLine(node)}`;
    });
    return [`${countOf(meta.hops, "step")}:`, ...lines, ...warningLines(meta.warnings)].join("\n");
  },
} satisfies Tool<GnoTools, "gno_graph_path", GnoDeps>;
