/** gram_list: documents, the records of one, records that are selected. */
import { describe, expect, test } from "vitest";
import { examplePath, harness, withExample } from "./harness.ts";

describe("gram_list", () => {
  test("documents of everything, of a folder, at a past moment", async () => {
    const at = withExample();
    await at.create("plans/deep/b.gram", { t: "B" });
    await at.create("a.gram", { t: "A" });
    const documents = async (args: object = {}) => (await at.ok("gram_list", args)).documents;
    const own = [examplePath, "Lunar migration decision", 2];
    expect(await documents()).toEqual([["a.gram", "A", 1], own, ["plans/deep/b.gram", "B", 1]]);
    expect(await documents({ path: "plans" })).toEqual([["plans/deep/b.gram", "B", 1]]);
    expect(await documents({ path: "plans/" })).toEqual([["plans/deep/b.gram", "B", 1]]);
    expect(await documents({ path: "nothing" })).toEqual([]);
    expect(await documents({ recorded_at: "2026-10-12" })).toEqual([
      [examplePath, "Lunar migration decision", 1],
    ]);
  });

  test("entities in source order", async () => {
    const at = withExample();
    const entities = async (more: object) =>
      (await at.ok("gram_list", { path: examplePath, ...more })).entities;
    expect(await entities({})).toEqual([
      ["d1", "decision"],
      ["e1", "evidence"],
      ["e2", "event"],
    ]);
    expect(await entities({ revision: 1 })).toEqual([
      ["d1", "decision"],
      ["e1", "evidence"],
    ]);
    expect(await entities({ effective_at: "2026-10-19" })).toEqual([
      ["d1", "decision"],
      ["e1", "evidence"],
    ]);
    expect(await entities({ revision: 0 })).toEqual([]);
  });

  test("selected records, by their date", async () => {
    const at = withExample();
    await at.create("b.gram", {
      records: [
        { type: "task", t: "June", due: "2026-06", x: "open" },
        { type: "task", t: "May", due: "2026-05-31T22:00Z", tag: ["a", "b"] },
        { type: "task", t: "Undated", tag: ["b"] },
        { type: "metric", t: "Seen", observed: "2026-10-20", at: "2025-01-01" },
        { type: "task", t: "Unreadable", due: "soon" },
      ],
    });
    const rows = async (select: object, more: object = {}) =>
      (await at.ok("gram_list", { select, ...more })).records.map((row: string[]) => row[0]);
    expect((await at.ok("gram_list", { select: { type: "task" } })).records).toEqual([
      ["b.gram#t2", "task", "May", null, "2026-05-31T22:00Z"],
      ["b.gram#t1", "task", "June", "open", "2026-06"],
      ["b.gram#t3", "task", "Undated", null],
      ["b.gram#t4", "task", "Unreadable", null, "soon"],
    ]);
    expect(await rows({ from: "2026-06-30", to: "2026" })).toEqual([
      "b.gram#t1",
      "b.gram#m1",
      `${examplePath}#e2`,
    ]);
    expect(await rows({ to: "2026-05-31" })).toEqual(["b.gram#t2"]);
    expect(await rows({ to: "2026-05-31T21:00Z" })).toEqual([]);
    expect(await rows({ tag: "b" })).toEqual(["b.gram#t2", "b.gram#t3"]);
    expect(await rows({ status: "open" })).toEqual(["b.gram#t1"]);
    expect(await rows({ date: "at", from: "2025", to: "2025" })).toEqual(["b.gram#m1"]);
    expect(await rows({ type: "metric" }, { path: "b.gram" })).toEqual(["b.gram#m1"]);
    expect(await rows({}, { path: "descriptor-fixture", effective_at: "2026-10-19" })).toEqual([
      `${examplePath}#d1`,
      `${examplePath}#e1`,
    ]);
    const { docs } = await at.ok("gram_list", { select: { tag: "moon" } });
    expect(docs).toEqual([{ hash: "f760d36e615bcb7f", path: examplePath, rev: 2 }]);
  });

  test("broken files do not hide the others", async () => {
    const at = harness({ files: { "x.gram": "", "y.gram": "gram/2 nonsense\n", "notes.md": "# no" } });
    await at.create("a.gram");
    expect((await at.ok("gram_list")).documents).toEqual([["a.gram", "a.gram", 1]]);
  });
});
