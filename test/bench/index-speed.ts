/** Full index, unchanged and 1 % re-sync, memory on a large corpus, growth on linked vaults. */
import { appendFileSync, mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeCorpus } from "../fixtures/corpus.ts";
import { benchEngine, benchSync } from "./engine.ts";
import { walkFloor } from "./floors.ts";
import { childJson, cpu, median } from "./measure.ts";
import { bounds, type Row } from "./report.ts";

interface Used {
  readonly cpu: number;
  readonly wall: number;
}
interface Indexed extends Used {
  readonly files: number;
  readonly peak: number;
  readonly database: number;
}

const child = new URL("./child.ts", import.meta.url).pathname;
const MIB = 2 ** 20;

/** @param repeats runs of each side; the median counts. */
export async function fullIndex(work: string, name: string, root: string, repeats: number): Promise<Row[]> {
  const ours: Indexed[] = [];
  const floors: (Indexed & { bytes: number })[] = [];
  for (let n = 0; n < repeats; n += 1) {
    ours.push(await childJson(child, ["full-index", mkdtempSync(join(work, "index-")), root]));
    floors.push(await childJson(child, ["full-index-floor", join(work, `floor-${n}.sqlite`), root]));
    rmSync(join(work, `floor-${n}.sqlite`), { force: true });
  }
  const spent = median(ours.map((run) => run.cpu));
  const floor = median(floors.map((run) => run.cpu));
  const { files, peak, database } = ours[0]!;
  const bytes = floors[0]!.bytes;
  return [
    {
      group: `index ${name}`,
      measure: `full, CPU, ${files} files, ${(bytes / MIB).toFixed(1)} MB`,
      value: spent,
      unit: "s",
      floor: { what: "read + one FTS5 insert", value: floor },
      // Small corpora are mostly start-up, so the target is set on a large one.
      ...(bytes > 10 * MIB ? bounds(floor, [8], [14], "s") : {}),
    },
    { group: `index ${name}`, measure: "files per CPU second", value: files / spent, unit: "/s" },
    { group: `index ${name}`, measure: "MB per CPU second", value: bytes / MIB / spent, unit: "MB/s" },
    {
      group: `index ${name}`,
      measure: "database per byte of text",
      value: database / bytes,
      unit: "×",
      floor: { what: "one FTS5 table with its text", value: floors[0]!.database / bytes },
    },
    {
      group: `index ${name}`,
      measure: "peak RSS",
      value: peak,
      unit: "MiB",
      floor: { what: "the loop", value: floors[0]!.peak },
    },
  ];
}

/** Unchanged and 1 % changed re-sync of `count` generated files. */
export async function resync(work: string, count: number): Promise<Row[]> {
  const root = join(work, `resync-${count}`);
  writeCorpus(root, { notes: count, words: 60, links: 2, seed: 3 });
  const base = mkdtempSync(join(work, "resync-"));
  const engine = benchEngine(base, root);
  await benchSync(engine);
  await engine.close();
  const floor =
    median(
      (await childJson<{ runs: Used[] }>(child, ["resync-floor", base, root])).runs.map((run) => run.wall),
    ) * 1000;
  const ours =
    median((await childJson<{ runs: Used[] }>(child, ["resync", base, root])).runs.map((run) => run.wall)) *
    1000;

  const again = benchEngine(base);
  await benchSync(again);
  const { files } = walkFloor(root);
  const changed = files.filter((_, n) => n % 100 === 0);
  for (const file of changed) appendFileSync(file, "\nOne more line.\n");
  const onePercent = await cpu(() => benchSync(again));
  await again.close();
  rmSync(root, { recursive: true });
  return [
    {
      group: "re-sync",
      measure: `nothing changed, ${count} files, wall`,
      value: ours,
      unit: "ms",
      floor: { what: "readdir + lstat", value: floor },
      ...bounds(floor, [3], [6], "ms"),
    },
    {
      group: "re-sync",
      measure: `${changed.length} of ${count} files changed, wall`,
      value: onePercent.wall * 1000,
      unit: "ms",
      floor: { what: "readdir + lstat", value: floor },
    },
  ];
}

/** Peak memory while indexing a large generated corpus. */
export async function memory(work: string, megabytes: number): Promise<Row[]> {
  const root = join(work, "large");
  const words = 900;
  const bytes = writeCorpus(root, {
    notes: Math.round((megabytes * 1e6) / (words * 7.3)),
    words,
    links: 4,
    seed: 5,
  });
  const { peak } = await childJson<Indexed>(child, ["full-index", mkdtempSync(join(work, "large-")), root]);
  rmSync(root, { recursive: true });
  return [
    {
      group: "memory",
      measure: `peak RSS while indexing ${(bytes / 1e6).toFixed(0)} MB`,
      value: peak,
      unit: "MiB",
      aim: { rule: "fixed", value: 400 },
      limit: { rule: "fixed", value: 700 },
    },
  ];
}

/** Sync time on linked vaults that double: CPU a note may grow like log n at most. */
export async function growth(work: string): Promise<Row[]> {
  const rows: Row[] = [];
  let before: { notes: number; cpu: number } | undefined;
  for (const notes of [170, 340, 690, 1_380]) {
    const root = join(work, `linked-${notes}`);
    writeCorpus(root, { notes, words: 500, links: 11, seed: 9 });
    const runs: number[] = [];
    for (let n = 0; n < 3; n += 1) {
      runs.push(
        (await childJson<Indexed>(child, ["full-index", mkdtempSync(join(work, "linked-")), root])).cpu,
      );
    }
    rmSync(root, { recursive: true });
    const spent = median(runs);
    const expected =
      before === undefined
        ? spent
        : (before.cpu * notes * Math.log(notes)) / (before.notes * Math.log(before.notes));
    rows.push({
      group: "growth",
      measure: `full index of ${notes} linked notes, CPU`,
      value: spent,
      unit: "s",
      // A tenth more, because a run of a second is noisy.
      ...(before === undefined
        ? {}
        : { aim: { rule: "n log n from the row above, + 10 %", value: expected * 1.1 } }),
    });
    before = { notes, cpu: spent };
  }
  return rows;
}
