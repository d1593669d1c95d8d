/** A sync as a job on the composed engine: cancelled or not, it leaves whole batches, a free lease and a usable index. */
import { writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import type { Engine, JobContext, JobResult } from "../../../src/engine/engine.ts";
import { createPlace, damageOf, openPlace, type Place, removePlace, searchable } from "../support/place.ts";

const never = new AbortController().signal;
const files = 600;
let place: Place;
let engine: Engine;

beforeEach(() => {
  place = createPlace();
  for (let i = 0; i < files; i++)
    writeFileSync(path.join(place.vault, `n${i}.md`), `# Note ${i}\n\ntok${i}zz\n`);
  engine = openPlace(place);
});
afterEach(async () => {
  await engine.close(5000);
  removePlace(place);
});

async function start(run: (job: JobContext) => Promise<JobResult>): Promise<string> {
  const held = await engine.lease.acquire(5000, never);
  if (!held) throw new Error("the lease is taken");
  const started = engine.jobs.start("sync", held, run);
  return started.jobId;
}

const sync = async ({ signal, progress }: JobContext): Promise<JobResult> => ({
  kind: "sync",
  value: await engine.sync.run({ signal, progress }),
});

test("runs to its end while searches go on and writers wait", async () => {
  const jobId = await start(sync);
  expect((await engine.search.lexical({ query: "anything", limit: 1 })).kind).toBe("ok");
  expect(await engine.lease.acquire(20, never)).toBeUndefined();
  await engine.jobs.settled();
  expect(engine.jobs.get(jobId)).toMatchObject({
    status: "completed",
    result: { value: { totalFilesAdded: files } },
    progress: { done: files },
  });
  expect(searchable(engine, "tok599zz")).toEqual(["n599.md"]);
  (await engine.lease.acquire(0, never))?.release();
});

test("stops soon when it is cancelled, and the next run ends the work", async () => {
  const jobId = await start((job) =>
    sync({
      ...job,
      progress(...step) {
        job.progress(...step);
        engine.jobs.cancel(engine.jobs.list(1).active[0]?.jobId ?? "");
      },
    }),
  );
  await engine.jobs.settled();
  expect(engine.jobs.get(jobId)).toMatchObject({
    status: "failed",
    error: expect.stringMatching(/^CANCELLED: /),
  });
  const held = await engine.lease.acquire(1000, never);
  expect(held).toBeDefined();
  expect(engine.status.read().totalDocuments).toBeLessThan(files);
  await engine.sync.run({});
  expect(engine.status.read().totalDocuments).toBe(files);
  held?.release();
  expect(damageOf({ ...place, data: place.data }).filter((line) => !line.startsWith("expected two"))).toEqual(
    [],
  );
});

test("closing the engine ends a running job within its bound", async () => {
  const jobId = await start(async ({ signal }) => {
    await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
    throw new Error("stopped");
  });
  await engine.close(10);
  expect(engine.jobs.get(jobId)?.status).toBe("failed");
  engine = openPlace(place);
  expect(await engine.lease.acquire(1000, never)).toBeDefined();
});
