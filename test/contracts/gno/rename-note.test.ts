/** gno_rename_note and gno_move_note: preview shows, apply does exactly that, a lost answer can be asked for again. */
import { chmodSync, readdirSync, readFileSync, renameSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { type Harness, type HarnessOptions, harness, shared } from "./harness.ts";

/** Ten ways to link to Plan, a fence that names it, and Plan's own links. */
const options: HarnessOptions = {
  collections: {
    notes: {
      "a/Plan.md": "Me: [[Plan]]. Sibling: [s](Sibling.md). Up: [u](../top.md).\n\n# Heading\n\nzebra ^b1\n",
      "a/Sibling.md": "[[Plan]]\n",
      "top.md": "x\n",
      "1.md": "[[Plan|the plan]]\n",
      "2.md": "[[Plan#Heading]]\n",
      "3.md": "[[Plan#^b1]]\n",
      "4.md": "![[Plan]]\n",
      "5.md": "[rel](a/Plan.md#heading)\n",
      "b/6.md": "[rel](../a/Plan.md)\n",
      "7.md": "[[a/Plan]]\n",
      "8.md": "| x |\n|---|\n| [[Plan\\|p]] |\n",
      "9.md": "```\n[[Plan]] and [x](a/Plan.md)\n```\n",
      "10.md": '---\nrelated: "[[Plan]]"\nup: ["[[Plan|P]]"]\n---\n\n[[Other]]\n',
      "Other.md": "quagga\n",
    },
  },
};
const untouched = shared(options);
const fresh = () => harness(options);

const consent = { schemaVersion: "1.0", confirmation: "apply", confirm: true };

async function applied(h: Harness, tool: string, args: object) {
  const { planDigest, canApply, affectedDocuments } = await h.ok(tool, { action: "preview", ...args });
  expect(canApply).toBe(true);
  const receipt = await h.ok(tool, { action: "apply", ...args, ...consent, planDigest });
  expect(receipt).toMatchObject({ status: "applied", planDigest });
  return { planDigest, affectedDocuments, receipt };
}

const read = (h: Harness, path: string) => readFileSync(join(h.folder("notes"), path), "utf8");

describe("a rename and then a move", () => {
  test("keep every real link, and bytes that need not change", async () => {
    const h = await fresh();
    const first = await applied(h, "gno_rename_note", { ref: "notes/a/Plan.md", name: "Design" });
    expect(first.affectedDocuments.map(({ relPath }: { relPath: string }) => relPath)).toEqual(
      [
        "1.md",
        "10.md",
        "2.md",
        "3.md",
        "4.md",
        "5.md",
        "7.md",
        "8.md",
        "a/Plan.md",
        "a/Sibling.md",
        "b/6.md",
      ].sort(),
    );
    await applied(h, "gno_move_note", { ref: "notes/a/Design.md", folderPath: "c/d" });
    expect(
      Object.fromEntries(
        ["1.md", "2.md", "3.md", "4.md", "5.md", "b/6.md", "7.md", "8.md", "9.md", "10.md"].map((name) => [
          name,
          read(h, name),
        ]),
      ),
    ).toEqual({
      "1.md": "[[Design|the plan]]\n",
      "2.md": "[[Design#Heading]]\n",
      "3.md": "[[Design#^b1]]\n",
      "4.md": "![[Design]]\n",
      "5.md": "[rel](c/d/Design.md#heading)\n",
      "b/6.md": "[rel](../c/d/Design.md)\n",
      "7.md": "[[c/d/Design]]\n",
      "8.md": "| x |\n|---|\n| [[Design\\|p]] |\n",
      "9.md": "```\n[[Plan]] and [x](a/Plan.md)\n```\n",
      "10.md": '---\nrelated: "[[Design]]"\nup: ["[[Design|P]]"]\n---\n\n[[Other]]\n',
    });
    expect(read(h, "c/d/Design.md")).toContain(
      "Me: [[Design]]. Sibling: [s](../../a/Sibling.md). Up: [u](../../top.md).",
    );
    const { backlinks } = await h.ok("gno_backlinks", { ref: "notes/c/d/Design.md" });
    expect(backlinks).toHaveLength(12);
    expect((await h.ok("gno_search", { query: "zebra" })).results).toMatchObject([
      { uri: "gno://notes/c/d/Design.md" },
    ]);
    const { changes } = await h.ok("gno_changes", { since: "2000-01-01", limit: 1000 });
    expect(JSON.stringify(changes)).toContain('"kind":"rename"');
  });

  test("answer a repeated apply from the journal, although the reference leads nowhere by then", async () => {
    const h = await fresh();
    const args = { ref: "notes/Other.md", name: "Else" };
    const { planDigest, receipt } = await applied(h, "gno_rename_note", args);
    expect(await h.ok("gno_rename_note", { action: "apply", ...args, ...consent, planDigest })).toEqual(
      receipt,
    );
    expect((await h.error("gno_rename_note", { action: "preview", ...args })).code).toBe("NOT_FOUND");
  });
});

describe("refusals change nothing", () => {
  const ref = "notes/a/Plan.md";
  const planDigest = "0".repeat(64);
  test.each([
    ["no action", { ref, name: "x" }],
    ["an unknown key", { action: "preview", ref, name: "x", folder: "y" }],
    ["a digest in a preview", { action: "preview", ref, name: "x", planDigest }],
    ["apply without consent", { action: "apply", ref, name: "x", planDigest }],
    ["apply with confirm false", { action: "apply", ref, name: "x", planDigest, ...consent, confirm: false }],
    [
      "apply with another word",
      { action: "apply", ref, name: "x", planDigest, ...consent, confirmation: "yes" },
    ],
    [
      "apply with another version",
      { action: "apply", ref, name: "x", planDigest, ...consent, schemaVersion: "2.0" },
    ],
    ["a short digest", { action: "apply", ref, name: "x", ...consent, planDigest: "abc" }],
    ["an empty name", { action: "preview", ref, name: "" }],
  ])("%s breaks the schema", async (_, args) => {
    const h = await untouched();
    expect((await h.run("gno_rename_note", args)).kind).toBe("invalid");
  });

  test.each([
    ["an unknown note", { ref: "notes/None.md" }, "NOT_FOUND"],
    ["a bare name", { ref: "Plan" }, "INVALID_INPUT"],
    ["another index", { ref: "gno://notes/a/Plan.md?index=other" }, "INVALID_INPUT"],
  ])("%s", async (_, args, code) => {
    const h = await untouched();
    for (const action of [{ action: "preview" }, { action: "apply", planDigest, ...consent }]) {
      expect((await h.error("gno_rename_note", { name: "x", ...action, ...args })).code).toBe(code);
      expect((await h.error("gno_move_note", { folderPath: "x", ...action, ...args })).code).toBe(code);
    }
  });

  test.each([
    ["the parent folder", { folderPath: ".." }, "../Plan.md"],
    ["a folder of dots", { folderPath: "..." }, ".../Plan.md"],
    ["a blank folder", { folderPath: "  " }, "  /Plan.md"],
    ["a folder that cannot be seen", { folderPath: "x/\u202e" }, "x/\u202e/Plan.md"],
    ["an address", { folderPath: "gno://notes/b" }, "gno://notes/b/Plan.md"],
  ])("%s is no place", async (_, args, relPath) => {
    const h = await untouched();
    const preview = await h.ok("gno_move_note", { action: "preview", ref, ...args });
    expect(preview).toMatchObject({ canApply: false, target: { relPath } });
    const apply = { action: "apply", ref, ...args, ...consent, planDigest: preview.planDigest };
    expect(await h.ok("gno_move_note", apply)).toMatchObject({ status: "conflict" });
    expect(readdirSync(join(h.folder("notes"), "a")).sort()).toEqual(["Plan.md", "Sibling.md"]);
  });

  test("a name of any length and alphabet is answered, cut between characters", async () => {
    const h = await untouched();
    for (const name of ["é".repeat(300_000), "🌵".repeat(9_000), "\u0000".repeat(5_000)]) {
      const preview = await h.ok("gno_rename_note", { action: "preview", ref, name });
      expect(preview.canApply).toBe(false);
      expect(JSON.stringify(preview).isWellFormed()).toBe(true);
      expect(JSON.stringify(preview).length).toBeLessThan(30_000);
    }
  });

  test("a plan that nobody saw", async () => {
    const h = await untouched();
    const args = { action: "apply", ref, name: "x", planDigest, ...consent };
    expect(await h.ok("gno_rename_note", args)).toMatchObject({
      status: "stale_plan",
      reasonCode: "stale_plan",
      filesystem: { state: "unchanged" },
    });
    expect(await h.text("gno_rename_note", args)).toBe("rename stale_plan (stale_plan): a/Plan.md → a/x.md");
    expect(readdirSync(join(h.folder("notes"), "a")).sort()).toEqual(["Plan.md", "Sibling.md"]);
  });

  test("a read-only note is a conflict, without writes there is no tool", async () => {
    const h = await fresh();
    chmodSync(join(h.folder("notes"), "a/Plan.md"), 0o444);
    expect((await h.error("gno_rename_note", { action: "preview", ref, name: "x" })).code).toBe("CONFLICT");
    const readOnly = await harness({ collections: { notes: { "a.md": "a" } }, writeEnabled: false });
    for (const tool of ["gno_rename_note", "gno_move_note"])
      expect((await readOnly.run(tool, { action: "preview", ref: "notes/a.md", name: "b" })).kind).toBe(
        "unknown",
      );
  });
});

test("the text of a preview says what stands in the way", async () => {
  const h = await untouched();
  const text = (name: string) =>
    h.text("gno_rename_note", { action: "preview", ref: "notes/a/Plan.md", name });
  expect(await text("Design")).toMatch(
    /^rename preview [0-9a-f]{12}: a\/Plan\.md → a\/Design\.md, 12 references in 11 notes to rewrite, can be applied$/,
  );
  expect(await text("Sibling")).toMatch(/cannot be applied: occupied_target$/);
  expect(await text("x/y")).toMatch(/cannot be applied: unsafe_target, plan_invalid:The name holds a slash/);
});

test("a note at the end of a long path has a plan that says why it stays", async () => {
  const deep = Array.from({ length: 6 }, () => "d".repeat(200)).join("/");
  const h = await harness({
    collections: { notes: { [`${deep}/Plan.md`]: "x\n", [`${deep}/ref.md`]: "[[Plan]]\n" } },
  });
  const preview = await h.ok("gno_rename_note", {
    action: "preview",
    ref: `notes/${deep}/Plan.md`,
    name: "Quote",
  });
  // Longer than any path that a tool writes to: said, not done.
  expect(preview.canApply).toBe(false);
  expect(JSON.stringify(preview)).toContain("longer than 1024 bytes");
});

test("a folder that is away is not taken for a deleted note", async () => {
  const h = await fresh();
  renameSync(h.folder("notes"), `${h.folder("notes")}-away`);
  for (const [tool, args] of [
    ["gno_rename_note", { action: "preview", name: "x" }],
    ["gno_move_note", { action: "preview", folderPath: "b" }],
    ["gno_duplicate_note", {}],
  ] as const) {
    const { message } = await h.error(tool, { ref: "notes/a/Plan.md", ...args });
    expect(message).toMatch(/folder of collection notes is not there/);
  }
});

describe("a note that is not there, or that only its title names", () => {
  const budgets: HarnessOptions = {
    collections: { notes: { "Budget 2025.md": "# B\n", "a/Plan.md": "# P\n", "b/Plan.md": "# P\n" } },
  };
  const listing = (h: Harness) => readdirSync(h.folder("notes"), { recursive: true }).sort();

  const rename = ["gno_rename_note", { name: "Other" }] as const;
  test.each([
    ["notes/Budget 2026.md", ...rename, "NOT_FOUND", /Did you mean notes\/Budget 2025\.md\?$/],
    ["notes/Plan.md", ...rename, "NOT_FOUND", /notes\/a\/Plan\.md or notes\/b\/Plan\.md\?$/],
    ["Plan", ...rename, "INVALID_INPUT", /"notes\/a\/Plan\.md" or "notes\/b\/Plan\.md"\?$/],
    ["notes/Budget 2026.md", "gno_move_note", { folderPath: "a" }, "NOT_FOUND", /Budget 2025/],
  ])("%s: %s touches no other one", async (ref, tool, args, code, message) => {
    const h = await harness(budgets);
    const before = listing(h);
    const refused = await h.error(tool, { action: "preview", ref, ...args });
    expect(refused).toMatchObject({ code, message: expect.stringMatching(message) });
    expect(listing(h)).toEqual(before);
  });
});
