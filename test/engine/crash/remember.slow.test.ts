/**
 * kill -9 at seeded moments over gno_remember. Claim: an acknowledged fact is on disk whole, is recalled unless it was
 * replaced, and a replaced one is not; what was not acknowledged is there whole or not at all; no fact has two successors.
 */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { readRecord } from "../../../src/engine/memory/record.ts";
import { seeded } from "../../fixtures/random.ts";
import {
  createPlace,
  damageOf,
  filesOf,
  litterOf,
  openPlace,
  type Place,
  removePlace,
} from "../support/place.ts";
import type { FactSaid, FactWriterOptions, WrittenFact } from "./fact-writer.ts";
import { factWriterScript, startWriter } from "./process.ts";

const cycles = Number(process.env.CONCORDAT_KILL_CYCLES ?? 25);
const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
const never = new AbortController().signal;
const identity = { caller: "t", session: "s" };
let place: Place;

beforeEach(() => {
  place = createPlace(undefined, "    memoryManaged: true\n");
});
afterEach(() => removePlace(place));

function start(options: Omit<FactWriterOptions, "base">) {
  const writer = startWriter({ base: place.base, leaseMs: 0, ...options }, [], factWriterScript);
  return { writer, said: () => writer.lines as readonly unknown[] as readonly FactSaid[] };
}

function recalls({ memory }: Engine, query: string): readonly string[] {
  const found = memory.recall({
    identity,
    collection: "notes",
    scopes: ["crash"],
    query,
    maxFacts: 64,
    maxTokens: 8192,
  });
  if (found.kind !== "recalled") throw new Error(found.message);
  return found.facts.map(({ relPath }) => relPath);
}

/** Every file that is no sound fact, and every fact with more than one successor. */
function faults(): readonly string[] {
  const found: string[] = [];
  const successors = new Map<string, number>();
  for (const [relPath, text] of filesOf(place)) {
    const read = readRecord(text);
    if (read.kind !== "fact") found.push(`${relPath}: ${read.code}`);
    else for (const uri of read.record.supersedes) successors.set(uri, (successors.get(uri) ?? 0) + 1);
  }
  for (const [uri, count] of successors) if (count > 1) found.push(`${uri} has ${count} successors`);
  return found;
}

/** URIs that some file on disk replaces. */
function replacedOnDisk(): ReadonlySet<string> {
  const reads = [...filesOf(place).values()].map((text) => readRecord(text));
  return new Set(reads.flatMap((read) => (read.kind === "fact" ? read.record.supersedes : [])));
}

test(`REL-CRASH-01: ${cycles} kills lose no acknowledged fact`, {
  timeout: 60_000 + cycles * 5000,
}, async () => {
  console.log(
    `seed ${seed}; again: CONCORDAT_SEED=${seed} CONCORDAT_KILL_CYCLES=${cycles} npm run test:slow -- crash/remember`,
  );
  const random = seeded(seed);
  const acknowledged: WrittenFact[] = [];
  let unacknowledged = 0;
  let interrupted = 0;
  for (let cycle = 0; cycle < cycles; cycle++) {
    const { writer, said } = start({ name: `c${cycle}`, seed: seed + cycle });
    if (random.next() >= 0.2) await writer.saw("trying", 1 + random.below(15));
    await new Promise((resolve) => setTimeout(resolve, random.below(writer.lines.length > 0 ? 25 : 120)));
    await writer.kill();
    expect(said().filter((line) => line.said === "failed" || line.said === "conflict")).toEqual([]);
    const written = said().flatMap((line) => (line.said === "written" ? [line.fact] : []));
    acknowledged.push(...written);

    const engine = openPlace(place);
    // Acknowledged means recalled: no help is needed for that after the kill.
    const replaced = replacedOnDisk();
    for (const { token, relPath, uri } of written) {
      if (!replaced.has(uri)) expect(recalls(engine, token), `cycle ${cycle}`).toContain(relPath);
    }
    for (const { supersedes } of written) {
      const old = acknowledged.find(({ uri }) => uri === supersedes);
      if (old !== undefined) expect(recalls(engine, old.token), `cycle ${cycle}`).not.toContain(old.relPath);
    }
    if (litterOf(place).length > 0) interrupted++;
    // The next writer clears and indexes what was left.
    const next = await engine.memory.remember(
      {
        identity,
        collection: "notes",
        scopes: ["crash"],
        text: `Cycle ${cycle}.`,
        decision: "add",
        spanHashes: [],
        derivedFrom: [],
      },
      never,
    );
    expect(next.kind).toBe("added");
    expect(litterOf(place), `cycle ${cycle}`).toEqual([]);
    expect(faults(), `cycle ${cycle}`).toEqual([]);
    const known = new Set(acknowledged.map(({ relPath }) => relPath));
    for (const [relPath, text] of filesOf(place)) {
      const token = /\btokc\d+x\d+/.exec(text.slice(text.lastIndexOf("---")))?.[0];
      if (token === undefined || known.has(relPath)) continue;
      unacknowledged++;
      known.add(relPath);
      // Whole, and found from now on as any other: so the next ones believe in it too.
      expect(recalls(engine, token), `${token}, cycle ${cycle}`).toContain(relPath);
      acknowledged.push({
        token,
        relPath,
        uri: `gno://notes/${relPath}`,
        contentHash: "",
        supersedes: undefined,
      });
    }
    await engine.close(5000);
  }
  const files = filesOf(place);
  for (const { relPath } of acknowledged) expect(files.has(relPath), relPath).toBe(true);
  expect(damageOf(place)).toEqual([]);
  const told = acknowledged.length - unacknowledged;
  expect(told).toBeGreaterThan(cycles);
  console.log(
    `${cycles} kills (${interrupted} inside the write of a file, ${unacknowledged} facts whole on disk without an answer): ` +
      `${told} acknowledged facts, 0 lost (fewer than ${(300 / cycles).toFixed(1)} % at 95 %), 0 with two successors`,
  );
});

test("REL-CONC-02: two processes fight for the same fact: one successor each time", {
  timeout: 120_000,
}, async () => {
  const engine = openPlace(place);
  await engine.memory.remember(
    {
      identity,
      collection: "notes",
      scopes: ["crash"],
      text: "Contest begins.",
      decision: "add",
      spanHashes: [],
      derivedFrom: [],
    },
    never,
  );
  await engine.close(5000);
  const both = ["one", "two"].map((name, n) =>
    start({ name, seed: seed + n, operations: 60, contest: "Contest" }),
  );
  expect(await Promise.all(both.map(({ writer }) => writer.ended()))).toEqual([0, 0]);
  const said = both.flatMap((one) => one.said());
  expect(said.filter((line) => line.said === "failed")).toEqual([]);
  const written = said.filter((line) => line.said === "written").length;
  const conflicts = said.filter((line) => line.said === "conflict").length;
  expect(written + conflicts).toBe(120);
  expect(faults()).toEqual([]);
  // One chain: the first fact and each successor, and a single one that is current.
  expect(filesOf(place).size).toBe(1 + written);
  expect(replacedOnDisk().size).toBe(written);
  const again = openPlace(place);
  expect(recalls(again, "Contest")).toHaveLength(1);
  await again.close(5000);
  expect(damageOf(place)).toEqual([]);
  // The check itself: a second successor of one fact, as a lost update would leave it, is noticed.
  const [relPath, text] = [...filesOf(place)].find(([, content]) => content.includes("gno://notes/")) ?? [
    "",
    "",
  ];
  writeFileSync(path.join(place.vault, relPath.replace(/\.md$/, "-again.md")), text);
  expect(faults()).toEqual([expect.stringMatching(/ has 2 successors$/)]);
  console.log(`seed ${seed}: 2 processes, ${written} successors in one chain, ${conflicts} refused as late`);
});
