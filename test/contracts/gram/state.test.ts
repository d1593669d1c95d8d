/** gram_state: the records of a document as they held at one point. */
import { describe, expect, test } from "vitest";
import { exampleHashes, examplePath, harness, withExample } from "./harness.ts";

const path = "a.gram";

describe("gram_state", () => {
  test("at revision k it is what gram_get tells of each record at k", async () => {
    const at = harness();
    let doc = await at.create(path, { records: [{ type: "task", t: "Walk", x: "open" }] });
    doc = await at.patch(doc, {
      op: "add",
      after: "first",
      record: { type: "metric", t: "Weight", value: "3", tag: ["a"] },
    });
    doc = await at.patch(doc, { op: "set", id: "t1", fields: { x: "done", d: "far" } });
    await at.patch(doc, { op: "remove", id: "m1" });
    for (const [revision, ids] of [
      [0, []],
      [1, ["t1"]],
      [2, ["m1", "t1"]],
      [3, ["m1", "t1"]],
      [4, ["t1"]],
    ] as const) {
      const { state, as_of, doc: stamp } = await at.ok("gram_state", { path, revision });
      expect(state.map((row: string[]) => row[0])).toEqual(ids);
      expect(as_of).toMatchObject({ revision, effective_at: null });
      expect(stamp.rev).toBe(revision);
      for (const [id, type, title, status, , others] of state) {
        const { entity } = await at.ok("gram_get", { path, id, revision });
        expect(entity.type).toBe(type);
        expect({ t: title, ...(status === null ? {} : { x: status }), ...others }).toEqual(entity.fields);
      }
    }
  });

  test("before the first writing it is empty", async () => {
    expect(
      await withExample().ok("gram_state", { path: examplePath, recorded_at: "2026-10-12T23:10:32.455Z" }),
    ).toEqual({
      as_of: { effective_at: null, recorded_at: null, revision: 0 },
      doc: { hash: "0000000000000000", path: examplePath, rev: 0 },
      state: [],
    });
  });

  test("an event holds once its own date has begun; what has no date always holds", async () => {
    const at = withExample();
    const ids = async (effective_at: string) =>
      (await at.ok("gram_state", { path: examplePath, effective_at })).state.map((row: string[]) => row[0]);
    expect(await ids("2026-10-19")).toEqual(["d1", "e1"]);
    expect(await ids("2026-10-19T23:59:59.999Z")).toEqual(["d1", "e1"]);
    expect(await ids("2026-10-20")).toEqual(["d1", "e1", "e2"]);
    expect(await ids("2026-10")).toEqual(["d1", "e1", "e2"]);
  });

  test("both bounds combine: what was written then of what held then", async () => {
    const at = withExample();
    const both = { path: examplePath, recorded_at: "2026-10-12", effective_at: "2027" };
    expect(await at.ok("gram_state", both)).toEqual({
      as_of: { effective_at: "2027", recorded_at: "2026-10-12T23:10:32.456Z", revision: 1 },
      doc: { hash: exampleHashes[1], path: examplePath, rev: 1 },
      state: [
        ["d1", "decision", "Move to the lunar store", "accepted", null, {}],
        ["e1", "evidence", "Lunar migration evidence", null, null, { tag: ["moon"] }],
      ],
    });
  });

  test("one record, and selected ones by date", async () => {
    const at = harness();
    await at.create(path, {
      records: [
        { type: "task", t: "Late", due: "2026-06-01", x: "open", tag: ["a"] },
        { type: "task", t: "Soon", due: "2026-05", x: "open" },
        { type: "task", t: "Undated", x: "open" },
        { type: "event", t: "Other", at: "2026-05-02" },
      ],
    });
    const ids = async (args: object) =>
      (await at.ok("gram_state", { path, ...args })).state.map((row: string[]) => row[0]);
    expect(await ids({ id: "t2" })).toEqual(["t2"]);
    expect(await ids({ select: { type: "task" } })).toEqual(["t1", "t2", "t3"]);
    expect(await ids({ select: { type: "task", from: "2026" } })).toEqual(["t2", "t1"]);
    expect(await ids({ select: { from: "2026-05-31", to: "2026-06-01" } })).toEqual(["t2", "t1"]);
    expect(await ids({ select: { tag: "a" } })).toEqual(["t1"]);
    expect(await ids({ select: { status: "open", to: "2026-05" } })).toEqual(["t2"]);
    expect(await ids({ select: { date: "due", from: "2026-06" } })).toEqual(["t1"]);
    expect(await ids({ id: "t1", select: { type: "event" } })).toEqual([]);
  });
});
