/** The typed filter through the Service: what is refused and how, what is found, and what meta says of coverage. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { present } from "../../../src/contracts/gno/envelope.ts";
import { openIndex } from "../../../src/engine/store/open.ts";
import { harness, shared } from "./harness.ts";

const note = (values: string, body: string) => `---\ngno:\n  metadata: ${values}\n---\n\n${body}\n`;
const notes = {
  "open.md": note("{ status: open, prio: 3, parts: [a, b] }", "# Open\n\nThe fox plans a den."),
  "done.md": note("{ status: done, prio: 9 }", "# Done\n\nThe fox left. A fox, a fox."),
  "plain.md": "# Plain\n\nA fox without values.\n",
};
const broken = { "broken.md": note("{ status: open, due: null }", "# Broken\n\nA fox with broken values.") };

const vault = shared({ collections: { notes, other: broken }, embedded: true });
const tools = ["gno_search", "gno_query", "gno_vsearch"] as const;
const eq = { op: "eq", key: "status", value: "open" };

function paths(data: { results: { uri: string }[] }): string[] {
  return data.results.map(({ uri }) => uri.slice("gno://".length)).sort();
}

describe("a filter that is refused", () => {
  let deep: object = eq;
  for (let level = 0; level < 8; level += 1) deep = { op: "not", predicate: deep };
  const many = (count: number) => ({ op: "and", predicates: Array.from({ length: count }, () => eq) });
  const large = {
    op: "or",
    predicates: Array.from({ length: 20 }, (_, n) => ({
      op: "eq",
      key: "k",
      value: `${n}`.padEnd(4_000, "x"),
    })),
  };
  const schema: [name: string, filter: object, path: string][] = [
    ["an unknown operator", { op: "like", key: "a", value: 1 }, "filter.op"],
    ["a wrong value", { op: "gt", key: "a", value: "x" }, "filter.value"],
    [
      "mixed values",
      { op: "and", predicates: [eq, { op: "in", key: "a", values: [1, "x"] }] },
      "filter.predicates.1.values",
    ],
    ["an empty group", { op: "or", predicates: [] }, "filter.predicates"],
    ["no values", { op: "in", key: "a", values: [] }, "filter.values"],
    ["an empty key", { op: "eq", key: "", value: 1 }, "filter.key"],
    ["a long key", { op: "eq", key: "k".repeat(129), value: 1 }, "filter.key"],
    ["an unknown member", { ...eq, more: 1 }, "filter.more"],
    ["a group on level 8", deep, `filter${".predicate".repeat(7)}.op`],
    ["129 members of a group", many(129), "filter.predicates"],
    ["a long text", { op: "eq", key: "a", value: "x".repeat(4_097) }, "filter.value"],
    ["null", { op: "eq", key: "a", value: null }, "filter.value"],
  ];
  test.each(schema)("%s: by the schema, and the text names its place", async (_name, filter, path) => {
    const h = await vault();
    for (const tool of [...tools, "gno_query_diagnose"]) {
      const outcome = await h.run(tool, { query: "fox", target: "notes/open.md", filter });
      expect(outcome.kind).toBe("invalid");
      expect(JSON.stringify(present(tool, outcome))).toContain(`${path}: `);
    }
  });

  const handler: [name: string, filter: object, path: string][] = [
    ["129 conditions", { op: "and", predicates: [many(126), eq] }, "filter.predicates.1"],
    ["more than 64 KiB", large, "filter"],
    [
      "a reserved key",
      { op: "not", predicate: { op: "exists", key: "__proto__", value: true } },
      "filter.predicate.key",
    ],
    [
      "another reserved key",
      { op: "or", predicates: [eq, { ...eq, key: "constructor" }] },
      "filter.predicates.1.key",
    ],
    ["a text that is too long in UTF-16", { ...eq, value: "😀".repeat(2_100) }, "filter.value"],
  ];
  test.each(handler)("%s: VALIDATION before anything is read", async (_name, filter, path) => {
    const h = await vault();
    for (const tool of [...tools, "gno_query_diagnose"]) {
      const { code, message } = await h.error(tool, { query: "fox", target: "notes/open.md", filter });
      expect(code).toBe("VALIDATION");
      expect(message.startsWith(`${path} `)).toBe(true);
    }
  });

  test("level 8 may hold a condition, 128 conditions are allowed, and text is read as JSON", async () => {
    const h = await vault();
    const eight = (deep as { predicate: object }).predicate;
    for (const filter of [eight, many(127), JSON.stringify(eq)]) {
      expect(paths(await h.ok("gno_search", { query: "fox", filter }))).toContain(
        filter === eight ? "notes/done.md" : "notes/open.md",
      );
    }
  });
});

describe("documents found", () => {
  const rows: [filter: object, want: readonly string[]][] = [
    [eq, ["notes/open.md"]],
    [{ op: "ne", key: "status", value: "open" }, ["notes/done.md"]],
    [{ op: "not", predicate: eq }, ["notes/done.md", "notes/plain.md"]],
    [{ op: "exists", key: "status", value: false }, ["notes/plain.md"]],
    [{ op: "gte", key: "prio", value: 3 }, ["notes/done.md", "notes/open.md"]],
    [{ op: "all", key: "parts", values: ["a", "b"] }, ["notes/open.md"]],
    [{ op: "eq", key: "status", value: "none" }, []],
    [
      { op: "or", predicates: Array.from({ length: 20 }, (_, n) => ({ op: "eq", key: "prio", value: n })) },
      ["notes/done.md", "notes/open.md"],
    ],
  ];
  test.each(rows)("%j", async (filter, want) => {
    const h = await vault();
    for (const tool of tools) expect(paths(await h.ok(tool, { query: "fox", filter }))).toEqual(want);
  });

  test("one is found however many others are nearer", async () => {
    const crowd = Object.fromEntries(
      Array.from({ length: 120 }, (_, n) => [
        `fox-${n}.md`,
        note("{ status: done }", `# Fox ${n}\n\nfox fox fox ${n}`),
      ]),
    );
    const far = { "far.md": note("{ status: open }", "# Sea\n\nWater, salt and wind; once a fox was seen.") };
    const h = await harness({ collections: { notes: { ...crowd, ...far } }, embedded: true });
    for (const tool of tools) {
      expect(paths(await h.ok(tool, { query: "fox", limit: 1, filter: eq }))).toEqual(["notes/far.md"]);
    }
  });
});

describe("coverage", () => {
  const codes = (data: { meta: { warnings?: { code: string }[] } }) =>
    data.meta.warnings?.map(({ code }) => code) ?? [];

  test("is told with a filter only, and only of documents in reach", async () => {
    const h = await vault();
    for (const tool of tools) {
      const ask = async (more: object) => codes(await h.ok(tool, { query: "fox", ...more }));
      expect(await ask({})).toEqual([]);
      expect(await ask({ filter: eq })).toEqual(["METADATA_COVERAGE_INCOMPLETE"]);
      expect(await ask({ filter: eq, collection: "other" })).toEqual(["METADATA_COVERAGE_INCOMPLETE"]);
      expect(await ask({ filter: eq, collection: "notes" })).toEqual([]);
      expect(await ask({ filter: eq, exclude: ["broken values"] })).toEqual([]);
      expect(await ask({ filter: eq, until: "2000-01-01" })).toEqual([]);
      expect(await ask({ filter: eq, tagsAny: ["none"] })).toEqual([]);
    }
  });

  test("a broken document matches nothing, and is found without a filter", async () => {
    const h = await vault();
    const found = await h.ok("gno_search", { query: "broken" });
    expect(paths(found)).toEqual(["other/broken.md"]);
    for (const filter of [eq, { op: "not", predicate: eq }, { op: "exists", key: "x", value: false }]) {
      for (const tool of tools) {
        expect(paths(await h.ok(tool, { query: "broken", filter }))).not.toContain("other/broken.md");
      }
    }
  });

  test("text and data say the same", async () => {
    const h = await vault();
    for (const tool of tools) {
      expect(await h.text(tool, { query: "fox", filter: eq })).toContain("METADATA_COVERAGE_INCOMPLETE");
      expect(await h.text(tool, { query: "fox", filter: eq, collection: "notes" })).not.toContain(
        "METADATA_",
      );
    }
  });

  test("a document that is not read yet matches nothing and is told of", async () => {
    const h = await harness({ collections: { notes } });
    await h.ok("gno_search", { query: "fox" });
    const store = openIndex(join(h.root, "data", "index-default.sqlite"), { busyTimeoutMs: 5_000 });
    store.raw.exec("UPDATE document SET ingest_version = 0, metadata = NULL WHERE rel_path = 'open.md'");
    store.close();
    const filter = { op: "not", predicate: { op: "exists", key: "none", value: true } };
    const data = await h.ok("gno_search", { query: "fox", filter });
    expect(paths(data)).toEqual(["notes/done.md", "notes/plain.md"]);
    expect(codes(data)).toEqual(["METADATA_COVERAGE_INCOMPLETE"]);
    const reasons = async () =>
      (await h.ok("gno_query_diagnose", { query: "fox", target: "notes/open.md", filter: eq })).target
        .filterReasons;
    expect(await reasons()).toEqual(["metadata_pending"]);
    await h.job("gno_sync");
    expect(await reasons()).toEqual([]);
    expect(codes(await h.ok("gno_search", { query: "fox", filter }))).toEqual([]);
  });
});

describe("a diagnosis", () => {
  const rows: [target: string, filter: object, want: readonly string[]][] = [
    ["notes/open.md", eq, []],
    ["notes/done.md", eq, ["filter"]],
    ["notes/plain.md", eq, ["filter"]],
    ["other/broken.md", eq, ["metadata_invalid"]],
    ["other/broken.md", { op: "not", predicate: eq }, ["metadata_invalid"]],
  ];
  test.each(rows)("of %s under %j", async (target, filter, want) => {
    const h = await vault();
    const data = await h.ok("gno_query_diagnose", { query: "fox", target, filter, fast: true });
    expect(data.target.filterReasons).toEqual(want);
    expect(data.target.status).toBe(want.length === 0 ? "diagnosed" : "filtered_out");
    expect(JSON.stringify(data)).not.toContain('"open"');
  });
});
