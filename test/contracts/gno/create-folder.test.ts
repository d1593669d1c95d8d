/** gno_create_folder: a folder is there afterwards, or nothing changed. */
import { existsSync, mkdirSync, readdirSync, statSync, symlinkSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const fresh = shared({ collections: { notes: { "old.md": "# Old\n" } } });
/** Refusals leave it as it is. */
const untouched = shared({ collections: { notes: { "old.md": "# Old\n" } } });

describe("gno_create_folder", () => {
  test.each([
    { name: "2026", parentPath: undefined, want: "2026" },
    { name: "2026", parentPath: "meetings/weekly", want: "meetings/weekly/2026" },
    { name: "a/b\\c", parentPath: ".", want: "abc" },
    { name: "..notes", parentPath: "./x/", want: "x/..notes" },
    { name: "日本語", parentPath: "", want: "日本語" },
  ])("$parentPath + $name", async ({ name, parentPath, want }) => {
    const h = await fresh();
    const args = { collection: "NOTES", name, ...(parentPath === undefined ? {} : { parentPath }) };
    const path = join(h.folder("notes"), want);
    expect(await h.ok("gno_create_folder", args)).toEqual({ collection: "notes", folderPath: want, path });
    expect(statSync(path).isDirectory()).toBe(true);
    // Once more is a success as well.
    expect(await h.ok("gno_create_folder", args, { local: false })).toEqual({
      collection: "notes",
      folderPath: want,
    });
  });

  test.each([
    { what: "an unknown collection", args: { collection: "nope", name: "x" }, code: "NOT_FOUND" },
    { what: "a parent that leaves", args: { name: "x", parentPath: "../y" }, code: "RUNTIME" },
    { what: "an absolute parent", args: { name: "x", parentPath: "/tmp" }, code: "RUNTIME" },
    { what: "a drive", args: { name: "x", parentPath: "C:\\y" }, code: "RUNTIME" },
    { what: "only dots", args: { name: "../" }, code: "RUNTIME" },
    { what: "only slashes", args: { name: "//" }, code: "RUNTIME" },
    { what: "a NUL", args: { name: "a\0b" }, code: "RUNTIME" },
    { what: "a sensitive folder", args: { name: ".git" }, code: "RUNTIME" },
    { what: "a file in the way", args: { name: "old.md" }, code: "RUNTIME" },
    { what: "a file as parent", args: { name: "x", parentPath: "old.md" }, code: "RUNTIME" },
    { what: "a link that leaves", args: { name: "x", parentPath: "out" }, code: "RUNTIME" },
  ])("refuses $what", async ({ args, code }) => {
    const h = await untouched();
    const outside = join(h.root, "outside");
    if (!existsSync(outside)) {
      mkdirSync(outside);
      symlinkSync(outside, join(h.folder("notes"), "out"));
    }
    const error = await h.error("gno_create_folder", { collection: "notes", ...args });
    expect(error.code).toBe(code);
    expect(error.message).not.toContain(h.root);
    expect(readdirSync(h.folder("notes")).sort()).toEqual(["old.md", "out"]);
    expect(readdirSync(outside)).toEqual([]);
  });

  test("is not there without writes", async () => {
    const h = await harness({ collections: { notes: { "a.md": "a" } }, writeEnabled: false });
    expect((await h.run("gno_create_folder", { collection: "notes", name: "x" })).kind).toBe("unknown");
    expect(existsSync(join(h.folder("notes"), "x"))).toBe(false);
  });
});
