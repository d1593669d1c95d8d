/** gram_brief: orientation in a vault, folder or document. */
import { describe, expect, test } from "vitest";
import { examplePath, harness, withExample } from "./harness.ts";

const task = (t: string, more: object = {}) => ({ type: "task", t, ...more });

describe("gram_brief", () => {
  test.each(["completed", "accepted", "superseded", "rejected", "cancelled", "resolved", "done"])(
    "open work has nothing that is %s",
    async (x) => {
      const at = harness();
      await at.create("a.gram", {
        records: [task("Ended", { x, due: "2026-01-01" }), task("Not begun"), task("Odd", { x: "someday" })],
      });
      const { open, due } = await at.ok("gram_brief");
      expect(open.map((row: string[]) => row[2])).toEqual(["Not begun", "Odd"]);
      expect(due).toEqual([]);
    },
  );

  test("counts sum to the number of records, by type, then status", async () => {
    const at = withExample();
    await at.create("b.gram", { records: [task("A"), task("B", { x: "open" }), task("C", { x: "open" })] });
    const { counts } = await at.ok("gram_brief");
    expect(counts).toEqual([
      ["decision", "accepted", 1],
      ["event", null, 1],
      ["evidence", null, 1],
      ["task", null, 1],
      ["task", "open", 2],
    ]);
  });

  test("one row a section with limit 1, and the names of those that were cut", async () => {
    const at = withExample();
    await at.create("b.gram", {
      records: [
        task("A", { due: "2026-05-01" }),
        task("B", { due: "2026-04-01" }),
        { type: "decision", t: "D" },
      ],
    });
    const { more, ...sections } = await at.ok("gram_brief", { limit: 1 });
    for (const rows of Object.values(sections) as unknown[][]) expect(rows).toHaveLength(1);
    expect(more).toEqual(["counts", "decisions", "docs", "due", "open", "recent"]);
    expect(sections.due[0]).toEqual(["b.gram#t2", "task", "B", null, "2026-04-01"]);
  });

  test("blockers, then what is blocked, then tasks and goals by priority, date and place", async () => {
    const at = harness();
    await at.create("a.gram", {
      records: [
        task("none"),
        task("low", { p: "low" }),
        { type: "goal", t: "high, later", p: "high" },
        task("high, dated", { p: "high", due: "2026-03" }),
        { type: "requirement", t: "blocked", x: "blocked" },
        { type: "blocker", t: "blocker" },
        { type: "knowledge", t: "no work" },
      ],
    });
    const { open } = await at.ok("gram_brief");
    expect(open.map((row: string[]) => row[2])).toEqual([
      "blocker",
      "blocked",
      "high, dated",
      "high, later",
      "low",
      "none",
    ]);
  });

  test("a decision shows the date of the event that implements it, as written; superseded ones are left out", async () => {
    const at = withExample();
    await at.create("b.gram", { records: [{ type: "decision", t: "Old", x: "superseded" }] });
    expect((await at.ok("gram_brief")).decisions).toEqual([
      [`${examplePath}#d1`, "Move to the lunar store", "accepted", null, "2026-10-20"],
    ]);
  });

  test("recent: the newest writing first, with the owners that it changed", async () => {
    const at = withExample();
    expect((await at.ok("gram_brief", { path: examplePath })).recent).toEqual([
      [examplePath, 2, "2026-10-13T08:00:00.000Z", 2],
      [examplePath, 1, "2026-10-12T23:10:32.456Z", 3],
    ]);
  });

  test("an empty folder has empty sections", async () => {
    const empty = { counts: [], decisions: [], docs: [], due: [], open: [], recent: [] };
    expect(await harness().ok("gram_brief")).toEqual(empty);
    expect(await harness().ok("gram_brief", { path: "nothing/here" })).toEqual(empty);
  });

  test("a thousand records fit, and the newest document is the last to go", async () => {
    const at = harness();
    const wide = "word ".repeat(60).trim();
    await at.create("a.gram", {
      records: Array.from({ length: 1_000 }, (_, n) =>
        task(`${n} ${wide}`, { due: "2026-05-01", x: `s${n % 90}` }),
      ),
    });
    const { more, docs } = await at.ok("gram_brief", { limit: 100 });
    expect(docs).toEqual([["a.gram", "a.gram", 1]]);
    expect(more).toContain("due");
    expect(more).toContain("open");
  });
});
