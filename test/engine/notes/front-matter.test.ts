import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse } from "yaml";
import { type Additions, composeNote, readContent } from "../../../src/engine/notes/front-matter.ts";

const source = { kind: "direct", capturedAt: "2026-03-05T09:00:00.000Z" };
const additions: Additions = { title: "T", tags: [], source, defaults: {} };
const SOURCE = 'source:\n  kind: "direct"\n  capturedAt: "2026-03-05T09:00:00.000Z"\n';

function composed(content: string, more: Partial<Additions> = {}): string {
  return composeNote(readContent(content), { ...additions, ...more });
}

describe("composeNote", () => {
  const cases: [name: string, given: string, more: Partial<Additions>, want: string][] = [
    ["plain text", "Hello\n", {}, `---\ntitle: "T"\n${SOURCE}---\n\nHello\n`],
    ["no line end at the end", "Hello", {}, `---\ntitle: "T"\n${SOURCE}---\n\nHello\n`],
    ["blank lines at the start", "\n \n\n    code\n", {}, `---\ntitle: "T"\n${SOURCE}---\n\n    code\n`],
    ["a BOM", "\uFEFFHello\n", {}, `---\ntitle: "T"\n${SOURCE}---\n\nHello\n`],
    [
      "tags as a block list before the source",
      "Hello\n",
      { tags: ["a/b", "c"] },
      `---\ntitle: "T"\ntags:\n  - "a/b"\n  - "c"\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "keys of the content stay byte for byte, comments and odd spacing too",
      "---\n# mine\nstatus:   'open'   # why\n\nlist: [1,2 , 3]\n---\nHello\n",
      {},
      `---\ntitle: "T"\n# mine\nstatus:   'open'   # why\n\nlist: [1,2 , 3]\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "its own title stays",
      "---\ntitle: Mine\n---\nHello\n",
      {},
      `---\ntitle: Mine\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "its own tags stay as they are written when none are added",
      "---\ntags: [B, a]\n---\nHello\n",
      {},
      `---\ntitle: "T"\ntags: [B, a]\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "its tags are rewritten when some are added",
      "---\ntags:\n  - b\nstatus: open\n---\nHello\n",
      { tags: ["b", "c"] },
      `---\ntitle: "T"\nstatus: open\ntags:\n  - "b"\n  - "c"\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "its source block is replaced, and the comment above the next key stays",
      "---\nsource:\n  kind: web\n  url: https://example.com\n# next\nstatus: open\n---\nHello\n",
      {},
      `---\ntitle: "T"\n# next\nstatus: open\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "CRLF stays CRLF",
      "---\r\nstatus: open\r\n---\r\nHello\r\nthere\r\n",
      {},
      `---\ntitle: "T"\nstatus: open\n${SOURCE}---\n\nHello\nthere\n`.replaceAll("\n", "\r\n"),
    ],
    [
      "a key given twice stays given twice",
      "---\nstatus: open\nstatus: shut\n---\nHello\n",
      {},
      `---\ntitle: "T"\nstatus: open\nstatus: shut\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "broken YAML stays in the body",
      "---\nkey: [1, 2\n---\nHello\n",
      {},
      `---\ntitle: "T"\n${SOURCE}---\n\n---\nkey: [1, 2\n---\nHello\n`,
    ],
    [
      "a rule, text, a rule is no front matter",
      "---\nJust words\n---\nHello\n",
      {},
      `---\ntitle: "T"\n${SOURCE}---\n\n---\nJust words\n---\nHello\n`,
    ],
    [
      "a block without an end is text",
      "---\nstatus: open\nHello\n",
      {},
      `---\ntitle: "T"\n${SOURCE}---\n\n---\nstatus: open\nHello\n`,
    ],
    [
      "an alias into a replaced key leaves the block in the body",
      "---\nsource: &s here\nalso: *s\n---\nHello\n",
      {},
      `---\ntitle: "T"\n${SOURCE}---\n\n---\nsource: &s here\nalso: *s\n---\nHello\n`,
    ],
    ["an empty block", "---\n---\nHello\n", {}, `---\ntitle: "T"\n${SOURCE}---\n\nHello\n`],
    ["front matter alone", "---\nstatus: open\n---", {}, `---\ntitle: "T"\nstatus: open\n${SOURCE}---\n\n`],
    [
      "defaults only where the content is silent",
      "---\ncategory: mine\n---\nHello\n",
      { defaults: { category: "theirs", status: "active", sources: [] } },
      `---\ntitle: "T"\ncategory: mine\nstatus: "active"\nsources: []\n${SOURCE}---\n\nHello\n`,
    ],
    [
      "an empty tag list gives way to tags",
      "Hello\n",
      { defaults: { type: "person", tags: [] }, tags: ["a"] },
      `---\ntitle: "T"\ntype: "person"\ntags:\n  - "a"\n${SOURCE}---\n\nHello\n`,
    ],
  ];
  test.each(cases)("%s", (_, given, more, want) => expect(composed(given, more)).toBe(want));

  test("nesting that ends the stack of a parser is text", () => {
    const deep = `---\nx: ${"[".repeat(15_000)}\n---\nHello\n`;
    expect(composed(deep)).toContain(deep);
  });

  test("whatever is written reads back, and the body is kept", () => {
    const words = fc.string({ unit: "binary", minLength: 1 }).filter((text) => text.isWellFormed());
    const line = fc.constantFrom(
      "---\n",
      "a: b\n",
      "# c\n",
      "tags: [x]\n",
      "source: y\n",
      "title: |\n",
      "  z\n",
      "\n",
      "- q\n",
      "text\n",
      "a: b\r\n",
    );
    const content = fc.array(line, { maxLength: 12 }).map((lines) => lines.join(""));
    fc.assert(
      fc.property(content, words, fc.array(words, { maxLength: 3 }), words, (given, title, tags, url) => {
        const text = composed(given, { title, tags, source: { ...source, url } });
        const { frontMatter, body } = readContent(text);
        const values = parse(frontMatter.lead + frontMatter.entries.map((entry) => entry.text).join(""), {
          uniqueKeys: false,
        });
        expect(values.source).toEqual({ ...source, url });
        if (tags.length > 0) expect(values.tags).toEqual(tags);
        if (readContent(given).frontMatter.entries.every(({ key }) => key !== "title"))
          expect(values.title).toBe(title);
        expect(body.trim().endsWith(readContent(given).body.trim())).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });
});

describe("readContent", () => {
  test.each<[string, string, string | undefined]>([
    ["front matter", "---\ntitle: Mine\n---\n# Other\n", "Mine"],
    ["quoted", '---\ntitle: "a: b"\n---\n', "a: b"],
    ["an opening heading", "\n# Budget 2026 #\nText", "Budget 2026"],
    ["a heading after front matter", "---\na: b\n---\n\n# Plan\n", "Plan"],
    ["no heading at the start", "Text\n# Plan\n", undefined],
    ["a second-level heading", "## Plan\n", undefined],
    ["a hashtag", "#plan\n", undefined],
    ["a blank title", "---\ntitle: ''\n---\n# Plan\n", "Plan"],
    ["a number", "---\ntitle: 2026\n---\n", undefined],
    ["spaces without end", `# a${" ".repeat(200_000)}b\n`, "a"],
  ])("title by %s", (_, given, want) => expect(readContent(given).title).toBe(want));

  test.each<[string, string, string[]]>([
    ["inline", "---\ntags: [a, B]\n---\n", ["a", "B"]],
    ["block", "---\ntags:\n  - a\n  - 2026\n---\n", ["a", "2026"]],
    ["commas", "---\ntags: a, b,\n---\n", ["a", "b"]],
    ["twice", "---\ntags: a\ntags: b\n---\n", ["a", "b"]],
    ["none", "---\ntags:\n---\n", []],
    ["nested", "---\ntags: [[a], {b: c}, d]\n---\n", ["d"]],
  ])("tags: %s", (_, given, want) => expect(readContent(given).tags).toEqual(want));
});
