/** gno's resources: pages that stay right while the list moves, text with a header, the tag list. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Harness, harness, shared } from "./harness.ts";

const signal = new AbortController().signal;

async function allPages(h: Harness): Promise<string[]> {
  const uris: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await h.app.resources.list(cursor, signal);
    if (page.kind !== "ok") throw new Error(page.kind);
    uris.push(...page.resources.map(({ uri }) => uri));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  return uris;
}

const many = Object.fromEntries(
  Array.from({ length: 250 }, (_, n) => [`${String(n).padStart(3, "0")}.md`, `# ${n}\n`]),
);

describe("list", () => {
  test("pages over every document once, in order", async () => {
    const h = await harness({ collections: { notes: many } });
    const uris = await allPages(h);
    expect(uris).toHaveLength(250);
    expect(uris).toEqual([...new Set(uris)].sort());
  });

  test("neither skips nor repeats when the list changes between pages", async () => {
    const h = await harness({ collections: { notes: many } });
    const first = await h.app.resources.list(undefined, signal);
    if (first.kind !== "ok") throw new Error(first.kind);
    rmSync(join(h.folder("notes"), "005.md"));
    h.write("notes", { "0000.md": "# early\n", "999.md": "# late\n" });
    await h.job("gno_sync");
    const second = await h.app.resources.list(first.nextCursor, signal);
    if (second.kind !== "ok") throw new Error(second.kind);
    expect(second.resources[0]?.uri).toBe("gno://notes/100.md");
  });

  test("describes a document", async () => {
    const h = await harness({ collections: { notes: { "a b.md": "# The title\n" } } });
    expect(await h.app.resources.list(undefined, signal)).toEqual({
      kind: "ok",
      resources: [
        { uri: "gno://notes/a%20b.md", name: "a b.md", mimeType: "text/markdown", description: "The title" },
      ],
    });
  });

  test("refuses a cursor that it did not give out", async () => {
    const h = await harness({ collections: { notes: many } });
    const other = await harness({ collections: { notes: many }, indexName: "other" });
    const foreign = await other.app.resources.list(undefined, signal);
    const own = await h.app.resources.list(undefined, signal);
    if (foreign.kind !== "ok" || own.kind !== "ok") throw new Error("no page");
    const edited = Buffer.from(String(own.nextCursor), "base64url").toString().replace("099", "001");
    for (const cursor of [foreign.nextCursor, "", "x", "AAAA", Buffer.from(edited).toString("base64url")]) {
      expect(await h.app.resources.list(cursor, signal)).toEqual({ kind: "bad-cursor" });
    }
  });

  test("is empty where nothing was initialised", async () => {
    const h = await harness({ uninitialized: true });
    expect(await h.app.resources.list(undefined, signal)).toEqual({ kind: "ok", resources: [] });
  });
});

describe("read", () => {
  const vault = shared({ collections: { notes: { "a.md": "---\ntags: [work, zoo]\n---\n\n# A\n" } } });

  test("shows a document with its header and numbered lines", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n\ntext" } } });
    const read = await h.app.resources.read("gno://notes/a.md", signal);
    expect(read).toMatchObject({
      kind: "ok",
      contents: [{ uri: "gno://notes/a.md", mimeType: "text/markdown" }],
    });
    const text = read.kind === "ok" ? read.contents[0]?.text : "";
    expect(text).toMatch(
      /^<!--\nuri: gno:\/\/notes\/a\.md\ndocid: #[0-9a-f]{8}\nsource: .+a\.md\nmime: text\/markdown\n/,
    );
    expect(text).toMatch(/-->\n\n1: # A\n2: \n3: text$/);
  });

  test.each([
    "gno://notes/nope.md",
    "gno://nope/a.md",
    "gno://notes/%zz",
    "gno://notes/../a.md",
    "gno://notes",
    "file:///etc/passwd",
    "notes/a.md",
    "",
    "gno://notes/a.md?index=none",
  ])("has nothing at %j", async (uri) => {
    const h = await vault();
    expect((await h.app.resources.read(uri, signal)).kind).toBe("missing");
  });

  test.each([
    { uri: "gno://tags", meta: { collection: null, prefix: null, totalTags: 2 } },
    { uri: "gno://tags?prefix=work%2F", meta: { prefix: "work", totalTags: 1 } },
    { uri: "gno://tags?collection=notes", meta: { collection: "notes", totalTags: 2 } },
  ])("lists tags at $uri", async ({ uri, meta }) => {
    const h = await vault();
    const read = await h.app.resources.read(uri, signal);
    if (read.kind !== "ok") throw new Error(read.message);
    expect(read.contents[0]?.mimeType).toBe("application/json");
    expect(JSON.parse(read.contents[0]?.text ?? "")).toMatchObject({ meta });
  });

  test("an unknown collection of the tag list is missing", async () => {
    const h = await vault();
    expect((await h.app.resources.read("gno://tags?collection=nope", signal)).kind).toBe("missing");
  });
});
