/** Flags before environment before defaults; what cannot be used is refused before any file is touched. */
import { inspect } from "node:util";
import { describe, expect, test } from "vitest";
import { type GlobalFlags, readConfig, UsageError } from "../../src/app/config.ts";
import type { Environment } from "../../src/app/paths.ts";

const read = (flags: GlobalFlags, env: Environment) =>
  readConfig(flags, { env, platform: "linux", home: "/home/ada", cwd: "/work" });

describe("readConfig", () => {
  test("takes the platform's folders by default", () => {
    expect(read({}, {})).toMatchObject({
      dirs: {
        config: "/home/ada/.config/gno",
        data: "/home/ada/.local/share/gno",
        cache: "/home/ada/.cache/gno",
      },
      configFile: "/home/ada/.config/gno/index.yml",
      indexName: "default",
      enableWrite: false,
      color: undefined,
      logLevel: "warn",
    });
  });

  test("takes each folder from its variable, relative ones from the working folder", () => {
    expect(read({}, { GNO_CONFIG_DIR: "/c", GNO_DATA_DIR: "d", GNO_CACHE_DIR: "~/k" })).toMatchObject({
      dirs: { config: "/c", data: "/work/d", cache: "/home/ada/k" },
      configFile: "/c/index.yml",
    });
  });

  test("a config flag names the file and thereby its folder", () => {
    expect(read({ config: "x/my.yml" }, { GNO_CONFIG_DIR: "/c" })).toMatchObject({
      dirs: { config: "/work/x" },
      configFile: "/work/x/my.yml",
    });
  });

  test.each([
    { env: { GNO_MCP_ENABLE_WRITE: "1" }, want: true },
    { env: { GNO_MCP_ENABLE_WRITE: "true" }, want: true },
    { env: { GNO_MCP_ENABLE_WRITE: "0" }, want: false },
    { env: { GNO_MCP_ENABLE_WRITE: "" }, want: false },
  ])("writes by environment: $env", ({ env, want }) => {
    expect(read({}, env).enableWrite).toBe(want);
  });

  test.each([
    { flags: {}, env: { NO_COLOR: "1" }, want: false },
    { flags: {}, env: { NO_COLOR: "" }, want: undefined },
    { flags: {}, env: { TERM: "dumb" }, want: false },
    { flags: { color: true }, env: { NO_COLOR: "1" }, want: true },
    { flags: { color: false }, env: {}, want: false },
  ])("colour: $flags $env", ({ flags, env, want }) => {
    expect(read(flags, env).color).toBe(want);
  });

  test.each([
    { flags: {}, env: {}, want: false },
    { flags: { offline: true }, env: {}, want: true },
    { flags: {}, env: { GNO_OFFLINE: "1" }, want: true },
    { flags: {}, env: { HF_HUB_OFFLINE: "true" }, want: true },
    { flags: {}, env: { GNO_OFFLINE: "0" }, want: false },
  ])("offline: $flags $env", ({ flags, env, want }) => {
    expect(read(flags, env).offline).toBe(want);
  });

  test("takes the key of a model server by its host, else the common one, and never prints one", () => {
    const config = read(
      {},
      {
        HF_TOKEN: "hf-secret",
        HF_ENDPOINT: "https://hub.example",
        GNO_MODEL_API_KEY: "sk-any",
        GNO_MODEL_API_KEY_API_EXAMPLE_COM: "sk-example",
        GNO_MODEL_API_KEY_127_0_0_1_1234: "sk-local",
        GNO_MODEL_THREADS: "3",
      },
    );
    const { hub, hubToken, apiKey, maxThreads } = config.models;
    expect([hub, hubToken(), maxThreads]).toEqual(["https://hub.example", "hf-secret", 3]);
    expect(apiKey("https://api.example.com")).toBe("sk-example");
    expect(apiKey("http://127.0.0.1:1234")).toBe("sk-local");
    expect(apiKey("http://127.0.0.1:11434")).toBe("sk-any");
    expect(JSON.stringify(config)).not.toMatch(/secret|sk-/);
    expect(inspect(config, { depth: 9 })).not.toMatch(/secret|sk-/);
    expect(read({}, {}).models.apiKey("https://api.example.com")).toBeUndefined();
  });

  test.each(["0", "many", "257", "-1", "1.5"])("refuses GNO_MODEL_THREADS=%s", (threads) => {
    expect(() => read({}, { GNO_MODEL_THREADS: threads })).toThrow(/GNO_MODEL_THREADS is a number from 1/);
  });

  test.each(["", " x", "a/b", "..", "x.", "x ", "a..b", "x".repeat(65)])(
    "refuses the index name %j",
    (index) => {
      expect(() => read({ index }, {})).toThrow(UsageError);
    },
  );
});
