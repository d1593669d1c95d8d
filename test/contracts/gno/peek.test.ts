/** gno_peek: a truthful snapshot, pinned nulls without a config, and nothing created by looking. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { pidFileName, writePidFiles } from "../../../src/app/pid-file.ts";
import { version } from "../../../src/app/version.ts";
import { harness } from "./harness.ts";

describe("gno_peek", () => {
  test("answers pinned nulls without a config and creates no folder", async () => {
    const h = await harness({ uninitialized: true });
    expect(await h.ok("gno_peek")).toEqual({
      schemaVersion: "peek@1.0",
      gnoVersion: version,
      generatedAt: expect.stringMatching(/^\d{4}-.*Z$/),
      initialized: false,
      indexName: "default",
      counts: null,
      backlog: null,
      lastIndexedAt: null,
      recent: [],
      serve: { running: false, url: null },
    });
    expect(existsSync(h.config.dirs.data)).toBe(false);
    expect(existsSync(h.config.dirs.config)).toBe(false);
  });

  test("counts documents and lists the newest", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n", "b.md": "no title" } } });
    const data = await h.ok("gno_peek");
    expect(data).toMatchObject({
      initialized: true,
      counts: { documents: 2, collections: 1 },
      backlog: { failed: 0 },
      lastIndexedAt: expect.stringMatching(/Z$/),
    });
    const a = data.recent.find((document: { uri: string }) => document.uri === "gno://notes/a.md");
    expect(a).toEqual({
      docid: expect.stringMatching(/^#[0-9a-f]{8}$/),
      uri: "gno://notes/a.md",
      title: "A",
      collection: "notes",
      absPath: join(h.folder("notes"), "a.md"),
      modifiedAt: expect.stringMatching(/Z$/),
    });
    expect(JSON.stringify(await h.ok("gno_peek", {}, { local: false }))).not.toContain(h.root);
  });

  test("lists at most ten", async () => {
    const many = Object.fromEntries(Array.from({ length: 12 }, (_, n) => [`${n}.md`, `# ${n}\n`]));
    const h = await harness({ collections: { notes: many } });
    expect((await h.ok("gno_peek")).recent).toHaveLength(10);
  });

  test("sees a running server by its pid file", async () => {
    const h = await harness({ collections: { notes: { "a.md": "x" } } });
    writePidFiles([join(h.config.dirs.data, pidFileName)], process.pid, 4321);
    expect((await h.ok("gno_peek")).serve).toEqual({ running: true, url: "http://localhost:4321" });
    expect(await h.text("gno_peek")).toMatch(/^serve: http:\/\/localhost:4321$/m);
  });

  test("notices a config that comes later", async () => {
    const h = await harness({ uninitialized: true });
    expect((await h.ok("gno_peek")).initialized).toBe(false);
    h.write("notes", { "a.md": "# A\n" });
    await h.job("gno_add_collection", { path: h.folder("notes") });
    expect(await h.ok("gno_peek")).toMatchObject({
      initialized: true,
      counts: { documents: 1, collections: 1 },
    });
  });

  test("its text is a line a fact", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n" } } });
    expect(await h.text("gno_peek")).toMatch(
      /^schema: peek@1\.0\ngno: .+\nindex: default\ninitialized: yes\ndocuments: 1\ncollections: 1\nbacklog: \d+ pending, 0 failed\nlastIndexedAt: .+Z\nserve: down\nrecent:\n {2}#[0-9a-f]{8} A$/,
    );
  });
});
