import { beforeEach, describe, expect, test } from "vitest";
import type { JobContext, JobResult, Jobs } from "../../../src/engine/engine.ts";
import { ChunkingPolicyConflict } from "../../../src/engine/index/policy.ts";
import { createJobs, MAX_FINISHED, RETENTION_MS } from "../../../src/engine/jobs/jobs.ts";

const result: JobResult = { kind: "embed", value: { embedded: 1, errors: 0 } };
const start = Date.parse("2026-01-01T00:00:00Z");
let now: number;
let logged: string[];
let jobs: Jobs;

beforeEach(() => {
  now = start;
  logged = [];
  let ids = 0;
  const quiet = { error: (message: string) => logged.push(message), warn() {}, info() {} };
  jobs = createJobs({ clock: { now: () => now }, ids: { uuid: () => `job-${++ids}` }, log: quiet });
});

function lease(): { release(): void; released: number } {
  return {
    released: 0,
    release() {
      this.released++;
    },
  };
}

/** A job that runs until the test lets it go. */
function gate(): {
  run: (job: JobContext) => Promise<JobResult>;
  open(): void;
  break(error: unknown): void;
  job(): JobContext;
} {
  const { promise, resolve, reject } = Promise.withResolvers<JobResult>();
  let context: JobContext | undefined;
  return {
    run(job) {
      context = job;
      return promise;
    },
    open: () => resolve(result),
    break: reject,
    job: () => context!,
  };
}

describe("start", () => {
  test("runs the job, keeps its result and gives the lease back", async () => {
    const held = lease();
    const work = gate();
    expect(jobs.start("embed", held, work.run)).toEqual({ kind: "started", jobId: "job-1" });
    expect(jobs.get("job-1")).toMatchObject({ status: "running", startedAt: "2026-01-01T00:00:00.000Z" });
    expect(held.released).toBe(0);
    now += 1500;
    work.open();
    await jobs.settled();
    expect(jobs.get("job-1")).toEqual({
      jobId: "job-1",
      type: "embed",
      status: "completed",
      startedAt: "2026-01-01T00:00:00.000Z",
      completedAt: "2026-01-01T00:00:01.500Z",
      result,
    });
    expect(held.released).toBe(1);
  });

  test("names the running job instead of starting a second one, and gives that lease back", async () => {
    const [first, second] = [lease(), lease()];
    const work = gate();
    jobs.start("sync", first, work.run);
    expect(jobs.start("index", second, async () => result)).toEqual({ kind: "busy", jobId: "job-1" });
    expect(second.released).toBe(1);
    expect(first.released).toBe(0);
    work.open();
    await jobs.settled();
    expect(jobs.start("index", lease(), async () => result).kind).toBe("started");
    await jobs.settled();
  });

  test("a job whose body throws at once fails and gives the lease back", async () => {
    const held = lease();
    jobs.start("sync", held, () => {
      throw new Error("SELECT * FROM /home/someone/secret");
    });
    await jobs.settled();
    expect(jobs.get("job-1")).toMatchObject({ status: "failed" });
    expect(jobs.get("job-1")?.error).toMatch(/^RUNTIME: /);
    expect(jobs.get("job-1")?.error).not.toMatch(/SELECT|secret/);
    expect(logged).toEqual(["job failed"]);
    expect(held.released).toBe(1);
  });

  test("a stale chunking policy has its own code", async () => {
    jobs.start("sync", lease(), async () => Promise.reject(new ChunkingPolicyConflict()));
    await jobs.settled();
    expect(jobs.get("job-1")?.error).toMatch(/^CHUNKING_POLICY_CONFLICT: Another client/);
  });

  test("a full disk is said in words", async () => {
    const work = gate();
    jobs.start("sync", lease(), work.run);
    work.break(Object.assign(new Error("ENOSPC: no space left, write '/home/x'"), { code: "ENOSPC" }));
    await jobs.settled();
    expect(jobs.get("job-1")?.error).toBe("RUNTIME: The disk is full. Free some space and try again.");
  });
});

describe("progress", () => {
  test("shows the last report and never falls", async () => {
    const work = gate();
    jobs.start("sync", lease(), work.run);
    await Promise.resolve();
    work.job().progress(5, 10, "a.md");
    work.job().progress(3);
    expect(jobs.get("job-1")?.progress).toEqual({ done: 5 });
    work.job().progress(7, 10);
    expect(jobs.list(10).active[0]?.progress).toEqual({ done: 7, total: 10 });
    work.open();
    await jobs.settled();
    work.job().progress(9);
    expect(jobs.get("job-1")?.progress).toEqual({ done: 7, total: 10 });
  });
});

describe("cancel", () => {
  test("fires the signal of the running job, which then reads as cancelled", async () => {
    const held = lease();
    jobs.start("sync", held, ({ signal }) => {
      return new Promise((_, reject) => signal.addEventListener("abort", () => reject(signal.reason)));
    });
    await Promise.resolve();
    expect(jobs.cancel("job-1")).toBe(true);
    await jobs.settled();
    expect(jobs.get("job-1")).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^CANCELLED: /),
    });
    expect(held.released).toBe(1);
    expect(logged).toEqual([]);
  });

  test("knows neither a finished nor an unknown job", async () => {
    jobs.start("sync", lease(), async () => result);
    await jobs.settled();
    expect(jobs.cancel("job-1")).toBe(false);
    expect(jobs.cancel("job-9")).toBe(false);
  });
});

describe("list", () => {
  async function finish(count: number): Promise<void> {
    for (let i = 0; i < count; i++) {
      jobs.start("sync", lease(), async () => result);
      await jobs.settled();
    }
  }

  test("has the newest finished job first and at most as many as asked for", async () => {
    await finish(3);
    expect(jobs.list(2)).toMatchObject({ active: [], recent: [{ jobId: "job-3" }, { jobId: "job-2" }] });
  });

  test("forgets finished jobs after an hour", async () => {
    await finish(1);
    now += RETENTION_MS;
    expect(jobs.get("job-1")).toBeDefined();
    now += 1;
    expect(jobs.get("job-1")).toBeUndefined();
    expect(jobs.list(100).recent).toEqual([]);
  });

  test("keeps a bounded number of finished jobs", async () => {
    await finish(MAX_FINISHED + 5);
    expect(jobs.list(1000).recent).toHaveLength(MAX_FINISHED);
    expect(jobs.get("job-5")).toBeUndefined();
    expect(jobs.get("job-6")).toBeDefined();
  });
});

test("settled waits for a job that is started while another one ends", async () => {
  const second = gate();
  jobs.start(
    "sync",
    { release: () => queueMicrotask(() => jobs.start("index", lease(), second.run)) },
    async () => result,
  );
  let settled = false;
  const waiting = jobs.settled().then(() => {
    settled = true;
  });
  await new Promise((resolve) => setImmediate(resolve));
  expect(settled).toBe(false);
  second.open();
  await waiting;
  expect(jobs.list(10).recent).toHaveLength(2);
});
