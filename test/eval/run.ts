/** Runs the legs over the sets. A leg ranks documents for a query; ids are paths below the set's folder. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import type { SearchHit } from "../../src/engine/engine.ts";
import { benchEmbed, benchEngine, benchSync } from "../bench/engine.ts";
import { bareFts } from "./bare.ts";
import { hit, mean, ndcg, pairedP, recall, reciprocalRank } from "./metrics.ts";
import type { EvalSet } from "./sets.ts";

export const DEPTH = 100;

export interface Figures {
  readonly set: string;
  readonly leg: string;
  readonly queries: number;
  readonly ndcg10: number;
  readonly recall10: number;
  readonly recall100: number;
  readonly mrr10: number;
  readonly hit1: number;
  readonly hit5: number;
  readonly zero: number;
  /** Against bare FTS5, paired over the queries, on nDCG@10. */
  readonly p: number | undefined;
}

type Rank = (query: string, limit: number) => string[] | Promise<string[]>;

async function figures(set: EvalSet, leg: string, rank: Rank, baseline: readonly number[] | undefined) {
  const ranked: string[][] = [];
  for (const query of set.queries) ranked.push(await rank(query.text, DEPTH));
  const over = (measure: (list: string[], relevant: ReadonlySet<string>) => number) =>
    set.queries.map(({ relevant }, n) => measure(ranked[n]!, relevant));
  const gains = over((list, relevant) => ndcg(list, relevant));
  const row: Figures = {
    set: set.name,
    leg,
    queries: set.queries.length,
    ndcg10: mean(gains),
    recall10: mean(over((list, relevant) => recall(list, relevant, 10))),
    recall100: mean(over((list, relevant) => recall(list, relevant, DEPTH))),
    mrr10: mean(over((list, relevant) => reciprocalRank(list, relevant))),
    hit1: mean(over((list, relevant) => hit(list, relevant, 1))),
    hit5: mean(over((list, relevant) => hit(list, relevant, 5))),
    zero: ranked.filter((list) => list.length === 0).length,
    p: baseline === undefined ? undefined : pairedP(gains, baseline),
  };
  return { row, gains };
}

export async function evaluate(set: EvalSet, work: string): Promise<Figures[]> {
  const bare = await figures(set, "bare FTS5", bareFts(set), undefined);
  const engine = benchEngine(mkdtempSync(join(work, "eval-")), set.root);
  try {
    await benchSync(engine);
    const lexical: Rank = async (query, limit) => {
      const result = await engine.search.lexical({ query, limit });
      return result.kind === "ok" ? result.hits.map(({ document }) => document.relPath) : [];
    };
    const ours = await figures(set, "lexical", lexical, bare.gains);
    await benchEmbed(engine);
    const hybrid: Rank = async (query, limit) => {
      const result = await engine.search.hybrid({ query, limit });
      if (result.kind !== "ok" || !result.vectorsUsed) throw new Error(`no hybrid search for: ${query}`);
      return documentsOf(result.hits);
    };
    const vector: Rank = async (query, limit) => {
      const result = await engine.search.vector({ query, limit });
      if (result.kind !== "ok") throw new Error(`no vector search for: ${query}`);
      return documentsOf(result.hits);
    };
    const near = await figures(set, "vector (built-in)", vector, bare.gains);
    const both = await figures(set, "hybrid (built-in)", hybrid, bare.gains);
    return [bare.row, ours.row, near.row, both.row];
  } finally {
    await engine.close();
  }
}

/** Hits are passages: a document stands where its best one does. */
function documentsOf(hits: readonly SearchHit[]): string[] {
  return [...new Set(hits.map(({ document }) => document.relPath))];
}

const COLUMNS = [
  "set",
  "leg",
  "queries",
  "nDCG@10",
  "R@10",
  "R@100",
  "MRR@10",
  "hit@1",
  "hit@5",
  "zero hits",
  "p",
];

export function figuresTable(rows: readonly Figures[]): string {
  const cells = rows.map((row) => [
    row.set,
    row.leg,
    row.queries,
    ...[row.ndcg10, row.recall10, row.recall100, row.mrr10, row.hit1, row.hit5].map((value) =>
      value.toFixed(3),
    ),
    row.zero,
    row.p === undefined ? "-" : row.p.toFixed(4),
  ]);
  return [COLUMNS, COLUMNS.map(() => "---"), ...cells].map((line) => `| ${line.join(" | ")} |`).join("\n");
}
