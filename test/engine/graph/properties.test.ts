/** Random graphs against brute force: degrees, lengths of paths, communities in any order, resolution of all links at once. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { openSession } from "../../../src/engine/graph/answer.ts";
import { findCommunities } from "../../../src/engine/graph/communities.ts";
import { createGraphThread } from "../../../src/engine/graph/graph-thread.ts";
import type { GraphDocument, LoadedGraph } from "../../../src/engine/graph/load.ts";
import { findPath } from "../../../src/engine/graph/paths.ts";
import { project } from "../../../src/engine/graph/projection.ts";
import { buildReport } from "../../../src/engine/graph/report.ts";
import { walk } from "../../../src/engine/graph/traverse.ts";
import { typedGraph } from "../../../src/engine/graph/typed.ts";
import type { GraphScope, LinkEdge } from "../../../src/engine/graph/types.ts";
import { writtenLink } from "../../../src/engine/links/links.ts";
import { createResolver } from "../../../src/engine/links/resolve.ts";
import { resolveAll } from "../../../src/engine/links/resolve-all.ts";
import { vault } from "../support/vault.ts";

const scope: GraphScope = {
  limit: 5_000,
  edgeLimit: 50_000,
  includeSimilar: false,
  threshold: 0.7,
  linkedOnly: false,
  similarTopK: 5,
};
const none = { available: false, edges: [], cut: false };

interface Sketch {
  readonly size: number;
  readonly pairs: readonly (readonly [number, number, "wiki" | "markdown"])[];
}

const sketches: fc.Arbitrary<Sketch> = fc.integer({ min: 1, max: 14 }).chain((size) =>
  fc.record({
    size: fc.constant(size),
    pairs: fc.uniqueArray(
      fc.tuple(fc.nat(size - 1), fc.nat(size - 1), fc.constantFrom("wiki" as const, "markdown" as const)),
      { maxLength: 30, selector: (pair) => pair.join() },
    ),
  }),
);

function loaded({ size, pairs }: Sketch): LoadedGraph {
  const documents = Array.from({ length: size }, (_, n): GraphDocument => {
    // Docids in another order than places.
    const docid = `#${((n * 7919) % 997).toString(16).padStart(8, "0")}`;
    const relPath = `${n}.md`;
    return {
      rowId: n + 1,
      docid,
      uri: `gno://n/${relPath}`,
      title: null,
      collection: "n",
      relPath,
      contentType: null,
    };
  });
  const links: LinkEdge[][] = documents.map(() => []);
  for (const [source, target, kind] of pairs) {
    links[source]!.push({
      source,
      target,
      kind,
      weight: 1 + ((source + target) % 3),
      confidence: "explicit",
      resolution: "exact-path",
      matchCount: 1,
    });
  }
  return {
    documents,
    indexOf: new Map(documents.map(({ rowId }, n) => [rowId, n])),
    links,
    unresolved: new Map(),
    written: [],
  };
}

/** Hops between any two, whatever the direction of links. */
function distances({ size, pairs }: Sketch): number[][] {
  const d = Array.from({ length: size }, (_, a) =>
    Array.from({ length: size }, (_, b) => (a === b ? 0 : Number.POSITIVE_INFINITY)),
  );
  for (const [a, b] of pairs) if (a !== b) d[a]![b] = d[b]![a] = 1;
  for (let k = 0; k < size; k++)
    for (let a = 0; a < size; a++)
      for (let b = 0; b < size; b++) d[a]![b] = Math.min(d[a]![b]!, d[a]![k]! + d[k]![b]!);
  return d;
}

describe("random graphs", () => {
  test("degrees count distinct neighbours of each side", () => {
    fc.assert(
      fc.property(sketches, (sketch) => {
        const { nodes, meta } = buildReport(project(loaded(sketch), undefined), scope, none);
        for (const node of nodes) {
          const at = Number(node.relPath.slice(0, -3));
          const out = new Set(sketch.pairs.filter(([a]) => a === at).map(([, b]) => b));
          const into = new Set(sketch.pairs.filter(([, b]) => b === at).map(([a]) => a));
          expect(node.degree).toBe(out.size + into.size);
        }
        expect(meta.totalEdges).toBe(sketch.pairs.length);
      }),
    );
  });

  test("paths are as short as can be and made of edges", () => {
    fc.assert(
      fc.property(sketches, fc.integer({ min: 1, max: 12 }), (sketch, maxDepth) => {
        const graph = loaded(sketch);
        const projection = project(graph, undefined);
        const d = distances(sketch);
        const to = sketch.size - 1;
        const { path, meta } = findPath(projection, 0, to, { ...scope, maxDepth }, none);
        const hops = d[0]![to]!;
        expect(meta.found).toBe(hops <= maxDepth);
        if (path === null) return;
        expect(path.edges).toHaveLength(hops);
        path.edges.forEach((edge, at) => {
          const ends = [path.nodes[at]!.id, path.nodes[at + 1]!.id];
          expect([edge.source, edge.target].sort()).toEqual(ends.sort());
        });
      }),
    );
  });

  test("a walk without caps reaches what can be reached, at its true depth", () => {
    fc.assert(
      fc.property(sketches, fc.integer({ min: 1, max: 6 }), (sketch, maxDepth) => {
        const graph = loaded(sketch);
        const caps = { maxDepth, maxNodes: 1_000, frontierLimit: 1_000, visitedLimit: 5_000 };
        const { depth } = walk(graph, typedGraph(graph), 0, { direction: "both", type: undefined }, caps);
        const want = distances(sketch)[0]!.flatMap((hops, at) => (hops <= maxDepth ? [[at, hops]] : []));
        expect([...depth].sort((a, b) => a[0] - b[0])).toEqual(want);
      }),
    );
  });

  test("communities do not depend on the order of nodes and edges", () => {
    const named = (order: readonly number[], edges: Sketch["pairs"]) => {
      const place = new Map(order.map((n, at) => [n, at]));
      const found = findCommunities(
        order.map((n) => ({ key: `k${String(n).padStart(2, "0")}`, uri: `u${n % 5}-${n}` })),
        edges.map(([a, b]) => ({
          source: place.get(a)!,
          target: place.get(b)!,
          // Fractions that do not add up exactly.
          strength: 0.35 * (1 + ((a * 31 + b * 17) % 7) / 10),
        })),
      );
      return found.map(({ members, ...rest }) => ({ ...rest, members: members.map((at) => order[at]!) }));
    };
    fc.assert(
      fc.property(
        sketches.chain((sketch) =>
          fc.record({
            sketch: fc.constant(sketch),
            order: fc.shuffledSubarray(
              Array.from({ length: sketch.size }, (_, n) => n),
              { minLength: sketch.size },
            ),
            edges: fc.shuffledSubarray([...sketch.pairs], { minLength: sketch.pairs.length }),
          }),
        ),
        ({ sketch, order, edges }) => {
          const plain = Array.from({ length: sketch.size }, (_, n) => n);
          const found = named(plain, sketch.pairs);
          expect(named(order, edges)).toEqual(found);
          expect(found.flatMap(({ members }) => members).sort((a, b) => a - b)).toEqual(plain);
        },
      ),
    );
  });
});

describe("an index", () => {
  const names = ["a", "b/a", "c/b/a", "b", "tasks", "old-tasks", "v1.2", "x/index", "y/index"];
  const files = Object.fromEntries(
    ["n", "w"].flatMap((collection) =>
      names.map((name, at) => [
        `${collection}/${name}.md`,
        `---\naliases: [alias ${at % 3}]\n---\n${at % 2 ? `# Title ${at % 4}\n` : ""}${[
          ...names,
          "index",
          "z/b",
          "q/title 1",
          "title 3.md",
          "alias 1",
          "gone",
          "w:b",
        ]
          .map((target) => `[[${target}]] [m](${target}.md)`)
          .join("\n")}`,
      ]),
    ),
  );

  test("resolves all links at once as it resolves one", () => {
    const v = vault(files);
    try {
      const links = v.reader.all<{
        kind: "wiki" | "markdown";
        target_key: string;
        target_collection: string | null;
        name: string;
      }>(
        `SELECT l.kind, l.target_key, l.target_collection, c.name FROM link l JOIN document d ON d.id = l.document_id
         JOIN collection c ON c.id = d.collection_id`,
      );
      const places = v.reader.all<{ id: number; collection: string; relPath: string }>(
        "SELECT d.id, c.name AS collection, d.rel_path AS relPath FROM document d JOIN collection c ON c.id = d.collection_id",
      );
      const wanted = new Map(["n", "w"].map((name) => [name, new Set(links.map((link) => link.target_key))]));
      const all = resolveAll(v.reader, places, wanted);
      const one = createResolver(v.reader);
      expect(links.length).toBeGreaterThan(300);
      for (const row of links) {
        const link = writtenLink(row, row.name);
        const batch =
          link.kind === "wiki"
            ? all.wiki(link.collection, link.targetKey)
            : all.path(link.collection, link.targetKey);
        expect([link, batch]).toEqual([link, one(link)]);
      }
    } finally {
      v.close();
    }
  });

  test("answers from its thread what it answers here", async () => {
    const v = vault(files);
    const silent = () => undefined;
    const thread = createGraphThread(v.store.path, { error: silent, warn: silent, info: silent });
    try {
      const similar = { available: false, cut: false, pairs: [] };
      const request = { kind: "report", scope, similar } as const;
      const here = openSession(v.reader, ["n", "w"]).answer<"report">(request);
      expect(await thread.ask(["n", "w"], request)).toEqual(here);
      // What was kept is dropped when the index changes.
      v.store.raw.prepare("UPDATE document SET active = 0 WHERE rel_path = 'a.md'").run();
      const after = (await thread.ask(["n", "w"], request)) as typeof here;
      expect(after.nodes).toHaveLength(here.nodes.length - 2);
      const gone = new AbortController();
      const asked = thread.ask(["n", "w"], request, gone.signal);
      gone.abort(new Error("enough"));
      await expect(asked).rejects.toThrow("enough");
    } finally {
      await thread.close();
      v.close();
    }
  });
});
