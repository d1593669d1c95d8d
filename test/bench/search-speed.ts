/** Search in process, beside the very statements that it ran, prepared and repeated through bare better-sqlite3. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createReader } from "../../src/engine/documents/reader.ts";
import type { Search } from "../../src/engine/engine.ts";
import { systemClock } from "../../src/engine/ports.ts";
import { createSearch } from "../../src/engine/search/search.ts";
import { benchEngine, benchSync, databaseFile } from "./engine.ts";
import { clock, spread } from "./measure.ts";
import { headingQueries } from "./queries.ts";
import { bounds, type Row } from "./report.ts";

const LIMIT = 5;
const ROUNDS = 3;

interface Ran {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** @returns rows, and the in-process p50 that the wire benchmark starts from. */
export async function searchSpeed(work: string, name: string, root: string, queries: readonly string[]) {
  const base = mkdtempSync(join(work, "search-"));
  const engine = benchEngine(base, root);
  await benchSync(engine);
  const db = new Database(databaseFile(base), { readonly: true });
  db.pragma("cache_size = -65536");

  const ran: Ran[][] = [];
  let current: Ran[] = [];
  const recording = createSearch({
    reader: createReader(db, (sql, params) => current.push({ sql, params })),
    config: engine.config,
    clock: systemClock,
  });
  for (const query of queries) {
    current = [];
    recording.lexical({ query, limit: LIMIT });
    ran.push(current);
  }

  const kept = new Map<string, Database.Statement>();
  const statement = (sql: string) => {
    if (!kept.has(sql)) kept.set(sql, db.prepare(sql));
    return kept.get(sql)!;
  };
  const repeat = (statements: readonly Ran[]) => {
    for (const { sql, params } of statements) statement(sql).all(...params);
  };
  const ours: number[] = [];
  const floors: number[] = [];
  const search: Search = engine.search;
  // Interleaved, and the first round only warms both sides.
  for (let round = 0; round <= ROUNDS; round += 1) {
    queries.forEach((query, n) => {
      const spent = clock(() => void search.lexical({ query, limit: LIMIT }));
      const floor = clock(() => repeat(ran[n]!));
      if (round === 0) return;
      ours.push(spent);
      floors.push(floor);
    });
  }
  db.close();
  await engine.close();
  const value = spread(ours);
  const floor = spread(floors);
  const row = (quantile: "p50" | "p95"): Row => ({
    group: `search ${name}`,
    measure: `in process, ${quantile} of ${value.n}`,
    value: value[quantile],
    unit: "ms",
    floor: { what: "its statements, bare", value: floor[quantile] },
    ...(quantile === "p50" ? {} : bounds(floor.p95, [1.5, 0.3], [3, 0.6], "ms")),
  });
  return { rows: [row("p50"), row("p95")], p50: value.p50, base };
}

export { headingQueries };
