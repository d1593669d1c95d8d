/** gno_duplicate_note: the copy has the bytes of the original and is found; the original and its links stay. */
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type HarnessOptions, harness, shared } from "./harness.ts";

const odd = Buffer.from("\ufeff---\r\ntitle: Plan\r\n---\r\nzebra, see [[Other]]\r\nno end", "utf8");
const options: HarnessOptions = {
  collections: {
    notes: {
      "a/plan.md": odd,
      "a/other.md": "# Other\n\nSee [[Plan]] and [this](plan.md).\n",
      "b/v1.2": "x",
    },
  },
};
const fresh = () => harness(options);
const untouched = shared(options);

describe("gno_duplicate_note", () => {
  test.each([
    { args: {}, want: "a/plan-2.md" },
    { args: { name: "Copy" }, want: "a/Copy.md" },
    { args: { name: "copy.markdown" }, want: "a/copy.markdown" },
    { args: { folderPath: "" }, want: "plan.md" },
    { args: { folderPath: "new/deep" }, want: "new/deep/plan.md" },
    { args: { folderPath: "b", name: "über 50%" }, want: "b/über 50%.md" },
  ])("$args", async ({ args, want }) => {
    const h = await fresh();
    const data = await h.ok("gno_duplicate_note", { ref: "notes/a/plan.md", ...args });
    expect(data).toEqual({
      uri: `gno://notes/${want.split("/").map(encodeURIComponent).join("/")}`,
      relPath: want,
      warnings: ["2 links lead to the original; they were left as they are."],
    });
    expect(readFileSync(join(h.folder("notes"), want)).equals(odd)).toBe(true);
    expect(readFileSync(join(h.folder("notes"), "a/plan.md")).equals(odd)).toBe(true);
    const found = await h.ok("gno_search", { query: "zebra" });
    expect(found.results.map((hit: { uri: string }) => hit.uri).sort()).toEqual(
      ["gno://notes/a/plan.md", data.uri].sort(),
    );
  });

  test("counts on from name to name", async () => {
    const h = await fresh();
    const paths = [];
    for (let i = 0; i < 3; i++)
      paths.push((await h.ok("gno_duplicate_note", { ref: "notes/a/other.md" })).relPath);
    expect(paths).toEqual(["a/other-2.md", "a/other-3.md", "a/other-4.md"]);
    expect(await h.text("gno_duplicate_note", { ref: "notes/a/other.md" })).toBe(
      "Copied to gno://notes/a/other-5.md. 1 link leads to the original; it was left as it is.",
    );
  });

  test("copies what is on disk, not what was indexed", async () => {
    const h = await fresh();
    writeFileSync(join(h.folder("notes"), "a/other.md"), "# Other\n\nquagga\n");
    const { relPath } = await h.ok("gno_duplicate_note", { ref: "notes/a/other.md" });
    expect(readFileSync(join(h.folder("notes"), relPath), "utf8")).toBe("# Other\n\nquagga\n");
  });

  test.each([
    { what: "no such note", args: { ref: "notes/none.md" }, code: "NOT_FOUND" },
    { what: "a bare name", args: { ref: "plan" }, code: "INVALID_INPUT" },
    {
      what: "a folder that leaves",
      args: { ref: "notes/a/plan.md", folderPath: "../x" },
      code: "INVALID_INPUT",
    },
    {
      what: "an absolute folder",
      args: { ref: "notes/a/plan.md", folderPath: "/tmp" },
      code: "INVALID_INPUT",
    },
    { what: "a slash in the name", args: { ref: "notes/a/plan.md", name: "x/y" }, code: "INVALID_INPUT" },
    { what: "a blank name", args: { ref: "notes/a/plan.md", name: " " }, code: "INVALID_INPUT" },
    {
      what: "a sensitive folder",
      args: { ref: "notes/a/plan.md", folderPath: ".ssh" },
      code: "INVALID_INPUT",
    },
    {
      what: "a kind that is not indexed",
      args: { ref: "notes/a/plan.md", name: "x.png" },
      code: "INVALID_INPUT",
    },
  ])("refuses $what", async ({ args, code }) => {
    const h = await untouched();
    expect((await h.error("gno_duplicate_note", args)).code).toBe(code);
    expect(readdirSync(h.folder("notes"), { recursive: true }).map(String).sort()).toEqual([
      "a",
      "a/other.md",
      "a/plan.md",
      "b",
      "b/v1.2",
    ]);
  });

  test("a read-only file is a conflict, one that went is not found", async () => {
    const h = await fresh();
    chmodSync(join(h.folder("notes"), "a/plan.md"), 0o444);
    expect((await h.error("gno_duplicate_note", { ref: "notes/a/plan.md" })).code).toBe("CONFLICT");
    rmSync(join(h.folder("notes"), "a/other.md"));
    expect((await h.error("gno_duplicate_note", { ref: "notes/a/other.md" })).code).toBe("NOT_FOUND");
    expect(existsSync(join(h.folder("notes"), "a/plan-2.md"))).toBe(false);
  });
});
