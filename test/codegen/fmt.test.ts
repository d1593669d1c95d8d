import { describe, expect, test } from "vitest";
import { formatTables } from "../../codegen/fmt.ts";

describe("formatTables", () => {
  test.each([
    ["one space of padding", "|a|  b  |", "| a | b |"],
    ["no alignment", "|:------|-----:|", "| --- | --- |"],
    ["a dash for none is no rule", "| - | - |", "| - | - |"],
    ["escaped pipes stay escaped", "|a \\| b|c|", "| a \\| b | c |"],
    ["code fences stay as they are", "```\n|a|b|\n```", "```\n|a|b|\n```"],
    ["a broken row stays as it is", "|a|b", "|a|b"],
    ["prose stays as it is", "a | b", "a | b"],
  ])("%s", (_name, given, want) => {
    expect(formatTables(given)).toBe(want);
    expect(formatTables(want)).toBe(want);
  });
});
