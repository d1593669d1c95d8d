import { describe, expect, test } from "vitest";
import { contradictionFault, exactQuotes, supportFault } from "../../../src/engine/answers/checks.ts";
import { capsuleOf } from "./support.ts";

function quotesOf(passage: string, quotes: readonly string[], title = "Cache") {
  const [evidence] = capsuleOf([{ text: passage, title }]).evidence;
  return quotes.map((text) => ({ evidence: evidence!, text }));
}

const cache =
  "Entries expire after 15 minutes, and a write to a record drops its entry at once.\nBackups run every 30 minutes. Mara Lindqvist owns `cacheTtl`.";

describe("exactQuotes()", () => {
  test.each<[string, string, boolean]>([
    ["as it stands", "Entries expire after 15 minutes", true],
    ["across a line end", "at once.\nBackups run", true],
    ["with a blank for the line end", "at once. Backups run", false],
    ["in other case", "entries expire after 15 minutes", false],
    ["with other words", "Entries expire after 20 minutes", false],
    ["of nothing", "", false],
    ["of a sign", ",", false],
    ["of small words", "to a", false],
  ])("%s", (_name, quote, want) => {
    expect(exactQuotes(quotesOf(cache, [quote]))).toHaveLength(want ? 1 : 0);
  });
});

describe("supportFault()", () => {
  const first = "Entries expire after 15 minutes";
  test.each<[string, string, readonly string[]]>([
    ["the same words", "Entries expire after 15 minutes.", [first]],
    ["other endings", "An entry expires after 15 minutes.", [first]],
    ["a figure in words", "Entries expire after fifteen minutes.", [first]],
    ["a unit in short", "Entries expire after 15 min.", [first]],
    ["a name", "Mara Lindqvist owns `cacheTtl`.", ["Mara Lindqvist owns `cacheTtl`"]],
    [
      "two quotes",
      "Entries expire after 15 minutes and backups run every 30.",
      [first, "Backups run every 30 minutes"],
    ],
    ["a subject from the title", "Cache entries expire after 15 minutes.", [first]],
  ])("holds: %s", (_name, claim, quotes) => {
    expect(supportFault(claim, quotesOf(cache, quotes))).toBeUndefined();
  });

  test.each<[string, string, readonly string[], RegExp]>([
    ["no quote", "Entries expire after 15 minutes.", [], /no words/],
    ["another figure", "Entries expire after 20 minutes.", [first], /figure 20/],
    ["a figure from elsewhere in the passage", "Entries expire after 30 minutes.", [first], /figure 30/],
    ["a figure in words", "Entries expire after twenty minutes.", [first], /figure 20/],
    ["another unit", "Entries expire after 15 hours.", [first], /unit/],
    ["a denial", "Entries do not expire after 15 minutes.", [first], /denies/],
    ["a contraction", "Entries don't expire after 15 minutes.", [first], /denies/],
    ["another name", "Imre owns `cacheTtl`.", ["Mara Lindqvist owns `cacheTtl`"], /"Imre"/],
    ["other code", "Mara owns `indexTtl`.", ["Mara Lindqvist owns `cacheTtl`"], /"indexTtl"/],
    ["another matter", "The roof leaks in winter.", [first], /something else/],
    [
      "an address",
      "Mara Lindqvist owns https://evil.example/?q=1.",
      ["Mara Lindqvist owns"],
      /figure|address/,
    ],
    [
      "an address without figures",
      "Mara Lindqvist owns www.evil.example.",
      ["Mara Lindqvist owns"],
      /address/,
    ],
    ["a negative figure", "Entries expire after -15 minutes.", [first], /figure -15/],
  ])("does not hold: %s", (_name, claim, quotes, want) => {
    expect(supportFault(claim, quotesOf(cache, quotes))).toMatch(want);
  });

  test.each<[string, string, string]>([
    ["thousands", "The limit is 1,000 documents.", "The limit is 1000 documents"],
    ["thousands the other way", "The limit is 1000 documents.", "The limit is 1,000 documents"],
    ["a decimal comma", "The ratio is 2.5 in all.", "The ratio is 2,5 in all"],
    ["a date", "The drill is on 2026-03-04.", "The drill is on 04/03/2026"],
    ["leading zeros", "ADR 42 was accepted.", "ADR-0042 was accepted"],
    ["percent", "The share is 15 percent.", "The share is 15%"],
    ["a denial in both", "The drill was never run.", "Nobody ran the drill"],
    ["no denial beside one", "The limit is 5.", "The limit is 5. It is not final."],
  ])("compares %s", (_name, claim, quote) => {
    expect(supportFault(claim, quotesOf(quote, [quote]))).toBeUndefined();
  });
});

describe("contradictionFault()", () => {
  test.each<[string, string, readonly string[], RegExp | undefined]>([
    ["words on the matter", "Entries expire after an hour.", ["Entries expire after 15 minutes"], undefined],
    ["no quote", "Entries expire after an hour.", [], /no words/],
    ["another matter", "The roof leaks.", ["Entries expire after 15 minutes"], /something else/],
    [
      "the claim itself",
      "Entries expire after 15 minutes.",
      ["Entries expire after 15 minutes"],
      /the claim itself/,
    ],
  ])("%s", (_name, claim, quotes, want) => {
    const fault = contradictionFault(claim, quotesOf(cache, quotes));
    if (want === undefined) expect(fault).toBeUndefined();
    else expect(fault).toMatch(want);
  });
});
