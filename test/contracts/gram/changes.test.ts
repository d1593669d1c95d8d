/** gram_changes: what was written, a row for each owner and revision. */
import { describe, expect, test } from "vitest";
import { exampleId, examplePath, harness, withExample } from "./harness.ts";

const path = "a.gram";

describe("gram_changes", () => {
  test("rows of the example", async () => {
    expect(await withExample().ok("gram_changes")).toEqual({
      changes: [
        [`${examplePath}#${exampleId}`, "create", 1, "2026-10-12T23:10:32.456Z", ["body", "t"]],
        [`${examplePath}#d1`, "create", 1, "2026-10-12T23:10:32.456Z", ["t", "x"]],
        [`${examplePath}#e1`, "create", 1, "2026-10-12T23:10:32.456Z", ["links", "t", "tag"]],
        [`${examplePath}#${exampleId}`, "update", 2, "2026-10-13T08:00:00.000Z", ["body"]],
        [`${examplePath}#e2`, "create", 2, "2026-10-13T08:00:00.000Z", ["at", "links", "t"]],
      ],
      docs: [{ hash: "f760d36e615bcb7f", path: examplePath, rev: 2 }],
    });
  });

  test("n patches are the revisions 2 to n + 1, and base_revision leaves out what came before", async () => {
    const at = harness();
    let doc = await at.create(path, { records: [{ type: "task", t: "Walk" }] });
    for (let n = 0; n < 6; n++) doc = await at.patch(doc, { op: "set", id: "t1", fields: { x: `s${n}` } });
    const revisions = async (args: object) =>
      (await at.ok("gram_changes", { path, ...args })).changes.map((row: unknown[]) => row[2]);
    expect(await revisions({})).toEqual([1, 1, 2, 3, 4, 5, 6, 7]);
    expect(await revisions({ base_revision: 4 })).toEqual([5, 6, 7]);
    expect(await revisions({ base_revision: 7 })).toEqual([]);
    expect(await at.refusal("gram_changes", { path, base_revision: 8 })).toBe(
      "E_REVISION Revision 8 is not in a.gram",
    );
    expect(await at.refusal("gram_changes", { base_revision: 1 })).toBe(
      "E_ARGUMENT base_revision needs a document path",
    );
    expect(await at.refusal("gram_changes", { base_revision: 1, path: "folder" })).toMatch(
      /^E_ARGUMENT base/,
    );
  });

  test("setting the same value is a revision without a row", async () => {
    const at = harness();
    const doc = await at.create(path, { records: [{ type: "task", t: "Walk", x: "open" }] });
    const { rev } = await at.patch(doc, { op: "set", id: "t1", fields: { x: "open" } });
    expect(rev).toBe(2);
    expect((await at.ok("gram_changes", { path, base_revision: 1 })).changes).toEqual([]);
  });

  test("removing and adding again are two rows", async () => {
    const at = harness();
    let doc = await at.create(path, { records: [{ type: "task", t: "Walk" }] });
    doc = await at.patch(doc, { op: "remove", id: "t1" });
    doc = await at.patch(doc, { op: "add", record: { id: "t1", type: "task", t: "Walk" } });
    const { changes } = await at.ok("gram_changes", { path, base_revision: 1 });
    expect(changes.map((row: unknown[]) => row.slice(0, 3))).toEqual([
      ["a.gram#t1", "remove", 2],
      ["a.gram#t1", "create", 3],
    ]);
  });

  test("order and links are named", async () => {
    const at = harness();
    const doc = await at.create(path, {
      records: [
        { type: "task", t: "A" },
        { type: "task", t: "B" },
      ],
    });
    await at.patch(
      doc,
      { op: "order", id: "t2", after: "first" },
      { op: "link", id: "t2", links: [["depends", "t1"]] },
    );
    const { changes } = await at.ok("gram_changes", { path, base_revision: 1 });
    expect(changes.map((row: unknown[]) => [row[0], row[1], row[4]])).toEqual([
      ["a.gram#t2", "update", ["links", "order"]],
    ]);
  });

  test("a request that is sent twice adds no row", async () => {
    const at = harness();
    const doc = await at.create(path);
    const args = {
      path,
      base_revision: 1,
      expected_hash: doc.hash,
      request_id: "once",
      changes: [{ op: "set", fields: { d: "x" } }],
    };
    await at.ok("gram_patch", args);
    const once = await at.ok("gram_changes", { path });
    await at.ok("gram_patch", args);
    expect(await at.ok("gram_changes", { path })).toEqual(once);
  });

  test("from and to bound the writing time, both inclusive", async () => {
    const at = withExample();
    const rows = async (args: object) => (await at.ok("gram_changes", args)).changes.length;
    expect(await rows({ from: "2026-10-13" })).toBe(2);
    expect(await rows({ to: "2026-10-12" })).toBe(3);
    expect(await rows({ from: "2026-10", to: "2026" })).toBe(5);
    expect(await rows({ from: "2026-10-13T08:00:00.001Z" })).toBe(0);
    expect(await rows({ from: "2026-10-13T08:00:00Z", to: "2026-10-13T08:00:00Z" })).toBe(2);
  });
});
