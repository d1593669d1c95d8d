/** gno_sync: one job a process, each change counted, update commands only when asked. */
import { existsSync, mkdirSync, rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test, vi } from "vitest";
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

describe("pulls and update commands, which reach past this machine", () => {
  /** A collection with an update command, and one that is a repository; neither has anything to pull from. */
  async function world(policies: Partial<Record<string, "local_only" | "lan" | "remote">>) {
    const h = await harness({ collections: {} });
    for (const name of ["notes", "code"]) h.write(name, { "a.md": "x" });
    mkdirSync(join(h.folder("code"), ".git"));
    const { config } = await h.app.engine();
    const common = { pattern: "**/*.md", include: [], exclude: [] };
    config.addCollection({ ...common, name: "notes", path: h.folder("notes"), updateCmd: "echo > made.md" });
    config.addCollection({ ...common, name: "code", path: h.folder("code") });
    for (const [name, policy] of Object.entries(policies)) {
      if (policy !== undefined) config.setEgressPolicy(name, policy, 1);
    }
    return h;
  }
  const receipts = async (h: Awaited<ReturnType<typeof world>>) =>
    (await h.ok("gno_egress_audit_list")).receipts.map((one: { reasonCode: string }) => one.reasonCode);

  test.each([
    { policies: {}, args: { runUpdateCmd: true, gitPull: true }, runs: true, kept: [] },
    { policies: { notes: "local_only" }, args: {}, runs: true, kept: [] },
    { policies: { notes: "local_only" }, args: { gitPull: true }, runs: true, kept: [] },
    {
      policies: { notes: "local_only" },
      args: { runUpdateCmd: true },
      runs: false,
      kept: ["POLICY_LOCAL_ONLY"],
    },
    {
      policies: { notes: "local_only" },
      args: { runUpdateCmd: true, collection: "code" },
      runs: true,
      kept: [],
    },
    { policies: { code: "lan" }, args: { gitPull: true }, runs: false, kept: ["POLICY_LAN_ONLY"] },
    {
      policies: { notes: "remote", code: "remote" },
      args: { runUpdateCmd: true, gitPull: true },
      runs: true,
      kept: ["REMOTE_POLICY_AUTHENTICATED"],
    },
  ] as const)("$policies with $args: $runs", async ({ policies, args, runs, kept }) => {
    const h = await world(policies);
    if (runs) expect((await h.job("gno_sync", args)).status).toBe("completed");
    else {
      const { code, message } = await h.error("gno_sync", args);
      expect([code, message.includes("gno collection policy set")]).toEqual(["EGRESS_DENIED", true]);
    }
    expect(await receipts(h)).toEqual(kept);
    const ran = runs && "runUpdateCmd" in args && !("collection" in args);
    expect(existsSync(join(h.folder("notes"), "made.md"))).toBe(ran);
  });

  test("gno_index is held to the same", async () => {
    const h = await world({ code: "local_only" });
    expect((await h.error("gno_index", { gitPull: true })).code).toBe("EGRESS_DENIED");
  });
});

test("a job does not begin under other policies than the call has seen", async () => {
  const h = await harness({ collections: { notes: { "a.md": "x" } } });
  const { egress } = await h.app.engine();
  const epoch = vi.spyOn(egress, "epoch");
  h.write("notes", { "b.md": "x" });
  for (const tool of ["gno_sync", "gno_embed", "gno_index"]) {
    epoch.mockReturnValueOnce("before").mockReturnValueOnce("after");
    const job = await h.job(tool);
    expect([tool, job.status, job.error]).toEqual([
      tool,
      "failed",
      expect.stringMatching(/^STALE_EGRESS_POLICY: /),
    ]);
  }
  epoch.mockRestore();
  expect((await h.job("gno_sync")).result.totalFilesAdded).toBe(1);
});
