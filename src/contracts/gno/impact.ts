/** gno_impact: which documents depend on one, each with its evidence. spec/gno.md, "gno_impact". */
import type { GnoTools } from "../../../generated/gno/types.ts";
import type { Tool } from "../../runtime/tool.ts";
import type { GnoDeps } from "./deps.ts";
import { addressed, countOf, nodeLine, rootOf, warningLines } from "./present-graph.ts";

/** Documents in the text; the data holds the rest. */
const shown = 50;

export const impact = {
  async run(args, { engine }, call) {
    const { maxDepth, maxNodes, maxEdges, frontierLimit, visitedLimit } = args;
    const caps = { maxDepth, maxNodes, maxEdges, frontierLimit, visitedLimit };
    const document = rootOf(args.ref, engine, call);
    const answer = await engine.graph.impact({ document, ...caps }, call.signal);
    if (answer === undefined)
      return call.fail("VALIDATION", `No active document matches ${args.ref} any more.`);
    const show = <T extends { readonly uri: string }>(node: T) => addressed(node, engine.indexName);
    return {
      schemaVersion: "1.0" as const,
      root: show(answer.root),
      impacted: answer.impacted.map(({ document: one, depth, steps }) => ({
        document: show(one),
        depth,
        evidencePath: steps.map((step) => ({
          ...step,
          source: show(step.source),
          target: show(step.target),
          relationType: step.edgeType,
        })),
      })),
      meta: {
        ...caps,
        returnedNodes: answer.impacted.length + 1,
        returnedEdges: answer.returnedEdges,
        truncated: answer.truncated,
        warnings: [...answer.warnings],
      },
    };
  },

  text({ root, impacted, meta }) {
    const verb = impacted.length === 1 ? "depends" : "depend";
    const head = `${countOf(impacted.length, "document")} ${verb} on ${nodeLine(root)}`;
    const lines = impacted.slice(0, shown).map(({ document, evidencePath }) => {
      const way = evidencePath.map(({ edgeType }) => edgeType).join(" → ");
      return `  ${nodeLine(document)} (${way})`;
    });
    const more = impacted.length - lines.length;
    return [
      lines.length === 0 ? `${head}.` : `${head}:`,
      ...lines,
      ...(more > 0 ? [`  … ${more} more in the data`] : []),
      ...warningLines(meta.warnings),
    ].join("\n");
  },
} satisfies Tool<GnoTools, "gno_impact", GnoDeps>;
