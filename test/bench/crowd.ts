/** Searches in one process while four others write as fast as they may, beside the same searches when nobody writes. */
import { mkdtempSync } from "node:fs";
import { join } from "node:path";
import { writeCorpus } from "../fixtures/corpus.ts";
import { benchEngine, benchSync, COLLECTION } from "./engine.ts";
import { clockAsync, spread } from "./measure.ts";
import { headingQueries } from "./queries.ts";
import { bounds, type Row } from "./report.ts";
import { stdioWire } from "./wire.ts";

const WRITERS = 4;

/** @param seconds how long the writers write */
export async function crowd(
  work: string,
  built: string,
  notes: number,
  seconds: number,
): Promise<readonly Row[]> {
  const base = mkdtempSync(join(work, "crowd-"));
  const vault = join(base, "vault");
  writeCorpus(vault, { notes, words: 400, links: 4 });
  const engine = benchEngine(base, vault);
  await benchSync(engine);
  await engine.close();
  const queries = headingQueries(vault, 100);
  const env = {
    ...process.env,
    GNO_CONFIG_DIR: join(base, "config"),
    GNO_DATA_DIR: join(base, "data"),
    GNO_CACHE_DIR: join(base, "cache"),
  };
  const reader = await stdioWire([process.execPath, built, "mcp"], env);
  const search = async (at: number): Promise<number> => {
    const query = queries[at % queries.length];
    return clockAsync(() => reader.call("gno_search", { query, limit: 5 }));
  };
  for (let at = 0; at < queries.length; at++) await search(at);

  const alone: number[] = [];
  const quietUntil = performance.now() + seconds * 500;
  for (let at = 0; performance.now() < quietUntil; at++) alone.push(await search(at));

  const writers = await Promise.all(
    Array.from({ length: WRITERS }, () => stdioWire([process.execPath, built, "mcp", "--enable-write"], env)),
  );
  let written = 0;
  const until = performance.now() + seconds * 1000;
  const write = async (writer: (typeof writers)[number], name: number): Promise<void> => {
    for (let turn = 0; performance.now() < until; turn++) {
      const content = `Note w${name}x${turn}\n\n${"lorem ipsum dolor ".repeat(50)}\n`;
      await writer.call("gno_capture", { collection: COLLECTION, path: `w/${name}-${turn}.md`, content });
      written++;
    }
  };
  const writing = Promise.all(writers.map(write));
  const beside: number[] = [];
  for (let at = 0; performance.now() < until; at++) beside.push(await search(at));
  await writing;
  for (const wire of [reader, ...writers]) wire.close();

  const value = spread(beside);
  const floor = spread(alone);
  const group = `search beside ${WRITERS} writers`;
  const what = `without writers, ${floor.n} searches`;
  return [
    {
      group,
      measure: `p50 of ${value.n}, ${written} notes written in ${seconds} s`,
      value: value.p50,
      unit: "ms",
      floor: { what, value: floor.p50 },
    },
    {
      group,
      measure: "p95",
      value: value.p95,
      unit: "ms",
      floor: { what, value: floor.p95 },
      ...bounds(floor.p95, [3], [3, 5], "ms"),
    },
  ];
}
