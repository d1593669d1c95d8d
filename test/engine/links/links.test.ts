import { rmSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import type { Document } from "../../../src/engine/engine.ts";
import { vault, writeFiles } from "../support/vault.ts";

const world = vault({
  "notes/tasks.md": "# To do\n",
  "notes/old-tasks.md": "# Done\n",
  "notes/v1.2.md": "# Release\n",
  "notes/a/foo.md": "# First\n",
  "notes/b/foo.md": "# Second\n",
  "notes/star.md": "---\naliases: [Northern Light]\n---\n# Polaris\n",
  "notes/people/dana.md": "# Dana Reyes\n",
  "notes/front.md": '---\nrelated: "[[tasks]]"\nup: ["[[v1.2|V]]"]\n---\ntext\n',
  "notes/index.md": [
    "[[tasks]] and [[v1.2]] and [[b/foo]]",
    "[[foo]] and [[FOO]] and [[Northern Light]]",
    "[[contacts/Dana Reyes]] [[other:guide]] [[nowhere]]",
    '[text](a/foo.md "title") [gone](a/none.md) [up](../x.md) [same](#part)',
    "`[[tasks]]` ![image](a/foo.md)",
  ].join("\n"),
  "other/guide.md": "# Guide\n[[tasks]] [[notes:tasks]]\n",
});
afterAll(() => world.close());

function open(ref: string): Document {
  const found = world.documents.resolve(ref);
  if (found.kind !== "found") throw new Error(`${ref} is ${found.kind}`);
  return found.document;
}

describe("outgoing links", () => {
  test("come in the order of the text, with their positions", () => {
    const links = world.links.outgoing(open("notes/index.md"));
    expect(links.map((link) => [link.kind, link.targetRef, link.line])).toEqual([
      ["wiki", "tasks", 1],
      ["wiki", "v1.2", 1],
      ["wiki", "b/foo", 1],
      ["wiki", "foo", 2],
      ["wiki", "FOO", 2],
      ["wiki", "Northern Light", 2],
      ["wiki", "contacts/Dana Reyes", 3],
      ["wiki", "guide", 3],
      ["wiki", "nowhere", 3],
      ["markdown", "a/foo.md", 4],
      ["markdown", "a/none.md", 4],
    ]);
  });

  const targets: [ref: string, want: string | undefined, matches: number][] = [
    ["tasks", "notes/tasks.md", 1],
    ["v1.2", "notes/v1.2.md", 1],
    ["b/foo", "notes/b/foo.md", 1],
    ["foo", "notes/a/foo.md", 2],
    ["FOO", "notes/a/foo.md", 2],
    ["Northern Light", "notes/star.md", 1],
    ["contacts/Dana Reyes", "notes/people/dana.md", 1],
    ["guide", "other/guide.md", 1],
    ["nowhere", undefined, 0],
    ["a/foo.md", "notes/a/foo.md", 1],
    ["a/none.md", undefined, 0],
  ];
  test.each(targets)("%s means %s", (ref, want, matches) => {
    const source = open("notes/index.md");
    const link = world.links.outgoing(source).find((one) => one.targetRef === ref);
    const target = world.links.resolve(source, link!);
    if (target.kind === "unresolved") expect(want).toBeUndefined();
    else {
      expect(`${target.document.collection}/${target.document.relPath}`).toBe(want);
      expect(target.matchCount).toBe(matches);
    }
  });
});

describe("incoming links", () => {
  const sources = (ref: string, collection?: string) =>
    world.links.incoming(open(ref), collection).map((link) => `${link.source.uri.slice(6)}:${link.line}`);

  test("count those of the front matter and of other collections", () => {
    expect(sources("notes/tasks.md")).toEqual(["notes/front.md:2", "notes/index.md:1", "other/guide.md:2"]);
    expect(sources("notes/tasks.md", "other")).toEqual(["other/guide.md:2"]);
    expect(sources("notes/v1.2.md")).toEqual(["notes/front.md:3", "notes/index.md:1"]);
  });

  test("go to the one document that a link resolves to", () => {
    expect(sources("notes/old-tasks.md")).toEqual([]);
    expect(sources("notes/a/foo.md")).toEqual(["notes/index.md:2", "notes/index.md:2", "notes/index.md:4"]);
    expect(sources("notes/b/foo.md")).toEqual(["notes/index.md:1"]);
    expect(sources("notes/star.md")).toEqual(["notes/index.md:2"]);
    expect(sources("notes/people/dana.md")).toEqual(["notes/index.md:3"]);
    expect(sources("other/guide.md")).toEqual(["notes/index.md:3"]);
  });

  test("are those that the sources resolve, for every document", () => {
    const all = world.documents.page(undefined, 100);
    const forward = new Map<number, string[]>();
    for (const source of all) {
      for (const link of world.links.outgoing(source)) {
        const target = world.links.resolve(source, link);
        if (target.kind === "unresolved") continue;
        const list = forward.get(target.document.id) ?? [];
        forward.set(target.document.id, [...list, `${source.uri}:${link.line}:${link.col}`]);
      }
    }
    for (const document of all) {
      const back = world.links
        .incoming(document)
        .map((link) => `${link.source.uri}:${link.line}:${link.col}`);
      expect(back.sort()).toEqual((forward.get(document.id) ?? []).sort());
    }
  });
});

test("a link moves to another document when its own goes away", () => {
  const small = vault({ "n/a/x.md": "one", "n/b/x.md": "two", "n/index.md": "[[x]]" });
  const target = () => {
    const source = small.documents.page(undefined, 10).find((one) => one.relPath === "index.md");
    const found = small.links.resolve(source!, small.links.outgoing(source!)[0]!);
    return found.kind === "resolved" ? `${found.document.relPath} of ${found.matchCount}` : found.kind;
  };
  expect(target()).toBe("a/x.md of 2");
  rmSync(join(small.data, "n/a/x.md"));
  writeFiles(small.data, { "n/c.md": "three" });
  small.sync();
  expect(target()).toBe("b/x.md of 1");
  small.close();
});

describe("tags", () => {
  test("are counted by document, children under their parent's prefix", () => {
    const small = vault({
      "n/a.md": "#plan #plan/week text #planning",
      "n/b.md": "---\ntags: [plan, plan]\n---\n#plan again",
      "m/c.md": "#other #plan/week",
    });
    expect(small.tags.list({})).toEqual([
      { tag: "plan", count: 2 },
      { tag: "plan/week", count: 2 },
      { tag: "other", count: 1 },
      { tag: "planning", count: 1 },
    ]);
    expect(small.tags.list({ prefix: "plan", collection: "n" })).toEqual([
      { tag: "plan", count: 2 },
      { tag: "plan/week", count: 1 },
    ]);
    expect(small.tags.of(small.documents.page(undefined, 1)[0]!)).toEqual(["other", "plan/week"]);
    small.close();
  });
});
