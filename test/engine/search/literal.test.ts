/** Names with signs in them: which queries are one, and that the document which holds it as written comes first. */
import { describe, expect, test } from "vitest";
import { createReader } from "../../../src/engine/documents/reader.ts";
import { literalOf } from "../../../src/engine/search/literal.ts";
import { planQuery, type QueryPlan } from "../../../src/engine/search/query.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { library, newYear } from "../support/library.ts";

test.each([
  ["load_config", "load_config"],
  ["C++", "C++"],
  ["`load_config`", "load_config"],
  ["load_config?", "load_config"],
  ["(load_config)", "load_config"],
  ["Vec::new()", "Vec::new()"],
  ["src/a/b.ts", "src/a/b.ts"],
  ['"read-only"', "read-only"],
  ["plain", undefined],
  ["two words", undefined],
  ['"two words"', undefined],
  ["load_config -draft", "load_config"],
  ["load_config settings", undefined],
  ["x".repeat(300), undefined],
])("%s names %s", (query, name) => {
  expect(literalOf(planQuery(query) as QueryPlan)).toBe(name);
});

describe("of documents that hold the parts", () => {
  const filler = "words in between that say nothing. ".repeat(3);
  const { db, config } = library([
    { path: "prose.md", title: "Load config", text: "load config, load config, load config" },
    { path: "dotted.md", text: `Call load.config here. ${filler}` },
    { path: "name.md", text: `${filler.repeat(9)} Call load_config here.` },
    { path: "case.md", text: `${filler} Set MAX-SIZE before. ${filler}` },
    { path: "size.md", title: "Max size", text: "max size, max size, max size" },
    { path: "deploy-staging.toml.md", text: filler },
    { path: "deploy.md", title: "Deploy staging", text: "Deploy staging toml, deploy staging toml" },
  ]);
  const search = createSearch({ reader: createReader(db), config, clock: { now: () => newYear } });

  test.each([
    ["load_config", "name.md"],
    ["load.config", "dotted.md"],
    ["max-size", "case.md"],
    ["deploy-staging.toml", "deploy-staging.toml.md"],
    ["load config", "prose.md"],
  ])("%s is found in %s", (query, path) => {
    const result = search.lexical({ query, limit: 1 });
    expect(result.kind === "ok" ? result.hits.map((hit) => hit.document.relPath) : result).toEqual([path]);
  });
});
