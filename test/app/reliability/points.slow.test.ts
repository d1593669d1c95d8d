/**
 * The server is killed, or a call of the kernel fails, at a chosen system call of one write. Claim: before or after, never
 * between; a failure is told in documented words, and the next write works.
 */
import { spawnSync } from "node:child_process";
import { cpSync, renameSync, rmSync } from "node:fs";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { gno } from "../../../generated/gno/tools.ts";
import { bundle } from "../../cli/bundle.ts";
import { litterOf } from "../../engine/support/place.ts";
import { seeded } from "../../fixtures/random.ts";
import { mutant } from "./mutant.ts";
import { type Done, type Kind, perform } from "./operations.ts";
import { startServer } from "./server.ts";
import {
  damageAfterSync,
  faultsIn,
  indexedWorld,
  notFound,
  nothingTold,
  recover,
  type Told,
  type World,
} from "./world.ts";

const folder = bundle();
const entry = path.join(folder, "gno.js");
const seed = Number(process.env.CONCORDAT_SEED ?? 20260305);
/** Points a test; 0 = all of them. */
const points = Number(process.env.CONCORDAT_KILL_POINTS ?? 8);
const timeout = 900_000;
const works = process.platform === "linux" && spawnSync("strace", ["-V"]).status === 0;
if (!works) console.log("not run: strace is not installed");

let world: World;
let kept: string;

beforeAll(async () => {
  world = await indexedWorld();
  kept = `${world.place.base}-kept`;
  cpSync(world.place.base, kept, { recursive: true });
});
afterAll(() => {
  world.remove();
  rmSync(kept, { recursive: true, force: true });
});

/** The same state at the same path for each point. */
function reset(): Told {
  rmSync(world.place.base, { recursive: true, force: true });
  cpSync(kept, `${world.place.base}-next`, { recursive: true });
  renameSync(`${world.place.base}-next`, world.place.base);
  return nothingTold();
}

interface Point {
  readonly kind: Kind;
  readonly call: string;
  readonly at: number;
}

function strace({ call }: Point, effect: string): readonly string[] {
  const calls =
    call === "rename"
      ? "rename,renameat,renameat2"
      : call === "link"
        ? "link,linkat"
        : call === "unlink"
          ? "unlink,unlinkat"
          : call;
  const quiet = ["-f", "-qq", "-e", "signal=none", "-o", "/dev/null"];
  return ["strace", ...quiet, "-e", `trace=${calls}`, "-e", `inject=${calls}:${effect}`];
}

/** Each call of the kernel counts in its own thread: with one thread for files the count is exact. */
const env = { UV_THREADPOOL_SIZE: "1" };

/** Every point, or a seeded choice of them with each kind in it. */
function chosen(all: readonly Point[], count: number, by: number): readonly Point[] {
  if (points === 0 || all.length <= count) return all;
  const random = seeded(by);
  const rest = [...all];
  return Array.from({ length: count }, () => rest.splice(random.below(rest.length), 1)[0] as Point);
}

function every(kinds: readonly Kind[], calls: Readonly<Record<string, number>>): readonly Point[] {
  return kinds.flatMap((kind) =>
    Object.entries(calls).flatMap(([call, last]) =>
      Array.from({ length: last }, (_, at) => ({ kind, call, at: at + 1 })),
    ),
  );
}

interface Seen {
  readonly done: Done | undefined;
  readonly error: string | undefined;
  readonly faults: readonly string[];
}

/** One write, killed at the point. */
async function killAt(point: Point, program: string, turn: number): Promise<Seen> {
  const told = reset();
  const server = startServer(program, world, {
    command: strace(point, `signal=SIGKILL:when=${point.at}`),
    env,
  });
  let done: Done | undefined;
  let error: string | undefined;
  try {
    done = await perform(point.kind, server, world, told, `p${turn}`, seeded(seed + turn));
  } catch (thrown) {
    error = String(thrown);
  }
  await server.kill();
  const { engine } = await recover(world);
  const faults = [...litterOf(world.place), ...faultsIn(world, told)];
  if (done?.outcome === "acknowledged") {
    faults.push(
      ...notFound(
        engine,
        done.note === undefined ? [] : [done.note],
        done.fact === undefined ? [] : [done.fact],
      ),
    );
  }
  faults.push(...(await damageAfterSync(world, engine)));
  await engine.close(5000);
  return { done, error, faults };
}

const killCalls = { fsync: 8, rename: 4, link: 2, unlink: 4, pwrite64: 40, fdatasync: 4, mkdir: 2 };

describe.skipIf(!works)("killed at a system call", () => {
  test("REL-CRASH-02: capture, remember, sync and index are before or after", { timeout }, async () => {
    const all = every(["capture", "remember", "sync", "index"], killCalls);
    let reached = 0;
    for (const [turn, point] of chosen(all, points, seed).entries()) {
      const { done, error, faults } = await killAt(point, entry, turn);
      expect({ point, error, faults }).toEqual({ point, error: undefined, faults: [] });
      if (done?.outcome === "unknown") reached++;
    }
    console.log(
      `seed ${seed}: ${Math.min(points || all.length, all.length)} points of ${all.length}, ${reached} killed the write, 0 faults`,
    );
    expect(reached).toBeGreaterThan(0);
  });

  // Renaming changes thirteen files: after the journal and among them is where it could be cut.
  const renames = every(["rename"], { fsync: 32, rename: 18, unlink: 6, pwrite64: 8 });

  test("REL-CRASH-02, REL-CRASH-05: a rename with its references is all old or all new", {
    timeout,
  }, async () => {
    let reached = 0;
    // Always the journal, the first file and some of the others.
    const middle = [2, 5, 9].map((at): Point => ({ kind: "rename", call: "rename", at }));
    const some = [...middle, ...chosen(renames, points - middle.length, seed + 1)];
    for (const [turn, point] of some.entries()) {
      const { done, error, faults } = await killAt(point, entry, turn);
      expect({ point, error, faults }).toEqual({ point, error: undefined, faults: [] });
      if (done?.outcome === "unknown") reached++;
    }
    console.log(
      `seed ${seed}: ${some.length} points of ${renames.length}, ${reached} killed the rename, 0 half done`,
    );
    expect(reached).toBeGreaterThan(0);
  });

  test("self-test: a journal that forgets which files change is noticed", { timeout }, async () => {
    const faulty = mutant(folder, /JSON\.stringify\(record\)/, "JSON.stringify({ ...record, files: [] })");
    const point = { kind: "rename", call: "rename", at: 5 } as const;
    const { faults } = await killAt(point, path.join(faulty, "gno.js"), 1);
    expect(faults.join("\n")).toMatch(/does not link to where the notes are|does not name itself/);
  });
});

describe.skipIf(!works)("a call of the kernel fails", () => {
  const codes = new Set<string>(gno.tools.flatMap(({ errors }) => errors as readonly string[]));
  const failures = [
    ["pwrite64", "ENOSPC", 20],
    ["fdatasync", "EIO", 3],
    ["fsync", "EIO", 6],
    ["write", "ENOSPC", 6],
    ["rename", "ENOSPC", 4],
    ["link", "EDQUOT", 2],
    ["mkdir", "ENOSPC", 1],
  ] as const;

  test("REL-DISK-03: it is told in documented words, nothing acknowledged is lost, the next write works", {
    timeout,
  }, async () => {
    const all = failures.flatMap(([call, code, last]) =>
      every(["capture", "remember", "rename"], { [call]: last }).map((point) => ({ ...point, code })),
    );
    let refused = 0;
    const some = chosen(all, points, seed + 2) as typeof all;
    for (const [turn, point] of some.entries()) {
      const told = reset();
      const server = startServer(entry, world, {
        command: strace(point, `error=${point.code}:when=${point.at}`),
        env,
      });
      const outcomes: Done[] = [];
      for (const kind of [point.kind, "capture"] as const) {
        const token = `d${turn}${kind}${outcomes.length}`;
        try {
          outcomes.push(await perform(kind, server, world, told, token, seeded(seed + turn)));
        } catch (thrown) {
          const [, code = "", message = ""] = /^Error: \w+: (\S+) (.*)$/s.exec(String(thrown)) ?? [];
          refused++;
          expect(
            codes.has(code) || /failed_rolled_back|applied_with_sync_pending/.test(code),
            `${JSON.stringify(point)}: ${String(thrown)}`,
          ).toBe(true);
          // Neither a stack nor SQL nor a system's own text.
          expect(message, JSON.stringify(point)).not.toMatch(/SQLITE|ENOSPC|\bEIO\b|EDQUOT| at .*:\d+:\d+/);
        }
      }
      await server.kill();
      const { engine } = await recover(world);
      expect(faultsIn(world, told), JSON.stringify(point)).toEqual([]);
      for (const done of outcomes) {
        if (done.outcome !== "acknowledged") continue;
        expect(
          notFound(
            engine,
            done.note === undefined ? [] : [done.note],
            done.fact === undefined ? [] : [done.fact],
          ),
          JSON.stringify(point),
        ).toEqual([]);
      }
      expect(await damageAfterSync(world, engine), JSON.stringify(point)).toEqual([]);
      await engine.close(5000);
    }
    console.log(
      `seed ${seed}: ${some.length} failures of ${all.length}, ${refused} writes refused in words, 0 lost`,
    );
  });
});
