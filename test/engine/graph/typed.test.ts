/** Typed edges: where they come from, which of two is kept, and how walks over them are capped. */
import { afterEach, describe, expect, test } from "vitest";
import type { ImpactRequest, QueryRequest } from "../../../src/engine/engine.ts";
import { relationTarget } from "../../../src/engine/index/edges.ts";
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

function idOf(v: Vault, ref: string): number {
  const found = v.documents.resolve(ref);
  if (found.kind !== "found") throw new Error(`no ${ref}`);
  return found.document.id;
}

const caps = { maxDepth: 2, maxNodes: 100, frontierLimit: 100, visitedLimit: 500 };

async function query(v: Vault, ref: string, more: Partial<QueryRequest> = {}) {
  const answer = await v.graph.query({ ...caps, document: idOf(v, ref), direction: "both", ...more });
  if (answer === undefined) throw new Error("no answer");
  const path = new Map(answer.nodes.map(({ id, relPath }) => [id, relPath]));
  return {
    nodes: answer.nodes.map(({ relPath, depth }) => `${relPath} ${depth}`),
    edges: answer.edges.map(
      (e) => `${path.get(e.source)} ${e.edgeType} ${path.get(e.target)} ${e.confidence} ${e.edgeSource}`,
    ),
    warnings: answer.warnings,
    truncated: answer.truncated,
  };
}

async function impact(v: Vault, ref: string, more: Partial<ImpactRequest> = {}) {
  const request = { ...caps, maxDepth: 3, maxEdges: 250, document: idOf(v, ref), ...more };
  const answer = await v.graph.impact(request);
  if (answer === undefined) throw new Error("no answer");
  return answer;
}

describe("targets of relations", () => {
  test.each([
    { ref: "people/dana-reyes", want: { kind: "wiki", targetKey: "people/dana-reyes" } },
    { ref: "[[People/Dana|D]]", want: { kind: "wiki", targetKey: "people/dana" } },
    { ref: "work:ADR 42", want: { kind: "wiki", targetKey: "adr 42", targetCollection: "work" } },
    { ref: "gno://work/a%20b.md", want: { kind: "markdown", targetKey: "a b.md", targetCollection: "work" } },
    { ref: "#0123abcd", want: { kind: "docid", targetKey: "0123abcd" } },
    { ref: "../x.md", want: { kind: "markdown", targetKey: "x.md" } },
    { ref: "../../x.md", want: undefined },
    { ref: "https://example.org/", want: undefined },
    { ref: "  ", want: undefined },
  ])("$ref", ({ ref, want }) => {
    expect(relationTarget(ref, "n/a.md")).toEqual(
      want === undefined ? undefined : { targetCollection: undefined, ...want },
    );
  });
});

describe("typed edges", () => {
  const rule = { id: "meeting", prefixes: ["meetings"], graphHints: ["Attended"] };

  test.each<{ name: string; files: Files; want: string[] }>([
    {
      name: "plain links are mentions and related_to",
      files: { "n/a.md": "[[b]] [c](c.md)", "n/b.md": "# B", "n/c.md": "# C" },
      want: ["a.md mentions b.md parsed wikilink", "a.md related_to c.md parsed markdown-link"],
    },
    {
      name: "relations in any spelling of their name",
      files: { "n/a.md": "---\nrelations:\n  Works-At: [b]\n  9bad: b\n---\n", "n/b.md": "# B" },
      want: ["a.md works_at b.md manual frontmatter-relation"],
    },
    {
      name: "a relation and a link of one type are one edge, the manual one",
      files: { "n/a.md": "---\nrelations: {mentions: b}\n---\n[[b]]", "n/b.md": "# B" },
      want: ["a.md mentions b.md manual frontmatter-relation"],
    },
    {
      name: "relations as references of tools",
      files: { "n/a.md": "---\nrelations: {needs: [w/dir/b.md]}\n---\n", "w/dir/b.md": "# B" },
      want: ["a.md needs dir/b.md manual frontmatter-relation"],
    },
  ])("$name", async ({ files, want }) => {
    expect((await query(made(files), "n/a.md")).edges).toEqual(want);
  });

  test("hints come with the content type, except where a relation says more", async () => {
    const v = made(
      {
        "n/meetings/m.md": "---\nrelations: {decided: c}\n---\n[[b]] [c](../c.md)",
        "n/b.md": "# B",
        "n/c.md": "# C",
      },
      { contentTypes: [rule] },
    );
    const want = [
      "meetings/m.md attended b.md configured wikilink",
      "meetings/m.md decided c.md manual frontmatter-relation",
      "meetings/m.md mentions b.md parsed wikilink",
      "meetings/m.md related_to c.md parsed markdown-link",
    ];
    expect((await query(v, "n/meetings/m.md")).edges).toEqual(want);
    v.configure({ contentTypes: [{ ...rule, graphHints: ["saw"] }] });
    v.sync();
    expect((await query(v, "n/meetings/m.md", { edgeType: "SAW" })).edges).toEqual([
      "meetings/m.md saw b.md configured wikilink",
    ]);
  });

  test("a deleted document stops paths and comes back with its file", async () => {
    const v = made({ "n/a.md": "[[b]]", "n/b.md": "[[c]]", "n/c.md": "# C" });
    const { rmSync } = await import("node:fs");
    const { join } = await import("node:path");
    rmSync(join(v.data, "n/b.md"));
    v.sync();
    expect((await query(v, "n/a.md")).nodes).toEqual(["a.md 0"]);
    const { writeFiles } = await import("../support/vault.ts");
    writeFiles(v.data, { "n/b.md": "[[c]]" });
    v.sync();
    expect((await query(v, "n/a.md")).nodes).toEqual(["a.md 0", "b.md 1", "c.md 2"]);
  });
});

describe("caps of a walk", () => {
  const star: Files = {
    "n/a.md": "[[b]] [[c]] [[d]]",
    "n/b.md": "[[e]] [[c]]",
    "n/c.md": "[[a]]",
    "n/d.md": "# D",
    "n/e.md": "[[f]]",
    "n/f.md": "# F",
  };

  test.each([
    { more: { maxDepth: 3 }, nodes: 6, warnings: [] },
    { more: { maxDepth: 1 }, nodes: 4, warnings: ["maxDepth reached"] },
    { more: { maxNodes: 2 }, nodes: 2, warnings: ["maxNodes reached"] },
    { more: { maxNodes: 1 }, nodes: 1, warnings: ["maxNodes reached"] },
    { more: { visitedLimit: 3 }, nodes: 3, warnings: ["visitedLimit reached"] },
    { more: { frontierLimit: 1 }, nodes: 3, warnings: ["frontierLimit reached"] },
  ])("$more", async ({ more, nodes, warnings }) => {
    const answer = await query(made(star), "n/a.md", { direction: "out", ...more });
    expect(answer.nodes).toHaveLength(nodes);
    expect([answer.warnings, answer.truncated]).toEqual([warnings, warnings.length > 0]);
  });

  test("edges follow the direction", async () => {
    const v = made(star);
    const of = async (direction: "both" | "out" | "in") =>
      (await query(v, "n/b.md", { direction, maxDepth: 1 })).edges.map((edge) =>
        edge.split(" ").slice(0, 3).join(" "),
      );
    expect(new Set(await of("out"))).toEqual(new Set(["b.md mentions c.md", "b.md mentions e.md"]));
    expect(await of("in")).toEqual(["a.md mentions b.md"]);
    expect(await of("both")).toHaveLength(5);
  });

  test("impact goes backwards, with evidence from each document to the root", async () => {
    const answer = await impact(made(star), "n/f.md");
    expect(
      answer.impacted.map(({ document, depth, steps }) => [
        document.relPath,
        depth,
        ...steps.map(({ source, target }) => `${source.uri.at(-4)}${target.uri.at(-4)}`),
      ]),
    ).toEqual([
      ["e.md", 1, "ef"],
      ["b.md", 2, "be", "ef"],
      ["a.md", 3, "ab", "be", "ef"],
    ]);
    expect([answer.returnedEdges, answer.warnings]).toEqual([3, ["maxDepth reached"]]);
  });

  test("impact drops what only cut edges reach", async () => {
    const answer = await impact(made(star), "n/f.md", { maxEdges: 2 });
    expect(answer.impacted.map(({ document }) => document.relPath)).toEqual(["e.md", "b.md"]);
    expect(answer).toMatchObject({ truncated: true, returnedEdges: 2 });
    expect(answer.warnings[0]).toBe("maxEdges reached");
  });
});
