/** What is read from one file: title, dates, language, categories, values, keys. */
import { describe, expect, test } from "vitest";
import { isoDate } from "../../../src/engine/index/dates.ts";
import { decode } from "../../../src/engine/index/decode.ts";
import { derive } from "../../../src/engine/index/derive.ts";
import { detectLanguage } from "../../../src/engine/index/language.ts";
import { Lines } from "../../../src/engine/index/lines.ts";
import { readMarkdown } from "../../../src/engine/index/markdown.ts";

const context = { contentTypes: [], languageHint: undefined };
const of = (text: string, path = "notes/some-file.md") => derive(text, path, context);

describe("title", () => {
  test.each([
    ["front matter", "---\ntitle: Given\n---\n# Heading", "Given"],
    ["first level-one heading", "## Two\n\n# One\n\n# Other", "One"],
    ["any heading", "text\n\n## Two", "Two"],
    ["setext", "Set *this*\n====\n", "Set this"],
    ["file name", "just words", "some-file"],
    ["not a line in a fence", "```\n# not\n```\n", "some-file"],
    ["markup is dropped", "# **Bold** `code` [link](a.md) [[Page|shown]] ~~x~~ #", "Bold code link shown x"],
    ["identifiers keep their marks", "# load_config and *args* of __init__", "load_config and args of init"],
    ["CRLF", "# Head\r\ntext", "Head"],
    ["a date stays text", "---\ntitle: 2024-03-05\n---\n", "2024-03-05"],
  ])("%s", (_name, text, want) => expect(of(text).title).toBe(want));
});

describe("headings", () => {
  test("only real ones", () => {
    const text =
      "# One\n\n````\n```\n# not\n```\n````\n\n   ```\n# not\n   ```\n\nSet\n---\n\n- # in a list\n\n#no\n\n####### no\n";
    expect(readMarkdown(text, 0).headings.map((heading) => heading.text)).toEqual([
      "One",
      "Set",
      "in a list",
    ]);
  });

  test("a text read in pieces has the headings of the whole", () => {
    const block = `# Head\n\n\`\`\`\n# not\n\n${"x\n".repeat(500)}\`\`\`\n\n${"words ".repeat(50)}\n\n`;
    const text = block.repeat(2_000);
    const { headings, opaque } = readMarkdown(text, 0);
    expect(headings.length).toBe(2_000);
    expect(headings.every(({ from }) => text.startsWith("# Head", from))).toBe(true);
    expect(opaque.list.length).toBe(2_000);
  });
});

describe("isoDate()", () => {
  test.each([
    ["2024-03-05", "2024-03-05"],
    ["2024-03-05T10:00:00Z", "2024-03-05T10:00:00.000Z"],
    ["2024-03-05 10:00", "2024-03-05T10:00:00.000Z"],
    ["2024-03-05T23:30:00+02:00", "2024-03-05T21:30:00.000Z"],
    ["2024-03-05T23:30:00.5 -0500", "2024-03-06T04:30:00.500Z"],
    ["2024-02-30", undefined],
    ["2024-13-01", undefined],
    ["yesterday", undefined],
    ["11/20/2025", undefined],
  ])("%s", (given, want) => expect(isoDate(given)).toBe(want));
});

test("the first usable date key is the date of the document, all are kept", () => {
  const derived = of("---\ncreated: 2024-01-02\ndate: soon\nreviewed: 2025-06-07\n---\n");
  expect(derived.documentDate).toBe("2024-01-02");
  expect(derived.dateFields).toEqual({ created: "2024-01-02", reviewed: "2025-06-07" });
});

test("author, categories, relations and typed values", () => {
  const derived = of(
    "---\nby: [Dana, Kim]\ntype: Decision\ncategories: [Work, work]\nrelations:\n  Depends-On: ['[[A]]', b]\n  '9bad': [x]\ngno:\n  metadata:\n    price: 1.5\n    zip: 00123\n    open: true\n    parts: [a, b]\n---\n",
  );
  expect(derived.author).toBe("Dana, Kim");
  expect(derived.categories).toEqual(["notes", "work", "decision"]);
  expect(derived.relations).toEqual({ depends_on: ["[[A]]", "b"] });
  expect(derived.metadata).toEqual({
    state: "ok",
    values: { price: 1.5, zip: "00123", open: true, parts: ["a", "b"] },
  });
});

test.each([
  ["null", "x: null"],
  ["nested", "x: {a: 1}"],
  ["mixed list", "x: [a, 1]"],
  ["refused key", "__proto__: a"],
  ["long text", `x: ${"a".repeat(5_000)}`],
])("typed values are invalid as a whole with a %s", (_name, line) => {
  const derived = of(`---\ngno:\n  metadata:\n    ok: 1\n    ${line}\n---\n`);
  expect(derived.metadata.state).toBe("invalid");
  expect(derived.warnings).toMatchObject([{ code: "METADATA_INVALID" }]);
});

describe("content type", () => {
  const contentTypes = [
    { id: "decision", prefixes: ["team/decisions"] },
    { id: "person", prefixes: ["team"] },
  ];
  test.each([
    ["front matter names a rule", "---\ntype: Person\n---\n", "x/a.md", "person", "frontmatter-type"],
    ["the longest prefix", "", "team/decisions/a.md", "decision", "prefix"],
    ["whole segments", "", "teams/a.md", "prose", "fallback"],
    ["code", "", "src/a.ts", "code", "path-ext"],
    ["folder", "", "work/meetings/a.md", "meeting", "path-ext"],
    ["nothing", "", "a.md", "prose", "fallback"],
  ])("%s", (_name, text, path, id, source) => {
    expect(derive(text, path, { contentTypes, languageHint: undefined }).contentType).toEqual({ id, source });
  });
});

describe("language", () => {
  test.each([
    ["Das ist ein kurzer Satz und er ist auf Deutsch.", "de"],
    ["This is a short sentence and it is in English.", "en"],
    ["Ceci est une petite phrase en français pour vous.", "fr"],
    ["El perro está en la casa y no quiere salir.", "es"],
    ["これは日本語の文章です。", "ja"],
    ["我们正在学习中文。", "zh"],
    ["안녕하세요 세계", "ko"],
    ["Привет, как дела, что нового", "ru"],
    ["Це українська мова", "uk"],
    ["Get-ChildItem -Path C:\\temp", undefined],
    ["", undefined],
  ])("%s", (text, want) => expect(detectLanguage(text)).toBe(want));

  test("the hint of the collection fills in where the text does not tell", () => {
    expect(derive("kurz", "a.md", { contentTypes: [], languageHint: "de" }).language).toBe("de");
    expect(
      derive("This is all in the English language.", "a.md", { contentTypes: [], languageHint: "de" })
        .language,
    ).toBe("en");
  });
});

describe("decode()", () => {
  test("a byte-order mark is no text", () => {
    expect(decode(Buffer.from("\uFEFF---\ntitle: x\n---\n"))).toEqual({
      kind: "text",
      text: "---\ntitle: x\n---\n",
      bom: true,
    });
  });
  test("an empty file is text", () =>
    expect(decode(Buffer.alloc(0))).toEqual({ kind: "text", text: "", bom: false }));
});

describe("Lines", () => {
  test.each([
    ["", 0],
    ["a", 1],
    ["a\n", 1],
    ["a\nb", 2],
    ["a\r\nb\r\n", 2],
    ["\n", 1],
  ])("%j has %i", (text, want) => expect(new Lines(text).count).toBe(want));

  test("positions are 1-based", () => {
    const lines = new Lines("ab\ncd\n");
    expect([0, 1, 2, 3, 4].map((at) => [lines.lineOf(at), lines.columnOf(at)])).toEqual([
      [1, 1],
      [1, 2],
      [1, 3],
      [2, 1],
      [2, 2],
    ]);
  });
});
