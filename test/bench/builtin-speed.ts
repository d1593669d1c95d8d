/** The built-in model: how fast it embeds, what a whole run costs in memory, how long its files take to load. */
import { mkdtempSync, rmSync } from "node:fs";
import { join } from "node:path";
import { writeCorpus } from "../fixtures/corpus.ts";
import { childJson, median } from "./measure.ts";
import type { Row } from "./report.ts";

const child = new URL("./child.ts", import.meta.url).pathname;
const GROUP = "built-in model";

interface Spoken {
  readonly words: number;
  readonly cpu: number;
  readonly load: number;
}
interface Run {
  readonly chunks: number;
  readonly cpu: number;
  readonly wall: number;
  readonly before: number;
  readonly peak: number;
}

export async function builtinSpeed(work: string, notes: number): Promise<Row[]> {
  const root = join(work, "builtin");
  writeCorpus(root, { notes, words: 80, links: 2, seed: 11 });
  const base = mkdtempSync(join(work, "builtin-"));
  await childJson(child, ["full-index", base, root]);
  const run = await childJson<Run>(child, ["embed", base, root]);
  const spoken: Spoken[] = [];
  for (let n = 0; n < 3; n += 1) spoken.push(await childJson(child, ["embed-speed", base, root]));
  rmSync(root, { recursive: true });
  const perMillion = median(spoken.map(({ words, cpu }) => (cpu / words) * 1e6));
  return [
    {
      group: GROUP,
      measure: `a million words, both vectors (${Math.round(1e6 / perMillion / 1e3)},000 words a second of one core)`,
      value: perMillion,
      unit: "s",
      aim: { rule: "600,000 words/s", value: 1e6 / 600_000 },
      limit: { rule: "300,000 words/s", value: 1e6 / 300_000 },
    },
    {
      group: GROUP,
      measure: "word file, read and opened",
      value: median(spoken.map(({ load }) => load)),
      unit: "ms",
      aim: { rule: "fixed", value: 50 },
      limit: { rule: "fixed", value: 100 },
    },
    {
      group: GROUP,
      measure: `RSS growth of a first run, fit included, ${run.chunks} chunks`,
      value: run.peak - run.before,
      unit: "MiB",
      aim: { rule: "fixed", value: 150 },
      limit: { rule: "fixed", value: 300 },
    },
    {
      group: GROUP,
      measure: `first run, fit included, CPU, ${run.chunks} chunks`,
      value: run.cpu,
      unit: "s",
    },
  ];
}
