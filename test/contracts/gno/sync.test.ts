/** gno_sync: one job a process, each change counted, update commands only when asked. */
import { existsSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

describe("gno_sync", () => {
  test("counts what changed", async () => {
    const h = await harness({
      collections: { notes: { "a.md": "# A\n", "b.md": "# B\n", "c.md": "# C\n" } },
    });
    h.write("notes", { "a.md": "# A changed\n", "d.md": "# D\n" });
    rmSync(join(h.folder("notes"), "b.md"));
    const job = await h.job("gno_sync");
    expect(job).toMatchObject({ type: "sync", status: "completed" });
    expect(job.result.collections).toMatchObject([
      {
        collection: "notes",
        filesAdded: 1,
        filesUpdated: 1,
        filesUnchanged: 1,
        filesMarkedInactive: 1,
        errors: [],
      },
    ]);
  });

  test("names what it started", async () => {
    const h = await harness({ collections: { notes: { "a.md": "x" }, work: { "b.md": "x" } } });
    expect(await h.ok("gno_sync", { collection: "WORK" })).toEqual({
      jobId: expect.any(String),
      collections: ["work"],
      status: "started",
      options: { gitPull: false, runUpdateCmd: false },
    });
    await (await h.app.engine()).jobs.settled();
    expect((await h.ok("gno_sync")).collections).toEqual(["notes", "work"]);
    await (await h.app.engine()).jobs.settled();
  });

  test("a second start names the running job", async () => {
    const many = Object.fromEntries(Array.from({ length: 300 }, (_, n) => [`${n}.md`, `# ${n}\n`]));
    const h = await harness();
    h.write("notes", many);
    const { jobId } = await h.ok("gno_sync");
    const conflict = await h.error("gno_sync");
    expect(conflict.code).toBe("JOB_CONFLICT");
    expect(conflict.message).toContain(jobId);
    await (await h.app.engine()).jobs.settled();
    expect(await h.job("gno_sync")).toMatchObject({ status: "completed" });
  });

  test("runs the update command only when asked", async () => {
    const h = await harness({ collections: {} });
    h.write("notes", { "a.md": "x" });
    const config = (await h.app.engine()).config;
    config.addCollection({
      name: "notes",
      path: h.folder("notes"),
      pattern: "**/*.md",
      include: [],
      exclude: [],
      updateCmd: "echo made > made.md",
    });
    await h.job("gno_sync");
    expect(existsSync(join(h.folder("notes"), "made.md"))).toBe(false);
    const job = await h.job("gno_sync", { runUpdateCmd: true });
    expect(job.result.totalFilesAdded).toBe(1);
  });

  test("a failing update command fails the job in words", async () => {
    const h = await harness({ collections: {} });
    h.write("notes", { "a.md": "x" });
    const collection = {
      name: "notes",
      path: h.folder("notes"),
      pattern: "**/*.md",
      include: [],
      exclude: [],
    };
    (await h.app.engine()).config.addCollection({ ...collection, updateCmd: "exit 3" });
    const job = await h.job("gno_sync", { runUpdateCmd: true });
    expect(job).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^RUNTIME: The updateCmd of notes failed with code 3/),
    });
  });

  test("refuses an unknown collection", async () => {
    const h = await harness();
    expect(await h.error("gno_sync", { collection: "nope" })).toMatchObject({
      code: "NOT_FOUND",
      message: /notes/,
    });
  });
});
