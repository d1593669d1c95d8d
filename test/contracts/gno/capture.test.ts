/** gno_capture: a success is a file on disk that search finds; a refusal leaves nothing behind. */
import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const fresh = () => harness({ collections: { notes: { "old.md": "# Old\n" } } });

const untouched = shared({ collections: { notes: { "old.md": "# Old\n" } } });

describe("gno_capture", () => {
  test("writes a note that is searchable at once", async () => {
    const h = await fresh();
    const data = await h.ok("gno_capture", {
      collection: "NOTES",
      title: "Warm the cache",
      content: "Preload zebra rows.\n",
      tags: ["Ops"],
      source: { kind: "meeting" },
    });
    expect(data).toMatchObject({
      uri: "gno://notes/warm-the-cache.md",
      collection: "notes",
      relPath: "warm-the-cache.md",
      absPath: join(h.folder("notes"), "warm-the-cache.md"),
      created: true,
      openedExisting: false,
      overwritten: false,
      tags: ["ops"],
      source: { kind: "meeting", capturedAt: expect.stringMatching(/Z$/) },
      sync: { status: "completed" },
      embed: { status: "not_requested", reason: expect.any(String) },
      collisionPolicyResult: "created",
      serverInstanceId: expect.stringMatching(/^[0-9a-f-]{36}$/),
    });
    const found = await h.ok("gno_search", { query: "zebra" });
    expect(found.results).toMatchObject([{ uri: data.uri, docid: data.docid }]);
    expect(readFileSync(data.absPath, "utf8")).toContain("Preload zebra rows.");
  });

  test("hides host paths from other machines", async () => {
    const h = await fresh();
    const data = await h.ok(
      "gno_capture",
      { collection: "notes", content: "x", title: "T" },
      { local: false },
    );
    expect(JSON.stringify(data)).not.toContain(h.root);
    expect(
      await h.text("gno_capture", { collection: "notes", content: "x", title: "U" }, { local: false }),
    ).toContain("Path: u.md");
  });

  test.each([
    { policy: undefined, want: "INVALID_INPUT" },
    { policy: "error", want: "INVALID_INPUT" },
    { policy: "open_existing", want: { openedExisting: true, relPath: "old.md" } },
    { policy: "create_with_suffix", want: { createdWithSuffix: true, relPath: "old-2.md" } },
  ])("an existing path under $policy", async ({ policy, want }) => {
    const h = await fresh();
    const args = {
      collection: "notes",
      path: "old.md",
      content: "new",
      ...(policy ? { collisionPolicy: policy } : {}),
    };
    if (typeof want === "string") expect((await h.error("gno_capture", args)).code).toBe(want);
    else expect(await h.ok("gno_capture", args)).toMatchObject(want);
    expect(readFileSync(join(h.folder("notes"), "old.md"), "utf8")).toBe("# Old\n");
  });

  test("overwrite replaces and says so", async () => {
    const h = await fresh();
    const data = await h.ok("gno_capture", {
      collection: "notes",
      path: "old",
      content: "# New\n",
      overwrite: true,
    });
    expect(data).toMatchObject({
      overwritten: true,
      relPath: "old.md",
      collisionPolicyResult: "overwritten",
    });
  });

  test.each([
    { name: "an unknown collection", args: { collection: "nope", content: "x" }, code: "NOT_FOUND" },
    { name: "no content", args: { collection: "notes", title: "T" }, code: "INVALID_INPUT" },
    { name: "a path that leaves", args: { path: "../x.md", content: "x" }, code: "INVALID_INPUT" },
    { name: "a sensitive segment", args: { path: ".ssh/x.md", content: "x" }, code: "INVALID_PATH" },
    { name: "binary content", args: { content: "a\u0000b", title: "T" }, code: "INVALID_INPUT" },
    { name: "a malformed tag", args: { content: "x", title: "T", tags: ["a b"] }, code: "INVALID_INPUT" },
    {
      name: "a mebibyte and a byte",
      args: { content: "x".repeat(1_048_577), title: "T" },
      code: "INVALID_INPUT",
    },
  ])("refuses $name and writes nothing", async ({ args, code }) => {
    const h = await untouched();
    expect((await h.error("gno_capture", { collection: "notes", ...args })).code).toBe(code);
    expect(readdirSync(h.folder("notes"))).toEqual(["old.md"]);
    expect(existsSync(join(h.root, "vault", "x.md"))).toBe(false);
  });

  test("is not there without the write gate", async () => {
    const h = await harness({ collections: { notes: { "a.md": "x" } }, writeEnabled: false });
    expect((await h.run("gno_capture", { collection: "notes", content: "x" })).kind).not.toBe("ok");
    expect(readdirSync(h.folder("notes"))).toEqual(["a.md"]);
  });

  test("many at once lose nothing", async () => {
    const h = await fresh();
    const titles = Array.from({ length: 12 }, (_, n) => `Note ${n}`);
    const data = await Promise.all(
      titles.map((title) => h.ok("gno_capture", { collection: "notes", title, content: `${title}\n` })),
    );
    expect(new Set(data.map((note) => note.relPath)).size).toBe(12);
    expect(readdirSync(h.folder("notes")).filter((name) => name.startsWith("note-"))).toHaveLength(12);
  });

  test("its text is a line a fact", async () => {
    const h = await fresh();
    expect(await h.text("gno_capture", { collection: "notes", title: "T", content: "x" })).toMatch(
      /^Doc: #[0-9a-f]{8}\nURI: gno:\/\/notes\/t\.md\nPath: .+\nCreated: true\nOpened existing: false\nOverwritten: false\nCollision: created\nSync: completed\nEmbed: not_requested\nHash: [0-9a-f]{64}\nTags: none$/,
    );
  });
});
