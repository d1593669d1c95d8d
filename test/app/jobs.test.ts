/** Jobs as a client meets them: one a process, reads beside it, longer lived than who started it, gone with the process. */
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { gno } from "../../generated/gno/tools.ts";
import type { JobContext, JobResult } from "../../src/engine/engine.ts";
import { type Harness, harness, silentLog } from "../contracts/gno/harness.ts";
import type { Fake } from "../transports/fake-service.ts";
import { openHttp } from "../transports/http-client.ts";

const start = async (): Promise<Harness> =>
  harness({ collections: { notes: { "a.md": "# A\n\nzebra [[b]]\n", "b.md": "# B\n" } } });
const result: JobResult = { kind: "embed", value: { embedded: 0, errors: 0 } };
const never = new AbortController().signal;

/** A job that holds the write lease until it is told to end. */
async function running(h: Harness) {
  const engine = await h.app.engine();
  const held = await engine.lease.acquire(5_000, never);
  if (held === undefined) throw new Error("the lease is taken");
  const { promise, resolve } = Promise.withResolvers<JobResult>();
  let job: JobContext | undefined;
  const started = engine.jobs.start("index", held, (context) => {
    job = context;
    context.signal.addEventListener("abort", () => resolve(result));
    return promise;
  });
  return { engine, jobId: started.jobId, end: () => resolve(result), job: () => job as JobContext };
}

const jobTools: readonly (readonly [string, object])[] = [
  ["gno_sync", {}],
  ["gno_index", {}],
  ["gno_embed", {}],
  ["gno_add_collection", { path: "/nowhere" }],
];

test("every tool that starts a job is refused at once with the running one's id", async () => {
  const h = await start();
  const { engine, jobId, end } = await running(h);
  expect(
    gno.tools
      .filter(({ lock }) => lock === "job")
      .map(({ name }) => name)
      .sort(),
  ).toEqual(jobTools.map(([name]) => name).sort());
  for (const [tool, args] of jobTools) {
    const refused = await h.error(tool, args);
    expect(refused.code, tool).toBe("JOB_CONFLICT");
    expect(refused.message, tool).toContain(jobId);
  }
  end();
  await engine.jobs.settled();
  expect((await h.job("gno_sync")).status).toBe("completed");
});

test("an id is a UUID of version 4", async () => {
  const h = await start();
  const { jobId } = await h.ok("gno_sync");
  expect(jobId).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
});

test("reads and searches go on while a job holds the lease", async () => {
  const h = await start();
  const { engine, jobId, end } = await running(h);
  // The job ends only below: had one of these to wait for it, this test would never end.
  expect((await h.ok("gno_search", { query: "zebra" })).results).toHaveLength(1);
  expect((await h.ok("gno_get", { ref: "notes/a.md" })).content).toContain("zebra");
  expect((await h.ok("gno_backlinks", { ref: "notes/b.md" })).backlinks).toHaveLength(1);
  expect((await h.ok("gno_status")).collections).toHaveLength(1);
  expect(await h.ok("gno_job_status", { jobId })).toMatchObject({ status: "running", type: "index" });
  expect((await h.ok("gno_list_jobs")).active).toMatchObject([{ jobId }]);
  end();
  await engine.jobs.settled();
});

test("a job outlives the session that started it", async () => {
  const h = await start();
  const fake = { service: h.app.service, resources: h.app.resources, log: silentLog } as unknown as Fake;
  const http = await openHttp({}, fake);
  const session = await http.legacy();
  for (let n = 0; n < 50; n++) writeFileSync(join(h.folder("notes"), `n${n}.md`), `# N ${n}\n`);
  const call = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "gno_sync", arguments: {} } };
  const started = (await session.post(call)).json.result as { structuredContent: { jobId: string } };
  await http.send({ method: "DELETE", headers: { "mcp-session-id": session.session } });
  await (await h.app.engine()).jobs.settled();
  expect(await h.ok("gno_job_status", { jobId: started.structuredContent.jobId })).toMatchObject({
    status: "completed",
    result: { totalFilesAdded: 50 },
  });
});

test("a caller who goes away once he has the id leaves the job running", async () => {
  const h = await start();
  const gone = new AbortController();
  const outcome = await h.run("gno_sync", {}, { signal: gone.signal });
  gone.abort();
  if (outcome.kind !== "ok") throw new Error(JSON.stringify(outcome));
  await (await h.app.engine()).jobs.settled();
  const { jobId } = outcome.data as { jobId: string };
  expect((await h.ok("gno_job_status", { jobId })).status).toBe("completed");
});

describe("the end of the process", () => {
  test("waits for the job, then stops it, and the lease is free", async () => {
    const h = await start();
    const { engine, jobId } = await running(h);
    await h.app.close(10);
    expect(engine.jobs.get(jobId)?.status).not.toBe("running");
  });

  test("a job of another process is not found, and the answer says why", async () => {
    const h = await start();
    const { jobId } = await h.job("gno_sync");
    const again = await harness();
    const refused = await again.error("gno_job_status", { jobId });
    expect(refused).toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining("restarts") });
  });
});
