/** Bounds and numbering of document text, with characters of more than one byte at the edges. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  cutBytes,
  decorate,
  numbered,
  oneLine,
  sliceLines,
} from "../../../src/contracts/gno/present-document.ts";

describe("sliceLines", () => {
  const text = "one\ntwo\nthree\n";
  test.each([
    {
      from: 1,
      count: undefined,
      max: 100,
      want: { content: "one\ntwo\nthree\n", returned: { start: 1, end: 4 } },
    },
    { from: 2, count: 1, max: 100, want: { content: "two", returned: { start: 2, end: 2 } } },
    { from: 3, count: 99, max: 100, want: { content: "three\n", returned: { start: 3, end: 4 } } },
    { from: 5, count: undefined, max: 100, want: { content: "", returned: undefined } },
    { from: 1, count: undefined, max: 7, want: { content: "one\ntwo", returned: { start: 1, end: 2 } } },
    { from: 3, count: undefined, max: 3, want: { content: "thr", returned: { start: 3, end: 3 } } },
  ])("from $from, $count lines, $max bytes", ({ from, count, max, want }) => {
    expect(sliceLines(text, from, count, max)).toEqual({ ...want, totalLines: 4 });
  });

  test("an empty document has one line", () => {
    expect(sliceLines("", 1, undefined, 10)).toEqual({
      content: "",
      totalLines: 1,
      returned: { start: 1, end: 1 },
    });
  });

  test("pages of any size put together are the document", () => {
    fc.assert(
      fc.property(
        fc.array(fc.string({ unit: "grapheme", maxLength: 12 })),
        fc.integer({ min: 60, max: 90 }),
        (lines, max) => {
          const whole = lines.map((line) => line.replaceAll("\n", "")).join("\n");
          const read: string[] = [];
          for (let from = 1; ; ) {
            const page = sliceLines(whole, from, undefined, max);
            if (page.returned === undefined) break;
            expect(Buffer.byteLength(page.content)).toBeLessThanOrEqual(max);
            read.push(page.content);
            from = page.returned.end + 1;
          }
          // A line over the bound loses its tail; none is that long here.
          fc.pre(lines.every((line) => Buffer.byteLength(line) <= max));
          expect(read.join("\n")).toBe(whole);
        },
      ),
    );
  });
});

describe("cutBytes", () => {
  test("never splits a character and never exceeds the bound", () => {
    fc.assert(
      fc.property(fc.string({ unit: "grapheme" }), fc.nat(40), (text, max) => {
        const cut = cutBytes(text, max);
        expect(Buffer.byteLength(cut)).toBeLessThanOrEqual(max);
        expect(text.startsWith(cut)).toBe(true);
        // Half a character would be a half surrogate, or a replacement that the text does not have there.
        expect(cut.isWellFormed()).toBe(true);
      }),
    );
  });
});

test("numbered counts on from the first line", () => {
  expect(numbered("a\n\nb", 9)).toBe("9: a\n10: \n11: b");
});

test.each([
  { index: "default", want: "gno://a/b.md" },
  { index: "work notes", want: "gno://a/b.md?index=work%20notes" },
])("decorate for the index $index", ({ index, want }) => {
  expect(decorate("gno://a/b.md", index)).toBe(want);
});

test("oneLine cuts between characters", () => {
  expect(oneLine("a\n b\t c", 10)).toBe("a b c");
  expect(oneLine("🌵🌵🌵", 4)).toBe("🌵…");
});
