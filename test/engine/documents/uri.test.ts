import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { globMatches } from "../../../src/engine/documents/glob.ts";
import { formatUri, parseUri } from "../../../src/engine/documents/uri.ts";

describe("formatUri", () => {
  const rows: [path: string, want: string][] = [
    ["a b.md", "gno://c/a%20b.md"],
    ["c#?.md", "gno://c/c%23%3F.md"],
    ["100%/x.md", "gno://c/100%25/x.md"],
    ["!~*'().md", "gno://c/!~*'().md"],
    ["日.md", "gno://c/%E6%97%A5.md"],
  ];
  test.each(rows)("%s", (path, want) => {
    expect(formatUri("c", path)).toBe(want);
  });

  test("carries the index last", () => {
    expect(formatUri("c", "a.md", "my index")).toBe("gno://c/a.md?index=my%20index");
  });
});

test("a URI parses to what it was made from", () => {
  const segment = fc.string({ unit: "grapheme", minLength: 1 }).filter((text) => !/[/\0]/.test(text));
  fc.assert(
    fc.property(fc.array(segment, { minLength: 1, maxLength: 4 }), fc.option(segment), (segments, index) => {
      const relPath = segments.join("/");
      expect(parseUri(formatUri("notes", relPath, index ?? undefined))).toEqual({
        collection: "notes",
        relPath,
        index: index ?? undefined,
      });
    }),
  );
});

test("a glob matches as the regular expression it stands for", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "😀"), maxLength: 8 });
  const pattern = fc.string({ unit: fc.constantFrom("a", "b", "/", ".", "*", "?"), maxLength: 8 });
  fc.assert(
    fc.property(pattern, text, (glob, given) => {
      const source = [...glob]
        .map((unit) => (unit === "*" ? ".*" : unit === "?" ? "." : `\\${unit}`))
        .join("");
      const plain = source.replace(/\\([ab])/g, "$1");
      expect(globMatches(glob, given)).toBe(new RegExp(`^${plain}$`, "su").test(given));
    }),
    { numRuns: 2000 },
  );
});

test("a glob of many stars ends soon", () => {
  expect(globMatches("*a".repeat(50), "a".repeat(49) + "b".repeat(2000))).toBe(false);
});
