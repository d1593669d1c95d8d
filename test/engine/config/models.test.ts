import { mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { parseConfig } from "../../../src/engine/config/parse.ts";
import { createConfigStore } from "../../../src/engine/config/store.ts";

const parse = (text: string) => parseConfig(text, { file: "index.yml", home: "/home/ada" });

describe("models in index.yml", () => {
  test("is absent unless written, and has defaults where it is", () => {
    expect(parse("").models).toBeUndefined();
    expect(parse("models:\n  activePreset: slim-tuned\n").models).toEqual({
      activePreset: "slim-tuned",
      presets: [],
      loadTimeout: 60_000,
      inferenceTimeout: 30_000,
      expandContextSize: 2_048,
      warmModelTtl: 300_000,
    });
  });

  test("takes presets of the user's own, and one of them as the active one", () => {
    const { models } = parse(
      `models:
  activePreset: mine
  warmModelTtl: 60000
  presets:
    - id: mine
      embed: http://127.0.0.1:11434/v1#nomic-embed-text
      rerank: /models/ranker.gguf
      gen: hf:owner/repo/writer.gguf
`,
    );
    expect(models).toMatchObject({
      activePreset: "mine",
      warmModelTtl: 60_000,
      presets: [
        {
          id: "mine",
          name: "mine",
          embed: "http://127.0.0.1:11434/v1#nomic-embed-text",
          rerank: "/models/ranker.gguf",
          gen: "hf:owner/repo/writer.gguf",
        },
      ],
    });
  });

  test("lets a collection have its own", () => {
    const { collections } = parse(
      "collections:\n  - name: notes\n    path: /notes\n    models:\n      embed: hf:owner/repo/e5-small.gguf\n",
    );
    expect(collections[0]!.models).toEqual({ embed: "hf:owner/repo/e5-small.gguf" });
  });

  test.each([
    ["an unknown key", "models:\n  preset: slim\n", /index\.yml:2: Unknown key `preset` in models/],
    ["a near miss", "models:\n  activePreet: slim\n", /did you mean `activePreset`/],
    [
      "an unknown preset",
      "models:\n  activePreset: huge\n",
      /index\.yml:2: activePreset must be one of: builtin, slim/,
    ],
    ["a preset without an id", "models:\n  presets:\n    - embed: builtin\n", /index\.yml:3: .*needs `id`/],
    ["a preset without a model", "models:\n  presets:\n    - id: a\n", /index\.yml:3: .*needs `embed`/],
    ["a preset's unknown key", "models:\n  presets:\n    - {id: a, embed: builtin, embd: x}\n", /`embd`/],
    [
      "two presets of one id",
      "models:\n  presets:\n    - {id: a, embed: builtin}\n    - {id: a, embed: builtin}\n",
      /index\.yml:4: A second preset/,
    ],
    [
      "a model of no known form",
      "models:\n  presets:\n    - id: a\n      embed: nomic\n",
      /index\.yml:4: "nomic" names no model/,
    ],
    [
      "a built-in reranker",
      "models:\n  presets:\n    - {id: a, embed: builtin, rerank: builtin}\n",
      /rerank has no built-in model/,
    ],
    [
      "a time that is too short",
      "models:\n  loadTimeout: 10\n",
      /loadTimeout must be a whole number from 1000/,
    ],
    ["a context that is too small", "models:\n  expandContextSize: 255\n", /from 256/],
    [
      "a collection's unknown role",
      "collections:\n  - {name: a, path: /a, models: {embedding: builtin}}\n",
      /Unknown key `embedding` in models/,
    ],
    [
      "a collection's model of no known form",
      "collections:\n  - {name: a, path: /a, models: {embed: nomic}}\n",
      /names no model/,
    ],
  ])("reports %s with its line", (_name, text, message) => {
    expect(() => parse(text)).toThrow(message);
  });
});

describe("setActivePreset()", () => {
  let folder: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), "concordat-config-"));
  });
  afterEach(() => rmSync(folder, { recursive: true, force: true }));

  test.each([
    ["no file", undefined],
    ["an empty file", ""],
    ["no models", "version: '1.0'\n# mine\ncollections: []\n"],
    ["empty models", "version: '1.0'\n# mine\nmodels:\n"],
    ["another one", "version: '1.0'\n# mine\nmodels:\n  activePreset: slim # small\n  loadTimeout: 9000\n"],
  ])("writes it over %s and keeps the rest", (_name, before) => {
    const file = join(folder, "index.yml");
    if (before !== undefined) writeFileSync(file, before);
    const store = createConfigStore(file);
    store.setActivePreset("balanced");
    expect(store.load()?.models?.activePreset).toBe("balanced");
    const text = readFileSync(file, "utf8");
    if (before?.includes("# mine")) expect(text).toContain("# mine");
    if (before?.includes("loadTimeout")) expect(store.load()?.models?.loadTimeout).toBe(9000);
  });

  test("writes nothing that could not be read again", () => {
    const file = join(folder, "index.yml");
    writeFileSync(file, "version: '1.0'\n");
    expect(() => createConfigStore(file).setActivePreset("huge")).toThrow(/must be one of/);
    expect(readFileSync(file, "utf8")).toBe("version: '1.0'\n");
  });
});
