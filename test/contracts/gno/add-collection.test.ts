/** gno_add_collection: config first, then a job; a refused folder changes neither. */
import { mkdirSync, readFileSync, symlinkSync } from "node:fs";
import { homedir } from "node:os";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

describe("gno_add_collection", () => {
  test("configures the folder and indexes it in a job", async () => {
    const h = await harness({ collections: {} });
    h.write("My Notes", { "a.md": "# A\n\nzebra\n", "b.txt": "zebra" });
    const job = await h.job("gno_add_collection", { path: h.folder("My Notes") });
    expect(job).toMatchObject({ type: "add", status: "completed", result: { totalFilesAdded: 1 } });
    expect(await h.ok("gno_search", { query: "zebra", collection: "my-notes" })).toMatchObject({
      results: [{ uri: "gno://my-notes/a.md" }],
    });
  });

  test("answers with the job before the job ends", async () => {
    const h = await harness({ collections: {} });
    h.write("notes", { "a.md": "# A\n" });
    const args = { path: h.folder("notes"), name: "Mine" };
    const data = await h.ok("gno_add_collection", args);
    expect(data).toEqual({
      jobId: expect.stringMatching(/^[0-9a-f-]{36}$/),
      collection: "mine",
      status: "started",
    });
    await (await h.app.engine()).jobs.settled();
  });

  test("takes over pattern, include and exclude", async () => {
    const h = await harness({ collections: {} });
    h.write("notes", { "a.md": "x", "b.txt": "x", "c.txt": "x", "skip/d.txt": "x" });
    const job = await h.job("gno_add_collection", {
      path: h.folder("notes"),
      pattern: "**/*",
      include: [".txt"],
      exclude: ["skip", "c.txt"],
    });
    expect(job.result.totalFilesAdded).toBe(1);
  });

  test.each([
    { name: "the root", path: () => "/", code: "INVALID_PATH" },
    { name: "the home folder", path: () => homedir(), code: "INVALID_PATH" },
    {
      name: "a folder that is not there",
      path: (root: string) => join(root, "nope"),
      code: "PATH_NOT_FOUND",
    },
    { name: "a file", path: (root: string) => join(root, "config", "index.yml"), code: "PATH_NOT_FOUND" },
    {
      name: "a folder that is configured",
      path: (root: string) => join(root, "vault", "notes"),
      code: "DUPLICATE",
    },
  ])("refuses $name and leaves the config alone", async ({ path, code }) => {
    const h = await harness({ collections: { notes: { "a.md": "x" } } });
    const before = readFileSync(h.config.configFile, "utf8");
    expect((await h.error("gno_add_collection", { path: path(h.root) })).code).toBe(code);
    expect(readFileSync(h.config.configFile, "utf8")).toBe(before);
  });

  test("sees a dangerous folder through a link", async () => {
    const h = await harness();
    symlinkSync("/etc", join(h.root, "innocent"));
    expect((await h.error("gno_add_collection", { path: join(h.root, "innocent") })).code).toBe(
      "INVALID_PATH",
    );
  });

  test.each([
    { name: "a taken name", args: { name: "Notes" }, code: "DUPLICATE" },
    { name: "a name that is none", args: { name: "a b" }, code: "INVALID_PATH" },
    { name: "an empty name", args: { name: " " }, code: "INVALID_PATH" },
  ])("refuses $name", async ({ args, code }) => {
    const h = await harness({ collections: { notes: { "a.md": "x" } } });
    mkdirSync(join(h.root, "vault", "more"));
    expect((await h.error("gno_add_collection", { path: join(h.root, "vault", "more"), ...args })).code).toBe(
      code,
    );
  });
});
