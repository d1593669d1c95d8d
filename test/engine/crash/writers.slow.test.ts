/** Several processes at work on one place. Claim: nothing is lost, nothing is doubled, readers never wait for a writer. */
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { mutant } from "../../app/reliability/mutant.ts";
import {
  createPlace,
  damageOf,
  filesOf,
  litterOf,
  openPlace,
  type Place,
  removePlace,
  searchable,
} from "../support/place.ts";
import { Ledger } from "./ledger.ts";
import { childrenFolder, startWriter, type Writer } from "./process.ts";

const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
const never = new AbortController().signal;
let place: Place;
let writers: Writer[];

beforeEach(() => {
  place = createPlace();
  writers = [];
});
afterEach(async () => {
  await Promise.all(writers.map((writer) => writer.kill()));
  removePlace(place);
});

function start(name: string, more: Partial<Parameters<typeof startWriter>[0]> = {}): Writer {
  const writer = startWriter({
    base: place.base,
    name,
    seed: seed + writers.length,
    leaseMs: 20_000,
    ...more,
  });
  writers.push(writer);
  return writer;
}

test("two processes write at once and lose nothing", { timeout: 300_000 }, async () => {
  const operations = 120;
  const pair = [start("one", { operations, gate: true }), start("two", { operations, gate: true })];
  for (const writer of pair) writer.send("go");
  expect(await Promise.all(pair.map((writer) => writer.ended()))).toEqual([0, 0]);
  const ledger = new Ledger();
  for (const writer of pair) {
    expect(writer.lines.filter((line) => line.said === "failed" || line.said === "locked")).toEqual([]);
    ledger.add(writer.lines);
  }
  expect(ledger.faultsIn(filesOf(place))).toEqual([]);
  const engine = openPlace(place);
  for (const token of [...ledger.acknowledged, ...ledger.synced])
    expect(searchable(engine, token)).toHaveLength(1);
  await engine.close(5000);
  expect(damageOf(place)).toEqual([]);
  expect(litterOf(place)).toEqual([]);
  console.log(
    `seed ${seed}: 2 processes, ${ledger.acknowledged.length} notes and ${ledger.synced.size} syncs, 0 lost, 0 refused`,
  );
});

test("six servers open a fresh place at once and all start", { timeout: 120_000 }, async () => {
  for (let round = 0; round < 3; round++) {
    const six = Array.from({ length: 6 }, (_, i) =>
      start(`r${round}s${i}`, { gate: true, operations: 1, onlyCreate: true }),
    );
    for (const writer of six) writer.send("go");
    expect(await Promise.all(six.map((writer) => writer.ended()))).toEqual([0, 0, 0, 0, 0, 0]);
    for (const writer of six)
      expect(writer.lines.map((line) => line.said)).toEqual(["open", "trying", "written", "end"]);
    writers = [];
    removePlace(place);
    place = createPlace();
  }
});

test("a reader goes on while a writer holds the lease for as long as it likes", {
  timeout: 60_000,
}, async () => {
  const holder = start("holder", { hold: true });
  await holder.saw("held");
  holder.send("one");
  await holder.saw("written");
  const engine = openPlace(place);
  // The holder goes on only when told to: had the reader to wait for it, this test would never end.
  expect(searchable(engine, "tokholderx0")).toHaveLength(1);
  expect(await engine.lease.acquire(50, never)).toBeUndefined();
  await engine.close(1000);
});

test.skipIf(process.platform === "win32")(
  "REL-CONC-04: a stopped holder keeps the lease and goes on afterwards",
  { timeout: 60_000 },
  async () => {
    const holder = start("holder", { hold: true });
    await holder.saw("held");
    holder.child.kill("SIGSTOP");
    const other = start("other", { leaseMs: 300, operations: 3, onlyCreate: true });
    expect(await other.ended()).toBe(0);
    expect(other.lines.map((line) => line.said)).toEqual(["open", "locked", "locked", "locked", "end"]);
    holder.child.kill("SIGCONT");
    holder.send("one");
    await holder.saw("written");
    const late = start("late", { operations: 1, onlyCreate: true });
    expect(await holder.ended()).toBe(0);
    expect(await late.ended()).toBe(0);
    const ledger = new Ledger();
    for (const writer of [holder, other, late]) ledger.add(writer.lines);
    expect(ledger.acknowledged).toHaveLength(2);
    expect(ledger.faultsIn(filesOf(place))).toEqual([]);
  },
);

test("self-test: a lease that locks nothing lets a second writer in", { timeout: 60_000 }, async () => {
  const faulty = path.join(mutant(childrenFolder, /BEGIN EXCLUSIVE/, "BEGIN"), "writer.js");
  const holder = startWriter(
    { base: place.base, name: "holder", seed, leaseMs: 5000, hold: true },
    [],
    faulty,
  );
  writers.push(holder);
  await holder.saw("held");
  const options = { base: place.base, name: "other", seed, leaseMs: 300, operations: 1, onlyCreate: true };
  const other = startWriter(options, [], faulty);
  writers.push(other);
  expect(await other.ended()).toBe(0);
  expect(other.lines.map((line) => line.said)).toContain("written");
});

const holders = 20;

test(`REL-CONC-08: ${holders} killed holders leave the lease free`, { timeout: 120_000 }, async () => {
  const engine = openPlace(place);
  let slowest = 0;
  for (let turn = 0; turn < holders; turn++) {
    const holder = start(`h${turn}`, { hold: true });
    await holder.saw("held");
    const waiting = engine.lease.acquire(20_000, never);
    await holder.kill();
    const killed = performance.now();
    const lease = await waiting;
    expect(lease, `holder ${turn}`).toBeDefined();
    slowest = Math.max(slowest, performance.now() - killed);
    lease?.release();
    writers = [];
  }
  await engine.close(5000);
  expect(damageOf(place).filter((line) => !line.startsWith("NEVER_SYNCED"))).toEqual([]);
  console.log(`${holders} holders killed; the slowest next one had the lease after ${slowest.toFixed(0)} ms`);
});
