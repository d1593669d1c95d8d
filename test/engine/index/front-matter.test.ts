/** Front matter in all the forms that notes come in. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { parse, stringify } from "yaml";
import { derive } from "../../../src/engine/index/derive.ts";
import { type FrontValue, readFrontMatter, textOf, textsOf } from "../../../src/engine/index/front-matter.ts";

const context = { contentTypes: [], languageHint: undefined };

function plain(value: FrontValue | undefined): unknown {
  if (value?.kind === "list") return value.items.map(plain);
  if (value?.kind === "map")
    return Object.fromEntries([...value.entries].map(([key, item]) => [key, plain(item)]));
  return value?.value;
}

describe("readFrontMatter()", () => {
  const lf = "---\ntitle: Trip Plan\ntags: [travel, plan]\n---\nBody words\n";
  test.each([
    ["LF", lf],
    ["CRLF", lf.replaceAll("\n", "\r\n")],
    ["blanks after the fences", "--- \t\ntitle: Trip Plan\ntags: [travel, plan]\n---  \nBody words\n"],
    ["closing fence as the last bytes", "---\ntitle: Trip Plan\ntags: [travel, plan]\n---"],
    ["the same with CRLF", "---\r\ntitle: Trip Plan\r\ntags: [travel, plan]\r\n---"],
    ["block list", "---\ntitle: Trip Plan\ntags:\n  - travel\n  - plan\n---\nBody words"],
    ["comma list", "---\ntitle: Trip Plan\ntags: travel, plan\n---\nBody words"],
  ])("%s: same title and tags", (_name, text) => {
    const derived = derive(text, "a.md", context);
    expect(derived.title).toBe("Trip Plan");
    expect(derived.tags.map(({ tag }) => tag)).toEqual(["travel", "plan"]);
    expect(derived.warnings).toEqual([]);
  });

  test.each([
    ["no block", "title: x\n---\n"],
    ["a rule, words, a rule", "---\nJust some words\n---\nmore"],
    ["never closed", "---\ntitle: x\n\nbody"],
    ["longer fence", "----\ntitle: x\n----\n"],
    ["not at the start", "\n---\ntitle: x\n---\n"],
  ])("%s is body alone", (_name, text) => {
    expect(readFrontMatter(text)).toMatchObject({ yaml: undefined, bodyStart: 0, warnings: [] });
  });

  test("an empty block has no keys and is no body", () => {
    expect(readFrontMatter("---\n---\nbody")).toMatchObject({ bodyStart: 8, broken: false });
  });

  test.each([
    ["colon in a plain value", "---\ntitle: a: b\n---\nbody words"],
    ["unclosed bracket", "---\ntags: [a, b\n---\nbody words"],
    ["tab indentation", "---\na:\n\t- b\n---\nbody words"],
    ["nested beyond reason", `---\na: ${"[".repeat(5_000)}\n---\nbody words`],
  ])("%s: a warning, and the body is read", (_name, text) => {
    const derived = derive(text, "note.md", context);
    expect(derived.warnings).toMatchObject([{ code: "FRONT_MATTER_INVALID" }]);
    expect(derived.title).toBe("note");
    expect(derived.body).toContain("body words");
  });

  test("a key without value is no fault", () => {
    const derived = derive("---\ntype:\ntitle: Plan\n---\nx", "note.md", context);
    expect([derived.title, derived.warnings, derived.contentType.source]).toEqual(["Plan", [], "fallback"]);
  });

  test("a key given twice: the last value, a warning with its line, and the rest of the block", () => {
    const front = readFrontMatter("---\nstatus: draft\ntitle: Plan\ntags: [a]\nstatus: done\n---\nx");
    expect(textOf(front.entries.get("status"))).toBe("done");
    expect(textOf(front.entries.get("title"))).toBe("Plan");
    expect(front.warnings).toEqual([
      {
        code: "DUPLICATE_KEY",
        message: "`status` stands twice in the front matter; the value in line 5 counts.",
      },
    ]);
  });

  test.each([
    ["2024-03-05", "2024-03-05"],
    ["00123", "00123"],
    ["1.10", "1.10"],
    ["yes", "yes"],
    ["'quoted: text'", "quoted: text"],
    ["2024-03-05 10:00", "2024-03-05 10:00"],
    ["0x1F", "0x1F"],
    ["1_000", "1_000"],
  ])("the value %s is kept as written", (yaml, text) => {
    expect(textOf(readFrontMatter(`---\nkey: ${yaml}\n---\n`).entries.get("key"))).toBe(text);
  });

  test("block scalars and nested lists are read", () => {
    const front = readFrontMatter("---\ntext: |\n  one\n  two\nlist:\n  - [a, b]\n  - c\n# comment\n---\n");
    expect(textOf(front.entries.get("text"))).toBe("one\ntwo");
    expect(textsOf(front.entries.get("list"))).toEqual(["a", "b", "c"]);
  });

  test("aliases do not multiply", () => {
    const bomb = Array.from({ length: 40 }, (_, n) => `k${n}: &a${n} [*a${n - 1}, *a${n - 1}]`).slice(1);
    const front = readFrontMatter(`---\nk0: &a0 [x]\n${bomb.join("\n")}\nplain: &p text\ncopy: *p\n---\n`);
    expect(plain(front.entries.get("k39"))).toEqual([]);
    expect(plain(front.entries.get("copy"))).toBe("text");
  });

  test("keys of objects stay keys", () => {
    const derived = derive("---\n__proto__: 2024-01-01\nconstructor: x\n---\n", "a.md", context);
    expect(Object.getPrototypeOf(derived.dateFields)).toBe(Object.prototype);
  });

  test("any mapping that YAML can write is read as YAML reads it", () => {
    const word = fc.stringMatching(/^[A-Za-z0-9][A-Za-z0-9 .:#'"-]{0,12}$/);
    const value = fc.oneof(
      word,
      fc.integer(),
      fc.boolean(),
      fc.constant(null),
      fc.array(word, { maxLength: 3 }),
    );
    fc.assert(
      fc.property(
        fc.dictionary(fc.stringMatching(/^[a-z][a-z0-9_ .-]{0,8}$/), value),
        fc.boolean(),
        (entries, crlf) => {
          const yaml = stringify(entries);
          const text = `---\n${yaml}---\nbody`;
          const front = readFrontMatter(crlf ? text.replaceAll("\n", "\r\n") : text);
          const want = (parse(yaml, { schema: "core" }) ?? {}) as Record<string, unknown>;
          const got = Object.fromEntries([...front.entries].map(([key, item]) => [key, plain(item)]));
          if (Object.keys(want).length > 0) expect(got).toEqual(want);
        },
      ),
    );
  });
});
