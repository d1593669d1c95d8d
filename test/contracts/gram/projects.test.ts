/** gram_projects, gram_capabilities, gram_profile, and what a path may reach: folders, approval, mounts. */
import { mkdirSync, symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { example, examplePath, harness, withExample } from "./harness.ts";

describe("gram_projects", () => {
  test("folders of the root with their documents, and mounts", async () => {
    const other = harness({ files: { "deep/x.gram": example } });
    const at = withExample({
      name: "notes",
      files: {
        "top.gram": example,
        "plans/q/a.gram": example,
        "plans/b.gram": example,
        "plans/c.md": "",
        ".git/x.gram": example,
      },
      mounts: [
        { id: "team", name: "Team", folder: other.root, access: "read" },
        { id: "own", name: "Own", folder: join(other.root, "deep"), access: "write" },
      ],
    });
    expect(await at.ok("gram_projects")).toEqual({
      access: "write",
      mounts: [
        { access: "write", count: 1, id: "own", key: "@mounts/own", kind: "folder", name: "Own" },
        { access: "read", count: 1, id: "team", key: "@mounts/team", kind: "folder", name: "Team" },
      ],
      projects: [
        [".", 1],
        ["descriptor-fixture", 1],
        ["plans", 2],
      ],
      vault: "notes",
    });
    expect((await at.ok("gram_read", { path: "@mounts/team/deep/x.gram" })).doc.path).toBe(
      "@mounts/team/deep/x.gram",
    );
    const request = { request_id: "r", t: "T" };
    expect(await at.refusal("gram_create", { path: "@mounts/team/new.gram", ...request })).toBe(
      "E_ACCESS @mounts/team/new.gram is read-only",
    );
    expect((await at.ok("gram_create", { path: "@mounts/own/new.gram", ...request })).doc.rev).toBe(1);
    expect(other.bytes("deep/new.gram").length).toBeGreaterThan(0);
    expect((await at.ok("gram_list", { path: "@mounts/team" })).documents).toHaveLength(2);
  });

  test("a mount allows no more than the agent may", async () => {
    const other = harness();
    const at = harness({
      access: "read",
      mounts: [{ id: "m", name: "M", folder: other.root, access: "write" }],
    });
    expect((await at.ok("gram_projects")).mounts[0].access).toBe("read");
    expect(await at.refusal("gram_create", { path: "@mounts/m/a.gram", request_id: "r", t: "T" })).toBe(
      "E_ACCESS @mounts/m/a.gram is read-only",
    );
  });

  test("a folder called @mounts does not stand before the mounts", async () => {
    const at = withExample({ files: { "@mounts/m/a.gram": example } });
    expect((await at.ok("gram_list")).documents).toHaveLength(1);
    expect(await at.refusal("gram_read", { path: "@mounts/m/a.gram" })).toBe(
      "E_PATH Path does not start with a mounted collection",
    );
  });
});

describe("paths", () => {
  const outside = "E_PATH Path is outside the approved folders";
  const hidden = "E_PATH Path is outside an approved folder or hidden";
  const absolute = "E_PATH Absolute paths are outside the approved folder";
  const mounted = "E_PATH Path does not start with a mounted collection";
  test.each([
    ["/etc/a.gram", absolute],
    ["\\\\host\\a.gram", absolute],
    ["C:/a.gram", absolute],
    ["~/a.gram", absolute],
    ["file:///a.gram", absolute],
    ["@mounts", mounted],
    ["@mounts/none/a.gram", mounted],
    ["../a.gram", outside],
    ["a/../../b.gram", outside],
    ["a//b.gram", outside],
    ["a\u0000.gram", outside],
    [".secret/a.gram", hidden],
    ["a/.secret.gram", hidden],
    ["link/a.gram", hidden],
    ["file.gram", hidden],
  ])("%j", async (path, says) => {
    const at = withExample();
    const other = harness({ files: { "a.gram": example } });
    symlinkSync(other.root, join(at.root, "link"));
    symlinkSync(join(other.root, "a.gram"), join(at.root, "file.gram"));
    expect(await at.refusal("gram_read", { path })).toBe(says);
    expect(await at.refusal("gram_list", { path })).toBe(says);
    expect(await at.refusal("gram_recall", { query: "lunar", folder: path })).toBe(says);
    expect(await at.refusal("gram_create", { path, request_id: "r", t: "T" })).toBe(says);
  });

  test("only approved folders are seen, also through a link", async () => {
    const at = harness({
      approved: ["open"],
      files: { "open/a.gram": example, "closed/b.gram": example, "opened/c.gram": example },
    });
    symlinkSync(join(at.root, "closed"), join(at.root, "open", "in"));
    expect((await at.ok("gram_list")).documents.map((row: string[]) => row[0])).toEqual(["open/a.gram"]);
    expect((await at.ok("gram_projects")).projects).toEqual([["open", 1]]);
    expect(await at.refusal("gram_read", { path: "closed/b.gram" })).toBe(outside);
    expect(await at.refusal("gram_read", { path: "opened/c.gram" })).toBe(outside);
    expect(await at.refusal("gram_read", { path: "open/in/b.gram" })).toBe(hidden);
    expect(
      (await at.ok("gram_recall", { query: "lunar" })).docs.map((doc: { path: string }) => doc.path),
    ).toEqual(["open/a.gram"]);
  });

  test("a root that is gone is told without its place on this machine", async () => {
    const at = harness({ root: "/nowhere/at/all" });
    for (const tool of ["gram_list", "gram_projects", "gram_brief"]) {
      const answer = JSON.stringify(await at.call(tool));
      expect(answer).not.toContain("nowhere");
    }
    expect(await at.refusal("gram_read", { path: "a.gram" })).toMatch(/^(E_STORAGE|E_NOT_FOUND) /);
    expect(JSON.stringify(await at.call("gram_read", { path: "a.gram" }))).not.toContain("nowhere");
  });

  test("folders are no documents, whatever they are called", async () => {
    const at = harness();
    mkdirSync(join(at.root, "a.gram"));
    writeFileSync(join(at.root, "a.gram", "b.gram"), example);
    expect(await at.refusal("gram_read", { path: "a.gram" })).toBe("E_NOT_FOUND No document at a.gram");
    expect((await at.ok("gram_read", { path: "a.gram/b.gram" })).doc.rev).toBe(2);
  });
});

describe("gram_capabilities and gram_profile", () => {
  test("need no folder", async () => {
    const at = harness({ root: undefined });
    expect((await at.ok("gram_capabilities")).tools).toEqual(at.app.service.list().map(({ name }) => name));
    expect((await at.ok("gram_profile")).task).toBe("read");
  });

  test.each(["create", "edit", "rich", "read", "memory"])("the task %s", async (task) => {
    const answer = await harness().ok("gram_profile", { task });
    expect(Object.keys(answer).sort()).toEqual(
      ["budget_bytes", "common", "profile", "shown", "task", task].sort(),
    );
    expect(answer).toMatchObject({
      budget_bytes: 16_384,
      task,
      profile: "gram/2 md body + gram-rich/1 r2 changes",
    });
    for (const text of Object.values(answer[task] as object)) expect(text).toMatch(/\S/);
  });

  test("the answer tells of the folder's documents", async () => {
    const at = withExample();
    await at.ok("gram_recall", { query: "lunar", mode: "keyword" });
    const { index, semantic } = await at.ok("gram_capabilities");
    expect(index).toMatchObject({ indexedFiles: 1, failedFiles: 0 });
    expect(semantic.status === "available" ? semantic.reason : semantic.reason?.length).toEqual(
      semantic.status === "available" ? undefined : expect.any(Number),
    );
    expect(examplePath).toBeTruthy();
  });
});
