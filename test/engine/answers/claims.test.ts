import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { findClaims, sentencesOf } from "../../../src/engine/answers/claims.ts";

const id = "a".repeat(64);
const mark = `[evidence:${id}]`;

describe("sentencesOf()", () => {
  test.each<[string, string, string[]]>([
    ["two sentences", "A is b. C is d!", ["A is b.", "C is d!"]],
    ["a semicolon", "A is b; c is d?", ["A is b;", "c is d?"]],
    ["lines", "A is b\nC is d\n", ["A is b", "C is d"]],
    ["no end", "A is b", ["A is b"]],
    [
      "abbreviations",
      "See e.g. Dr. Smith vs. the rest. Next.",
      ["See e.g. Dr. Smith vs. the rest.", "Next."],
    ],
    ["initials", "J. Doe wrote it. He left.", ["J. Doe wrote it.", "He left."]],
    ["figures", "It takes 1.5 s on v2.1.3. Fine.", ["It takes 1.5 s on v2.1.3.", "Fine."]],
    ["file names", "Edit index.yml now. Then run it.", ["Edit index.yml now.", "Then run it."]],
    ["a month that ends", "It starts in Jan. The team knows.", ["It starts in Jan.", "The team knows."]],
    ["a month that goes on", "It starts on Jan. 5 at noon.", ["It starts on Jan. 5 at noon."]],
    ["closing quotes", 'He said "yes." She left.', ['He said "yes."', "She left."]],
    ["dots", "Wait... Done.", ["Wait...", "Done."]],
    [
      "a list",
      "- one thing\n2. second thing\n# Head\n> quoted",
      ["one thing", "second thing", "Head", "quoted"],
    ],
    ["only marks", "- \n***\n---\n?!", []],
    ["wide stops", "これは本です。あれは何ですか？", ["これは本です。", "あれは何ですか？"]],
    ["fenced code", "Run it:\n```sh\na; b. c\n```\nDone.", ["Run it:", "```sh\na; b. c\n```", "Done."]],
    ["an open fence", "```\na. b; c", ["```\na. b; c"]],
    ["an address", "See https://a.example/x?y=1. Then go.", ["See https://a.example/x?y=1.", "Then go."]],
  ])("%s", (_name, text, want) => {
    expect(sentencesOf(text)).toEqual(want);
  });
});

describe("findClaims()", () => {
  test("gives each claim the markers that follow it", () => {
    const draft = `A is b. ${mark} ${mark} C is d. E is f ${mark}.`;
    const { claims, orphans } = findClaims(draft);
    expect(claims.map(({ text, markers }) => [text, markers.length])).toEqual([
      ["A is b.", 2],
      ["C is d.", 0],
      ["E is f", 1],
    ]);
    expect(orphans).toEqual([]);
  });

  test.each<[string, string, string | undefined]>([
    ["an id", mark, id],
    ["a short one", "[evidence:abc]", undefined],
    ["capitals", `[evidence:${"A".repeat(64)}]`, undefined],
    ["nothing", "[evidence:]", undefined],
    ["an open one", `[evidence:${id}`, undefined],
  ])("reads a marker with %s", (_name, marker, want) => {
    const [claim] = findClaims(`A is b. ${marker}`).claims;
    expect(claim?.markers.map(({ evidenceId }) => evidenceId)).toEqual([want]);
  });

  test("a marker before any claim of its line belongs to nothing", () => {
    const { claims, orphans } = findClaims(`A is b.\n${mark} C is d.`);
    expect(claims.map(({ text, markers }) => [text, markers.length])).toEqual([
      ["A is b.", 0],
      ["C is d.", 0],
    ]);
    expect(orphans).toHaveLength(1);
  });

  test("offsets lead back to the text, in order and without overlap, whatever stands in it", () => {
    const part = fc.oneof(
      fc.constantFrom(
        ". ",
        "! ",
        "; ",
        "\n",
        "- ",
        "```\n",
        mark,
        "[evidence:",
        "e.g. ",
        "1.5",
        "。",
        "\u{1F600}",
        "# ",
      ),
      fc.string({ unit: "binary", maxLength: 6 }),
      fc.constantFrom("word", "Two words"),
    );
    fc.assert(
      fc.property(fc.array(part, { maxLength: 30 }), (parts) => {
        const draft = parts.join("");
        let last = 0;
        for (const { text, start, end } of findClaims(draft).claims) {
          expect(draft.slice(start, end)).toBe(text);
          expect(text.trim()).toBe(text);
          expect(start).toBeGreaterThanOrEqual(last);
          expect(end).toBeGreaterThan(start);
          last = end;
        }
      }),
    );
  });
});
