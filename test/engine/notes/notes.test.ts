import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Captured, CaptureRequest, CaptureResult } from "../../../src/engine/engine.ts";
import { nodeFileSystem } from "../../../src/engine/files/file-system.ts";
import { createWorld, now, type World } from "./world.ts";

let world: World;
beforeEach(() => {
  world = createWorld();
});
afterEach(() => world.close());

async function captured(request: Partial<CaptureRequest>): Promise<Captured> {
  const result = await world.capture(request);
  if (result.kind !== "captured") throw new Error(`${result.kind}: ${result.message}`);
  return result.note;
}

const content = "Hello\n";

test("a note that is written while the index is set aside says so", async () => {
  world.withFiles(nodeFileSystem, {
    replaced: () => true,
    documents: { resolve: () => ({ kind: "missing", message: "", suggestions: [] }) },
  });
  expect(await world.capture({ title: "Trip", content })).toMatchObject({
    kind: "sync-failed",
    message: "The index was damaged and is built anew.",
  });
});

describe("the program's own files", () => {
  test.each(["settings/index.md", "SETTINGS/Index.md", "way/index.md", "data/pending-writes/x.md"])(
    "no note takes the place of %s",
    async (relPath) => {
      const own = [path.join(world.root, "settings/index.md"), path.join(world.root, "data")];
      world.write("settings/index.md", "collections: []\n");
      symlinkSync("settings", path.join(world.root, "way"));
      world.withFiles(nodeFileSystem, { own });
      const result = await world.capture({ path: relPath, content, overwrite: true });
      expect(result).toMatchObject({
        kind: "invalid-path",
        message: expect.stringMatching(/its own settings and data/),
      });
      expect(world.read("settings/index.md")).toBe("collections: []\n");
    },
  );
});

describe("capture", () => {
  test("writes the file, indexes it, and says so", async () => {
    const note = await captured({ title: "Trip Plan", content, tags: ["Travel"], folderPath: "a/b" });
    expect(world.tree()).toEqual(["a/b/trip-plan.md"]);
    expect(world.read("a/b/trip-plan.md")).toContain(content);
    expect(world.synced).toEqual(["a/b/trip-plan.md"]);
    expect(note).toEqual({
      docid: world.indexed.get("gno://notes/a/b/trip-plan.md")?.docid,
      uri: "gno://notes/a/b/trip-plan.md",
      absPath: path.join(world.root, "a", "b", "trip-plan.md"),
      collection: "notes",
      relPath: "a/b/trip-plan.md",
      created: true,
      openedExisting: false,
      createdWithSuffix: false,
      overwritten: false,
      contentHash: "185f8db32271fe25f561a6fc938b2e264306ec304eda518007d1764826381969",
      source: { kind: "direct", capturedAt: now },
      tags: ["travel"],
      collision: "created",
    });
  });

  test("names with characters that a URI encodes", async () => {
    const note = await captured({ path: "50% #1 (what?)/a:3.md", content });
    expect(note.relPath).toBe("50% #1 (what?)/a:3.md");
  });

  test("equal content on one day opens the first inbox note", async () => {
    const first = await captured({ content });
    const second = await captured({ content: "\nHello\r\n" });
    expect(first.collision).toBe("created");
    expect(second).toMatchObject({ relPath: first.relPath, collision: "opened_existing", created: false });
    expect(world.tree()).toHaveLength(1);
  });

  test("a file that is not Markdown gets its text as given and its tags beside the index", async () => {
    const note = await captured({ path: "data.csv", content: "a,b\n1,2", tags: ["Table"] });
    expect(world.read("data.csv")).toBe("a,b\n1,2");
    expect(note.tags).toEqual(["table"]);
    expect(world.tags).toEqual(new Map([["data.csv", ["table"]]]));
  });
});

describe("an occupied path", () => {
  const theirs = "---\ntitle: Trip Plan\n---\ntheirs\n";
  beforeEach(() => world.write("trip-plan.md", theirs));

  test("is an error by default, whether or not the file is indexed", async () => {
    expect(await world.capture({ title: "Trip Plan", content })).toMatchObject({
      kind: "invalid-input",
      message: expect.stringContaining("trip-plan.md exists already"),
    });
    expect(world.read("trip-plan.md")).toBe(theirs);
    expect(world.synced).toEqual([]);
  });

  test("open_existing leaves the file alone and indexes it when it was not", async () => {
    const note = await captured({ title: "Trip Plan", content, collisionPolicy: "open_existing" });
    expect(note).toMatchObject({ openedExisting: true, created: false, collision: "opened_existing" });
    expect(world.synced).toEqual(["trip-plan.md"]);
    await captured({ title: "Trip Plan", content, collisionPolicy: "open_existing" });
    expect(world.synced).toEqual(["trip-plan.md"]);
    expect(world.read("trip-plan.md")).toBe(theirs);
  });

  test("create_with_suffix takes the next free number", async () => {
    world.write("trip-plan-2.md", "also theirs");
    const note = await captured({ title: "Trip Plan", content, collisionPolicy: "create_with_suffix" });
    expect(note).toMatchObject({
      relPath: "trip-plan-3.md",
      createdWithSuffix: true,
      created: true,
      collision: "created_with_suffix",
    });
  });

  test("overwrite replaces the file and wins over the policy", async () => {
    for (const collisionPolicy of ["error", "open_existing", "create_with_suffix"] as const) {
      const note = await captured({
        title: "Trip Plan",
        content: `${collisionPolicy}\n`,
        overwrite: true,
        collisionPolicy,
      });
      expect(note).toMatchObject({
        relPath: "trip-plan.md",
        overwritten: true,
        created: false,
        collision: "overwritten",
      });
      expect(world.read("trip-plan.md")).toContain(collisionPolicy);
    }
    expect(world.tree()).toEqual(["trip-plan.md"]);
  });

  test("overwrite of nothing is a creation", async () => {
    expect(await captured({ title: "New", content, overwrite: true })).toMatchObject({
      collision: "created",
      overwritten: false,
    });
  });

  test("by a folder is an error for every policy", async () => {
    mkdirSync(path.join(world.root, "x.md"));
    for (const overwrite of [true, false]) {
      expect(await world.capture({ path: "x.md", content, overwrite })).toMatchObject({
        kind: "invalid-input",
      });
    }
  });

  test.skipIf(process.platform === "win32")("overwrite refuses a link and a read-only file", async () => {
    symlinkSync("trip-plan.md", path.join(world.root, "link.md"));
    chmodSync(path.join(world.root, "trip-plan.md"), 0o444);
    expect(await world.capture({ path: "link.md", content, overwrite: true })).toMatchObject({
      kind: "invalid-input",
    });
    expect(await world.capture({ path: "trip-plan.md", content, overwrite: true })).toMatchObject({
      kind: "invalid-input",
    });
    expect(world.read("trip-plan.md")).toBe(theirs);
  });
});

describe("names from titles never collide silently", () => {
  const titles = ["旅行计划", "خطة السفر", "🌵", "🎲", "Trip Plan", "Trip-Plan"];
  const start = "one two three four five six seven eight";

  test("each distinct title gets a name of its own, a repeated one is refused", async () => {
    const all = [...titles, `${start} nine`, `${start} ten`];
    for (const title of all) await captured({ title, content: `${title}\n` });
    expect(world.tree()).toHaveLength(all.length);
    for (const title of all) expect(world.tree().map(world.read).join("\n")).toContain(`\n${title}\n`);
    for (const title of all)
      expect(await world.capture({ title, content: "again\n" })).toMatchObject({ kind: "invalid-input" });
    expect(world.tree()).toHaveLength(all.length);
  });

  test("open_existing and overwrite never land on the note of another title", async () => {
    await captured({ title: "🌵", content: "cactus\n" });
    const opened = await captured({ title: "🎲", content: "die\n", collisionPolicy: "open_existing" });
    expect(opened).toMatchObject({
      collision: "created",
      relPath: expect.stringMatching(/^untitled-[0-9a-f]{8}\.md$/),
    });
    await captured({ title: "🎲", content: "dice\n", overwrite: true });
    expect(world.read("untitled.md")).toContain("cactus");
    expect(world.read(opened.relPath)).toContain("dice");
  });

  test("create_with_suffix counts up", async () => {
    await captured({ title: "Trip Plan", content });
    const note = await captured({ title: "Trip-Plan", content, collisionPolicy: "create_with_suffix" });
    expect(note).toMatchObject({ relPath: "trip-plan-2.md", collision: "created_with_suffix" });
  });

  test("a blank title is none: the content names the note", async () => {
    const note = await captured({ title: "   ", content });
    expect(note.relPath).toMatch(/^inbox\/2026-03-05\/capture-[0-9a-f]{12}\.md$/);
  });

  test("twenty captures of one title at once: all there, none replaced", async () => {
    const requests = Array.from({ length: 20 }, (_, i) =>
      captured({ title: "Same", content: `note ${i}\n`, collisionPolicy: "create_with_suffix" }),
    );
    const notes = await Promise.all(requests);
    expect(new Set(notes.map((note) => note.relPath)).size).toBe(20);
    for (const [i, note] of notes.entries()) expect(world.read(note.relPath)).toContain(`note ${i}\n`);
  });
});

describe("a file that appears between plan and write", () => {
  /** Another program is quicker by a hair: its file is there when the name is given. */
  function rival(): void {
    let done = false;
    world.withFiles({
      ...nodeFileSystem,
      async link(from, to) {
        if (!done) writeFileSync(to, "theirs");
        done = true;
        return nodeFileSystem.link(from, to);
      },
    });
  }

  test.each<[CaptureRequest["collisionPolicy"], CaptureResult["kind"], string | undefined]>([
    ["error", "invalid-input", undefined],
    ["open_existing", "captured", "opened_existing"],
    ["create_with_suffix", "captured", "created_with_suffix"],
  ])("is kept under %s", async (collisionPolicy, kind, collision) => {
    rival();
    const result = await world.capture({ title: "Plan", content, collisionPolicy });
    expect(result.kind).toBe(kind);
    if (result.kind === "captured") expect(result.note.collision).toBe(collision);
    expect(world.read("plan.md")).toBe("theirs");
  });

  test("gets no tags that were meant for the note", async () => {
    rival();
    await world.capture({ path: "data.csv", content, tags: ["t"] });
    expect(world.tags.get("data.csv")).toEqual([]);
  });
});

describe("places outside", () => {
  test.each([
    "../x.md",
    "a/../../x.md",
    "/etc/x.md",
    "..\\x.md",
    "C:\\x.md",
    "\\\\server\\share\\x.md",
    "x\0.md",
  ])("%j is refused before the disk is asked", async (given) => {
    world.withFiles(new Proxy(nodeFileSystem, { get: () => () => expect.unreachable() }));
    expect(await world.capture({ path: given, content })).toMatchObject({ kind: "invalid-input" });
    expect(await world.capture({ title: "x", folderPath: given, content })).toMatchObject({
      kind: "invalid-input",
    });
  });

  test.each(["..notes.md", "a..b.md", "%2e%2e%2fx.md"])("%j is a name like any other", async (given) => {
    expect((await captured({ path: given, content })).relPath).toBe(given);
    expect(world.tree()).toEqual([given]);
  });

  test.skipIf(process.platform === "win32")(
    "a linked folder that leaves the collection is refused",
    async () => {
      const outside = path.join(world.root, "..", "outside");
      mkdirSync(outside);
      symlinkSync(outside, path.join(world.root, "door"));
      for (const overwrite of [true, false]) {
        expect(await world.capture({ path: "door/x.md", content, overwrite })).toMatchObject({
          kind: "invalid-input",
        });
      }
      expect(readdirSync(outside)).toEqual([]);
    },
  );

  test.skipIf(process.platform === "win32")(
    "a linked folder inside the collection is written to under its real path",
    async () => {
      mkdirSync(path.join(world.root, "real"));
      mkdirSync(path.join(world.root, ".git"));
      symlinkSync("real", path.join(world.root, "alias"));
      symlinkSync(".git", path.join(world.root, "harmless"));
      expect((await captured({ path: "alias/x.md", content })).relPath).toBe("real/x.md");
      expect(await world.capture({ path: "harmless/x.md", content })).toMatchObject({ kind: "invalid-path" });
    },
  );

  test("a sensitive folder is an invalid path", async () => {
    expect(await world.capture({ path: ".git/hooks/x.md", content })).toMatchObject({ kind: "invalid-path" });
    expect(world.tree()).toEqual([]);
  });

  test.each(["x.xyz", "dist/x.md", "hidden/x.md"])(
    "%j, which the collection leaves out, is refused before anything is written",
    async (given) => {
      world.write("hidden/.gitignore", "*\n");
      const result = await world.capture({ path: given, content });
      expect(result).toMatchObject({ kind: "invalid-input" });
      expect(world.tree()).toEqual(["hidden/.gitignore"]);
    },
  );
});

describe("a world that refuses", () => {
  test("a collection whose folder is gone is named and nothing is made", async () => {
    renameSync(world.root, `${world.root}-away`);
    expect(await world.capture({ title: "x", content })).toMatchObject({
      kind: "invalid-path",
      message: expect.stringContaining("collection notes"),
    });
    expect(existsSync(world.root)).toBe(false);
    renameSync(`${world.root}-away`, world.root);
  });

  test("a full disk is said in words, nothing is left, and the next capture works", async () => {
    const full = Object.assign(new Error(`ENOSPC: no space left, write '${world.root}'`), { code: "ENOSPC" });
    for (const call of ["writeNew", "link", "makeFolder"] as const) {
      world.withFiles({ ...nodeFileSystem, [call]: async () => Promise.reject(full) });
      const failing = world.capture({ path: "a.csv", content, tags: ["t"] });
      await expect(failing).rejects.toMatchObject({
        message: "The note was not saved. The disk is full. Free some space and try again.",
      });
      expect(world.tree()).toEqual([]);
      expect(world.tags.get("a.csv") ?? []).toEqual([]);
    }
    world.withFiles(nodeFileSystem);
    expect(await captured({ path: "a.csv", content })).toMatchObject({ collision: "created" });
    expect(readdirSync(path.join(world.data, "pending-writes"))).toEqual([]);
  });

  test("a full disk during overwrite keeps the old note", async () => {
    await captured({ title: "Plan", content: "old\n" });
    const full = Object.assign(new Error("ENOSPC"), { code: "ENOSPC" });
    world.withFiles({ ...nodeFileSystem, writeNew: async () => Promise.reject(full) });
    await expect(world.capture({ title: "Plan", content, overwrite: true })).rejects.toThrow("disk is full");
    expect(world.read("plan.md")).toContain("old");
  });

  test("when indexing fails the note stays and the answer names it", async () => {
    world.fault = (relPath) => ({
      relPath,
      status: "error",
      errorCode: "PARSE",
      errorMessage: "Cannot be read.",
    });
    expect(await world.capture({ title: "Plan", content })).toEqual({
      kind: "sync-failed",
      relPath: "plan.md",
      message: "Cannot be read.",
    });
    world.fault = () => new Error(`boom in ${world.root}`);
    const result = await world.capture({ title: "Plan two", content });
    expect(result).toMatchObject({ kind: "sync-failed", relPath: "plan-two.md" });
    expect(JSON.stringify(result)).not.toContain(world.root);
    expect(world.tree()).toEqual(["plan-two.md", "plan.md"]);
  });

  test("a skipped file and an index that kept the old text are no success", async () => {
    world.fault = (relPath) => ({ relPath, status: "skipped" });
    expect(await world.capture({ title: "Plan", content })).toMatchObject({ kind: "sync-failed" });
    world.fault = undefined;
    await captured({ title: "Plan", content, collisionPolicy: "open_existing" });
    world.fault = (relPath) => ({ relPath, status: "unchanged" });
    expect(await world.capture({ title: "Plan", content: "new\n", overwrite: true })).toMatchObject({
      kind: "sync-failed",
    });
  });
});

describe("cancellation", () => {
  test("before the write nothing happens", async () => {
    await expect(world.capture({ title: "x", content }, AbortSignal.abort())).rejects.toThrow();
    expect(world.tree()).toEqual([]);
  });

  test("after the write has begun it is carried through", async () => {
    const leaving = new AbortController();
    world.withFiles({
      ...nodeFileSystem,
      async writeNew(...args) {
        // The note itself, not what is noted down before it.
        if (!args[0].includes("pending-writes")) leaving.abort();
        return nodeFileSystem.writeNew(...args);
      },
    });
    expect(await world.capture({ title: "x", content }, leaving.signal)).toMatchObject({ kind: "captured" });
    expect(world.synced).toEqual(["x.md"]);
  });
});

test("the next capture clears away what a killed one left", async () => {
  const temporary = path.join(world.root, ".gno-00000000-0000-4000-8000-000000000000.tmp");
  writeFileSync(temporary, "half");
  mkdirSync(path.join(world.data, "pending-writes"), { recursive: true });
  writeFileSync(path.join(world.data, "pending-writes", "1"), temporary);
  await captured({ title: "x", content });
  expect(world.tree()).toEqual(["x.md"]);
});

test.skipIf(process.platform === "win32")(
  "new files get the permissions that the system gives to new files",
  async () => {
    rmSync(path.join(world.root, "x.md"), { force: true });
    await captured({ title: "x", content });
    writeFileSync(path.join(world.root, "plain.md"), "");
    const mode = (name: string): number => statSync(path.join(world.root, name)).mode;
    expect(mode("x.md")).toBe(mode("plain.md"));
  },
);
