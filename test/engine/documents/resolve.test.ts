import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Resolved } from "../../../src/engine/engine.ts";
import { vault } from "../support/vault.ts";

const oddNames = [
  "a b.md",
  "100% done.md",
  "c#.md",
  "why?.md",
  "c++.md",
  "日本.md",
  "x%20y.md",
  "..notes.md",
  "a..b.md",
  "a, b.md",
  "deep/er/plan.md",
  "it's (1)!.md",
  "é.md",
];

const world = vault({
  ...Object.fromEntries(oddNames.map((name) => [`odd/${name}`, `text of ${name}\n`])),
  "notes/plan.md": "one plan\n",
  "notes/x/plan.md": "another plan\n",
  "notes/gone.md": "soon gone\n",
  "notes/only.md": "the only one\n",
  "twins/b.md": "same bytes\n",
  "twins/a.md": "same bytes\n",
});
rmSync(join(world.data, "notes", "gone.md"));
world.sync();
afterAll(() => world.close());

const { documents } = world;
const pathOf = (resolved: Resolved) =>
  resolved.kind === "found" ? `${resolved.document.collection}/${resolved.document.relPath}` : resolved.kind;

describe("every document opens by each of its references", () => {
  test.each(oddNames)("%s", (name) => {
    const byPath = documents.resolve(`odd/${name}`);
    expect(pathOf(byPath)).toBe(`odd/${name}`);
    const document = byPath.kind === "found" ? byPath.document : undefined;
    expect(pathOf(documents.resolve(document!.uri))).toBe(`odd/${name}`);
    expect(pathOf(documents.resolve(`${document!.uri}:3`))).toBe(`odd/${name}`);
    expect(pathOf(documents.resolve(document!.docid))).toBe(`odd/${name}`);
    expect(pathOf(documents.resolve(`ODD/${name}:2`))).toBe(`odd/${name}`);
    expect(documents.text(document!)).toBe(`text of ${name}\n`);
  });

  const forms: [ref: string, want: string][] = [
    ["gno://odd/a%20b.md", "odd/a b.md"],
    ["gno://odd/a b.md", "odd/a b.md"],
    ["gno://ODD/a%20b.md?index=default", "odd/a b.md"],
    ["gno://odd/a%20b.md?index=default:4", "odd/a b.md"],
    ["gno://odd/a%20b.md:4?index=Default", "odd/a b.md"],
    ["gno://odd/x%2520y.md", "odd/x%20y.md"],
    ["gno://odd/x%20y.md", "missing"],
    ["odd/a%20b.md", "missing"],
    ["odd/./deep//er/plan.md", "odd/deep/er/plan.md"],
    ["odd\\deep\\er\\plan.md", "odd/deep/er/plan.md"],
    ["  odd/c#.md ", "odd/c#.md"],
    ["odd/e\u0301.md", "odd/é.md"],
  ];
  test.each(forms)("%s is %s", (ref, want) => {
    expect(pathOf(documents.resolve(ref))).toBe(want);
  });
});

describe("paths that leave their collection are refused before anything is read", () => {
  test.each([
    "odd/../notes/plan.md",
    "odd/a/../../x.md",
    "../x.md",
    "..\\x",
    "odd/..\\x",
    "/etc/hostname",
    "C:\\x",
    "C:/x",
    "\\\\server\\share\\x",
    "odd/a\0b.md",
    "gno://odd/%2e%2e/notes/plan.md",
    "gno://odd/..%5Cx",
    "gno://odd/a%00b.md",
    "gno://odd/a%2Fb.md",
  ])("%j", (ref) => {
    const resolved = documents.resolve(ref);
    expect(resolved.kind).toBe("invalid");
    expect(resolved.kind === "invalid" && resolved.message).not.toContain(world.data);
  });

  test.each(["%2e%2e%2fx", "odd/%2e%2e%2fx", "odd/%252e%252e/x"])("%s is only a name", (ref) => {
    expect(["invalid", "missing"]).toContain(documents.resolve(ref).kind);
  });
});

describe("refusals say what to do", () => {
  const invalid: [ref: string, says: RegExp][] = [
    ["", /empty/],
    ["   ", /empty/],
    ["#12", /docid/],
    ["#ABCDEF12", /docid/],
    ["gno://odd/%zz", /percent-encoded/],
    ["gno://odd", /collection, not a document/],
    ["gno://", /gno:\/\/collection\/path/],
    ["notes/plan.md:0", /counted from 1/],
    ["gno://notes/plan.md:0", /counted from 1/],
    ["gno://notes/plan.md?index=../x", /index name/],
    ["plan.md", /ambiguous.*notes\/plan\.md.*notes\/x\/plan\.md/],
    ["only.md", /Did you mean "notes\/only\.md"/],
  ];
  test.each(invalid)("%j", (ref, says) => {
    const resolved = documents.resolve(ref);
    expect(resolved).toMatchObject({ kind: "invalid", message: expect.stringMatching(says) });
  });

  const missing: [ref: string, suggestion: string | undefined][] = [
    ["notes/Plan.md", "notes/plan.md"],
    ["notes/plna.md", "notes/plan.md"],
    ["x/plan.md", "notes/x/plan.md"],
    ["note/plan.md", "notes/plan.md"],
    ["notes/only", "notes/only.md"],
    ["notes/zzzzzzzz.md", undefined],
  ];
  test.each(missing)("%s suggests %s", (ref, suggestion) => {
    const resolved = documents.resolve(ref);
    expect(resolved.kind).toBe("missing");
    expect(resolved.kind === "missing" && resolved.suggestions[0]).toBe(suggestion);
  });

  test("a document whose file is gone is not there any more", () => {
    expect(documents.resolve("notes/gone.md")).toMatchObject({
      kind: "missing",
      message: expect.stringContaining("no longer there"),
    });
  });

  test("a docid is compared whole", () => {
    const found = documents.resolve("notes/only.md");
    const docid = found.kind === "found" ? found.document.docid : "";
    expect(documents.resolve(docid.slice(0, 7))).toMatchObject({
      kind: "missing",
      suggestions: ["notes/only.md"],
    });
    expect(documents.resolve("#00000000").kind).toBe("missing");
  });

  test("equal files share a docid, the first by URI answers", () => {
    const found = documents.resolve("twins/b.md");
    expect(pathOf(documents.resolve(found.kind === "found" ? found.document.docid : ""))).toBe("twins/a.md");
  });

  test("another index is named, not opened", () => {
    expect(documents.resolve("gno://notes/plan.md?index=work")).toEqual({
      kind: "other-index",
      index: "work",
      ref: "gno://notes/plan.md",
    });
  });

  test("documents of a collection that is no longer configured are not found", () => {
    const small = vault({ "a/x.md": "x\n", "b/y.md": "y\n" });
    small.configure({ collections: (small.config.load()?.collections ?? []).slice(0, 1) });
    expect(small.documents.resolve("b/y.md").kind).toBe("missing");
    expect(small.documents.page(undefined, 10).map((document) => document.relPath)).toEqual(["x.md"]);
    const result = small.search.lexical({ query: "y", limit: 5 });
    expect(result.kind === "ok" && result.hits).toEqual([]);
    small.close();
  });
});

describe("lists", () => {
  const paths = (list: readonly { collection: string; relPath: string }[]) =>
    list.map((document) => `${document.collection}/${document.relPath}`);

  const globs: [pattern: string, want: string[]][] = [
    ["notes/*.md", ["notes/only.md", "notes/plan.md", "notes/x/plan.md"]],
    ["*plan.md", ["notes/plan.md", "notes/x/plan.md", "odd/deep/er/plan.md"]],
    ["plan.md", ["notes/plan.md"]],
    ["pla?.md", ["notes/plan.md"]],
    ["gno://notes/x/*", ["notes/x/plan.md"]],
    ["gno://odd/a%20b.md", ["odd/a b.md"]],
    ["?本.md", ["odd/日本.md"]],
    ["[p]lan.md", []],
    ["a, b.md", ["odd/a, b.md"]],
    ["", []],
  ];
  test.each(globs)("%s", (pattern, want) => {
    expect(paths(documents.matching(pattern, 100))).toEqual(want);
  });

  test("pages go on behind a key, whatever was deleted before it", () => {
    const all = paths(documents.page(undefined, 1000));
    expect(all).toEqual([...all].sort());
    const seen: string[] = [];
    let after: { collection: string; relPath: string } | undefined;
    for (;;) {
      const page = documents.page(after, 4);
      if (page.length === 0) break;
      seen.push(...paths(page));
      after = page.at(-1);
    }
    expect(seen).toEqual(all);
    expect(paths(documents.page({ collection: "notes", relPath: "gone.md" }, 1))).toEqual(["notes/only.md"]);
  });
});
