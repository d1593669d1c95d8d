/** Gram documents in a collection, as the gno tools see them: found, read, linked, told of, and never written. */
import { readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, test } from "vitest";
import { createGram, gramId, patchGram } from "../../fixtures/gram.ts";
import { harness } from "./harness.ts";

async function vault() {
  const h = await harness({
    collections: { notes: { "note.md": "# Note\n\nSee [[Harbour plan]].\n", "other.gram": "no document\n" } },
    writeEnabled: true,
  });
  const plan = join(h.folder("notes"), "plan.gram");
  await createGram(plan, gramId(1), {
    t: "Harbour plan",
    fields: { tag: ["harbour"] },
    body: `# Aims\n\nDredge the channel, as [said](@${gramId(2)}/d1).\n`,
    records: [
      { type: "task", t: "Order the dredger", due: "2026-11-01", tag: ["Ships"] },
      { type: "risk", t: "Silt comes back", links: [["depends", `${gramId(2)}/d1`]] },
    ],
  });
  await createGram(join(h.folder("notes"), "deep/basis.gram"), gramId(2), {
    t: "Basis",
    records: [{ type: "decision", t: "Deepen to nine metres", x: "accepted" }],
  });
  await h.job("gno_sync", {});
  return { h, plan };
}

test("records and bodies are found, read and linked", async () => {
  const { h } = await vault();
  const found = await h.ok("gno_search", { query: "dredger" });
  expect(found.results.map(({ uri }: { uri: string }) => uri)).toEqual(["gno://notes/plan.gram"]);
  const got = await h.ok("gno_get", { ref: "gno://notes/plan.gram" });
  expect(got).toMatchObject({ title: "Harbour plan" });
  expect(JSON.stringify(got)).toContain("Order the dredger");
  expect(JSON.stringify(got)).toContain('"editable":false');
  const { links } = await h.ok("gno_links", { ref: "gno://notes/plan.gram" });
  expect(links).toMatchObject([{ targetRef: gramId(2), targetAnchor: "d1", linkText: "said" }, {}]);
  expect(JSON.stringify(await h.ok("gno_backlinks", { ref: "gno://notes/plan.gram" }))).toContain("note.md");
  expect(JSON.stringify(await h.ok("gno_backlinks", { ref: "gno://notes/deep/basis.gram" }))).toContain(
    "plan.gram",
  );
  expect((await h.ok("gno_graph", {})).links).toHaveLength(2);
  expect(JSON.stringify(await h.ok("gno_list_tags", {}))).toContain('"ships"');
});

test("a revision is one change", async () => {
  const { h, plan } = await vault();
  const before = await h.ok("gno_changes", {});
  const since = before.page.latestCursor;
  await patchGram(plan, [{ op: "set", id: "t1", fields: { x: "done" } }]);
  await h.job("gno_sync", {});
  const { changes } = await h.ok("gno_changes", { since });
  expect(changes).toHaveLength(1);
  expect(changes[0]).toMatchObject({ kind: "update", current: { relPath: "plan.gram" } });
});

test("nothing of gno writes one", async () => {
  const { h, plan } = await vault();
  const bytes = readFileSync(plan);
  const captured = await h.error("gno_capture", { collection: "notes", path: "new.gram", content: "x" });
  expect(captured.message).toContain("gram_*");
  for (const [tool, args] of [
    ["gno_rename_note", { ref: "gno://notes/plan.gram", name: "other-name.gram", apply: false }],
    ["gno_duplicate_note", { ref: "gno://notes/plan.gram" }],
    ["gno_duplicate_note", { ref: "gno://notes/note.md", name: "copy.gram" }],
  ] as const) {
    const outcome = await h.run(tool, args);
    expect(`${tool} ${JSON.stringify(outcome)}`).not.toContain('"kind":"ok"');
  }
  expect(readFileSync(plan)).toEqual(bytes);
});
