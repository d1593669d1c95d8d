/** gno_list_jobs: running jobs always, finished ones newest first and bounded. */
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

describe("gno_list_jobs", () => {
  test("is empty at first", async () => {
    const h = await harness();
    expect(await h.ok("gno_list_jobs")).toEqual({ active: [], recent: [] });
    expect(await h.text("gno_list_jobs")).toBe("Active: 0\nRecent: 0");
  });

  test("lists the running job", async () => {
    const h = await harness();
    const { jobId } = await h.ok("gno_sync");
    const data = await h.ok("gno_list_jobs");
    expect(data.active).toEqual([{ jobId, type: "sync", startedAt: expect.stringMatching(/Z$/) }]);
    await (await h.app.engine()).jobs.settled();
    expect(await h.ok("gno_list_jobs")).toMatchObject({
      active: [],
      recent: [{ jobId, status: "completed" }],
    });
  });

  test("bounds the finished ones, newest first", async () => {
    const h = await harness();
    const ids: string[] = [];
    for (let n = 0; n < 3; n += 1) ids.push((await h.job("gno_sync")).jobId);
    const { recent } = await h.ok("gno_list_jobs", { limit: 2 });
    expect(recent.map((job: { jobId: string }) => job.jobId)).toEqual([ids[2], ids[1]]);
  });
});
