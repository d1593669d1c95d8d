/** gno_job_status: a finished job keeps its result and the id of its server; an unknown one is an error that helps. */
import { rmSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

describe("gno_job_status", () => {
  test("shows a finished sync", async () => {
    const h = await harness({ collections: { notes: { "a.md": "x" } } });
    const job = await h.job("gno_sync");
    expect(job).toMatchObject({
      type: "sync",
      status: "completed",
      startedAt: expect.stringMatching(/Z$/),
      completedAt: expect.stringMatching(/Z$/),
      result: { totalFilesProcessed: 1 },
      serverInstanceId: (await h.app.engine()).serverInstanceId,
    });
    expect(await h.text("gno_job_status", { jobId: job.jobId })).toMatch(
      /^Job: .+\nType: sync\nStatus: completed\n/,
    );
  });

  test("a vanished folder is no crash and no deletion", async () => {
    const h = await harness({ collections: { notes: { "a.md": "zebra" } } });
    rmSync(h.folder("notes"), { recursive: true });
    await h.job("gno_sync");
    expect((await h.ok("gno_search", { query: "zebra" })).results).toHaveLength(1);
    expect((await h.ok("gno_status")).healthy).toBe(false);
  });

  test("says where to look for an unknown id", async () => {
    const h = await harness();
    const failure = await h.error("gno_job_status", { jobId: "6f1d0c52-0f0e-4b7a-9c39-2a8f6a1f4e10" });
    expect(failure).toMatchObject({ code: "NOT_FOUND", message: expect.stringContaining("gno_list_jobs") });
  });
});
