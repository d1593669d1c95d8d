/** A fact as a file: what is written reads back, and what an editor breaks is named. */
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { readFrontMatter } from "../../../src/engine/index/front-matter.ts";
import {
  contentHash,
  normaliseIdentity,
  normaliseScopes,
  normaliseText,
} from "../../../src/engine/memory/normalise.ts";
import { composeRecord, readRecord, seemsFact } from "../../../src/engine/memory/record.ts";
import { judgeRecord } from "../../../src/engine/memory/record-rules.ts";
import { factFile } from "./facts.ts";

const sound = factFile("The staging port is 8080.", ["project/atlas", "team/ops"], {
  source: "runbook: page 3",
  supersedes: ["gno://memory/facts/2026-03-01/mem-0123456789abcdef.md"],
});

describe("a fact file", () => {
  test("reads back as it was composed", () => {
    expect(readRecord(sound.bytes)).toEqual({ kind: "fact", record: sound.record });
  });

  test("reads back whatever the texts are", () => {
    const line = fc.string({ unit: "grapheme", minLength: 1, maxLength: 60 });
    const solid = line.filter((text) => normaliseText(text) !== "" && !text.includes("\0"));
    fc.assert(
      fc.property(solid, fc.option(solid, { nil: undefined }), solid, (text, source, caller) => {
        const identity = normaliseIdentity({ caller, session: "s" });
        const { bytes, record } = factFile(text.toWellFormed(), ["a"], {
          ...identity,
          source: source?.toWellFormed().trim() || undefined,
        });
        expect(readRecord(bytes)).toEqual({ kind: "fact", record });
      }),
    );
  });

  test.each<[string, (bytes: string) => string, string]>([
    ["no front matter", () => "# Readme\n", "MEMORY_FRONTMATTER_MISSING"],
    ["no memory mapping", () => "---\ntitle: x\n---\nText\n", "MEMORY_FRONTMATTER_MISSING"],
    ["memory is a text", () => "---\nmemory: x\n---\nText\n", "MEMORY_FRONTMATTER_INVALID"],
    ["broken YAML", (bytes) => bytes.replace("  scopes:", "  scopes: ["), "MEMORY_FRONTMATTER_INVALID"],
    ["another id", (bytes) => bytes.replace(/mem-\w{16}\n/, "mem-12\n"), "MEMORY_RECORD_ID_INVALID"],
    ["no scopes", (bytes) => bytes.replace(/ {4}- "(project|team)\/\w+"\n/g, ""), "MEMORY_SCOPES_EMPTY"],
    ["a bad scope", (bytes) => bytes.replace("team/ops", "team ops"), "MEMORY_SCOPES_INVALID"],
    ["a nested scope", (bytes) => bytes.replace('"team/ops"', "{a: b}"), "MEMORY_SCOPES_INVALID"],
    [
      "nine scopes",
      (bytes) =>
        bytes.replace(
          '    - "team/ops"',
          "    - a\n    - b\n    - c\n    - d\n    - e\n    - f\n    - g\n    - h",
        ),
      "MEMORY_SCOPES_INVALID",
    ],
    ["no caller", (bytes) => bytes.replace('caller: "test"', 'caller: " "'), "MEMORY_IDENTITY_MISSING"],
    ["no date", (bytes) => bytes.replace("2026-03-05T", "2026-13-05T"), "MEMORY_CREATED_AT_INVALID"],
    [
      "no hash",
      (bytes) => bytes.replace(/contentHash: .*\n/, "contentHash: abc\n"),
      "MEMORY_CONTENT_HASH_INVALID",
    ],
    ["an edited text", (bytes) => bytes.replaceAll("8080.", "9090."), "MEMORY_CONTENT_HASH_MISMATCH"],
    ["no text", (bytes) => bytes.replace("\nThe staging port is 8080.\n", ""), "MEMORY_BODY_EMPTY"],
    ["a name as predecessor", (bytes) => bytes.replace(/gno:.*md/, "Old fact"), "MEMORY_SUPERSEDES_INVALID"],
  ])("with %s is told by its code", (_name, edit, code) => {
    const bytes = edit(sound.bytes);
    expect(bytes).not.toBe(sound.bytes);
    expect(readRecord(bytes)).toEqual({ kind: "problem", code, message: expect.stringMatching(/\.$/) });
    // The audit reads by the same rules: its first fault is this one.
    expect(judgeRecord(bytes, readFrontMatter(bytes))).toMatchObject({ kind: "faults", faults: [{ code }] });
  });

  test("with several faults tells each rule that it breaks", () => {
    const bytes = sound.bytes
      .replace(/mem-\w{16}\n/, "mem-12\n")
      .replace('caller: "test"', 'caller: " "')
      .replaceAll("8080.", "9090.");
    const judged = judgeRecord(bytes, readFrontMatter(bytes));
    expect(judged.kind === "faults" && judged.faults.map(({ field, code }) => [field, code])).toEqual([
      ["recordId", "MEMORY_RECORD_ID_INVALID"],
      ["caller", "MEMORY_IDENTITY_MISSING"],
      ["contentHash", "MEMORY_CONTENT_HASH_MISMATCH"],
    ]);
  });

  test("stays a fact through edits that change no word", () => {
    const rewrapped = sound.bytes.replace("staging port", "staging\n  port").replaceAll("\n", "\r\n");
    expect(readRecord(rewrapped)).toMatchObject({
      kind: "fact",
      record: { contentHash: sound.record.contentHash },
    });
  });

  test("is told from notes that happen to have such a key", () => {
    const seems = (text: string) => seemsFact(text, readFrontMatter(text));
    expect(seems(sound.bytes)).toBe(true);
    expect(seems(sound.bytes.replace("  scopes:", "  scopes: ["))).toBe(true);
    expect(seems("---\nmemory: 16 GB\n---\nA laptop.\n")).toBe(false);
    expect(seems("---\nmemory: {ram: 16}\n---\nA laptop.\n")).toBe(false);
    expect(seems("# Plain\n")).toBe(false);
  });

  test("has a title of at most 80 characters and never cuts one in half", () => {
    const { bytes } = factFile(`${"🌵".repeat(100)} end`, ["a"]);
    expect(bytes).toContain(`title: "${"🌵".repeat(80)}"`);
    expect(composeRecord(factFile("a\n\nb", ["a"]).record)).toContain('title: "a b"');
  });
});

describe("one form", () => {
  test.each([
    [" a  b\n c ", "a b c"],
    ["Cafe\u0301", "Caf\u00e9"],
    ["Keep Case", "Keep Case"],
    ["\ud800x", "\ufffdx"],
  ])("of a text: %j is %j", (given, want) => {
    expect(normaliseText(given)).toBe(want);
    expect(contentHash(given)).toBe(contentHash(want));
  });

  test.each<[readonly string[], unknown]>([
    [["Team/Ops", " team/ops ", ""], { kind: "ok", scopes: ["team/ops"] }],
    [["a", "1.b_c:d/e@f-g", "ärger"], { kind: "ok", scopes: ["a", "1.b_c:d/e@f-g", "ärger"] }],
    [[" ", ""], { kind: "none" }],
    [["-a"], { kind: "invalid", message: expect.any(String) }],
    [["a b"], { kind: "invalid", message: expect.any(String) }],
    [["x".repeat(65)], { kind: "invalid", message: expect.any(String) }],
    [[..."abcdefghi"], { kind: "invalid", message: expect.any(String) }],
  ])("of scopes: %j", (given, want) => {
    expect(normaliseScopes(given)).toEqual(want);
  });

  test.each([
    [
      { caller: " ", session: "" },
      { caller: "mcp", session: "none" },
    ],
    [
      { caller: "a\n\u0007 b", session: "x" },
      { caller: "a b", session: "x" },
    ],
    [
      { caller: "y".repeat(500), session: "x" },
      { caller: "y".repeat(200), session: "x" },
    ],
  ])("of who asks: %j", (given, want) => {
    expect(normaliseIdentity(given)).toEqual(want);
  });
});
