import { describe, expect, test } from "vitest";
import { createReader } from "../../../src/engine/documents/reader.ts";
import type { SearchRequest, SearchResult } from "../../../src/engine/engine.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { type Library, library, type Note, newYear } from "../support/library.ts";

function searching(notes: readonly Note[] | Library, now = newYear) {
  const { db, config } = "db" in notes ? notes : library(notes);
  const search = createSearch({ reader: createReader(db), config, clock: { now: () => now } });
  return (query: string, more: Partial<SearchRequest> = {}): SearchResult =>
    search.lexical({ query, limit: 10, ...more });
}

function paths(result: SearchResult): string[] {
  if (result.kind !== "ok") throw new Error(`refused: ${JSON.stringify(result)}`);
  return result.hits.map((hit) => hit.document.relPath);
}

describe("words as people write them", () => {
  const notes: Note[] = [
    { path: "ids.md", text: "ADR-0042 is read-only; call load_config before std::vector or Vec::new()." },
    { path: "files.md", text: "See Cargo.toml and notes/archive, version 3.11, written in C++." },
    {
      path: "prose.md",
      text: "The state: closed. The disk is full. I can't run the backup or title:x, a*b, ^start.",
    },
    { path: "other.md", text: "Nothing of the kind, only filler words about gardens." },
  ];
  const search = searching(notes);
  const found: [query: string, path: string][] = [
    ["ADR-0042", "ids.md"],
    ["read-only", "ids.md"],
    ["load_config", "ids.md"],
    ['"ADR-0042"', "ids.md"],
    ['"read-only"', "ids.md"],
    ['"load_config"', "ids.md"],
    ["std::vector", "ids.md"],
    ["Vec::new", "ids.md"],
    ["Vec::new()", "ids.md"],
    ["Cargo.toml", "files.md"],
    ["notes/archive", "files.md"],
    ["3.11", "files.md"],
    ["C++", "files.md"],
    ["state: closed", "prose.md"],
    ['disk "full', "prose.md"],
    ["backup OR", "prose.md"],
    ["can't", "prose.md"],
    ["title:x", "prose.md"],
    ["a*b", "prose.md"],
    ["^start", "prose.md"],
    ["GARDENS", "other.md"],
    ["garden", "other.md"],
    ["fille*", "other.md"],
  ];
  test.each(found)("%s is found", (query, path) => {
    expect(paths(search(query))[0]).toBe(path);
  });

  test.each(["NEAR(", "AND", "(", "OR NOT", "{path}:x", '"""', "zzz"])("%s is refused by nobody", (query) => {
    expect(search(query).kind).toBe("ok");
  });

  test.each(["???", '""', "🙂", "-", "--", "\0", "\ud800"])("%j has nothing to look for", (query) => {
    expect(search(query)).toMatchObject({
      kind: "ok",
      hits: [],
      note: expect.stringContaining("no letters"),
    });
  });

  test("a lone negation finds nothing and says why", () => {
    expect(search("-draft")).toMatchObject({
      kind: "ok",
      hits: [],
      note: expect.stringContaining("leave out"),
    });
  });

  test.each(["", "   ", "\n\t"])("%j is no query", (query) => {
    expect(search(query).kind).toBe("empty-query");
  });

  test("a text of 100 kB is cut to its beginning", () => {
    expect(search("garden ".repeat(15_000)).kind).toBe("ok");
    expect(search("x".repeat(100_000)).kind).toBe("ok");
    expect(search(`${"-x ".repeat(30_000)}garden`).kind).toBe("ok");
  });
});

describe("operators", () => {
  const search = searching([
    { path: "final.md", text: "The budget of the year, final." },
    { path: "draft.md", text: "The budget of the year, draft." },
    { path: "phrase.md", text: "An error budget policy is written down." },
    { path: "apart.md", text: "The budget holds no error and no policy." },
  ]);

  test("a minus before a word leaves out", () => {
    expect(paths(search("budget -draft")).sort()).toEqual(["apart.md", "final.md", "phrase.md"]);
    expect(paths(search('budget -"error budget"'))).not.toContain("phrase.md");
    expect(paths(search("-draft budget"))).not.toContain("draft.md");
  });

  test("a minus inside a word or before another does not", () => {
    expect(paths(search("budget - draft"))[0]).toBe("draft.md");
    expect(paths(search("budget --draft"))[0]).toBe("draft.md");
  });

  test("a quoted phrase has to be there as written", () => {
    expect(paths(search('"error budget"'))).toEqual(["phrase.md"]);
    expect(paths(search('"error budget" gardens'))).toEqual(["phrase.md"]);
    expect(paths(search('"policy budget"'))).toEqual([]);
  });
});

describe("order of hits", () => {
  test("phrase, then all words, then all stems, then any word", () => {
    const filler = " gravel".repeat(20);
    const search = searching([
      { path: "e-any.md", text: `apples ${"apples ".repeat(9)}` },
      { path: "c-stems.md", text: `an apple that one should baking${filler}` },
      { path: "b-words.md", text: `baked with apples${filler.repeat(9)}` },
      { path: "a-phrase.md", text: `it is baked apples${filler.repeat(40)}` },
    ]);
    const result = search("baked apples");
    expect(paths(result)).toEqual(["a-phrase.md", "b-words.md", "c-stems.md", "e-any.md"]);
    const scores = result.kind === "ok" ? result.hits.map((hit) => hit.score) : [];
    expect(scores[0]).toBe(1);
    expect(scores.at(-1)).toBe(0);
    expect(scores).toEqual([...scores].sort((a, b) => b - a));
  });

  test("equal texts come by collection and path", () => {
    const note = (collection: string, path: string): Note => ({ collection, path, text: "same words here" });
    const search = searching([
      note("work", "b.md"),
      note("home", "c.md"),
      note("work", "a.md"),
      note("home", "z.md"),
    ]);
    expect(paths(search("words", { limit: 3 }))).toEqual(["c.md", "z.md", "a.md"]);
  });

  test("a question is answered although no document has all its words", () => {
    const search = searching([
      { path: "moves.md", text: "The compiler moves a value unless it is borrowed." },
      { path: "other.md", text: "How do I stop my car from rolling." },
    ]);
    expect(paths(search("how do I stop the compiler from moving my value"))[0]).toBe("moves.md");
  });

  test("a beginning of a word is tried when nothing else matches", () => {
    const search = searching([{ path: "login.md", text: "authentication of clients" }]);
    expect(search("auth")).toMatchObject({ hits: [{ snippet: "<mark>authentication</mark> of clients" }] });
    expect(paths(search("au"))).toEqual([]);
  });
});

describe("other scripts", () => {
  const search = searching([
    { path: "ja.md", text: "東京都の天気は晴れです。東京towerへ行く。" },
    { path: "de.md", text: "Die Straße ist über die Brücke erreichbar." },
    { path: "ru.md", text: "Настройка сервера и резервная копия." },
  ]);
  const found: [query: string, path: string][] = [
    ["東京", "ja.md"],
    ["天気", "ja.md"],
    ["京都の天気", "ja.md"],
    ["東", "ja.md"],
    ["す", "ja.md"],
    ["東京tower", "ja.md"],
    ["strasse", "de.md"],
    ["STRAßE", "de.md"],
    ["uber", "de.md"],
    ["bru\u0308cke", "de.md"],
    ["СЕРВЕРА", "ru.md"],
  ];
  test.each(found)("%s is found", (query, path) => {
    expect(paths(search(query))[0]).toBe(path);
  });
});

describe("statements", () => {
  const notes = Array.from(
    { length: 8 },
    (_, index): Note => ({
      path: `n${index}.md`,
      text: `amber birch ${index < 3 ? "cedars" : "cedar dunes"} ${index}`,
    }),
  );
  const { db, config } = library(notes);
  const ran: string[] = [];
  const search = createSearch({
    reader: createReader(db, (sql) => ran.push(/FROM (fts_\w+) CROSS/.exec(sql)?.[1] ?? "other")),
    config,
    clock: { now: () => newYear },
  });
  const classes = (query: string, limit: number) => {
    ran.length = 0;
    search.lexical({ query, limit });
    return ran;
  };

  test("are as few as fill the limit, plus one for the scope and one for the page", () => {
    expect(classes("amber birch", 5)).toEqual(["other", "fts_exact", "other"]);
    expect(classes("amber cedar", 5)).toEqual(["other", "fts_exact", "other"]);
    expect(classes("amber cedar", 8)).toEqual(["other", "fts_exact", "fts_stem", "other"]);
    expect(classes("dunes amber", 8)).toEqual(["other", "fts_exact", "fts_stem", "fts_stem", "other"]);
    expect(classes("???", 5).filter((table) => table !== "other")).toEqual([]);
  });
});

describe("content types", () => {
  const rules = [
    { id: "log", prefixes: ["log"], searchBoost: 0.5 },
    { id: "guide", prefixes: ["guide"], searchBoost: 2 },
  ];
  const typed = (path: string, text: string, contentType: string): Note => ({
    path,
    text,
    contentType,
    contentTypeSource: "prefix",
  });
  const same = "amber and birch";
  /** Each a little longer, and so a little worse, than the one before; the last by far. */
  const falling = Array.from(
    { length: 9 },
    (_, n): Note => ({ path: `plain/${n}.md`, text: `amber ${"filler ".repeat(n === 8 ? 500 : 20 + n)}` }),
  );
  const scoresIn = (result: SearchResult) =>
    result.kind === "ok" ? result.hits.map(({ score }) => score) : [];

  test("lift and lower equal hits", () => {
    const notes = [typed("a.md", same, "log"), { path: "b.md", text: same }, typed("c.md", same, "guide")];
    const result = searching(library(notes, { contentTypes: rules }))("amber");
    expect(paths(result)).toEqual(["c.md", "b.md", "a.md"]);
    expect(scoresIn(result)).toEqual([1, 0.5, 0]);
    expect(paths(searching(notes)("amber"))).toEqual(["a.md", "b.md", "c.md"]);
  });

  test("act on types that a rule gave, and on no guess", () => {
    const notes = [
      { path: "a.md", text: same },
      { path: "b.md", text: same, contentType: "guide" },
    ];
    expect(paths(searching(library(notes, { contentTypes: rules }))("amber"))).toEqual(["a.md", "b.md"]);
  });

  test("never lift a hit past a better class", () => {
    const notes = [
      typed("all.md", "birch far from the amber", "log"),
      typed("one.md", "amber amber", "guide"),
    ];
    expect(paths(searching(library(notes, { contentTypes: rules }))("amber birch"))).toEqual([
      "all.md",
      "one.md",
    ]);
  });

  test("bring in a hit from below the limit, and scores still fall from 1 to 0", () => {
    const notes = falling.map((note, n) => (n === 4 ? typed(note.path, note.text, "guide") : note));
    const plain = searching(notes)("amber", { limit: 4 });
    const lifted = searching(library(notes, { contentTypes: rules }))("amber", { limit: 4 });
    expect(paths(plain)).not.toContain("plain/4.md");
    expect(paths(lifted)).toContain("plain/4.md");
    const values = scoresIn(lifted);
    expect([values[0], values.at(-1)]).toEqual([1, 0]);
    expect(values).toEqual([...values].sort((a, b) => b - a));
  });
});
