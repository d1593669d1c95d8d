/** What is a tag and what only looks like one. */
import { describe, expect, test } from "vitest";
import { derive } from "../../../src/engine/index/derive.ts";
import { normaliseTag } from "../../../src/engine/index/tags.ts";

const tagsOf = (text: string): string[] => [
  ...new Set(derive(text, "a.md", { contentTypes: [], languageHint: undefined }).tags.map(({ tag }) => tag)),
];

describe("normaliseTag()", () => {
  test.each([
    ["Topic", "topic"],
    [" Über-1 ", "über-1"],
    ["a/b/c", "a/b/c"],
    ["2024", "2024"],
    ["v1.2", "v1.2"],
    ["日本", "日本"],
  ])("%s", (given, want) => expect(normaliseTag(given)).toBe(want));

  test.each(["", "a b", "/a", "a/", "a//b", "-a", "a_b", "#a"])("refuses %j", (given) => {
    expect(normaliseTag(given)).toBeUndefined();
  });
});

describe("hashtags in the body", () => {
  test.each([
    ["plain", "about #topic and #über-1", ["topic", "über-1"]],
    [
      "in brackets and after punctuation",
      "(#one) [#two], *#three*; “#four”",
      ["one", "two", "three", "four"],
    ],
    ["end of a sentence", "see #topic.", ["topic"]],
    ["nested", "#area/part/", ["area/part"]],
    ["jargon that is hex", "#b2b and #e2e and #cafe and #facade", ["b2b", "e2e", "cafe", "facade"]],
    ["once", "#a #a #A", ["a"]],
    ["fenced code", "```c\n#include <a>\n#tag\n```\n~~~\n#tag\n~~~", []],
    ["inline code", "`#fff` ``#tag``", []],
    ["comment", "<!-- #tag -->\n\n<!--\n#tag\n-->", []],
    ["preprocessor lines outside code", "#include <a>\n#pragma once\n#ifdef X", []],
    ["colours", "#fff #ffffff #1e90ff #fafafa #c00", []],
    ["URL fragments", "https://example.org/p#part https://example.org/#top <https://example.org/#a>", []],
    ["headings", "# Heading\n## Two\n#", []],
    ["issue numbers", "fixes #42, #7", []],
    ["link targets", "[x](#ctor) [y](a.md#part)\n\n[z]: b.md#frag", []],
    ["inside words and paths", "c#sharp a/#b file.#x", []],
    ["with dots", "#v1.2 #a.b", []],
    ["with an underscore", "#my_tag", []],
    ["escaped", "\\#tag", []],
    ["attributes", '<a href="#top">x</a>', []],
    ["entities", "&#39; &#x27;", []],
  ])("%s", (_name, text, want) => expect(tagsOf(text)).toEqual(want));
});

describe("tags above the body", () => {
  test.each([
    ["inline array", "---\ntags: [One, '#two', 3d]\n---\n", ["one", "two", "3d"]],
    ["blanks in plain text", "---\ntags: one two\n---\n", ["one", "two"]],
    ["Logseq property in the front matter", "---\ntags:: one, #two\n---\n", ["one", "two"]],
    ["Logseq property on the page", "title:: x\ntags:: one, #two\n\nbody", ["one", "two"]],
    ["Logseq property too far down", `${"line\n".repeat(12)}tags:: one`, []],
    ["Logseq property below front matter", "---\ntitle: x\n---\ntags:: one", []],
  ])("%s", (_name, text, want) => expect(tagsOf(text)).toEqual(want));

  test("an invalid one is left out with a warning", () => {
    const derived = derive("---\ntags: [ok, 'two words']\n---\n", "a.md", {
      contentTypes: [],
      languageHint: undefined,
    });
    expect(derived.tags.map(({ tag }) => tag)).toEqual(["ok"]);
    expect(derived.warnings).toMatchObject([{ code: "INVALID_TAG" }]);
  });
});
