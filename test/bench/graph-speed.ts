/** The graph of a whole index, beside reading the rows involved straight from SQLite: answers, growth, and searches meanwhile. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import Database from "better-sqlite3";
import { createReader } from "../../src/engine/documents/reader.ts";
import type { Engine, GraphScope } from "../../src/engine/engine.ts";
import { openSession } from "../../src/engine/graph/answer.ts";
import { writeCorpus } from "../fixtures/corpus.ts";
import { benchEngine, benchSync, COLLECTION, databaseFile } from "./engine.ts";
import { clock, clockAsync, median, spread } from "./measure.ts";
import { headingQueries } from "./queries.ts";
import { bounds, type Row } from "./report.ts";

const ROUNDS = 7;
const scope: GraphScope = {
  limit: 2_000,
  edgeLimit: 10_000,
  includeSimilar: false,
  threshold: 0.7,
  linkedOnly: true,
  similarTopK: 5,
};
const none = { available: false, cut: false, pairs: [] };

interface Ran {
  readonly sql: string;
  readonly params: readonly unknown[];
}

/** Milliseconds for the statements that reading a graph runs, bare, and for the answers from nothing. */
function fromNothing(db: Database.Database) {
  const ran: Ran[] = [];
  const reader = createReader(db, (sql, params) => ran.push({ sql, params }));
  const fresh = () => openSession(reader, [COLLECTION]);
  const ends = db
    .prepare<[], { id: number }>("SELECT id FROM document WHERE active = 1 ORDER BY id")
    .all()
    .map(({ id }) => id);
  const path = { ...scope, from: ends[0]!, to: ends.at(-1)!, maxDepth: 12 };
  const runs = {
    graph: () => fresh().answer<"report">({ kind: "report", scope, similar: none }),
    path: () => fresh().answer<"path">({ kind: "path", request: path, similar: none }),
  };
  runs.graph();
  const statements = ran.slice();
  const prepared = statements.map(({ sql, params }) => ({ statement: db.prepare(sql), params }));
  const floor = () => {
    for (const { statement, params } of prepared) statement.all(...params);
  };
  const times = { floor: [] as number[], graph: [] as number[], path: [] as number[] };
  // Interleaved, and the first round only warms all sides.
  for (let round = 0; round <= ROUNDS; round += 1) {
    for (const [name, run] of Object.entries({ floor, ...runs })) {
      const spent = clock(() => void run());
      if (round > 0) times[name as keyof typeof times].push(spent);
    }
  }
  return { floor: median(times.floor), graph: median(times.graph), path: median(times.path), ends };
}

export async function graphSpeed(work: string, name: string, root: string): Promise<Row[]> {
  const base = mkdtempSync(join(work, "graph-"));
  const engine = benchEngine(base, root);
  await benchSync(engine);
  const db = new Database(databaseFile(base), { readonly: true });
  const bare = fromNothing(db);
  db.close();
  const group = `graph ${name}`;
  const floor = { what: "its statements, bare", value: bare.floor };
  const limit = bounds(bare.floor, [3, 1], [5, 2], "ms");
  const path = { ...scope, from: bare.ends[0]!, to: bare.ends.at(-1)!, maxDepth: 12 };
  // The first one starts the thread and reads the graph; the next ones find it there.
  await engine.graph.report(scope);
  const kept: number[] = [];
  for (let n = 0; n < ROUNDS; n += 1) kept.push(await clockAsync(() => engine.graph.path(path)));
  const bytes = Buffer.byteLength(JSON.stringify(await engine.graph.report(scope)));
  const rows: Row[] = [
    { group, measure: "gno_graph, from nothing", value: bare.graph, unit: "ms", floor, ...limit },
    { group, measure: "gno_graph_path, from nothing", value: bare.path, unit: "ms", floor, ...limit },
    {
      group,
      measure: "gno_graph_path, unchanged index",
      value: median(kept),
      unit: "ms",
      floor,
      // There and back again between two threads.
      ...bounds(bare.floor, [3, 2], [5, 5], "ms"),
    },
    {
      group,
      measure: "size of a default answer",
      value: bytes / 1024,
      unit: "KiB",
      limit: { rule: "1.2 MiB", value: 1_229 },
      aim: { rule: "1 MiB and its report", value: 1_127 },
    },
    await besideSearch(group, engine, headingQueries(root, 150)),
  ];
  await engine.close();
  return rows;
}

/** Searches while graphs are answered one after the other, beside the same searches alone. */
async function besideSearch(group: string, engine: Engine, queries: readonly string[]): Promise<Row> {
  const searches = async () => {
    const times: number[] = [];
    for (const query of queries) {
      // From when the search was asked for, so that waiting for the thread of the event loop counts.
      const asked = performance.now();
      await new Promise((resolve) => setImmediate(resolve));
      await engine.search.lexical({ query, limit: 5 });
      times.push(performance.now() - asked);
    }
    return spread(times).p95;
  };
  await searches();
  const alone = await searches();
  let busy = true;
  const graphs = (async () => {
    while (busy) {
      await engine.graph.report(scope);
      // Twice as often as a peer may ask over HTTP.
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  const together = await searches();
  busy = false;
  await graphs;
  return {
    group,
    measure: "p95 of a search meanwhile",
    value: together,
    unit: "ms",
    floor: { what: "the same alone", value: alone },
    ...bounds(alone, [1.5, 0.5], [2, 1], "ms"),
  };
}

/** Time from nothing on linked vaults of growing size. */
export async function graphGrowth(work: string): Promise<Row[]> {
  const rows: Row[] = [];
  let before: { notes: number; ms: number } | undefined;
  for (const notes of [170, 690, 2_700, 10_000]) {
    const root = join(work, `graph-linked-${notes}`);
    writeCorpus(root, { notes, words: 60, links: 8, seed: 9 });
    const base = mkdtempSync(join(work, "graph-growth-"));
    const engine = benchEngine(base, root);
    await benchSync(engine);
    await engine.close();
    const db = new Database(databaseFile(base), { readonly: true });
    const { graph, floor } = fromNothing(db);
    db.close();
    rows.push({
      group: "graph growth",
      measure: `gno_graph of ${notes} linked notes`,
      value: graph,
      unit: "ms",
      floor: { what: "its statements, bare", value: floor },
      ...(before === undefined
        ? {}
        : {
            limit: {
              rule: "n log n from the row above, + 25 %",
              value: (1.25 * before.ms * notes * Math.log(notes)) / (before.notes * Math.log(before.notes)),
            },
          }),
    });
    before = { notes, ms: graph };
  }
  return rows;
}
