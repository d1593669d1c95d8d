/** `index.yml`: what is read, and the line of what is wrong. */
import { describe, expect, test } from "vitest";
import { DEFAULT_EXCLUDES } from "../../../src/engine/config/defaults.ts";
import { ConfigError } from "../../../src/engine/config/errors.ts";
import { parseConfig } from "../../../src/engine/config/parse.ts";

const read = (text: string) => parseConfig(text, { file: "index.yml", home: "/home/kim" });
const faults = (text: string): string[] => {
  try {
    read(text);
    return [];
  } catch (error) {
    return error instanceof ConfigError ? error.message.split("\n") : [String(error)];
  }
};

describe("parseConfig()", () => {
  test("an empty file means the defaults", () => {
    expect(read("")).toMatchObject({
      version: "1.0",
      ftsTokenizer: "snowball english",
      collections: [],
      chunking: { maxTokens: 800, overlapPercent: 0.15 },
      busyTimeoutMs: 60_000,
      maxFileBytes: 67_108_864,
    });
  });

  test("a full file", () => {
    const text = `
version: 1.0
collections:
  - name: Notes
    path: ~/notes
    include: [MD, .txt, "*.org"]
    languageHint: de
  - name: work
    path: /work
    pattern: "**/*.md"
    exclude: []
    memoryManaged: true
contexts:
  - { scopeType: global, text: all }
  - { scopeType: collection, scopeKey: "notes:", text: mine }
  - { scopeType: prefix, scopeKey: "gno://work/a", text: part }
contentTypes:
  - { id: Decision, prefixes: [decisions], searchBoost: 1.5 }
chunking: { maxTokens: 100 }
gateway: { enableWrite: true, limits: { maxSessions: 4 } }
models: { activePreset: slim }
`;
    expect(read(text)).toMatchObject({
      collections: [
        {
          name: "notes",
          path: "/home/kim/notes",
          pattern: "**/*",
          include: [".md", ".txt", ".org"],
          exclude: DEFAULT_EXCLUDES,
          languageHint: "de",
        },
        { name: "work", path: "/work", pattern: "**/*.md", exclude: [], memoryManaged: true },
      ],
      contexts: [{ scopeKey: "/" }, { scopeKey: "notes:" }, { scopeKey: "gno://work/a" }],
      contentTypes: [{ id: "decision", searchBoost: 1.5 }],
      chunking: { maxTokens: 100, overlapPercent: 0.15 },
      gateway: { enableWrite: true, limits: { maxSessions: 4 } },
    });
  });

  test.each([
    [
      "a typing error in a key",
      "colections: []",
      ["index.yml:1: Unknown key `colections` in the file; did you mean `collections`?"],
    ],
    [
      "an unknown key",
      "x: 1",
      [expect.stringMatching(/^index\.yml:1: Unknown key `x` in the file; known keys: version, /)],
    ],
    ["broken YAML", "a: [1\nb: 2", [expect.stringMatching(/^index\.yml:\d: This is not valid YAML: /)]],
    ["no mapping", "- a", ["index.yml:1: the file must be a mapping."]],
    [
      "a key given twice",
      "version: '1.0'\nversion: '1.0'",
      ["index.yml:2: `version` stands twice in the file; keep one of them."],
    ],
    ["another version", "version: 2", ['index.yml:1: version must be "1.0".']],
    [
      "every fault at once",
      "ftsTokenizer: fancy\ncollections:\n  - name: 'a b'\n    path: rel\n  - path: /x\nbusyTimeoutMs: 5\n",
      [
        "index.yml:1: ftsTokenizer must be one of: unicode61, porter, trigram, snowball english.",
        expect.stringMatching(/^index\.yml:3: A collection name is 1 to 64 /),
        "index.yml:4: path must be absolute or start with `~`.",
        "index.yml:5: A collection needs `name`.",
        "index.yml:6: busyTimeoutMs must be a whole number from 1000 to 600000.",
      ],
    ],
    [
      "a percentage for a fraction",
      "chunking: {overlapPercent: 15}",
      ["index.yml:1: overlapPercent (a fraction) must be a number from 0 to 0.5."],
    ],
    [
      "a chunk too small",
      "chunking: {maxTokens: 9}",
      [expect.stringContaining("maxTokens must be a whole number from 10")],
    ],
    ["a closed block", "chunking: {size: 9}", [expect.stringContaining("Unknown key `size` in chunking")]],
    [
      "two collections of one name",
      "collections:\n  - {name: a, path: /a}\n  - {name: A, path: /b}",
      ["index.yml:3: A second collection is called `a`; give each its own name."],
    ],
    [
      "a scope without its form",
      "contexts:\n  - {scopeType: collection, scopeKey: notes, text: x}",
      [expect.stringMatching(/^index\.yml:2: scopeKey must be/)],
    ],
  ])("%s", (_name, text, want) => expect(faults(text)).toEqual(want));
});
