/** The graph tools and gno_impact, as every wire calls them: shapes, references, refusals, texts. */
import { describe, expect, test } from "vitest";
import { shared } from "./harness.ts";

const notes = {
  "index.md": "# Index\n\n[[Plan]] and [the plan](plan.md). [[Missing]]\n",
  "plan.md": "---\ntype: project\nrelations:\n  depends-on: [work/log.md]\n---\n# Plan\n",
  "alone.md": "# Alone\n",
};
const work = { "log.md": "# Log\n\n[[notes:Plan]]\n" };
const yaml = "contentTypes:\n  - id: project\n    prefixes: []\n    graphHints: [decided]\n";

const vault = shared({ collections: { notes, work }, yaml });

describe("gno_graph", () => {
  test("shows nodes, edges and a report", async () => {
    const h = await vault();
    const data = await h.ok("gno_graph");
    expect(data.nodes.map((node: { uri: string }) => node.uri)).toEqual([
      "gno://notes/plan.md",
      "gno://notes/index.md",
      "gno://work/log.md",
    ]);
    expect(data.links).toHaveLength(3);
    expect(data.report.unresolvedLinks.total).toBe(1);
    expect(data.meta).toMatchObject({ collection: null, similarAvailable: false, truncated: false });
    const text = await h.text("gno_graph", { includeSimilar: true });
    expect(text).toMatch(/^Knowledge graph: 3 nodes, 3 edges\n\nMost linked:\n {2}\[#/);
    expect(text).toMatch(/Note: Similarity edges left out/);
  });

  test("of one collection, in any case", async () => {
    const h = await vault();
    const data = await h.ok("gno_graph", { collection: "NOTES", linkedOnly: false });
    expect([data.meta.collection, data.meta.totalNodes]).toEqual(["notes", 3]);
  });
});

describe("gno_graph_neighbors and gno_graph_path", () => {
  test.each(["plan.md", "PLAN", "notes/plan.md", "gno://notes/plan.md", " plan "])(
    "take %j for the plan",
    async (ref) => {
      const h = await vault();
      const data = await h.ok("gno_graph_neighbors", { ref });
      expect(data.source.uri).toBe("gno://notes/plan.md");
      expect(data.meta.totalNeighbors).toBe(3);
    },
  );

  test("a document without links has no neighbours and no path", async () => {
    const h = await vault();
    expect((await h.ok("gno_graph_neighbors", { ref: "alone" })).neighbors).toEqual([]);
    const data = await h.ok("gno_graph_path", { from: "alone", to: "index" });
    expect([data.path, data.meta.found, data.meta.hops]).toEqual([null, false, 0]);
    expect(await h.text("gno_graph_path", { from: "alone", to: "index" })).toMatch(/^No path from/);
  });

  test("a path names its steps", async () => {
    const h = await vault();
    const data = await h.ok("gno_graph_path", { from: "index", to: "log" });
    expect(data.meta).toMatchObject({ found: true, hops: 2 });
    expect(await h.text("gno_graph_path", { from: "index", to: "log" })).toMatch(
      /^2 steps:\n.*index\.md "Index"\n {2}→ \[wiki, explicit\].*\n {2}← \[wiki, explicit\].*log\.md/,
    );
  });
});

describe("gno_graph_query and gno_impact", () => {
  test("relations are manual edges with the hints of their type", async () => {
    const h = await vault();
    const data = await h.ok("gno_graph_query", { ref: "notes/plan.md", relation: "Depends On", depth: 1 });
    expect(data.edges).toMatchObject([
      { edgeType: "depends_on", relationType: "depends_on", confidence: "manual", depth: 1 },
    ]);
    expect(data.root.graphHints).toEqual(["decided"]);
    expect(data.meta).toMatchObject({ edgeType: "Depends On", maxDepth: 1, returnedNodes: 2 });
  });

  test("impact tells who depends on a document", async () => {
    const h = await vault();
    const data = await h.ok("gno_impact", { ref: "work/log.md" });
    expect(
      data.impacted.map((one: { document: { relPath: string }; depth: number }) => [
        one.document.relPath,
        one.depth,
      ]),
    ).toEqual([
      ["plan.md", 1],
      ["index.md", 2],
    ]);
    expect(data.meta).toMatchObject({ returnedNodes: 3, returnedEdges: 2, truncated: false });
  });
});

describe("refusals", () => {
  test.each([
    { tool: "gno_graph", args: { collection: "nope" }, code: "NOT_FOUND" },
    { tool: "gno_graph_neighbors", args: { ref: "nope" }, code: "NOT_FOUND" },
    { tool: "gno_graph_neighbors", args: { ref: "notes/plan.md", collection: "work" }, code: "NOT_FOUND" },
    { tool: "gno_graph_neighbors", args: { ref: "gno://notes/plan.md?index=other" }, code: "NOT_FOUND" },
    { tool: "gno_graph_path", args: { from: "plan", to: "nope" }, code: "NOT_FOUND" },
    { tool: "gno_graph_query", args: { ref: "notes/nope.md" }, code: "VALIDATION" },
    { tool: "gno_graph_query", args: { ref: "nope" }, code: "VALIDATION" },
    {
      tool: "gno_graph_query",
      args: { ref: "notes/plan.md", edgeType: "a", relation: "b" },
      code: "VALIDATION",
    },
    { tool: "gno_graph_query", args: { ref: "notes/plan.md", maxDepth: 1, depth: 2 }, code: "VALIDATION" },
    { tool: "gno_impact", args: { ref: "#1" }, code: "VALIDATION" },
  ])("$tool $args is $code", async ({ tool, args, code }) => {
    const h = await vault();
    expect((await h.error(tool, args)).code).toBe(code);
  });
});

describe("a place that was never initialised", () => {
  const blank = shared({ uninitialized: true });
  test("has an empty graph", async () => {
    const h = await blank();
    expect((await h.ok("gno_graph")).meta.totalNodes).toBe(0);
    expect((await h.error("gno_graph_neighbors", { ref: "x" })).code).toBe("NOT_FOUND");
  });
});
