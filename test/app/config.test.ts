/** Flags before environment before defaults; what cannot be used is refused before any file is touched. */
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

  test.each(["", " x", "a/b", "..", "x.", "x ", "a..b", "x".repeat(65)])(
    "refuses the index name %j",
    (index) => {
      expect(() => read({ index }, {})).toThrow(UsageError);
    },
  );
});
