/** gno_graph: the bounded graph of links and the report on its health. spec/gno.md, "gno_graph". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { addressed, countOf, nodeLine, scopeOf, warningLines } from "./present-graph.ts";

/** Lines of a list in the text; the data holds the rest. */
const shown = 5;

export const graph = {
  async run(args, { engine }, call) {
    const { nodes, links, report, meta } = await engine.graph.report(
      scopeOf(args, engine, call),
      call.signal,
    );
    const { indexName } = engine;
    // Bare URIs are right as they are: nothing of a large answer is copied without need.
    const all = <T extends { readonly uri: string }>(list: readonly T[]): T[] =>
      indexName === "default" ? [...list] : list.map((node) => addressed(node, indexName));
    return {
      nodes: all(nodes),
      links: [...links],
      report: {
        ...report,
        hubs: all(report.hubs),
        bridgeCandidates: all(report.bridgeCandidates),
        isolated: { total: report.isolated.total, examples: all(report.isolated.examples) },
        communities: {
          ...report.communities,
          top: report.communities.top.map((one) => ({ ...one, topNodes: all(one.topNodes) })),
        },
      },
      meta: { ...meta, warnings: [...meta.warnings] },
    };
  },

  text({ report, meta }) {
    const { edgeTypes, edgeConfidence, communities, unresolvedLinks, isolated } = report;
    const lines = [
      `Knowledge graph: ${countOf(meta.totalNodes, "node")}, ${countOf(meta.totalEdges, "edge")}` +
        (meta.truncated ? ` (${meta.returnedNodes} and ${meta.returnedEdges} returned)` : ""),
    ];
    const list = (title: string, nodes: readonly Parameters<typeof nodeLine>[0][]) => {
      if (nodes.length === 0) return;
      lines.push("", title, ...nodes.slice(0, shown).map((node) => `  ${nodeLine(node)}`));
    };
    if (report.hubs.length > 0) {
      lines.push("", "Most linked:");
      for (const node of report.hubs.slice(0, shown))
        lines.push(`  ${nodeLine(node)} (degree: ${node.degree})`);
    }
    list("Link and are linked to:", report.bridgeCandidates);
    lines.push(
      "",
      `Edges: ${edgeTypes.wiki} wiki, ${edgeTypes.markdown} markdown, ${edgeTypes.similar} similar`,
      `Confidence: ${edgeConfidence.explicit} explicit, ${edgeConfidence.inferred} inferred, ${edgeConfidence.ambiguous} ambiguous, ${edgeConfidence.similarity} similarity`,
      `Communities: ${communities.skipped ? "skipped" : communities.total}`,
      ...communities.top
        .filter(({ size }) => size > 1)
        .slice(0, shown)
        .map(({ id, label, size }) => `  ${id} ${label}: ${countOf(size, "document")}`),
      `Links that lead nowhere: ${unresolvedLinks.total} (${unresolvedLinks.byType.wiki} wiki, ${unresolvedLinks.byType.markdown} markdown)`,
      `Isolated documents: ${isolated.total}`,
      ...isolated.examples.slice(0, shown).map((node) => `  ${nodeLine(node)}`),
      ...warningLines(meta.warnings),
    );
    return lines.join("\n");
  },
} satisfies Tool<GnoTools, "gno_graph", GnoDeps>;
