/** Sync against real folders: what counts as a change, what is skipped and why, and what never reads as a deletion. */
import { chmodSync, mkdirSync, renameSync, symlinkSync, utimesSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { syncPaths } from "../../../src/engine/index/sync-collection.ts";
import { type Folder, folder, later, statusOf } from "./folder.ts";

/** Root may read everything: then the work is done as nobody. */
function asNobody<T>(vault: Folder, work: () => T): T {
  if (process.getuid?.() !== 0) return work();
  chmodSync(dirname(vault.root), 0o755);
  process.seteuid?.(65_534);
  try {
    return work();
  } finally {
    process.seteuid?.(0);
  }
}

describe("changes", () => {
  test("added, updated, unchanged and deleted files are told apart", () => {
    using vault = folder({ "a.md": "alpha", "b.md": "beta", "c.md": "gamma" });
    expect(vault.update()).toMatchObject({ filesAdded: 3, filesProcessed: 3, filesUnchanged: 0 });
    vault.write("a.md", "alpha again");
    vault.remove("b.md");
    expect(vault.update()).toMatchObject({
      filesAdded: 0,
      filesUpdated: 1,
      filesUnchanged: 1,
      filesMarkedInactive: 1,
    });
    expect(vault.find("beta")).toEqual([]);
    expect(vault.find("again")).toEqual(["a.md"]);
  });

  test("a second sync without changes changes nothing", () => {
    using vault = folder({ "a.md": "alpha", "d/b.md": "beta" });
    vault.sync();
    const before = vault.store.raw.serialize();
    expect(vault.update()).toMatchObject({ filesUnchanged: 2, filesAdded: 0, filesUpdated: 0 });
    expect(vault.rows("SELECT total_changes() AS n")).toEqual(vault.rows("SELECT total_changes() AS n"));
    expect(before.length).toBe(vault.store.raw.serialize().length);
  });

  test("a mere touch is no change, and is not looked at again", () => {
    using vault = folder({ "a.md": "alpha" });
    vault.sync();
    utimesSync(join(vault.root, "a.md"), 1_000_000, 1_000_000.5);
    expect(vault.update()).toMatchObject({ filesUpdated: 0, filesUnchanged: 1 });
    expect(vault.rows("SELECT mtime_ms FROM document")).toEqual([{ mtime_ms: 1_000_000_500 }]);
  });

  test("an edit that keeps size and modification time is found", () => {
    using vault = folder({ "a.md": "alpha" });
    const file = join(vault.root, "a.md");
    utimesSync(file, 1_000_000, 1_000_000.5);
    vault.sync();
    writeFileSync(file, "omega");
    utimesSync(file, 1_000_000, 1_000_000.5);
    expect(vault.update()).toMatchObject({ filesUpdated: 1 });
    expect(vault.find("omega")).toEqual(["a.md"]);
  });

  test("a file as young as the look at it is read again", () => {
    using vault = folder({ "a.md": "alpha" });
    const clock = { now: () => Date.now() };
    vault.sync({ clock });
    const { checked_ms } = vault.rows<{ checked_ms: number }>("SELECT checked_ms FROM document")[0]!;
    vault.sync({ clock: { now: () => checked_ms + 10_000 } });
    expect(vault.rows<{ checked_ms: number }>("SELECT checked_ms FROM document")[0]!.checked_ms).toBe(
      checked_ms + 10_000,
    );
  });

  test("the same bytes under a new name stay the same document", () => {
    using vault = folder({ "a.md": "# Alpha\n[x](b.md)", "b.md": "beta" });
    vault.sync();
    const [before] = vault.rows<{ id: number }>("SELECT id FROM document WHERE rel_path = 'a.md'");
    mkdirSync(join(vault.root, "deep"));
    renameSync(join(vault.root, "a.md"), join(vault.root, "deep/z.md"));
    const result = vault.update();
    expect(result).toMatchObject({ filesAdded: 0, filesUpdated: 1, filesMarkedInactive: 0 });
    expect(vault.rows("SELECT id, rel_path, active FROM document WHERE id = ?", before!.id)).toEqual([
      { id: before!.id, rel_path: "deep/z.md", active: 1 },
    ]);
    expect(vault.rows("SELECT target_key FROM link")).toEqual([{ target_key: "deep/b.md" }]);
  });

  test("a name that was used before can be taken by a renamed file", () => {
    using vault = folder({ "a.md": "alpha", "b.md": "beta", "c.md": "x" });
    vault.sync();
    vault.remove("b.md");
    vault.sync();
    renameSync(join(vault.root, "a.md"), join(vault.root, "b.md"));
    vault.sync();
    expect(vault.rows("SELECT rel_path FROM document WHERE active = 1 ORDER BY 1")).toEqual([
      { rel_path: "b.md" },
      { rel_path: "c.md" },
    ]);
    expect(vault.find("alpha")).toEqual(["b.md"]);
  });

  test("texts and chunks that nothing uses any more are gone after each sync", () => {
    using vault = folder();
    for (let round = 0; round < 5; round++) {
      for (let note = 0; note < 10; note++) vault.write(`n${note}.md`, `round ${round} note ${note}`);
      vault.sync();
      expect(
        vault.rows("SELECT (SELECT count(*) FROM mirror) AS m, (SELECT count(*) FROM chunk) AS c"),
      ).toEqual([{ m: 10, c: 10 }]);
    }
  });

  test("two files with equal bytes share one text", () => {
    using vault = folder({ "a.md": "same", "b.md": "same" });
    vault.sync();
    vault.remove("a.md");
    vault.sync();
    expect(vault.find("same")).toEqual(["b.md"]);
    expect(vault.rows("SELECT count(*) AS n FROM mirror")).toEqual([{ n: 1 }]);
  });

  test("a changed content-type rule reaches unchanged files", () => {
    using vault = folder({ "work/a.md": "alpha" });
    vault.sync();
    vault.config = { contentTypes: [{ id: "decision", prefixes: ["work"] }] };
    vault.sync();
    expect(vault.rows("SELECT content_type, content_type_source AS source FROM document")).toEqual([
      { content_type: "decision", source: "prefix" },
    ]);
  });

  test("what an older version derived is derived again", () => {
    using vault = folder({ "a.md": "# Alpha" });
    vault.sync();
    vault.store.raw.exec("UPDATE document SET ingest_version = 0, title = 'old'");
    expect(vault.update()).toMatchObject({ filesUpdated: 1 });
    expect(vault.rows("SELECT title FROM document")).toEqual([{ title: "Alpha" }]);
    expect(vault.update()).toMatchObject({ filesUnchanged: 1 });
  });

  test("another tokenizer rebuilds the index of stems", () => {
    using vault = folder({ "a.md": "running" });
    vault.sync();
    const stems = () => vault.rows("SELECT rowid FROM fts_stem WHERE fts_stem MATCH 'run'").length;
    expect(stems()).toBe(1);
    vault.config = { ftsTokenizer: "unicode61" };
    vault.sync();
    expect(stems()).toBe(0);
  });
});

describe("what is skipped", () => {
  const japanese = `${"あ".repeat(341)}い${"う".repeat(3_000)}検索できる終わり`;
  const utf16 = Buffer.from("\uFEFFhello", "utf16le");

  test.each([
    [
      "image bytes under a text name",
      "photo.md",
      Buffer.from("89504e470d0a1a0a0000000d49484452", "hex"),
      "BINARY",
    ],
    ["NULs", "dump.txt", Buffer.from("text\0\0more"), "BINARY"],
    ["Latin-1", "old.txt", Buffer.from("caf\xe9", "latin1"), "NOT_UTF8"],
    ["UTF-16", "wide.txt", utf16, "NOT_UTF8"],
  ])("%s: skipped with a reason, in no result", (_name, path, bytes, code) => {
    using vault = folder({ [path]: bytes, "ok.md": "fine" });
    const result = vault.update();
    expect(result).toMatchObject({ filesAdded: 1, filesSkipped: 1, filesErrored: 0 });
    expect(statusOf(result, path)).toMatchObject({ status: "skipped", errorCode: code });
    expect(vault.rows("SELECT rel_path FROM document WHERE active = 1")).toEqual([{ rel_path: "ok.md" }]);
    expect(statusOf(vault.update(), path)).toMatchObject({ status: "skipped", errorCode: code });
  });

  test("a text whose characters lie across every block border is indexed whole", () => {
    using vault = folder({ "jp.md": japanese });
    expect(vault.update()).toMatchObject({ filesAdded: 1, filesSkipped: 0 });
    expect(vault.rows("SELECT text FROM mirror")).toEqual([{ text: japanese }]);
  });

  test("a notebook is no note", () => {
    using vault = folder({ "empty.ipynb": '{"cells": []}' });
    expect(vault.update()).toMatchObject({ filesProcessed: 0 });
    expect(vault.find("cells")).toEqual([]);
  });

  test("an empty file is a document without words", () => {
    using vault = folder({ "empty.md": "" });
    expect(vault.update()).toMatchObject({ filesAdded: 1, filesErrored: 0 });
    expect(vault.rows("SELECT title, total_lines FROM document JOIN mirror m ON m.id = mirror_id")).toEqual([
      { title: "empty", total_lines: 0 },
    ]);
  });

  test("a file that turns binary leaves the results", () => {
    using vault = folder({ "a.md": "alpha" });
    vault.sync();
    vault.write("a.md", Buffer.from([0, 1, 2]));
    expect(vault.update()).toMatchObject({ filesSkipped: 1, filesMarkedInactive: 1 });
    expect(vault.find("alpha")).toEqual([]);
    vault.write("a.md", "alpha back");
    expect(vault.update()).toMatchObject({ filesAdded: 1 });
  });

  test("a file above the limit is skipped until the limit rises", () => {
    using vault = folder({ "big.md": "x ".repeat(2_000) });
    vault.config = { maxFileBytes: 1_024 };
    expect(statusOf(vault.update(), "big.md")).toMatchObject({ errorCode: "TOO_LARGE" });
    vault.config = { maxFileBytes: 10_000 };
    expect(vault.update()).toMatchObject({ filesAdded: 1, filesSkipped: 0 });
  });

  test("embedded images and enormous lines add no chunks of their own", () => {
    const image = "A".repeat(2_500_000);
    using vault = folder({
      "img.md": `First sentence.\n\n![x](data:image/png;base64,${image})\n\nLast sentence.`,
      "link.md": `Before words.\n\n[x](data:image/png;base64,${image})\n\nAfter words.`,
      "row.md": `| a | b |\n|---|---|\n| ${"cell ".repeat(60_000)} | end |\n`,
    });
    expect(vault.update()).toMatchObject({ filesAdded: 3, filesErrored: 0 });
    expect(vault.find("last AND sentence")).toEqual(["img.md"]);
    expect(vault.find("after")).toEqual(["link.md"]);
    expect(vault.find("AAAAAA*")).toEqual([]);
    const chunks = vault.rows<{ path: string; n: number; longest: number }>(
      `SELECT d.rel_path AS path, count(*) AS n, max(c."end" - c.start) AS longest FROM chunk c
       JOIN document d ON d.mirror_id = c.mirror_id GROUP BY 1 ORDER BY 1`,
    );
    expect(chunks.map(({ path, n }) => [path, n < 4 || path === "row.md"])).toEqual([
      ["img.md", true],
      ["link.md", true],
      ["row.md", true],
    ]);
    expect(Math.max(...chunks.map(({ longest }) => longest))).toBeLessThanOrEqual(3_520);
    expect(
      vault.rows<{ text: string }>("SELECT text FROM mirror").some(({ text }) => text.includes(image)),
    ).toBe(true);
  });

  test("one line of five megabytes is cut into bounded chunks", () => {
    using vault = folder({ "line.txt": "0123456789".repeat(500_000) });
    expect(vault.update()).toMatchObject({ filesAdded: 1 });
    const [chunks] = vault.rows<{ n: number; longest: number }>(
      `SELECT count(*) AS n, max("end" - start) AS longest FROM chunk`,
    );
    expect(chunks!.n).toBeLessThan(2_000);
    expect(chunks!.longest).toBeLessThanOrEqual(3_520);
  });
});

describe("folders and links", () => {
  test("links never leave the root, loops end, each real file comes once", () => {
    using vault = folder({ "real.md": "real words", "a/inner.md": "inner words" });
    using outside = folder({ "secret.md": "secret words" });
    symlinkSync(".", join(vault.root, "loop"));
    symlinkSync("..", join(vault.root, "a/b"));
    symlinkSync(join(outside.root, "secret.md"), join(vault.root, "leak.md"));
    symlinkSync(outside.root, join(vault.root, "dir"));
    symlinkSync("nowhere.md", join(vault.root, "dangling.md"));
    symlinkSync("real.md", join(vault.root, "twin.md"));
    const result = vault.update();
    expect(vault.rows("SELECT rel_path FROM document WHERE active = 1 ORDER BY 1")).toEqual([
      { rel_path: "a/inner.md" },
      { rel_path: "real.md" },
    ]);
    expect(vault.find("secret")).toEqual([]);
    const refused = (result.files ?? []).filter(({ status }) => status === "skipped");
    expect(refused.map(({ relPath, errorCode }) => [relPath, errorCode]).sort()).toEqual([
      ["dangling.md", "LINK_BROKEN"],
      ["dir", "LINK_OUTSIDE"],
      ["leak.md", "LINK_OUTSIDE"],
    ]);
  });

  test("a file replaced by a link to the outside is dropped, not followed", () => {
    using vault = folder({ "a.md": "alpha", "b.md": "beta" });
    using outside = folder({ "secret.md": "secret" });
    vault.sync();
    vault.remove("a.md");
    symlinkSync(join(outside.root, "secret.md"), join(vault.root, "a.md"));
    vault.sync();
    expect(vault.find("secret OR alpha")).toEqual([]);
  });

  test("left-out folders that hold notes are named, other ones are not", () => {
    using vault = folder({
      "a.md": "x",
      "dist/out.md": "built",
      "build/lib.bin": "x",
      "node_modules/p/readme.md": "dependency",
      ".obsidian/notes.md": "hidden",
    });
    const result = vault.update();
    expect(result).toMatchObject({ filesAdded: 1, filesSkipped: 1 });
    expect(statusOf(result, "dist/")).toMatchObject({ status: "skipped", errorCode: "DEFAULT_EXCLUDE" });
    vault.collection = { ...vault.collection, exclude: [] };
    expect(vault.update()).toMatchObject({ filesSkipped: 0 });
    expect(vault.find("built")).toEqual(["dist/out.md"]);
  });

  test.each([
    ["pattern", { pattern: "notes/**/*.md" }, ["notes/a.md", "notes/deep/b.md"]],
    ["include", { include: [".txt"] }, ["c.txt"]],
    ["exclude by name", { exclude: ["deep"] }, ["c.txt", "d.md", "notes/a.md"]],
    ["exclude by glob", { exclude: ["notes/**"] }, ["c.txt", "d.md"]],
    ["exclude by glob without a slash", { exclude: ["*.md"] }, ["c.txt"]],
  ])("%s", (_name, change, want) => {
    using vault = folder({
      "notes/a.md": "a",
      "notes/deep/b.md": "b",
      "c.txt": "c",
      "d.md": "d",
      "e.png": "e",
    });
    vault.collection = { ...vault.collection, ...change };
    vault.sync();
    expect(
      vault.rows<{ p: string }>("SELECT rel_path AS p FROM document ORDER BY 1").map(({ p }) => p),
    ).toEqual(want);
  });

  test("ignore files hold below their folder, and the later and the deeper one wins", () => {
    using vault = folder({
      ".gitignore": "*.txt\ndrafts/\n",
      ".gnoignore": "!keep.txt\n",
      "keep.txt": "kept",
      "other.txt": "ignored",
      "drafts/x.md": "ignored",
      "sub/.ignore": "!special.txt\nlocal.md\n",
      "sub/special.txt": "kept",
      "sub/local.md": "ignored",
      "local.md": "kept",
    });
    vault.sync();
    expect(
      vault.rows<{ p: string }>("SELECT rel_path AS p FROM document ORDER BY 1").map(({ p }) => p),
    ).toEqual(["keep.txt", "local.md", "sub/special.txt"]);
  });

  test("odd names are files like any other", () => {
    const names = [
      "..notes.md",
      "a b.md",
      "100% done.md",
      "a..b.md",
      "c#.md",
      "c++.md",
      "why?.md",
      "x%20y.md",
      "日本.md",
    ];
    using vault = folder(Object.fromEntries(names.map((name) => [name, `in ${name}`])));
    vault.sync();
    expect(
      vault.rows<{ p: string }>("SELECT rel_path AS p FROM document ORDER BY 1").map(({ p }) => p),
    ).toEqual([...names].sort());
  });
});

describe("what never reads as a deletion", () => {
  const many = Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`n${n}.md`, `note ${n}`]));
  const active = (vault: ReturnType<typeof folder>) =>
    vault.rows<{ n: number }>("SELECT count(*) AS n FROM document WHERE active = 1")[0]!.n;
  const state = (vault: ReturnType<typeof folder>) => vault.rows("SELECT state FROM collection")[0];

  test("a missing root: kept, flagged, and nothing to redo when it returns", () => {
    using vault = folder(many);
    vault.sync();
    renameSync(vault.root, `${vault.root}-away`);
    const gone = vault.update();
    expect(gone.errors).toMatchObject([{ code: "ROOT_UNAVAILABLE" }]);
    expect(gone).toMatchObject({ filesMarkedInactive: 0 });
    expect([active(vault), state(vault)]).toEqual([60, { state: "unavailable" }]);
    renameSync(`${vault.root}-away`, vault.root);
    expect(vault.update()).toMatchObject({ filesUnchanged: 60, filesAdded: 0, filesUpdated: 0, errors: [] });
    expect(state(vault)).toEqual({ state: "ok" });
  });

  test.each([
    ["many files", many],
    ["two files", { "a.md": "a", "b.md": "b" }],
  ])("an empty folder in the place of %s", (_name, files) => {
    using vault = folder(files);
    vault.sync();
    renameSync(vault.root, `${vault.root}-away`);
    mkdirSync(vault.root);
    for (let time = 0; time < 2; time++) {
      expect(vault.update().errors).toMatchObject([{ code: "MASS_DISAPPEARANCE" }]);
      expect([active(vault), state(vault)]).toEqual([Object.keys(files).length, { state: "suspect" }]);
    }
  });

  test("more than half of many files gone: reported first, removed on a person's word", () => {
    using vault = folder(many);
    vault.sync();
    for (let n = 0; n < 40; n++) vault.remove(`n${n}.md`);
    vault.write("new.md", "fresh words");
    const result = vault.update();
    expect(result.errors).toMatchObject([{ code: "MASS_DISAPPEARANCE" }]);
    expect(result.errors[0]!.message).toContain("gno update --accept-deletions");
    expect(active(vault)).toBe(61);
    expect(vault.find("fresh")).toEqual(["new.md"]);
    expect(vault.update({ acceptDeletions: true })).toMatchObject({ filesMarkedInactive: 40, errors: [] });
    expect([active(vault), state(vault)]).toEqual([21, { state: "ok" }]);
  });

  test("many files moved, or left out by a new rule, raise no question", () => {
    using vault = folder(many);
    vault.sync();
    mkdirSync(join(vault.root, "moved"));
    for (let n = 0; n < 40; n++) renameSync(join(vault.root, `n${n}.md`), join(vault.root, `moved/n${n}.md`));
    expect(vault.update()).toMatchObject({ filesUpdated: 40, filesMarkedInactive: 0, errors: [] });
    vault.collection = { ...vault.collection, exclude: ["moved"] };
    expect(vault.update()).toMatchObject({ filesMarkedInactive: 40, errors: [] });
  });

  test("one missing collection does not hold up the other", () => {
    using vault = folder({ "a.md": "alpha" });
    using other = folder({ "b.md": "beta" });
    const collections = [
      { ...other.collection, name: "gone", path: join(other.root, "nope") },
      vault.collection,
    ];
    vault.config = { collections };
    const result = vault.sync();
    expect(
      result.collections.map(({ collection, filesAdded, errors }) => [collection, filesAdded, errors.length]),
    ).toEqual([
      ["gone", 0, 1],
      ["notes", 1, 0],
    ]);
  });

  test("an unreadable file keeps what was indexed, an unreadable folder too", () => {
    using vault = folder({ "a.md": "alpha", "d/b.md": "beta" });
    vault.sync();
    vault.write("a.md", "changed");
    chmodSync(join(vault.root, "a.md"), 0);
    chmodSync(join(vault.root, "d"), 0);
    const result = asNobody(vault, () => vault.update());
    chmodSync(join(vault.root, "d"), 0o755);
    expect(result.errors.map(({ code }) => code).sort()).toEqual(["FOLDER_UNREADABLE", "UNREADABLE"]);
    expect(vault.find("alpha")).toEqual(["a.md"]);
    expect(vault.find("beta")).toEqual(["d/b.md"]);
    chmodSync(join(vault.root, "a.md"), 0o644);
    expect(vault.update()).toMatchObject({ filesUpdated: 1, errors: [] });
    expect(vault.rows("SELECT error_code FROM document WHERE rel_path = 'a.md'")).toEqual([
      { error_code: null },
    ]);
  });
});

describe("single paths", () => {
  test("only the named path is read, and a rule that leaves it out is told", () => {
    using vault = folder({ "a.md": "alpha", "b.md": "beta", "drafts/c.md": "gamma" });
    vault.collection = { ...vault.collection, exclude: ["drafts"] };
    const result = vault.update({ collections: ["notes"], paths: ["a.md", "drafts/c.md", "none.md"] });
    expect(result.files?.map(({ relPath, status, errorCode }) => [relPath, status, errorCode])).toEqual([
      ["drafts/c.md", "skipped", "NOT_COVERED"],
      ["a.md", "added", undefined],
      ["none.md", "error", "NOT_FOUND"],
    ]);
    expect(vault.find("alpha OR beta OR gamma")).toEqual(["a.md"]);
    vault.remove("a.md");
    expect(vault.update({ collections: ["notes"], paths: ["a.md"] })).toMatchObject({
      filesMarkedInactive: 1,
    });
    expect(syncPaths).toBeTypeOf("function");
  });
});

describe("ending early", () => {
  test("a cancelled run keeps whole batches and goes on next time", () => {
    using vault = folder(
      Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`n${n}.md`, `note ${n}`])),
    );
    let calls = 0;
    const cancelled = () => calls++ > 300;
    expect(() => vault.sync({ cancelled })).toThrow(/cancelled/);
    const [{ n } = { n: 0 }] = vault.rows<{ n: number }>("SELECT count(*) AS n FROM document");
    expect(n).toBeGreaterThan(0);
    expect(n).toBeLessThan(600);
    expect(vault.rows("SELECT count(*) AS n FROM fts_exact_docsize")).toEqual([{ n }]);
    expect(vault.update()).toMatchObject({ filesAdded: 600 - n, filesUnchanged: n });
  });

  test("progress rises to the total", () => {
    using vault = folder(
      Object.fromEntries(Array.from({ length: 600 }, (_, n) => [`n${n}.md`, `note ${n}`])),
    );
    const seen: [number, number | undefined][] = [];
    vault.sync({ progress: (done, total) => seen.push([done, total]) });
    expect(seen.map(([done]) => done)).toEqual([...seen.map(([done]) => done)].sort((a, b) => a - b));
    expect(seen.at(-1)).toEqual([600, 600]);
  });
});

describe("user tags", () => {
  test("they follow the durable database, also for unchanged files and after a rename", () => {
    using vault = folder({ "a.txt": "alpha", "b.txt": "beta" });
    const tags = new Map<string, readonly string[]>();
    const moves: string[][] = [];
    const userTags = { of: () => tags, move: (...move: string[]) => void moves.push(move) };
    const read = () =>
      vault.rows(
        "SELECT d.rel_path AS p, t.tag FROM tag t JOIN document d ON d.id = t.document_id ORDER BY 1, 2",
      );
    vault.sync({ userTags });
    tags.set("a.txt", ["kept"]);
    vault.sync({ userTags });
    expect(read()).toEqual([{ p: "a.txt", tag: "kept" }]);
    renameSync(join(vault.root, "a.txt"), join(vault.root, "c.txt"));
    vault.sync({ userTags });
    expect(moves).toEqual([["notes", "a.txt", "c.txt"]]);
    tags.clear();
    vault.sync({ userTags, clock: later });
    expect(read()).toEqual([]);
  });
});
