import { describe, expect, test } from "vitest";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import { parseConfig } from "../../../src/engine/config/parse.ts";
import {
  activePreset,
  modelFor,
  PRESETS,
  parseModelName,
  presetsOf,
  ROLES,
} from "../../../src/engine/models/catalog.ts";

const parse = (name: string) => parseModelName(name, { home: "/home/ada" });

describe("parseModelName()", () => {
  test.each([
    ["builtin", { kind: "builtin" }],
    [
      "hf:nomic-ai/nomic-embed-text-v1.5-GGUF/nomic-embed-text-v1.5.Q8_0.gguf",
      {
        kind: "download",
        url: "https://huggingface.co/nomic-ai/nomic-embed-text-v1.5-GGUF/resolve/main/nomic-embed-text-v1.5.Q8_0.gguf",
        name: "nomic-embed-text-v1.5.Q8_0.gguf",
        file: "nomic-ai__nomic-embed-text-v1.5-GGUF__nomic-embed-text-v1.5.Q8_0.gguf",
      },
    ],
    [
      "hf:owner/repo/deep/er/a.gguf",
      {
        kind: "download",
        url: "https://huggingface.co/owner/repo/resolve/main/deep/er/a.gguf",
        name: "a.gguf",
        file: "owner__repo__deep__er__a.gguf",
      },
    ],
    [
      "https://models.example.com:8443/x/a.gguf?download=1",
      {
        kind: "download",
        url: "https://models.example.com:8443/x/a.gguf?download=1",
        name: "a.gguf",
        file: "models.example.com__8443__x__a.gguf",
      },
    ],
    ["/models/a.gguf", { kind: "file", path: "/models/a.gguf", name: "a.gguf" }],
    ["~/a.gguf", { kind: "file", path: "/home/ada/a.gguf", name: "a.gguf" }],
    ["file:///models/a%20b.gguf", { kind: "file", path: "/models/a b.gguf", name: "a b.gguf" }],
    [
      "http://127.0.0.1:11434/v1#nomic-embed-text",
      { kind: "server", url: "http://127.0.0.1:11434/v1", model: "nomic-embed-text" },
    ],
    [
      "http://127.0.0.1:8080/v1/embeddings#BAAI/bge-m3",
      { kind: "server", url: "http://127.0.0.1:8080/v1", model: "BAAI/bge-m3" },
    ],
    ["http://127.0.0.1:8080#m", { kind: "server", url: "http://127.0.0.1:8080", model: "m" }],
  ])("reads %s", (name, want) => {
    expect(parse(name)).toEqual(want);
  });

  test.each([
    ["", /names no model/],
    ["nomic-embed-text", /names no model/],
    ["models/a.gguf", /names no model/],
    ["hf:owner/repo", /names no file of a Hugging Face repository/],
    ["hf:owner/repo/a.bin", /names no file/],
    ["hf:owner/repo/../../a.gguf", /names no file/],
    ["hf:owner/repo/a-00001-of-00003.gguf", /one part of several/],
    ["https://example.com/page", /neither the address of a .gguf file nor/],
    ["https://example.com/..%2f..%2fa.gguf", /neither/],
  ])("refuses %j", (name, message) => {
    expect(() => parse(name)).toThrow(message);
  });
});

describe("presets", () => {
  test("that ship name models of known forms", () => {
    for (const preset of PRESETS) {
      for (const role of ROLES) if (preset[role] !== undefined) expect(parse(preset[role]).kind).toBeTruthy();
    }
    expect(activePreset(undefined)).toMatchObject({ id: "builtin", embed: "builtin" });
  });

  test("of the configuration come first and replace those of the same id", () => {
    const models = parseConfig(
      "models:\n  activePreset: slim\n  presets:\n    - {id: slim, name: My slim, embed: /m/a.gguf, gen: /m/g.gguf}\n",
      { file: "index.yml", home: "/" },
    ).models!;
    expect(presetsOf({ models }).filter(({ id }) => id === "slim")).toHaveLength(1);
    expect(activePreset({ models }).name).toBe("My slim");
    const collections = [
      { name: "de", path: "/de", pattern: "**/*", include: [], exclude: [], models: { embed: "/m/de.gguf" } },
    ];
    const config = { ...emptyConfig, models, collections };
    expect(modelFor(config, "embed")).toBe("/m/a.gguf");
    expect(modelFor(config, "embed", "de")).toBe("/m/de.gguf");
    expect(modelFor(config, "expand", "de")).toBe("/m/g.gguf");
    expect(modelFor(config, "rerank", "de")).toBeUndefined();
    expect(modelFor(undefined, "embed")).toBe("builtin");
  });
});
