/** gno_index: sync and embed in one job; never an update command. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

describe("gno_index", () => {
  test("answers in typedResult with both phases", async () => {
    const h = await harness();
    h.write("notes", { "a.md": "# A\n" });
    const job = await h.job("gno_index");
    expect(job).toMatchObject({
      type: "index",
      status: "completed",
      typedResult: {
        kind: "index",
        value: { sync: { totalFilesAdded: 1 }, embed: { embedded: 1, errors: 0 } },
      },
    });
    expect(job.result).toBeUndefined();
  });

  test("names its phases", async () => {
    const h = await harness();
    expect(await h.ok("gno_index", { collection: "notes" })).toMatchObject({
      status: "started",
      collections: ["notes"],
      phases: ["sync", "embed"],
      options: { gitPull: false, runUpdateCmd: false },
    });
    await (await h.app.engine()).jobs.settled();
    expect(await h.text("gno_index")).toMatch(/^Phases: sync → embed$/m);
    await (await h.app.engine()).jobs.settled();
  });

  test("runs no update command", async () => {
    const h = await harness({ collections: {} });
    h.write("notes", { "a.md": "x" });
    (await h.app.engine()).config.addCollection({
      name: "notes",
      path: h.folder("notes"),
      pattern: "**/*.md",
      include: [],
      exclude: [],
      updateCmd: "echo made > made.md",
    });
    await h.job("gno_index", { runUpdateCmd: true });
    expect(existsSync(join(h.folder("notes"), "made.md"))).toBe(false);
  });

  test("refuses an unknown collection", async () => {
    const h = await harness();
    expect((await h.error("gno_index", { collection: "nope" })).code).toBe("NOT_FOUND");
  });
});
