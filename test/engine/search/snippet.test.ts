import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { needlesOf } from "../../../src/engine/search/needles.ts";
import { planQuery } from "../../../src/engine/search/query.ts";
import { createSnippets } from "../../../src/engine/search/snippet.ts";

function snippet(query: string, text: string, intent?: string) {
  return createSnippets(needlesOf(planQuery(query)!, intent, "stem"))(text);
}

const filler = (word: string, count: number) => `${word} `.repeat(count).trimEnd();

describe("the passage", () => {
  test("starts on the line of the best match, which is the line that is told", () => {
    const text = [
      "# Title",
      "",
      filler("gravel", 50),
      "",
      "## Borrow rules",
      "One borrow at a time.",
      filler("sand", 50),
    ];
    expect(snippet("borrow rules", text.join("\n"))).toEqual({
      text: `## <mark>Borrow</mark> <mark>rules</mark>\nOne <mark>borrow</mark> at a time.\n${filler("sand", 25)}…`,
      startLine: 5,
      endLine: 7,
    });
  });

  test("prefers the place that holds more of the words", () => {
    const text = ["alpha here", filler("x", 60), "beta there", filler("y", 60), "alpha and beta"].join("\n");
    expect(snippet("alpha beta", text).startLine).toBe(5);
    expect(snippet("alpha", text).startLine).toBe(1);
  });

  test("prefers the words of the text to those of the front matter", () => {
    const text = "---\ntitle: Alpha\ntags: [alpha]\n---\n\nText.\n\nThe alpha of it.\n";
    expect(snippet("alpha", text)).toMatchObject({ startLine: 8, text: "The <mark>alpha</mark> of it." });
    expect(snippet("title", text).startLine).toBe(2);
  });

  test("is the beginning of the text when only a name matched", () => {
    const text = "---\ntitle: Alpha\n---\n\nFirst words of it.\nMore.";
    expect(snippet("zeta", text)).toEqual({ text: "First words of it.\nMore.", startLine: 5, endLine: 6 });
    expect(snippet("zeta", "")).toEqual({ text: "", startLine: 1, endLine: 1 });
  });

  test("is chosen by the intent among equals", () => {
    const text = ["the bank of the river", filler("x", 60), "the bank for money"].join("\n");
    expect(snippet("bank", text, "money").startLine).toBe(3);
    expect(snippet("bank", text, "money").text).toBe("the <mark>bank</mark> for money");
    expect(snippet("bank", text, "river").startLine).toBe(1);
  });

  test("starts near the match in a long line", () => {
    const found = snippet("needle", `${filler("hay", 500)} needle ${filler("hay", 500)}`);
    expect(found.text).toMatch(/^…(hay )+<mark>needle<\/mark>( hay)+…$/);
    expect(found.startLine).toBe(1);
  });

  test("holds at most 32 words", () => {
    const found = snippet("one", `one ${filler("two", 100)}`).text;
    expect(found.match(/\w+(?!>)\b/g)?.filter((word) => word !== "mark")).toHaveLength(32);
  });
});

describe("matches", () => {
  const rows: [query: string, text: string, want: string][] = [
    ["running", "It runs, it ran, runner.", "It <mark>runs</mark>, it ran, runner."],
    ["Vec::new", "Use `Vec::new()` or a new Vec.", "Use `<mark>Vec::new</mark>()` or a new Vec."],
    ["load_config", "call load_config()", "call <mark>load_config</mark>()"],
    [
      "cafe",
      "Le CAFÉ et cafe\u0301s, cafe\u0301.",
      "Le <mark>CAFÉ</mark> et <mark>cafe\u0301s</mark>, <mark>cafe\u0301</mark>.",
    ],
    ["strasse", "Die Straße hier", "Die <mark>Straße</mark> hier"],
    ["東京", "大東京都の話", "大<mark>東京</mark>都の話"],
    ["can't", "I can’t and can't.", "I <mark>can’t</mark> and <mark>can't</mark>."],
    ["log*", "login, catalog", "<mark>login</mark>, catalog"],
    ["a+b", "so a+b it is, aa+b", "so <mark>a+b</mark> it is, aa+b"],
    ["the end", "This is the end.", "This is <mark>the</mark> <mark>end</mark>."],
    ["сервера", "Настройка Сервера тут", "Настройка <mark>Сервера</mark> тут"],
  ];
  test.each(rows)("of %s are marked", (query, text, want) => {
    expect(snippet(query, text).text).toBe(want);
  });
});

describe("cuts", () => {
  const family = "👨‍👩‍👧‍👦";
  test.each([
    ["emoji", "😀"],
    ["families", family],
    ["flags", "🇩🇪"],
    ["letters with marks", "e\u0301\u0323"],
  ])("stand between %s", (_name, unit) => {
    for (let shift = 0; shift < 12; shift++) {
      const { text } = snippet(
        "needle",
        `${"x".repeat(shift)}${unit.repeat(300)} needle ${unit.repeat(2000)}`,
      );
      expect(text.isWellFormed()).toBe(true);
      const shown = text.replace(/<\/?mark>|…|needle|x| /g, "");
      expect(shown).toBe(unit.repeat(shown.length / unit.length));
    }
  });

  test("any text and any query give a well-formed snippet that stands in the text, on the lines told", () => {
    const unit = fc.constantFrom(
      "a",
      "b",
      "needle",
      " ",
      "\n",
      "é",
      "e\u0301",
      "ß",
      "😀",
      family,
      "#",
      "東",
      "-",
      '"',
      "\ud800",
    );
    const text = fc.array(unit, { maxLength: 400 }).map((units) => units.join(""));
    fc.assert(
      fc.property(
        text,
        fc.array(unit, { maxLength: 6 }).map((units) => units.join("")),
        (given, query) => {
          const plan = planQuery(query);
          if (plan === undefined) return;
          const found = createSnippets(needlesOf(plan, "b", "stem"))(given);
          expect(found.text.isWellFormed()).toBe(true);
          const plain = found.text.replace(/<\/?mark>/g, "").replace(/^…|…$/g, "");
          const lines = given
            .toWellFormed()
            .split("\n")
            .slice(found.startLine - 1, found.endLine)
            .join("\n");
          expect(lines).toContain(plain);
          expect(plain.split("\n").length).toBe(found.endLine - found.startLine + 1);
        },
      ),
      { numRuns: 500 },
    );
  });
});
