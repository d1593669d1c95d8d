/** Passages: whole lines of one section around a place, exactly as they stand in the text. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { citedText, passageAt, readLines } from "../../../src/engine/evidence/passages.ts";

const text =
  "---\nx: 1\n---\n# Title\n\nIntro.\n\n## One\n\nFirst.\n\nMore.\n\n```\n# code\n```\n\n## Two\n\nSecond.\n";

describe("passageAt", () => {
  test.each<[string, number, readonly [number, number, string | undefined]]>([
    ["the section of a line", 10, [8, 16, "One"]],
    ["a heading", 18, [18, 20, "Two"]],
    ["a blank line, by the next", 19, [18, 20, "Two"]],
    ["what looks like a heading in code", 15, [8, 16, "One"]],
  ])("%s", (_name, line, [startLine, endLine, heading]) => {
    expect(passageAt(readLines(text, "a.md"), line)).toMatchObject({ startLine, endLine, heading });
  });

  test("is nothing behind the text or in blanks alone", () => {
    expect(passageAt(readLines(text, "a.md"), 99)).toBeUndefined();
    expect(passageAt(readLines("a\n\n \n", "a.md"), 2)).toBeUndefined();
  });

  test("is bounded where lines allow it", () => {
    const long = Array.from({ length: 500 }, (_, at) => `line ${at} of many`).join("\n");
    const passage = passageAt(readLines(long, "a.md"), 250);
    expect(passage?.text.length).toBeLessThanOrEqual(1_600);
    expect(passage?.startLine).toBeLessThanOrEqual(250);
    expect(passage?.endLine).toBeGreaterThanOrEqual(250);
  });

  test("is exactly its lines, in any text", () => {
    const lines = fc.array(fc.constantFrom("", " ", "# H", "text", "```", "😀 é", "x".repeat(900)), {
      maxLength: 60,
    });
    fc.assert(
      fc.property(lines, fc.nat(70), (parts, line) => {
        const whole = parts.join("\n");
        const passage = passageAt(readLines(whole, "a.md"), line + 1);
        if (passage === undefined) return;
        expect(passage.text).toBe(citedText(whole, passage.startLine, passage.endLine));
        expect(passage.text.trim()).not.toBe("");
      }),
    );
  });
});
