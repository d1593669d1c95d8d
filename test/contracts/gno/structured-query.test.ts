/** Typed entries: multi-line queries and queryModes come to one form; faults name the line. */
import { describe, expect, test } from "vitest";
import { parseQuery, type QueryEntry } from "../../../src/contracts/gno/structured-query.ts";

describe("parseQuery", () => {
  const good: { name: string; query: string; modes?: QueryEntry[]; want: object; typed: boolean }[] = [
    { name: "a plain query", query: "red fox", want: { base: "red fox", terms: [] }, typed: false },
    {
      name: "a prefix on the only line is text",
      query: "term: fox",
      want: { base: "term: fox", terms: [] },
      typed: false,
    },
    {
      name: "line breaks alone structure nothing",
      query: "red\nfox",
      want: { base: "red\nfox" },
      typed: false,
    },
    {
      name: "untyped lines are the base",
      query: "how\nterm: fox\nred",
      want: { base: "how red", terms: ["fox"] },
      typed: true,
    },
    {
      name: "terms stand in for a missing base",
      query: "term: a\nTERM:b\n",
      want: { base: "a b" },
      typed: true,
    },
    {
      name: "intents come last",
      query: "intent: why\n\nhyde: x",
      want: { base: "why", hyde: "x" },
      typed: true,
    },
    {
      name: "queryModes add to the lines",
      query: "fox",
      modes: [
        { mode: "term", text: " den " },
        { mode: "hyde", text: "a fox" },
      ],
      want: { base: "fox", terms: ["den"], hyde: "a fox" },
      typed: true,
    },
    { name: "CRLF", query: "a\r\nterm: b\r\n", want: { base: "a", terms: ["b"] }, typed: true },
  ];
  test.each(good)("$name", ({ query, modes, want, typed }) => {
    expect(parseQuery(query, modes)).toMatchObject({ kind: "ok", typed, query: want });
  });

  const bad: { name: string; query: string; modes?: QueryEntry[]; message: RegExp }[] = [
    { name: "empty text after a prefix", query: "a\nterm:", message: /no text/ },
    { name: "an unknown prefix beside a typed line", query: "term: a\nfoo: b", message: /"foo:"/ },
    { name: "two hyde lines", query: "a\nhyde: x\nhyde: y", message: /one hyde/ },
    {
      name: "a hyde line and a hyde entry",
      query: "a\nhyde: x",
      modes: [{ mode: "hyde", text: "y" }],
      message: /one hyde/,
    },
    { name: "only hyde lines", query: "hyde: x\n", message: /only hyde/ },
    { name: "a blank entry", query: "a", modes: [{ mode: "term", text: "  " }], message: /no text/ },
  ];
  test.each(bad)("refuses $name", ({ query, modes, message }) => {
    expect(parseQuery(query, modes)).toMatchObject({
      kind: "invalid",
      message: expect.stringMatching(message),
    });
  });
});
