/** Quality cannot fall silently: small seeded sets, measured as `npm run eval` does, held against fixed least values. */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { writeCorpus } from "../fixtures/corpus.ts";
import { identifierSet, languageSet, topicSet } from "./generated.ts";
import { evaluate, type Figures } from "./run.ts";
import { type EvalSet, headingSet } from "./sets.ts";

let work: string;
beforeAll(() => {
  work = mkdtempSync(join(tmpdir(), "concordat-gate-"));
});
afterAll(() => rmSync(work, { recursive: true, force: true }));

function headings(): EvalSet {
  const root = join(work, "headings");
  writeCorpus(root, { notes: 120 });
  return headingSet(root, "generated", 80);
}

type Least = Partial<Record<"ndcg10" | "recall100" | "mrr10" | "hit1" | "hit5", number>>;

const sets: readonly (readonly [name: string, make: () => EvalSet, lexical: Least, hybrid: Least])[] = [
  ["identifiers", () => identifierSet(work, 120), { hit1: 0.98 }, { hit1: 0.98 }],
  ["five languages", () => languageSet(work, 20), { hit5: 0.95 }, { hit5: 0.95 }],
  ["headings", headings, { hit5: 0.97 }, { hit5: 0.97 }],
  ["topics", () => topicSet(work), { mrr10: 0.85 }, { ndcg10: 0.8, recall100: 0.9, mrr10: 0.9 }],
];

describe.each(sets)("%s", (_name, make, lexical, hybrid) => {
  let rows: Readonly<Record<string, Figures>>;
  beforeAll(async () => {
    rows = Object.fromEntries((await evaluate(make(), work)).map((row) => [row.leg, row]));
  }, 120_000);

  test.each([
    ["lexical", lexical],
    ["hybrid (built-in)", hybrid],
  ])("%s keeps its quality", (leg, least) => {
    for (const [measure, value] of Object.entries(least) as [keyof Least, number][]) {
      expect(rows[leg]?.[measure], measure).toBeGreaterThanOrEqual(value);
    }
  });

  test("vectors cost no look-up, and no leg is worse than bare FTS5", () => {
    const [bare, words, both] = ["bare FTS5", "lexical", "hybrid (built-in)"].map(
      (leg) => rows[leg] as Figures,
    );
    expect(both?.hit5).toBeGreaterThanOrEqual((words?.hit5 ?? 0) - 0.03);
    expect(both?.ndcg10).toBeGreaterThanOrEqual((words?.ndcg10 ?? 0) - 0.01);
    expect(both?.recall100).toBeGreaterThanOrEqual((words?.recall100 ?? 0) - 0.01);
    expect(words?.ndcg10).toBeGreaterThanOrEqual((bare?.ndcg10 ?? 0) - 0.01);
    expect(both?.zero).toBeLessThanOrEqual(words?.zero ?? 0);
  });
});
