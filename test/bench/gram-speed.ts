/**
 * Documents with their history: opening, warm reads, growth, a patch beside a bare append and sync, and keyword recall
 * beside the bare full-text query. Opening is measured in CPU time on a collected heap, the rest in wall time.
 */
import { hash } from "node:crypto";
import { mkdirSync, mkdtempSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import Database from "better-sqlite3";
import { createGramReader, type GramReader } from "../../src/engine/gram/reader.ts";
import { createGramRecall } from "../../src/engine/gram/recall/recall.ts";
import { createVault } from "../../src/engine/gram/vault.ts";
import { createGramWriter } from "../../src/engine/gram/writer.ts";
import { systemClock } from "../../src/engine/ports.ts";
import { gramFile } from "./gram-file.ts";
import { clock, clockAsync, cpu, median } from "./measure.ts";
import { bounds, type Row } from "./report.ts";

const ROUNDS = 25;
const log = { error() {}, warn() {}, info() {} };

/** @param documents how many the recall looks through */
export async function gramSpeed(work: string, documents: number): Promise<Row[]> {
  const folder = mkdtempSync(join(work, "gram-"));
  return [
    ...(await openingRows(folder)),
    ...(await growthRows(folder)),
    ...(await patchRows(folder)),
    ...(await recallRows(folder, documents)),
    ...(await memoryRows(folder)),
  ];
}

function documentId(n: number): string {
  return `d_${n.toString(16).padStart(32, "0")}`;
}

/** Milliseconds of CPU to open a file with a reader that knows nothing, and to read and hash its bytes. */
async function opening(file: string, rounds = ROUNDS) {
  const collect = collector();
  const times = { open: [] as number[], floor: [] as number[], warm: [] as number[] };
  for (let round = -5; round < rounds; round += 1) {
    const reader = createGramReader();
    collect();
    const open = await cpu(() => opened(reader, file));
    const warm = await clockAsync(() => opened(reader, file));
    collect();
    const floor = await cpu(() => hash("sha256", readFileSync(file)));
    // The first rounds only warm both sides.
    if (round < 0) continue;
    times.open.push(open.cpu * 1000);
    times.floor.push(floor.cpu * 1000);
    times.warm.push(warm);
  }
  return { open: median(times.open), floor: median(times.floor), warm: median(times.warm) };
}

async function opened(reader: GramReader, file: string) {
  const result = await reader.open(file);
  if (result.kind !== "opened") throw new Error(result.kind);
  return result;
}

/** A collection of the heap: what an earlier round left must not be paid for by a later one. */
function collector(): () => void {
  setFlagsFromString("--expose-gc");
  return runInNewContext("gc") as () => void;
}

async function openingRows(folder: string): Promise<Row[]> {
  const file = join(folder, "long.gram");
  writeFileSync(file, gramFile(documentId(1), 1_000));
  const { open, floor, warm } = await opening(file);
  const group = "gram, 1,000 records, 1,000 revisions";
  return [
    {
      group,
      measure: "open, CPU",
      value: open,
      unit: "ms",
      floor: { what: "read and hash its bytes", value: floor },
      ...bounds(floor, [8], [60], "ms"),
    },
    {
      group,
      measure: "read again, unchanged",
      value: warm,
      unit: "ms",
      floor: { what: "open", value: open },
      ...bounds(open, [0.1], [0.1, 1], "ms"),
    },
  ];
}

async function growthRows(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  let before: { readonly bytes: number; readonly ms: number } | undefined;
  for (const revisions of [500, 1_000, 2_000, 4_000]) {
    const file = join(folder, `grown-${revisions}.gram`);
    writeFileSync(file, gramFile(documentId(revisions), revisions));
    const { open, floor } = await opening(file, 9);
    const bytes = statSync(file).size;
    const linear = before === undefined ? undefined : (before.ms * bytes) / before.bytes;
    rows.push({
      group: "gram growth",
      measure: `open ${revisions} revisions`,
      value: open,
      unit: "ms",
      floor: { what: "read and hash its bytes", value: floor },
      ...(linear === undefined
        ? {}
        : { limit: { rule: "linear in bytes from the row above, + 50 %", value: 1.5 * linear } }),
    });
    before = { bytes, ms: open };
  }
  return rows;
}

async function patchRows(folder: string): Promise<Row[]> {
  const rows: Row[] = [];
  for (const [name, revisions] of [
    ["a small document", 10],
    ["1,000 records and revisions", 1_000],
  ] as const) {
    const file = join(folder, `patched-${revisions}.gram`);
    writeFileSync(file, gramFile(documentId(revisions + 1), revisions));
    const reader = createGramReader();
    const writer = createGramWriter({ reader, clock: systemClock, log });
    const bare = await open(join(folder, `bare-${revisions}`), "w+");
    const line = Buffer.alloc(400, "x");
    const times = { patch: [] as number[], bare: [] as number[] };
    let { rev, hash: state } = (await opened(reader, file)).history;
    for (let round = -5; round < 2 * ROUNDS; round += 1) {
      const spent = await clockAsync(async () => {
        const changes = [
          { op: "set", id: "t1", fields: { x: round % 2 === 0 ? "open" : "active" } },
        ] as const;
        const request = {
          client: "bench/1",
          requestId: `p${round}`,
          tool: "gram_patch",
          args: { changes } as never,
        };
        const result = await writer.patch(file, { rev, hash: state }, changes, request);
        if (result.kind !== "written") throw new Error(JSON.stringify(result));
        ({ rev, hash: state } = result);
      });
      const floor = await clockAsync(async () => {
        await bare.write(line);
        await bare.datasync();
      });
      if (round < 0) continue;
      times.patch.push(spent);
      times.bare.push(floor);
    }
    await bare.close();
    const floor = median(times.bare);
    rows.push({
      group: "gram_patch",
      measure: name,
      value: median(times.patch),
      unit: "ms",
      floor: { what: "append and sync", value: floor },
      ...bounds(floor, [3], [40], "ms"),
    });
  }
  return rows;
}

async function recallRows(folder: string, documents: number): Promise<Row[]> {
  const root = join(folder, "vault");
  mkdirSync(root);
  for (let n = 1; n <= documents; n += 1) {
    writeFileSync(join(root, `doc-${n}.gram`), gramFile(documentId(n), 10, n));
  }
  const recall = createGramRecall({
    vault: createVault({ root, access: "read" }),
    reader: createGramReader(),
    folders: [{ folder: root, prefix: "" }],
  });
  const search = (query: string) => recall.search({ query, mode: "keyword", limit: 10, skip: 0 });
  const first = await clockAsync(() => search("harbour"));
  const db = new Database(":memory:");
  db.exec(
    "CREATE VIRTUAL TABLE unit USING fts5(title, text, tokenize = 'porter unicode61 remove_diacritics 2')",
  );
  const insert = db.prepare("INSERT INTO unit (title, text) VALUES (?, ?)");
  db.transaction(() => {
    for (let n = 1; n <= documents; n += 1) {
      for (const record of readFileSync(join(root, `doc-${n}.gram`), "utf8").match(
        /^set t\d+ t .*$|^\| .*$/gm,
      ) ?? []) {
        insert.run(record, record);
      }
    }
  })();
  const bare = db.prepare("SELECT rowid FROM unit WHERE unit MATCH ? ORDER BY bm25(unit, 4, 1) LIMIT 11");
  const times = { recall: [] as number[], bare: [] as number[] };
  const queries = ["harbour quarry", "copper lantern", "velvet", "number 7 window", "signal before"];
  for (let round = -5; round < ROUNDS; round += 1) {
    const query = queries[(round + 5) % queries.length] as string;
    const spent = await clockAsync(() => search(query));
    const floor = clock(
      () =>
        void bare.all(
          query
            .split(" ")
            .map((word) => `"${word}"`)
            .join(" AND "),
        ),
    );
    if (round < 0) continue;
    times.recall.push(spent);
    times.bare.push(floor);
  }
  recall.close();
  db.close();
  const floor = median(times.bare);
  const group = `gram_recall, ${documents} documents`;
  return [
    { group, measure: "first search, reads all", value: first, unit: "ms" },
    {
      group,
      measure: "keyword",
      value: median(times.recall),
      unit: "ms",
      floor: { what: "bare FTS5 query", value: floor },
      ...bounds(floor, [2, 1], [60, 5], "ms"),
    },
  ];
}

/** What the reader's cache of states takes, beside the bytes of the files in it. */
async function memoryRows(folder: string): Promise<Row[]> {
  const collect = collector();
  const file = join(folder, "long.gram");
  const size = statSync(file).size;
  const reader = createGramReader();
  const copies = Array.from({ length: 100 }, (_, n) => join(folder, `kept-${n}.gram`));
  for (const copy of copies) writeFileSync(copy, readFileSync(file));
  collect();
  const before = process.memoryUsage();
  for (const copy of copies) await opened(reader, copy);
  collect();
  const after = process.memoryUsage();
  const mib = (bytes: number) => bytes / 2 ** 20;
  const group = `gram cache, ${copies.length} files of ${mib(size).toFixed(1)} MiB offered`;
  const floor = { what: "their bytes", value: mib(size * copies.length) };
  return [
    {
      group,
      measure: "heap after collection",
      value: mib(after.heapUsed - before.heapUsed),
      unit: "MiB",
      floor,
    },
    { group, measure: "resident set", value: mib(after.rss - before.rss), unit: "MiB", floor },
  ];
}
