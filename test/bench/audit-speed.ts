/** A full audit, beside a walk that reads and hashes the same files: its time, growth, and searches and timers meanwhile. */
import { createHash } from "node:crypto";
import { mkdtempSync, readFileSync } from "node:fs";
import { join } from "node:path";
import type { AuditRequest, Engine } from "../../src/engine/engine.ts";
import { extensionOf, isKnownExtension } from "../../src/engine/index/file-kinds.ts";
import { writeCorpus } from "../fixtures/corpus.ts";
import { benchEngine, benchSync } from "./engine.ts";
import { walkFloor } from "./floors.ts";
import { clock, clockAsync, median, spread } from "./measure.ts";
import { headingQueries } from "./queries.ts";
import { bounds, type Row } from "./report.ts";

const ROUNDS = 5;
const request: AuditRequest = {
  categories: ["links", "provenance", "freshness"],
  collections: [],
  paths: [],
  tags: [],
  maxFindings: 100,
  orphanRoots: [],
  orphanIgnorePrefixes: [],
};

function hashAll(root: string): void {
  for (const file of walkFloor(root).files) {
    if (isKnownExtension(extensionOf(file))) createHash("sha256").update(readFileSync(file)).digest("hex");
  }
}

/** Interleaved, and the first round only warms both sides. */
async function besideFloor(engine: Engine, root: string): Promise<{ audit: number; floor: number }> {
  const times = { audit: [] as number[], floor: [] as number[] };
  for (let round = 0; round <= ROUNDS; round += 1) {
    const floor = clock(() => hashAll(root));
    const audit = await clockAsync(async () => {
      const { status } = await engine.audit.run(request);
      if (status === "failed") throw new Error("the audit failed");
    });
    if (round === 0) continue;
    times.floor.push(floor);
    times.audit.push(audit);
  }
  return { audit: median(times.audit), floor: median(times.floor) };
}

export async function auditSpeed(work: string, name: string, root: string): Promise<Row[]> {
  const engine = benchEngine(mkdtempSync(join(work, "audit-")), root);
  await benchSync(engine);
  const group = `audit ${name}`;
  const { audit, floor } = await besideFloor(engine, root);
  const rows: Row[] = [
    {
      group,
      measure: "gno_audit in full",
      value: audit,
      unit: "ms",
      floor: { what: "walk, read and hash", value: floor },
      ...bounds(floor, [2, 5], [3, 20], "ms"),
    },
    ...(await meanwhile(group, engine, headingQueries(root, 150))),
  ];
  await engine.close();
  return rows;
}

/** Searches while audits are made one after the other, and how long the main thread stood still without any search. */
async function meanwhile(group: string, engine: Engine, queries: readonly string[]): Promise<Row[]> {
  const searches = async () => {
    const times: number[] = [];
    for (const query of queries) {
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
  const audits = (async () => {
    while (busy) {
      await engine.audit.run(request);
      // Twice as often as a peer may ask over HTTP.
      await new Promise((resolve) => setTimeout(resolve, 250));
    }
  })();
  const together = await searches();
  busy = false;
  await audits;
  let longest = 0;
  let last = performance.now();
  const timer = setInterval(() => {
    const now = performance.now();
    longest = Math.max(longest, now - last);
    last = now;
  }, 1);
  await engine.audit.run(request);
  clearInterval(timer);
  return [
    {
      group,
      measure: "p95 of a search meanwhile",
      value: together,
      unit: "ms",
      floor: { what: "the same alone", value: alone },
      ...bounds(alone, [1.5, 0.5], [2, 1], "ms"),
    },
    {
      group,
      measure: "longest stop of the main thread",
      value: longest,
      unit: "ms",
      limit: { rule: "50 ms", value: 50 },
    },
  ];
}

export async function auditGrowth(work: string): Promise<Row[]> {
  const rows: Row[] = [];
  let before: { notes: number; ms: number } | undefined;
  for (const notes of [170, 690, 2_700, 10_000]) {
    const root = join(work, `audit-linked-${notes}`);
    writeCorpus(root, { notes, words: 60, links: 8, seed: 9 });
    const engine = benchEngine(mkdtempSync(join(work, "audit-growth-")), root);
    await benchSync(engine);
    const { audit, floor } = await besideFloor(engine, root);
    await engine.close();
    rows.push({
      group: "audit growth",
      measure: `gno_audit of ${notes} linked notes`,
      value: audit,
      unit: "ms",
      floor: { what: "walk, read and hash", value: floor },
      ...(before === undefined
        ? {}
        : {
            limit: {
              rule: "n log n from the row above, + 25 %",
              value: (1.25 * before.ms * notes * Math.log(notes)) / (before.notes * Math.log(before.notes)),
            },
          }),
    });
    before = { notes, ms: audit };
  }
  return rows;
}
