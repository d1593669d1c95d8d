/** The graph of links on small vaults: what counts as an edge, how sure it is, what the report says, what the caps do. */
import { afterEach, describe, expect, test } from "vitest";
import type { GraphScope } from "../../../src/engine/engine.ts";
import { type Files, type Vault, vault } from "../support/vault.ts";

let open: Vault[] = [];
afterEach(() => {
  for (const one of open) one.close();
  open = [];
});
function made(files: Files, settings: Parameters<typeof vault>[1] = {}): Vault {
  const one = vault(files, settings);
  open.push(one);
  return one;
}

const scope: GraphScope = {
  limit: 2_000,
  edgeLimit: 10_000,
  includeSimilar: false,
  threshold: 0.7,
  linkedOnly: true,
  similarTopK: 5,
};
const idOf = (v: Vault, ref: string): number => {
  const found = v.documents.resolve(ref);
  if (found.kind !== "found") throw new Error(`no ${ref}`);
  return found.document.id;
};

/** `source>target kind confidence×weight`, by path. */
async function edgesOf(v: Vault, more: Partial<GraphScope> = {}): Promise<string[]> {
  const { nodes, links } = await v.graph.report({ ...scope, ...more });
  const path = new Map(nodes.map(({ id, relPath }) => [id, relPath.replace(".md", "")]));
  return links
    .map((e) => `${path.get(e.source)}>${path.get(e.target)} ${e.type} ${e.confidence}×${e.weight}`)
    .sort();
}

describe("edges of links", () => {
  test.each<{ name: string; files: Files; want: string[] }>([
    {
      name: "links of one kind become one, kinds stay apart",
      files: { "n/a.md": "[[b]] [[b]] [x](b.md)", "n/b.md": "# Title B" },
      want: ["a>b markdown explicit×1", "a>b wiki explicit×2"],
    },
    {
      name: "the surest of several spellings counts",
      files: { "n/a.md": "[[b]] [[dir/b]]", "n/dir/b.md": "# Other" },
      want: ["a>dir/b wiki explicit×2"],
    },
    {
      name: "an end of a path is inferred, an alias is spelt out",
      files: { "n/a.md": "[[b]] [[Bee]]", "n/x/b.md": "# T", "n/c.md": "---\naliases: [Bee]\n---\n# C" },
      want: ["a>c wiki explicit×1", "a>x/b wiki inferred×1"],
    },
    {
      name: "twins are ambiguous and go to the one that came first",
      files: { "n/a.md": "[[foo]]", "n/a/foo.md": "# F1", "n/b/foo.md": "# F2" },
      want: ["a>a/foo wiki ambiguous×1"],
    },
    {
      name: "a link to itself is kept",
      files: { "n/a.md": "# A\n[[a]]" },
      want: ["a>a wiki explicit×1"],
    },
    {
      name: "front matter names count, relations alone are no links",
      files: {
        "n/a.md": '---\nup: "[[b]]"\nrelations:\n  depends_on: [c]\n---\n# A',
        "n/b.md": "# B",
        "n/c.md": "# C",
      },
      want: ["a>b wiki explicit×1"],
    },
  ])("$name", async ({ files, want }) => {
    expect(await edgesOf(made(files))).toEqual(want);
  });

  test("are what gno_links and gno_backlinks call links", async () => {
    const v = made({
      "n/a.md": "[[b]] [[x/b]] [c](c.md) [[gone]]",
      "n/b.md": "# B\n[[w:log]]",
      "n/c.md": "[[a]] [[c]]",
      "w/log.md": "[[n:B]]",
    });
    const { nodes, links, report } = await v.graph.report({ ...scope, linkedOnly: false });
    const uri = new Map(nodes.map((node) => [node.id, node.uri]));
    const told = links.flatMap((e) => Array(e.weight).fill(`${uri.get(e.source)} ${uri.get(e.target)}`));
    const listed: string[] = [];
    let missing = 0;
    const incoming: string[] = [];
    for (const document of v.documents.page(undefined, 100)) {
      for (const link of v.links.outgoing(document)) {
        const target = v.links.resolve(document, link);
        if (target.kind === "resolved") listed.push(`${document.uri} ${target.document.uri}`);
        else missing += 1;
      }
      for (const { source } of v.links.incoming(document)) incoming.push(`${source.uri} ${document.uri}`);
    }
    expect(told.sort()).toEqual(listed.sort());
    expect(incoming.sort()).toEqual(listed);
    expect(report.unresolvedLinks).toEqual({ total: missing, byType: { wiki: 1, markdown: 0 } });
  });

  test("lead to a target that appears later, without its source being read again", async () => {
    const v = made({ "n/a.md": "[[later]]\n", "n/b.md": "---\nrelations:\n  needs: later\n---\n" });
    expect(await edgesOf(v)).toEqual([]);
    const { writeFiles } = await import("../support/vault.ts");
    writeFiles(v.data, { "n/later.md": "# Later" });
    const result = v.sync();
    expect(result.totalFilesUpdated).toBe(0);
    expect(await edgesOf(v)).toEqual(["a>later wiki explicit×1"]);
    const query = await v.graph.query({
      document: idOf(v, "n/later.md"),
      direction: "in",
      maxDepth: 1,
      maxNodes: 10,
      frontierLimit: 10,
      visitedLimit: 10,
    });
    expect(query?.edges.map(({ edgeType }) => edgeType)).toEqual(["mentions", "needs"]);
  });
});

describe("the report", () => {
  const files: Files = {
    "n/hub.md": "# Hub\n[[a]] [[b]] [[w:far]]",
    "n/a.md": "[[hub]] [[b]]",
    "n/b.md": "[gone](gone.md) [[nowhere]] [[nowhere]]",
    "n/alone.md": "# Alone",
    "w/far.md": "# far",
  };

  test("tells degrees, bridges, isolated ones and what leads nowhere", async () => {
    const { nodes, report, meta } = await made(files).graph.report(scope);
    expect(nodes.map(({ relPath, degree }) => `${relPath} ${degree}`)).toEqual([
      "hub.md 4",
      "a.md 3",
      "b.md 2",
      "far.md 1",
    ]);
    expect(report.bridgeCandidates.map(({ relPath }) => relPath)).toEqual(["hub.md", "a.md"]);
    expect(report.isolated).toMatchObject({ total: 1, examples: [{ relPath: "alone.md" }] });
    expect(report.unresolvedLinks).toEqual({ total: 3, byType: { wiki: 2, markdown: 1 } });
    expect(report.edgeTypes).toEqual({ wiki: 5, markdown: 0, similar: 0 });
    expect(meta).toMatchObject({
      totalNodes: 4,
      totalEdges: 5,
      totalEdgesUnresolved: 3,
      truncated: false,
      similarAvailable: false,
      warnings: [],
    });
  });

  test("keeps to a collection", async () => {
    const { nodes, links, report } = await made(files).graph.report({ ...scope, collection: "w" });
    expect([nodes, links, report.isolated.total]).toEqual([[], [], 1]);
  });

  test.each([
    { more: { linkedOnly: false }, nodes: 5, edges: 5, warning: undefined },
    { more: { limit: 2 }, nodes: 2, edges: 2, warning: /^Nodes truncated: 2 of 4/ },
    { more: { edgeLimit: 3 }, nodes: 4, edges: 3, warning: /^Edges truncated: 3 of 5/ },
    { more: { includeSimilar: true }, nodes: 4, edges: 5, warning: /no vectors/ },
  ])("bounded by $more", async ({ more, nodes, edges, warning }) => {
    const { meta } = await made(files).graph.report({ ...scope, ...more });
    expect([meta.returnedNodes, meta.returnedEdges]).toEqual([nodes, edges]);
    expect(meta.truncated).toBe(warning !== undefined && !("includeSimilar" in more));
    if (warning === undefined) expect(meta.warnings).toEqual([]);
    else expect(meta.warnings).toEqual([expect.stringMatching(warning)]);
  });

  test("finds two communities and names them", async () => {
    const clique = (name: string) => ["1", "2", "3"].map((at) => [`n/${name}${at}.md`, at] as const);
    const files = Object.fromEntries(
      ["x", "y"].flatMap((name) =>
        clique(name).map(([path]) => [
          path,
          clique(name)
            .map(([other]) => `[[${other.slice(2, -3)}]]`)
            .join(" "),
        ]),
      ),
    );
    const { report, nodes } = await made(files).graph.report(scope);
    expect(report.communities).toMatchObject({
      total: 2,
      skipped: false,
      top: [
        { id: "c1", size: 3 },
        { id: "c2", size: 3 },
      ],
    });
    const of = (letter: string) =>
      new Set(
        nodes.filter(({ relPath }) => relPath.startsWith(letter)).map(({ communityId }) => communityId),
      );
    expect([of("x").size, of("y").size]).toEqual([1, 1]);
  });
});

describe("neighbours and paths", () => {
  const chain: Files = {
    "n/a.md": "[[b]]",
    "n/b.md": "[[c]]",
    "n/c.md": "# C",
    "n/d.md": "[[c]] [[d]]",
    "n/alone.md": "# Alone",
  };

  test("neighbours come by direction, type and address", async () => {
    const v = made(chain);
    const ask = async (ref: string, direction: "both" | "in" | "out", more: Partial<GraphScope> = {}) => {
      const found = await v.graph.neighbors({ ...scope, ...more, document: idOf(v, ref), direction });
      return found?.neighbors.map((one) => `${one.direction} ${one.node.relPath}`);
    };
    expect(await ask("n/b.md", "both")).toEqual(["in a.md", "out c.md"]);
    expect(await ask("n/b.md", "out")).toEqual(["out c.md"]);
    expect(await ask("n/d.md", "both")).toEqual(["in d.md", "out c.md", "out d.md"]);
    expect(await ask("n/d.md", "both", { limit: 1 })).toEqual(["in d.md"]);
    expect(await ask("n/alone.md", "both")).toEqual([]);
  });

  test.each([
    { from: "a", to: "d", maxDepth: 6, want: ["a", "b", "c", "d"] },
    { from: "a", to: "d", maxDepth: 3, want: ["a", "b", "c", "d"] },
    { from: "a", to: "d", maxDepth: 2, want: undefined },
    { from: "a", to: "a", maxDepth: 1, want: ["a"] },
    { from: "a", to: "alone", maxDepth: 6, want: undefined },
  ])("$from to $to within $maxDepth", async ({ from, to, maxDepth, want }) => {
    const v = made(chain);
    const answer = await v.graph.path({
      ...scope,
      limit: 1,
      from: idOf(v, `n/${from}.md`),
      to: idOf(v, `n/${to}.md`),
      maxDepth,
    });
    expect(answer?.path?.nodes.map(({ relPath }) => relPath.replace(".md", ""))).toEqual(want);
    expect(answer?.meta).toMatchObject({
      found: want !== undefined,
      hops: want === undefined ? 0 : want.length - 1,
    });
  });

  test("a document outside the collection is no node", async () => {
    const v = made({ "n/a.md": "# A", "w/b.md": "# B" });
    const document = idOf(v, "n/a.md");
    expect(
      await v.graph.neighbors({ ...scope, collection: "w", document, direction: "both" }),
    ).toBeUndefined();
  });

  test.each([
    { name: "B.md", collection: undefined, want: "n/b.md" },
    { name: "the title", collection: undefined, want: "n/b.md" },
    { name: "the title", collection: "w", want: undefined },
    { name: "nothing", collection: undefined, want: undefined },
  ])("$name in $collection means $want", async ({ name, collection, want }) => {
    const v = made({ "n/b.md": "# The Title", "w/c.md": "# C" });
    expect(v.graph.named(name, collection)).toBe(want === undefined ? undefined : idOf(v, want));
  });
});
