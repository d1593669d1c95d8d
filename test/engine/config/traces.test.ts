/** `retrievalTraces` of `index.yml`: off unless it says so, with bounds that are checked. */
import { describe, expect, test } from "vitest";
import { ConfigError } from "../../../src/engine/config/errors.ts";
import { parseConfig } from "../../../src/engine/config/parse.ts";

const read = (text: string) => parseConfig(text, { file: "index.yml", home: "/home/kim" }).retrievalTraces;

describe("retrievalTraces", () => {
  test.each([
    ["no key", "version: 1.0\n"],
    ["an empty key", "retrievalTraces:\n  enabled: false\n"],
    ["off with settings", "retrievalTraces:\n  enabled: false\n  redactionMode: replay\n"],
  ])("%s means off", (_, text) => {
    expect(read(text)).toBeUndefined();
  });

  test("on keeps metadata for 30 days", () => {
    expect(read("retrievalTraces:\n  enabled: true\n")).toEqual({
      redactionMode: "metadata",
      retention: { maxAgeDays: 30, maxTraces: 1_000, maxRecordsPerTrace: 10_000, maxBytes: 16_777_216 },
    });
  });

  test("a part of retention leaves the rest at its defaults", () => {
    const text =
      "retrievalTraces:\n  enabled: true\n  redactionMode: replay\n  retention:\n    maxAgeDays: 1\n";
    expect(read(text)).toMatchObject({
      redactionMode: "replay",
      retention: { maxAgeDays: 1, maxTraces: 1_000 },
    });
  });

  test.each([
    ["retrievalTraces:\n  redactionMode: replay\n", /:2.*enabled/],
    ["retrievalTraces:\n  enabled: true\n  redactionMode: all\n", /:3.*redactionMode/],
    ["retrievalTraces:\n  enabled: true\n  retention:\n    maxAgeDays: 0\n", /:4.*maxAgeDays/],
    ["retrievalTraces:\n  enabled: true\n  retention:\n    maxBytes: 65535\n", /:4.*maxBytes/],
    ["retrievalTraces:\n  enabled: true\n  retention:\n    maxTraces: 1000001\n", /:4.*maxTraces/],
    ["retrievalTraces:\n  enabled: true\n  more: 1\n", /:3.*more/],
  ])("refuses %j", (text, says) => {
    expect(() => read(text)).toThrow(ConfigError);
    expect(() => read(text)).toThrow(says);
  });
});
