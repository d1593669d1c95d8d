/** gno_context with words alone, beside the statements that it runs, bare, and searches meanwhile. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createDocuments } from "../../src/engine/documents/documents.ts";
import { createReader } from "../../src/engine/documents/reader.ts";
import { createEvidence } from "../../src/engine/evidence/evidence.ts";
import { systemClock } from "../../src/engine/ports.ts";
import { createSearch } from "../../src/engine/search/search.ts";
import { benchEngine, benchSync, databaseFile } from "./engine.ts";
import { clock, clockAsync, median, spread } from "./measure.ts";
import { headingQueries } from "./queries.ts";
import { bounds, type Row } from "./report.ts";

const ROUNDS = 3;
const QUERIES = 40;

export async function contextSpeed(work: string, name: string, root: string): Promise<Row[]> {
  const base = mkdtempSync(join(work, "context-"));
  const engine = benchEngine(base, root);
  await benchSync(engine);
  const db = new Database(databaseFile(base), { readonly: true });
  let ran: { readonly sql: string; readonly params: readonly unknown[] }[] = [];
  const reader = createReader(db, (sql, params) => ran.push({ sql, params }));
  const sources = { reader, config: engine.config, clock: systemClock, indexName: "default" };
  const evidence = createEvidence({
    ...sources,
    version: () => String(db.pragma("data_version", { simple: true })),
    documents: createDocuments(sources),
    search: createSearch(sources),
    vectors: engine.vectors,
    rerankModel: () => undefined,
  });
  const compile = (goal: string) => evidence.compile({ goal, budgetTokens: 12_000, depthPolicy: "fast" });
  const times = { floor: [] as number[], context: [] as number[] };
  // The first one makes the digest of the index, which the others find there.
  const first = await clockAsync(() => compile("anything"));
  let longest = 0;
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const goal of headingQueries(root, QUERIES)) {
      ran = [];
      const spent = await clockAsync(() => compile(goal));
      const prepared = ran.map(({ sql, params }) => ({ statement: db.prepare(sql), params }));
      const floor = clock(() => {
        for (const { statement, params } of prepared) if (statement.reader) statement.all(...params);
      });
      if (round === 0) continue;
      times.context.push(spent);
      times.floor.push(floor);
      longest = Math.max(longest, spent);
    }
  }
  db.close();
  await engine.close();
  const floor = { what: "its statements, bare", value: median(times.floor) };
  const group = `context ${name}`;
  return [
    {
      group,
      measure: "gno_context fast, median",
      value: median(times.context),
      unit: "ms",
      floor,
      ...bounds(floor.value, [3, 1], [5, 2], "ms"),
    },
    {
      group,
      measure: "gno_context fast, p95",
      value: spread(times.context).p95,
      unit: "ms",
      floor: { what: "its statements, bare", value: spread(times.floor).p95 },
    },
    { group, measure: "the first one of an index", value: first, unit: "ms" },
  ];
}
