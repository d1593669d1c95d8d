import { mkdirSync, mkdtempSync, realpathSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { createVault } from "../../../src/engine/gram/vault.ts";

const base = realpathSync(mkdtempSync(path.join(tmpdir(), "vault-")));
afterAll(() => rmSync(base, { recursive: true, force: true }));
const root = path.join(base, "vault");
for (const file of [
  "a.gram",
  "p/b.gram",
  "p/q/c.gram",
  "p/.hidden/x.gram",
  ".secret/y.gram",
  "p/note.md",
  "z/d.gram",
]) {
  mkdirSync(path.dirname(path.join(root, file)), { recursive: true });
  writeFileSync(path.join(root, file), "");
}
mkdirSync(path.join(base, "outside"));
writeFileSync(path.join(base, "outside", "o.gram"), "");
mkdirSync(path.join(base, "mount", "m"), { recursive: true });
writeFileSync(path.join(base, "mount", "m", "n.gram"), "");
symlinkSync(path.join(base, "outside"), path.join(root, "out"));
symlinkSync(path.join(root, "p", ".hidden"), path.join(root, "peek"));
symlinkSync(path.join(root, "p"), path.join(root, "also-p"));

const vault = createVault({
  root,
  access: "write",
  mounts: [{ id: "team", name: "Team", folder: path.join(base, "mount"), access: "read" }],
});

describe("where paths lead", () => {
  test.each([
    ["", "", "write"],
    ["a.gram", "a.gram", "write"],
    ["p/", "p", "write"],
    ["p/q/../b.gram", "p/b.gram", "write"],
    ["./a.gram", "a.gram", "write"],
    ["new/folder/doc.gram", "new/folder/doc.gram", "write"],
    ["also-p/b.gram", "also-p/b.gram", "write"],
    ["@mounts/team/m/n.gram", "@mounts/team/m/n.gram", "read"],
  ])("%j is %s", async (given, want, access) => {
    expect(await vault.locate(given)).toMatchObject({ kind: "place", path: want, access });
  });

  test.each([
    ["/etc/passwd", "absolute"],
    ["\\\\host\\share", "absolute"],
    ["C:/x.gram", "absolute"],
    ["~/x.gram", "absolute"],
    ["file:///x.gram", "absolute"],
    ["@mounts/other/x.gram", "mount"],
    ["@mounts", "mount"],
    ["../x.gram", "outside"],
    ["p/../../x.gram", "outside"],
    ["p//b.gram", "outside"],
    ["p/\u0000.gram", "outside"],
    ["p\\..\\..\\x.gram", "outside"],
    [".secret/y.gram", "hidden"],
    ["p/.hidden/x.gram", "hidden"],
    ["out/o.gram", "hidden"],
    ["out/new/o.gram", "hidden"],
    ["peek/x.gram", "hidden"],
  ])("%j is refused: %s", async (given, why) => {
    expect(await vault.locate(given)).toEqual({ kind: "refused", why });
  });
});

test("documents and projects: nothing hidden, nothing through links", async () => {
  expect(await vault.documents()).toEqual([
    "@mounts/team/m/n.gram",
    "a.gram",
    "p/b.gram",
    "p/q/c.gram",
    "z/d.gram",
  ]);
  expect(await vault.documents("p")).toEqual(["p/b.gram", "p/q/c.gram"]);
  expect(await vault.documents("nowhere")).toEqual([]);
  expect(await vault.projects()).toEqual([
    [".", 1],
    ["p", 2],
    ["z", 1],
  ]);
});

test("only approved folders are seen", async () => {
  const narrow = createVault({ root, access: "read", approved: ["p/q"] });
  expect(await narrow.documents()).toEqual(["p/q/c.gram"]);
  expect(await narrow.locate("p/b.gram")).toEqual({ kind: "refused", why: "outside" });
  expect(await narrow.locate("p/q/c.gram")).toMatchObject({ kind: "place", access: "read" });
});

test("without a folder there is nothing to lead to", async () => {
  const none = createVault({ root: undefined, access: "write" });
  expect(await none.locate("a.gram")).toEqual({ kind: "unconfigured" });
  expect(await none.documents()).toEqual([]);
});
