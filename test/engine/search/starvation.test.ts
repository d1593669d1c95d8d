/**
 * A filter never starves results: whatever stands nearer and does not pass, each leg finds what passes, as if the others
 * were not there. Held against brute force over a library in which few documents pass and many crowd the front.
 */
import fc from "fast-check";
import { beforeAll, describe, expect, test } from "vitest";
import { createReader } from "../../../src/engine/documents/reader.ts";
import type { ChunkRequest } from "../../../src/engine/engine.ts";
import { evaluate } from "../../../src/engine/search/predicate/evaluate.ts";
import { createSearch, type LocalSearch } from "../../../src/engine/search/search.ts";
import { library, type Note, newYear } from "../support/library.ts";
import { predicates, values } from "../support/predicates.ts";
import { memoryModels } from "../support/vectors.ts";

const day = 86_400_000;
const rare = <Value>(often: Value, seldom: fc.Arbitrary<Value>) =>
  fc.oneof({ arbitrary: fc.constant(often), weight: 24 }, { arbitrary: seldom, weight: 1 });
const word = fc.constantFrom("amber", "birch", "cedar", "dunes", "ember");

/** Most are alike and full of the words that are looked for; here and there one differs in a single respect. */
const note = fc.record({
  collection: rare("one", fc.constant("two")),
  text: rare(
    "amber birch amber birch cedar dunes ember",
    fc.array(word, { minLength: 1, maxLength: 5 }).map((list) => list.join(" ")),
  ),
  title: rare("Common", word),
  tags: rare<string[]>([], fc.uniqueArray(fc.constantFrom("red", "red/dark", "blue"))),
  author: rare<string | undefined>(undefined, fc.constantFrom("Ada Émile", "Bo")),
  contentType: rare("prose", fc.constantFrom("meeting", "code")),
  categories: rare<string[]>(["prose"], fc.constantFrom(["prose", "alpha"], ["Beta"])),
  modified: rare(newYear, fc.constantFrom(newYear - 9 * day, newYear + 9 * day)),
  language: rare<string | undefined>("en", fc.constantFrom("de", undefined)),
  metadata: rare<Note["metadata"]>(
    { a: "x" },
    fc.oneof(values, fc.constantFrom("invalid" as const, "pending" as const)),
  ),
});

const size = 700;

interface World {
  readonly notes: ReadonlyMap<string, Note>;
  readonly search: LocalSearch;
}

function world(given: readonly Omit<Note, "path">[]): World {
  // Unique texts: files of equal text would share one chunk, and so one language.
  const notes = given.map((one, n): Note => ({ ...one, path: `n${n}.md`, text: `${one.text} unique${n}` }));
  const { db, config } = library(notes);
  const reader = createReader(db);
  const models = memoryModels({ reader });
  return {
    notes: new Map(notes.map((one) => [`${one.collection}/${one.path}`, one])),
    search: createSearch({ reader, config, clock: { now: () => newYear }, models }),
  };
}

const option = <Value>(arbitrary: fc.Arbitrary<Value>) => fc.option(arbitrary, { nil: undefined });
const time = fc.constantFrom(-10, -8, 8, 10).map((days) => new Date(newYear + days * day).toISOString());
/** One filter at a time, so that each is tried alone, and now and then several. */
const each = {
  collection: fc.constantFrom("two", "ONE"),
  tagsAll: fc.constantFrom(["red"], ["red", "blue"]),
  tagsAny: fc.constantFrom(["red/dark", "blue"], ["none"]),
  since: time,
  until: time,
  categories: fc.constantFrom(["Meeting"], ["alpha", "beta"]),
  author: fc.constantFrom("émile", "b"),
  exclude: fc.constantFrom(["common"], ["birch"], ["unique1,unique2"], ["ÉMILE", "code"], ["alph"]),
  lang: fc.constantFrom("de", "en", "fr"),
  filter: predicates,
} as const;
type Name = keyof typeof each;
type Filters = { -readonly [Key in Name]?: ChunkRequest[Key] };
const several = fc.record({
  ...Object.fromEntries(
    Object.entries(each).map(([name, arbitrary]) => [name, option(arbitrary as fc.Arbitrary<unknown>)]),
  ),
}) as fc.Arbitrary<Filters>;

function passes(one: Note, wanted: Filters, byWords = false): boolean {
  const lower = (list: readonly string[] = []) => list.map((text) => text.toLowerCase());
  const kinds = lower([one.contentType ?? "", ...(one.categories ?? [])]);
  const further = byWords ? [] : [one.author, ...kinds];
  const fields = [one.title, one.path, one.text, ...further].map((field) => (field ?? "").toLowerCase());
  const excluded = lower(wanted.exclude).flatMap((text) => text.split(","));
  const modified = one.modified ?? newYear;
  return (
    (wanted.collection === undefined || one.collection === wanted.collection.toLowerCase()) &&
    (wanted.tagsAll ?? []).every((tag) => one.tags?.includes(tag)) &&
    (wanted.tagsAny === undefined || wanted.tagsAny.some((tag) => one.tags?.includes(tag))) &&
    (wanted.since === undefined || modified >= Date.parse(wanted.since)) &&
    (wanted.until === undefined || modified <= Date.parse(wanted.until)) &&
    (wanted.categories === undefined || lower(wanted.categories).some((kind) => kinds.includes(kind))) &&
    (wanted.author === undefined || (one.author ?? "").toLowerCase().includes(wanted.author)) &&
    !excluded.some((text) => fields.some((field) => field.includes(text))) &&
    (wanted.lang === undefined || one.language === wanted.lang) &&
    (wanted.filter === undefined ||
      (typeof one.metadata !== "string" && evaluate(wanted.filter, one.metadata)))
  );
}

interface Answer {
  readonly kind: string;
  readonly hits?: readonly { readonly document: { readonly uri: string }; readonly score: number }[];
}

function scored(answer: Answer): [uri: string, score: number][] {
  if (answer.hits === undefined) throw new Error(`refused: ${JSON.stringify(answer)}`);
  return answer.hits.map(({ document, score }) => [document.uri.slice("gno://".length), score]);
}

function found(answer: Answer): string[] {
  return scored(answer).map(([uri]) => uri);
}

describe("beside brute force", () => {
  let place: World;
  beforeAll(() => {
    place = world(
      fc.sample(fc.array(note, { minLength: size, maxLength: size }), { seed: 7, numRuns: 1 })[0] ?? [],
    );
  });

  async function hold(wanted: Filters, query: string, limit: number): Promise<void> {
    const given = Object.fromEntries(
      Object.entries(wanted).filter(([, value]) => value !== undefined),
    ) as Filters;
    const { since, until } = given;
    if (since !== undefined && until !== undefined && since > until) return;
    const inside = (uri: string) => passes(place.notes.get(uri) as Note, given);
    const { search } = place;
    const all = { query, limit: size };

    const { lang: _hint, ...lexicalFilters } = given;
    const words = found(search.lexical(all));
    const wordsInside = words.filter((uri) => passes(place.notes.get(uri) as Note, lexicalFilters, true));
    expect(found(search.lexical({ ...lexicalFilters, query, limit }))).toEqual(wordsInside.slice(0, limit));

    // Equally near chunks are cut by the order of their ids: scores are compared, and that each one passes.
    const near = scored(await search.vector(all)).filter(([uri]) => inside(uri));
    const nearest = scored(await search.vector({ ...given, query, limit }));
    expect(nearest.filter(([uri]) => !inside(uri))).toEqual([]);
    expect(nearest.map(([, score]) => score)).toEqual(near.slice(0, limit).map(([, score]) => score));

    // Fused scores depend on what is fused, so of both legs together the documents are compared and not their order.
    const together = new Set(found(await search.hybrid({ ...given, query, limit: size, graph: false })));
    expect([...together].filter((uri) => !inside(uri))).toEqual([]);
    const expected = words.filter(inside);
    // Beyond this the list of words ends by its own depth.
    if (expected.length <= 200) expect(expected.filter((uri) => !together.has(uri))).toEqual([]);
    const some = new Set(found(await search.hybrid({ ...given, query, limit, graph: false })));
    expect(some.size).toBe(Math.min(limit, together.size));
  }

  const query = fc.array(word, { minLength: 1, maxLength: 3 }).map((list) => list.join(" "));
  const limit = fc.integer({ min: 1, max: 12 });

  test.each(Object.keys(each) as Name[])("%s alone", { timeout: 120_000 }, async (name) => {
    const alone = (each[name] as fc.Arbitrary<never>).map((value): Filters => ({ [name]: value }));
    await fc.assert(fc.asyncProperty(alone, query, limit, hold), { numRuns: name === "filter" ? 15 : 3 });
  });

  test("several at once", { timeout: 120_000 }, async () => {
    await fc.assert(fc.asyncProperty(several, query, limit, hold), { numRuns: 12 });
  });
});
