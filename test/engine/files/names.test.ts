import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  distinctSlug,
  extensionOf,
  slug,
  stemOf,
  titleKey,
  withSuffix,
} from "../../../src/engine/files/names.ts";
import { parseRelPath } from "../../../src/engine/files/paths.ts";

describe("slug", () => {
  test.each([
    ["Trip Plan", "trip-plan"],
    ["Trip-Plan", "trip-plan"],
    ["  What's   new? ", "whats-new"],
    ["C++ & Rust: notes (v2.0)", "c-rust-notes-v20"],
    ["snake_case stays", "snake_case-stays"],
    ["旅行计划", "旅行计划"],
    ["خطة السفر", "خطة-السفر"],
    ["हिन्दी टिप्पणी", "हिन्दी-टिप्पणी"],
    ["Größe", "größe"],
    ["cafe\u0301", "café"],
    ["🌵", "untitled"],
    ["❤️", "untitled"],
    ["   ", "untitled"],
    ["---", "untitled"],
    ["../../etc/passwd", "etcpasswd"],
    ["CON", "con-note"],
    ["-draft-", "draft"],
  ])("%j is %j", (given, want) => expect(slug(given)).toBe(want));

  test("long titles that start alike stay apart", () => {
    const start = "a very long title about the same thing in eight words and then some more of it ".repeat(4);
    expect(slug(`${start} one`)).not.toBe(slug(`${start} two`));
  });

  test("is a safe name on both platforms for every title", () => {
    const title = fc.oneof(fc.string({ unit: "binary" }), fc.string({ unit: "grapheme", maxLength: 400 }));
    fc.assert(
      fc.property(title, (given) => {
        for (const name of [slug(given), distinctSlug(given)]) {
          expect(parseRelPath(`${name}.md`, "win32")).toEqual({ kind: "ok", path: `${name}.md` });
          expect(Buffer.byteLength(name)).toBeLessThan(200);
        }
      }),
      { numRuns: 2000 },
    );
  });
});

describe("distinctSlug", () => {
  test("differs for titles with one slug and is the same for one title", () => {
    expect(distinctSlug("🌵")).not.toBe(distinctSlug("🎲"));
    expect(distinctSlug("Trip-Plan")).not.toBe(distinctSlug("Trip Plan"));
    expect(distinctSlug("Trip  plan ")).toBe(distinctSlug("trip plan"));
    expect(distinctSlug("Trip-Plan")).toMatch(/^trip-plan-[0-9a-f]{8}$/);
  });
});

test.each([
  ["Trip  Plan", "trip plan", true],
  ["Trip-Plan", "Trip Plan", false],
  ["cafe\u0301", "CAFÉ", true],
])("titleKey of %j and %j", (one, two, same) => expect(titleKey(one) === titleKey(two)).toBe(same));

describe("extensions", () => {
  test.each([
    ["a/b.md", ".md", "b"],
    ["a.b/c", "", "c"],
    ["release v1.2", "", "release v1.2"],
    ["release 1.2.md", ".md", "release 1.2"],
    [".env", "", ".env"],
    ["a/.env.txt", ".txt", ".env"],
    ["archive.tar.gz", ".gz", "archive.tar"],
    ["ends.", "", "ends."],
    ["track.mp3", ".mp3", "track"],
  ])("%j has %j", (given, extension, stem) => {
    expect(extensionOf(given)).toBe(extension);
    expect(stemOf(given)).toBe(stem);
  });

  test.each([
    ["a/plan.md", 2, "a/plan-2.md"],
    ["plan", 3, "plan-3"],
    ["a.b/plan", 2, "a.b/plan-2"],
  ])("%j with suffix %i is %j", (given, number, want) => expect(withSuffix(given, number)).toBe(want));
});
