/** Which texts are links to other documents, what they name, and where they stand. */
import { describe, expect, test } from "vitest";
import { derive } from "../../../src/engine/index/derive.ts";
import {
  directLookup,
  documentKeys,
  nameTail,
  reverseLookups,
  wikiKey,
} from "../../../src/engine/index/keys.ts";
import { resolveTarget } from "../../../src/engine/index/links.ts";

const linksOf = (text: string, path = "notes/a.md") =>
  derive(text, path, { contentTypes: [], languageHint: undefined }).links;

/** `line:col kind key` with what else was found. */
const brief = (text: string, path?: string): string[] =>
  linksOf(text, path).map((link) =>
    [
      `${link.line}:${link.col} ${link.kind} ${link.targetCollection === undefined ? "" : `${link.targetCollection}:`}${link.targetKey}`,
      link.targetAnchor === undefined ? "" : ` #${link.targetAnchor}`,
      link.text === undefined ? "" : ` "${link.text}"`,
      link.embed ? " embed" : "",
    ].join(""),
  );

describe("collectLinks()", () => {
  test.each([
    ["wiki", "see [[Plan]]", ["1:5 wiki plan"]],
    ["alias", "[[Plan|the plan]]", ['1:1 wiki plan "the plan"']],
    ["alias in a table", "| a |\n|---|\n| [[Plan\\|P]] |", ['3:3 wiki plan "P"']],
    ["heading and block", "[[Plan#Goals]] [[Plan#^b1]]", ["1:1 wiki plan #Goals", "1:16 wiki plan #^b1"]],
    ["collection prefix", "[[Work:Plan]]", ["1:1 wiki work:plan"]],
    ["a colon and a blank is a title", "[[Note: part two]]", ["1:1 wiki note: part two"]],
    ["embed", "![[Plan]] ![[Plan#Goals]]", ["1:2 wiki plan embed", "1:12 wiki plan #Goals embed"]],
    ["wiki link with outer text", "[text]([[Plan]])", ['1:1 wiki plan "text"']],
    ["Logseq page embed", "{{embed [[Plan]]}}", ["1:9 wiki plan embed"]],
    ["Logseq block embed", "{{embed ((64f0-aa))}}", []],
    ["name that ends in a sign", "[[c#]]", ["1:1 wiki c#"]],
    ["name with a dot", "[[v1.2]]", ["1:1 wiki v1.2"]],
    ["same page", "[[#Goals]] [x](#goals)", []],
    ["other scheme in brackets", "[[https://example.org]]", []],
    ["several on a line", "[[A]] and [[B]]", ["1:1 wiki a", "1:11 wiki b"]],
    ["unclosed", "[[A\nB]] [[C]]", ["2:5 wiki c"]],
    ["Markdown", "[b](b.md)", ['1:1 markdown notes/b.md "b"']],
    [
      "relative, encoded, with anchor and title",
      '[x](../c%20d.md#part%201 "t")',
      ['1:1 markdown c d.md #part 1 "x"'],
    ],
    ["angle brackets", "[x](<c d.md>)", ['1:1 markdown notes/c d.md "x"']],
    ["encoded letters", "[x](%E6%97%A5.md)", ['1:1 markdown notes/日.md "x"']],
    ["images", "![x](i.png) ![x](a.md)", []],
    ["image inside a link", "[![i](i.png)](b.md)", ['1:1 markdown notes/b.md "i"']],
    ["reference style", "[x][r] [r]\n\n[r]: b.md", []],
    ["autolinks and bare URLs", "<https://example.org> https://example.org/a.md", []],
    [
      "schemes, hosts, absolute paths",
      "[a](mailto:x@y) [b](//h/a.md) [c](/a.md) [d](C:\\a.md) [e](a\\b.md)",
      [],
    ],
    ["above the root", "[x](../../b.md)", []],
    ["fence", "```\n[[no]] [x](b.md)\n```\n\n[[yes]]", ["5:1 wiki yes"]],
    ["fence in a longer fence", "````\n```\n[[no]]\n```\n[[no]]\n````\n[[yes]]", ["7:1 wiki yes"]],
    ["inline code", "`[[no]]` ``[x](b.md)``", []],
    ["comments", "<!-- [[no]] -->\n\n<!--\n\n[[no]]\n\n-->\n\n[[yes]]", ["9:1 wiki yes"]],
    ["escaped", "\\[[no]] \\\\[[yes]]", ["1:11 wiki yes"]],
    ["CRLF", "one\r\n[[Plan]]\r\n", ["2:1 wiki plan"]],
    [
      "front matter",
      '---\nrelated: "[[Plan]]"\nup: ["[[Plan|P]]"]\n---\n',
      ["2:11 wiki plan", '3:7 wiki plan "P"'],
    ],
    ["comment in the front matter", "---\n# [[no]]\ntitle: x\n---\n", []],
    ["broken front matter", "---\ntitle: a: b\nup: [[no]]\n---\n[[yes]]", ["5:1 wiki yes"]],
  ])("%s", (_name, text, want) => expect(brief(text)).toEqual(want));

  test("files that are not Markdown have no links", () => {
    expect(brief("[[Plan]] [x](b.md)", "a.txt")).toEqual([]);
  });

  test("a stored text has at most 256 visible characters", () => {
    const family = "👨‍👩‍👧";
    expect(linksOf(`[[a|${family.repeat(300)}]]`)[0]?.text).toBe(undefined);
    expect(linksOf(`[[a|${"é".repeat(300)}]]`)[0]?.text).toBe("é".repeat(256));
  });
});

describe("resolveTarget()", () => {
  test.each([
    ["b.md", "a.md", "b.md"],
    ["./b.md", "x/a.md", "x/b.md"],
    ["../b.md", "x/y/a.md", "x/b.md"],
    ["b%2Fc.md", "a.md", "b%2Fc.md"],
    ["b%5Cc.md", "a.md", "b%5Cc.md"],
    ["100%25.md", "a.md", "100%.md"],
    ["100%.md", "a.md", "100%.md"],
    ["a%2520b.md", "a.md", "a%20b.md"],
    ["why%3F.md?x=1", "a.md", "why?.md"],
    ["..", "a.md", undefined],
    ["", "a.md", undefined],
  ])("%s from %s", (target, from, want) => expect(resolveTarget(target, from)).toBe(want));
});

describe("keys", () => {
  const docs = ["tasks.md", "old-tasks.md", "v1.2.md", "a/foo.md", "b/foo.md"].map((relPath) => ({
    relPath,
    keys: documentKeys({ relPath, title: undefined, aliases: [] }),
  }));
  /** Paths with the best rank. */
  const resolve = (target: string): string[] => {
    const lookups = [directLookup(wikiKey(target)), ...reverseLookups(wikiKey(target))];
    for (const group of [lookups.slice(0, 1), lookups.slice(1)]) {
      const hits = docs.flatMap(({ relPath, keys }) =>
        group.flatMap(({ key, rank }) =>
          keys.filter((k) => k.key === key && rank(k.rank) > 0).map((k) => ({ relPath, rank: rank(k.rank) })),
        ),
      );
      const best = Math.min(...hits.map(({ rank }) => rank));
      if (hits.length > 0)
        return [...new Set(hits.filter(({ rank }) => rank === best).map(({ relPath }) => relPath))];
    }
    return [];
  };

  test.each([
    ["tasks", ["tasks.md"]],
    ["v1.2", ["v1.2.md"]],
    ["b/foo", ["b/foo.md"]],
    ["foo", ["a/foo.md", "b/foo.md"]],
    ["FOO", ["a/foo.md", "b/foo.md"]],
    ["foo.md", ["a/foo.md", "b/foo.md"]],
    ["vault/b/foo", ["b/foo.md"]],
    ["asks", []],
    ["1.2", []],
    ["oo", []],
    ["c/foo/bar", []],
  ])("[[%s]]", (target, want) => expect(resolve(target)).toEqual(want));

  test("titles, aliases and the ends of paths, each once with its best rank", () => {
    expect(documentKeys({ relPath: "x/Plan.md", title: "Plan", aliases: ["North", "plan"] })).toEqual([
      { key: "plan", rank: 1 },
      { key: "x/plan.md", rank: 5 },
      { key: "x/plan", rank: 6 },
      { key: "plan.md", rank: 8 },
      { key: "north", rank: 11 },
    ]);
  });

  test.each([
    ["a/b/Plan.md", "Plan"],
    ["plan", "plan"],
    ["x/v1.2", "v1.2"],
  ])("the tail of %s is %s", (name, want) => expect(nameTail(name)).toBe(want));
});
