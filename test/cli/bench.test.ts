/** `gno bench`: figures over the user's own questions, and a fixture that is wrong is told line by line. */
import { mkdtempSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { legFigures, readFixture } from "../../src/app/bench.ts";
import { bundle } from "./bundle.ts";
import { type Place, placeAt } from "./gno.ts";

const entry = join(bundle(), "gno.js");

describe("over an indexed folder", () => {
  let root: string;
  let at: Place;
  beforeAll(async () => {
    root = realpathSync(mkdtempSync(join(tmpdir(), "cli-")));
    at = placeAt(root, entry);
    at.write({
      "fox.md": "# The fox\n\nA red fox hunts at night.\n",
      "den.md": "# Den\n\nWhere the fox lives.\n",
      "rope.md": "# Rope\n\nThree strands, twisted.\n",
    });
    expect((await at.gno(["init", at.vault])).code).toBe(0);
  });
  afterAll(() => rmSync(root, { recursive: true, force: true }));

  const bench = (fixture: unknown, ...flags: string[]) => {
    const file = join(root, "fixture.json");
    writeFileSync(file, typeof fixture === "string" ? fixture : JSON.stringify(fixture, null, 2));
    return at.gno(["bench", file, ...flags]);
  };

  test("measures both legs and names what was missed", async () => {
    const fixture = {
      collection: "notes",
      queries: [
        { query: "red fox", relevant: ["notes/fox.md"] },
        { query: "zebra crossing", relevant: ["gno://notes/rope.md"] },
      ],
    };
    const ran = await bench(fixture);
    expect(ran).toMatchObject({ code: 0, stderr: "" });
    expect(ran.stdout).toMatch(
      /^2 questions, the first 10 documents each\n\nleg +mode +nDCG@10 +recall +MRR +hit@1 +hit@5\n/,
    );
    expect(ran.stdout).toMatch(/^search +bm25 +0\.500 +0\.500 +0\.500 +0\.500 +0\.500$/m);
    expect(ran.stdout).toMatch(
      /^search missed 1 of 2:\n {2}"zebra crossing"\n {4}wanted gno:\/\/notes\/rope\.md\n/m,
    );
    const { stdout } = await bench(fixture, "--json");
    expect(JSON.parse(stdout)).toMatchObject({
      queries: 2,
      limit: 10,
      collection: "notes",
      legs: [
        { leg: "search", modes: ["bm25"], ndcg10: 0.5, failed: [{ query: "zebra crossing", found: [] }] },
        { leg: "query", hit1: expect.any(Number) },
      ],
    });
  });

  test("names each reference that is no document, with its line", async () => {
    const ran = await bench(`{
  "queries": [
    { "query": "fox", "relevant": [
      "notes/fox.md",
      "notes/fxo.md"
    ] },
    { "query": "rope", "relevant": ["nope"] }
  ]
}`);
    const file = join(root, "fixture.json");
    expect(ran).toMatchObject({ code: 1, stdout: "" });
    expect(ran.stderr.split("\n").map((line) => line.slice(0, line.indexOf(": ", 6)))).toEqual([
      `gno: ${file}:5`,
      `${file}:7`,
      "",
    ]);
    const json = await bench({ queries: [{ query: "fox", relevant: ["notes/fxo.md"] }] }, "--json");
    expect(JSON.parse(json.stderr).error).toMatchObject({
      code: "VALIDATION",
      details: { file, problems: [{ line: 6, message: expect.any(String) }] },
    });
  });

  test("says so when the file is not there", async () => {
    expect(await at.gno(["bench", join(root, "nope.json")])).toMatchObject({
      code: 1,
      stderr: expect.stringMatching(/nope\.json cannot be read/),
    });
  });
});

describe("readFixture()", () => {
  test("takes JSON, and YAML too", () => {
    const want = {
      kind: "ok",
      fixture: {
        collection: undefined,
        limit: 20,
        queries: [{ query: "what: is? #this", relevant: [{ ref: "#0123abcd", line: 2 }] }],
      },
    };
    const json = '{"limit": 20, "queries": [{"query": "what: is? #this",\n\t"relevant": ["#0123abcd"]}]}';
    expect(readFixture(json)).toEqual(want);
    expect(readFixture(`\uFEFF${json}`)).toEqual(want);
    const yaml = 'queries: [{query: "what: is? #this",\n relevant: ["#0123abcd"]}]\nlimit: 20\n';
    expect(readFixture(yaml)).toEqual(want);
  });

  test.each([
    ["", [1, "The fixture must be a mapping."]],
    ["[]", [1, "The fixture must be a mapping."]],
    ["{}", [1, "The fixture needs `queries`."]],
    ['{\n"queries": []}', [2, "queries must hold at least one question."]],
    ['{\n"queries": 3}', [2, "queries must be a list."], [2, "queries must hold at least one question."]],
    ['{"queries": [\n{"query": "a"}]}', [2, "relevant must name at least one document."]],
    ['{"queries": [\n{"query": "a",\n"relevant": []}]}', [3, "relevant must name at least one document."]],
    ['{"queries": [\n{"relevant": ["a/b"]}]}', [2, "A question needs `query`."]],
    ['{"queries": [\n{"query": " ", "relevant": ["a/b"]}]}', [2, "query must not be empty."]],
    ['{"queries": [\n"fox"]}', [2, "A question must be a mapping."]],
    [
      '{"queries": [{"query": "a", "relevant": ["b"],\n"relevent": []}]}',
      [2, "Unknown key `relevent` in A question; did you mean `relevant`?"],
    ],
    [
      '{"limit": 5,\n"queries": [{"query": "a", "relevant": ["b"]}]}',
      [1, "limit must be a whole number from 10 to 100."],
    ],
    ['{"queries":\n[{"query": "a" "relevant": 1}]}', [2, expect.stringMatching(/^This is no JSON\. /)]],
  ])("%j is told by line", (text, ...want) => {
    expect(readFixture(text)).toEqual({
      kind: "bad",
      problems: want.map(([line, message]) => ({ line, message })),
    });
  });
});

test("a document counts once, where it first stands", () => {
  const judged = [{ query: "a", relevant: new Set(["x", "y"]) }];
  const answers = [{ mode: "hybrid", uris: ["z", "z", "x", "x", "y"] }];
  expect(legFigures("query", answers, judged, 10)).toMatchObject({
    modes: ["hybrid"],
    mrr: 1 / 2,
    recall: 1,
    hit1: 0,
    hit5: 1,
    ndcg10: (1 / Math.log2(3) + 1 / Math.log2(4)) / (1 + 1 / Math.log2(3)),
    failed: [],
  });
});
