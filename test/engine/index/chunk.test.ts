/** Chunks: exact slices, bounded, cut where a reader would cut. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { type Chunk, chunkText } from "../../../src/engine/index/chunk.ts";
import { findDataUris } from "../../../src/engine/index/data-uris.ts";
import { layout } from "../../../src/engine/index/derive.ts";

const policy = { maxTokens: 100, overlapPercent: 0.15 };
const chunk = (text: string, code = false, overlapPercent = 0.15): Chunk[] =>
  chunkText(text, { ...policy, overlapPercent }, findDataUris(text), code);
const slices = (text: string, code = false, overlap = 0): string[] =>
  chunk(text, code, overlap).map(({ start, end }) => text.slice(start, end));

describe("chunkText()", () => {
  test("a text below the size is one chunk", () => {
    expect(chunk("one\ntwo\n")).toEqual([{ start: 0, end: 8, startLine: 1, endLine: 2 }]);
    expect(chunk("")).toEqual([]);
  });

  test.each([
    ["paragraph before sentence", `${"a. ".repeat(130)}\n\n${"b. ".repeat(100)}`, "\n\n"],
    ["sentence before line", `${"word ".repeat(76)}end. next\n${"word ".repeat(60)}`, "end. "],
    ["line before blank", `${"word ".repeat(78)}end\n${"word ".repeat(60)}`, "end\n"],
    ["blank before nothing", `${"abcdefgh ".repeat(90)}`, " "],
  ])("cuts at a %s", (_name, text, end) => expect(slices(text)[0]?.endsWith(end)).toBe(true));

  test("code is cut before a declaration, without overlap", () => {
    const body = (name: string): string => `function ${name}() {\n${"  call();\n".repeat(25)}}\n\n`;
    const text = body("one") + body("two") + body("three");
    const parts = slices(text, true, 0.15);
    expect(parts.map((part) => part.slice(0, 13))).toEqual([
      "function one(",
      "function two(",
      "function thre",
    ]);
    expect(parts.join("")).toBe(text);
  });

  test("a chunk starts no earlier than its overlap and on a line when one is near", () => {
    const text = Array.from({ length: 100 }, (_, n) => `line ${n} of the text`).join("\n");
    const chunks = chunk(text);
    for (const [position, { start }] of chunks.entries()) {
      if (position === 0) continue;
      const before = chunks[position - 1] as Chunk;
      expect(start).toBeLessThan(before.end);
      expect(before.end - start).toBeLessThanOrEqual(60);
      expect(text[start - 1]).toBe("\n");
    }
  });

  test("embedded files belong to no chunk", () => {
    const text = `Before.\n\n![x](data:image/png;base64,${"A".repeat(5_000)})\n\nAfter.`;
    expect(slices(text)).toEqual(["Before.\n\n![x](", ")\n\nAfter."]);
    expect(slices(`![](data:image/png;base64,${"A".repeat(5_000)})`)).toEqual([]);
  });

  test("visible characters stay whole", () => {
    for (const sign of ["👨‍👩‍👧", "🇩🇪", "é", "👍🏽"]) {
      const text = sign.repeat(400);
      for (const part of slices(text)) expect(part.replaceAll(sign, "")).toBe("");
    }
  });

  test("one visible character longer than a chunk still ends", () => {
    const text = `a${"\u0301".repeat(3_000)}`;
    expect(slices(text).join("")).toBe(text);
  });

  test("chunks cover every text, in order, within bounds, with the right lines", () => {
    const part = fc.oneof(
      fc.string({ unit: "grapheme", maxLength: 40 }),
      fc.constantFrom("\n", "\n\n", "\r\n", ". ", " ", "。", "👨‍👩‍👧", "x".repeat(300)),
    );
    fc.assert(
      fc.property(
        fc.array(part, { maxLength: 120 }).map((parts) => parts.join("")),
        fc.integer({ min: 10, max: 60 }),
        fc.double({ min: 0, max: 0.5, noNaN: true }),
        fc.boolean(),
        (text, maxTokens, overlapPercent, code) => {
          const chunks = chunkText(text, { maxTokens, overlapPercent }, findDataUris(text), code);
          if (!/[\p{L}\p{N}]/u.test(text)) {
            expect(chunks).toEqual([]);
            return;
          }
          const size = maxTokens * 4;
          let end = 0;
          for (const [position, chunk] of chunks.entries()) {
            expect(chunk.start).toBeLessThanOrEqual(end);
            expect(chunk.start).toBeGreaterThanOrEqual(
              position === 0 ? 0 : (chunks[position - 1] as Chunk).start + 1,
            );
            expect(chunk.end).toBeGreaterThan(end);
            expect(chunk.end - chunk.start).toBeLessThanOrEqual(Math.ceil(size * 1.1) + 1);
            const slice = text.slice(chunk.start, chunk.end);
            expect(slice.isWellFormed()).toBe(text.isWellFormed());
            expect(chunk.startLine).toBe(text.slice(0, chunk.start).split("\n").length);
            expect(chunk.endLine).toBe(text.slice(0, chunk.end - 1).split("\n").length);
            end = chunk.end;
          }
          expect(end).toBe(text.length);
        },
      ),
    );
  });
});

describe("layout()", () => {
  test("a chunk in another script has its own language, one in the same script has the text's", () => {
    const english = "This is a sentence that is written in the English language for all of us. ".repeat(8);
    const japanese = "これは日本語の文章です。とても長い文章です。".repeat(25);
    const chunks = layout(`${english}\n\n${japanese}`, policy, false);
    expect(chunks[0]?.language).toBe("en");
    expect(chunks.at(-1)?.language).toBe("ja");
  });
});
