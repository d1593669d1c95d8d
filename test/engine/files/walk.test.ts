/** The walk and the reading of files, where the disk is not what it seems. */
import { execFileSync } from "node:child_process";
import { appendFileSync, mkdirSync, renameSync, symlinkSync, writeFileSync } from "node:fs";
import { createServer } from "node:net";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { createReadBuffer, readStable } from "../../../src/engine/files/read-stable.ts";
import { covers, createScope } from "../../../src/engine/files/scope.ts";
import { openRoot, walk } from "../../../src/engine/files/walk.ts";
import { type Folder, folder } from "../index/folder.ts";

const read = (vault: Folder, path: string, max = 1_000_000) =>
  readStable(vault.root, path, max, createReadBuffer());
const list = (vault: Folder) => {
  const files: string[] = [];
  const walked = walk(vault.root, createScope(vault.collection), (relPath) => files.push(relPath) > 0);
  return { files: files.sort(), ...walked };
};

describe("walk()", () => {
  test("pipes and sockets are listed, never opened", async () => {
    using vault = folder({ "a.md": "x" });
    execFileSync("mkfifo", [join(vault.root, "pipe.md")]);
    const server = createServer().listen(join(vault.root, "socket.md"));
    await new Promise((resolve) => server.once("listening", resolve));
    const { files, skipped } = list(vault);
    expect(files).toEqual(["a.md"]);
    expect(skipped.map(({ relPath, code }) => [relPath, code]).sort()).toEqual([
      ["pipe.md", "NOT_A_FILE"],
      ["socket.md", "NOT_A_FILE"],
    ]);
    server.close();
  });

  test("a name that is not UTF-8 is told", () => {
    using vault = folder({ "a.md": "x" });
    writeFileSync(
      Buffer.concat([Buffer.from(`${vault.root}/b`), Buffer.from([0xe9]), Buffer.from(".md")]),
      "y",
    );
    expect(list(vault)).toMatchObject({ files: ["a.md"], skipped: [{ code: "BAD_NAME" }] });
  });

  test("it can be ended", () => {
    using vault = folder({ "a.md": "x", "b.md": "x", "c/d.md": "x" });
    let seen = 0;
    walk(vault.root, createScope(vault.collection), () => ++seen < 2);
    expect(seen).toBe(2);
  });

  test("a root that is a file or missing is unavailable", () => {
    using vault = folder({ "a.md": "x" });
    expect(openRoot(join(vault.root, "a.md")).kind).toBe("unavailable");
    expect(openRoot(join(vault.root, "none")).kind).toBe("unavailable");
    expect(openRoot(vault.root)).toMatchObject({ kind: "ok", path: vault.root });
  });
});

describe("covers()", () => {
  test("says what a walk would find, also before the file is there", () => {
    using vault = folder({
      "d/.gitignore": "*.txt",
      "d/e/a.md": "x",
      "d/b.txt": "x",
      "dist/c.md": "x",
      ".h/x.md": "x",
      "p.png": "x",
    });
    const { files } = list(vault);
    for (const path of ["d/e/a.md", "d/b.txt", "dist/c.md", ".h/x.md", "p.png"]) {
      expect([path, covers(vault.collection, path)]).toEqual([path, files.includes(path)]);
    }
    expect(covers(vault.collection, "new/note.md")).toBe(true);
    expect(covers(vault.collection, "d/new.txt")).toBe(false);
  });
});

describe("readStable()", () => {
  test("the bytes and the state they belong to", () => {
    using vault = folder({ "a.md": "hello" });
    const result = read(vault, "a.md");
    expect(result).toMatchObject({ kind: "read", stat: { size: 5 } });
    expect(result.kind === "read" && result.bytes.toString()).toBe("hello");
  });

  test("a shorter file after a longer one brings no old bytes along", () => {
    using vault = folder({ "long.md": "x".repeat(600_000), "short.md": "y" });
    const buffer = createReadBuffer();
    readStable(vault.root, "long.md", 1_000_000, buffer);
    const result = readStable(vault.root, "short.md", 1_000_000, buffer);
    expect(result.kind === "read" && result.bytes.toString()).toBe("y");
  });

  test.each([
    ["a missing file", "none.md", { kind: "gone" }],
    ["a folder on the way that is a file", "a.md/b.md", { kind: "gone" }],
    ["a link", "link.md", { kind: "refused", code: "OUTSIDE" }],
    ["a folder that is a link to the outside", "dir/secret.md", { kind: "refused", code: "OUTSIDE" }],
    ["a folder that is a link inside", "inner/a.md", { kind: "refused", code: "OUTSIDE" }],
    ["a pipe", "pipe.md", { kind: "refused", code: "NOT_A_FILE" }],
    ["a folder", "d", { kind: "refused", code: "NOT_A_FILE" }],
    ["a file above the limit", "big.md", { kind: "too-large" }],
  ])("%s", (_name, path, want) => {
    using vault = folder({ "a.md": "x", "d/a.md": "x", "big.md": "x".repeat(2_000) });
    using outside = folder({ "secret.md": "secret" });
    symlinkSync(join(outside.root, "secret.md"), join(vault.root, "link.md"));
    symlinkSync(outside.root, join(vault.root, "dir"));
    symlinkSync("d", join(vault.root, "inner"));
    execFileSync("mkfifo", [join(vault.root, "pipe.md")]);
    expect(read(vault, path, 1_000)).toMatchObject(want);
  });

  test("a folder that is swapped for a link while reading never gives foreign bytes", async () => {
    using vault = folder({ "d/a.md": "own" });
    using outside = folder({ "a.md": "secret" });
    symlinkSync(outside.root, join(vault.root, "evil"));
    mkdirSync(join(vault.root, "spare"));
    const seen = new Set<string>();
    for (let turn = 0; turn < 200; turn++) {
      const result = read(vault, "d/a.md");
      seen.add(result.kind === "read" ? result.bytes.toString() : result.kind);
      renameSync(
        join(vault.root, turn % 2 === 0 ? "d" : "evil-d"),
        join(vault.root, turn % 2 === 0 ? "evil-d" : "d"),
      );
      if (turn % 2 === 0) renameSync(join(vault.root, "evil"), join(vault.root, "d"));
      const swapped = read(vault, "d/a.md");
      seen.add(swapped.kind === "read" ? swapped.bytes.toString() : swapped.kind);
      if (turn % 2 === 0) renameSync(join(vault.root, "d"), join(vault.root, "evil"));
    }
    expect(seen.has("secret")).toBe(false);
  });

  test("a file that grows meanwhile is read in one of its states", () => {
    using vault = folder({ "a.md": "one" });
    appendFileSync(join(vault.root, "a.md"), " two");
    const result = read(vault, "a.md");
    expect(result.kind === "read" && result.bytes.length === result.stat.size).toBe(true);
  });
});
