/** gno_changes and gno_diff over the service: cursors, bounds, refusals, and documents that are gone. */
import { rmSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { cursorOf, readCursor } from "../../../src/contracts/gno/present-change.ts";
import { harness, shared } from "./harness.ts";

const notes = Object.fromEntries(
  Array.from({ length: 25 }, (_, n) => [`n${String(n).padStart(2, "0")}.md`, `# Note ${n}\n`]),
);
const vault = shared({ collections: { notes, work: { "w.md": "# W\n" } } });
interface Shown {
  readonly id: string;
  readonly kind: string;
  readonly current: { readonly relPath: string };
}

describe("gno_changes", () => {
  test("pages by cursor until there is nothing more", async () => {
    const h = await vault();
    const seen: string[] = [];
    let since: string | undefined;
    for (;;) {
      const data = await h.ok("gno_changes", {
        collection: "NOTES",
        limit: 10,
        ...(since === undefined ? {} : { since }),
      });
      seen.push(...data.changes.map(({ current }: Shown) => current.relPath));
      expect(data.page.truncated).toBe(data.page.nextCursor !== null);
      if (data.page.nextCursor === null) break;
      since = data.page.nextCursor;
    }
    expect(seen).toEqual(Object.keys(notes));
    const rest = await h.ok("gno_changes", { since: cursorOf(26) });
    expect(rest).toMatchObject({ changes: [], page: { latestCursor: cursorOf(26), cursorExpired: false } });
    expect(await h.ok("gno_changes", { collection: "nope" })).toMatchObject({ changes: [], warnings: [] });
    expect(await h.text("gno_changes", { limit: 1 })).toMatch(
      /^1 change, more follow: since=gno-change-v1\.\S+\.\n {2}\S+Z create gno:\/\/notes\/n00\.md$/,
    );
  });

  test("takes times", async () => {
    const h = await vault();
    expect((await h.ok("gno_changes", { since: "2020-01-01" })).changes).toHaveLength(26);
    expect((await h.ok("gno_changes", { since: " 2999-01-01T00:00:00Z " })).changes).toHaveLength(0);
  });

  test.each([
    "nonsense",
    "yesterday",
    "12",
    cursorOf(27),
    `${cursorOf(3)}x`,
    cursorOf(3).slice(0, -3),
    "gno-change-v1.",
    "gno-change-v2.eyJzZXF1ZW5jZSI6M30=",
    `gno-change-v1.${Buffer.from('{"sequence":-1}').toString("base64")}`,
    `gno-change-v1.${Buffer.from('{"sequence":1,"x":2}').toString("base64")}`,
  ])("refuses since=%s", async (since) => {
    const h = await vault();
    expect((await h.error("gno_changes", { since })).code).toBe("VALIDATION");
  });

  test("cursors are read as they were written", () => {
    for (const sequence of [0, 1, 26, 10 ** 12]) expect(readCursor(cursorOf(sequence))).toBe(sequence);
    expect(cursorOf(7)).toBe(`gno-change-v1.${Buffer.from('{"sequence":7}').toString("base64")}`);
  });
});

describe("gno_diff", () => {
  test("shows the latest change, a named one, and one of a document that is gone", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n", "b.md": "# B\n" } } });
    h.write("notes", { "a.md": "# A\n\n## More\n" });
    rmSync(join(h.folder("notes"), "b.md"));
    await h.job("gno_sync");
    const latest = await h.ok("gno_diff", { ref: "notes/a.md" });
    expect(latest).toMatchObject({
      status: "available",
      document: { uri: "gno://notes/a.md", title: "A", active: true },
      change: { kind: "update", structureDelta: { headings: { added: ["## More"] } } },
      content: { status: "not_retained", reason: "journal_metadata_only" },
      history: { status: "available", reason: null },
    });
    const first = await h.ok("gno_diff", { ref: "notes/a.md", change: cursorOf(1) });
    expect(first.change.kind).toBe("create");
    const other = await h.ok("gno_diff", { ref: "notes/a.md", change: cursorOf(2) });
    expect(other).toMatchObject({
      status: "unavailable",
      change: null,
      history: { reason: "change_not_found" },
    });
    const gone = await h.ok("gno_diff", { ref: "gno://notes/b.md" });
    expect(gone).toMatchObject({
      document: { active: false, title: null },
      change: { kind: "inactivate", structureDelta: { headings: { removed: ["# B"] } } },
    });
    expect((await h.ok("gno_diff", { ref: gone.document.id })).document.relPath).toBe("b.md");
    expect(await h.text("gno_diff", { ref: "notes/a.md" })).toMatch(
      /^update of gno:\/\/notes\/a\.md.*\n {4}\+ heading: ## More$/,
    );
  });

  test.each([
    { ref: "notes/nope.md" },
    { ref: "#zz" },
    { ref: "notes/n00.md", change: "5" },
    { ref: "notes/n00.md", change: cursorOf(900) },
  ])("refuses %j", async (args) => {
    const h = await vault();
    expect((await h.error("gno_diff", args)).code).toBe("VALIDATION");
  });
});
