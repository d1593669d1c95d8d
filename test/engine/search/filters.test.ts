import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createReader } from "../../../src/engine/documents/reader.ts";
import type { SearchRequest, SearchResult } from "../../../src/engine/engine.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { library, type Note, newYear } from "../support/library.ts";

const day = 86_400_000;

function searching(notes: readonly Note[], now = newYear) {
  const { db, config } = library(notes);
  const search = createSearch({ reader: createReader(db), config, clock: { now: () => now } });
  return (query: string, more: Partial<SearchRequest> = {}): SearchResult =>
    search.lexical({ query, limit: 10, ...more });
}

function uris(result: SearchResult): string[] {
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.hits.map((hit) => hit.document.uri.slice("gno://".length));
}

describe("filters", () => {
  const word = fc.constantFrom("amber", "birch", "cedar", "dunes", "ember");
  const tag = fc.constantFrom("red", "red/dark", "blue");
  const note = fc.record({
    collection: fc.constantFrom("one", "two", "three"),
    text: fc.array(word, { minLength: 1, maxLength: 12 }).map((words) => words.join(" ")),
    title: word,
    tags: fc.uniqueArray(tag),
    author: fc.option(fc.constantFrom("Ada Émile", "Bo", "ada"), { nil: undefined }),
    contentType: fc.option(fc.constantFrom("meeting", "code"), { nil: undefined }),
    categories: fc.option(fc.uniqueArray(fc.constantFrom("alpha", "beta")), { nil: undefined }),
    modified: fc.integer({ min: -3, max: 3 }).map((days) => newYear + days * day),
    active: fc.boolean(),
  });
  const notes = fc
    .array(note, { minLength: 1, maxLength: 25 })
    .map((list) => list.map((one, index): Note => ({ ...one, path: `${index % 7}/n${index}.md` })));
  const option = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
  const isoDay = fc.integer({ min: -3, max: 3 }).map((days) => new Date(newYear + days * day).toISOString());
  const query = fc.array(
    fc.oneof(
      word,
      word,
      word.map((text) => `-${text}`),
    ),
    { minLength: 1, maxLength: 4 },
  );
  const filters = fc.record({
    collection: option(fc.constantFrom("one", "TWO", "three")),
    tagsAll: option(fc.array(fc.constantFrom("red", "#Blue"), { maxLength: 2 })),
    tagsAny: option(fc.array(tag, { maxLength: 2 })),
    since: option(isoDay),
    until: option(isoDay),
    categories: option(fc.array(fc.constantFrom("Meeting", "beta", "none"), { maxLength: 2 })),
    author: option(fc.constantFrom("ADA", "émile", "x")),
    exclude: option(fc.array(fc.constantFrom("Cedar", "n1", "dunes,ember", " "), { maxLength: 2 })),
  });

  type Wanted = typeof filters extends fc.Arbitrary<infer Value> ? Value : never;

  function passes(one: Note, wanted: Wanted): boolean {
    const lower = (list: readonly string[] | undefined) => (list ?? []).map((text) => text.toLowerCase());
    const all = lower(wanted.tagsAll).map((text) => text.replace("#", ""));
    const any = lower(wanted.tagsAny);
    const categories = lower(wanted.categories);
    const own = [one.contentType, ...(one.categories ?? [])];
    const excluded = lower(wanted.exclude)
      .flatMap((text) => text.split(","))
      .map((text) => text.trim())
      .filter((text) => text !== "");
    return (
      one.active !== false &&
      (wanted.collection === undefined || one.collection === wanted.collection.toLowerCase()) &&
      all.every((text) => one.tags?.includes(text)) &&
      (any.length === 0 || any.some((text) => one.tags?.includes(text))) &&
      (wanted.since === undefined || one.modified! >= Date.parse(wanted.since)) &&
      (wanted.until === undefined || one.modified! <= Date.parse(wanted.until)) &&
      (categories.length === 0 || categories.some((text) => own.includes(text))) &&
      (wanted.author === undefined ||
        one.author?.toLowerCase().includes(wanted.author.toLowerCase()) === true) &&
      !excluded.some((text) =>
        [one.text, one.title!, one.path].some((field) => field.toLowerCase().includes(text)),
      )
    );
  }

  test("give the first of those that pass, in the order without filters", () => {
    fc.assert(
      fc.property(notes, query, filters, fc.integer({ min: 1, max: 6 }), (given, words, wanted, limit) => {
        if (wanted.since !== undefined && wanted.until !== undefined && wanted.since > wanted.until) return;
        const names = new Set(given.map((one) => one.collection));
        if (wanted.collection !== undefined && !names.has(wanted.collection.toLowerCase())) return;
        const search = searching(given);
        const passing = new Set(
          given.filter((one) => passes(one, wanted)).map((one) => `${one.collection}/${one.path}`),
        );
        const all = uris(search(words.join(" "), { limit: 1000 }));
        const want = all.filter((uri) => passing.has(uri)).slice(0, limit);
        const present = Object.fromEntries(Object.entries(wanted).filter(([, value]) => value !== undefined));
        expect(uris(search(words.join(" "), { ...present, limit }))).toEqual(want);
      }),
      { numRuns: 300 },
    );
  });

  test("the order does not depend on the order of indexing", () => {
    fc.assert(
      fc.property(notes, fc.array(word, { minLength: 1, maxLength: 3 }), (given, words) => {
        const active = given.map((one) => ({ ...one, active: true }));
        const query = words.join(" ");
        expect(uris(searching([...active].reverse())(query))).toEqual(uris(searching(active)(query)));
      }),
      { numRuns: 60 },
    );
  });
});

describe("any text", () => {
  const search = searching([
    { path: "a.md", text: "some words, an identifier like_this, 東京 and café" },
    { path: "b.md", text: '"quoted" text -with a*b std::vector (and) brackets' },
  ]);
  const unit = fc.constantFrom(
    ..."ab -\"'*^():.,+/\\{}[]|&!?~#\0\n\ttéß東😀\u0301\ud800\udc00".split(""),
    "NEAR",
    "AND",
    "OR",
    "NOT",
    "like_this",
  );

  test("is answered", () => {
    fc.assert(
      fc.property(
        fc.oneof(fc.string({ unit, maxLength: 40 }), fc.string({ unit: "binary", maxLength: 40 })),
        (query) => {
          const result = search(query, { intent: query, exclude: [query] });
          expect(result.kind).toBe(query.trim() === "" ? "empty-query" : "ok");
          if (result.kind !== "ok") return;
          const scores = result.hits.map((hit) => hit.score);
          expect(scores).toEqual([...scores].sort((a, b) => b - a));
          expect(scores.every((score) => score >= 0 && score <= 1)).toBe(true);
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("requests that cannot be run", () => {
  const search = searching([{ path: "a.md", text: "words" }]);
  const rows: [more: Partial<SearchRequest>, kind: string][] = [
    [{ collection: "none" }, "unknown-collection"],
    [{ since: "soon" }, "bad-bound"],
    [{ until: "2026-02-30" }, "bad-bound"],
    [{ since: "2026-01-02", until: "2026-01-01" }, "bad-bound"],
    [{ tagsAll: ["a b"] }, "bad-tag"],
    [{ tagsAny: [""] }, "bad-tag"],
  ];
  test.each(rows)("%j is %s", (more, kind) => {
    expect(search("words", more).kind).toBe(kind);
  });

  test("an aborted call stops", () => {
    expect(() => search("words", { signal: AbortSignal.abort() })).toThrow("abort");
  });
});

describe("time words in the query", () => {
  const notes: Note[] = [
    {
      path: "old.md",
      text: "release notes of today",
      modified: newYear - 90 * day,
      documentDate: "2026-03-01",
    },
    { path: "new.md", text: "release notes of today", modified: newYear },
    { path: "mid.md", text: "release notes of today, release notes", modified: newYear - 5 * day },
  ];
  const search = searching(notes, newYear + 1000);

  test("set both bounds", () => {
    const result = search("release notes today");
    expect(uris(result)).toEqual(["notes/new.md"]);
    expect(result).toMatchObject({ since: "2026-01-01T00:00:00.000Z", until: "2026-01-01T23:59:59.999Z" });
  });

  test("do not when a bound is given, or when they are quoted", () => {
    expect(uris(search("release notes today", { since: "2025-01-01" }))).toHaveLength(3);
    expect(uris(search('release "notes of today"'))).toHaveLength(3);
  });

  test("are dropped as bounds when they leave nothing", () => {
    const result = searching(notes, newYear + 400 * day)("release notes today");
    expect(uris(result)).toHaveLength(3);
    expect(result).toMatchObject({ since: undefined, until: undefined });
  });

  test("ask for the newest first, by the document's own date before the file's", () => {
    expect(uris(search("latest release notes"))).toEqual(["notes/old.md", "notes/new.md", "notes/mid.md"]);
    expect(uris(search("newest release notes", { limit: 1 }))).toEqual(["notes/old.md"]);
  });
});

test("minScore is applied to the score that is shown", () => {
  const search = searching([
    { path: "a.md", text: "amber amber amber" },
    { path: "b.md", text: "amber and much other text that makes it longer" },
    { path: "c.md", text: "amber with some more" },
  ]);
  const all = search("amber");
  expect(all.kind === "ok" && all.hits.map((hit) => hit.score)).toEqual([1, expect.any(Number), 0]);
  expect(uris(search("amber", { minScore: 0.001 }))).toHaveLength(2);
  expect(uris(search("amber", { minScore: 1 }))).toEqual(["notes/a.md"]);
});

test("configured guidance comes with its hits, broad to narrow", () => {
  const notes: Note[] = [
    { path: "projects/a/x.md", text: "amber" },
    { path: "projectsish.md", text: "amber" },
    { collection: "other", path: "y.md", text: "amber" },
  ];
  const { db, config } = library(notes, {
    contexts: [
      { scopeType: "prefix", scopeKey: "gno://notes/projects/", text: "About projects." },
      { scopeType: "collection", scopeKey: "notes:", text: "About notes." },
      { scopeType: "prefix", scopeKey: "gno://notes/projects/a", text: "About a." },
    ],
  });
  const result = createSearch({ reader: createReader(db), config, clock: { now: () => 0 } }).lexical({
    query: "amber",
    limit: 5,
  });
  expect(
    result.kind === "ok" && Object.fromEntries(result.hits.map((hit) => [hit.document.relPath, hit.context])),
  ).toEqual({
    "projects/a/x.md": "About notes.\n\nAbout projects.\n\nAbout a.",
    "projectsish.md": "About notes.",
    "y.md": undefined,
  });
});

test("the index of parts of words finds what stands inside one", () => {
  const { db, config } = library([{ path: "a.md", text: "The Donaudampfschiff sails." }], {
    stem: "trigram",
  });
  const search = createSearch({ reader: createReader(db), config, clock: { now: () => 0 } });
  const result = search.lexical({ query: "dampfsch", limit: 5 });
  expect(result.kind === "ok" && result.hits[0]?.snippet).toBe("The Donau<mark>dampfsch</mark>iff sails.");
});
