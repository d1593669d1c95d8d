/** gram_range: how values ran through a span, by writing time or by the records' own dates. */
import { describe, expect, test } from "vitest";
import { examplePath, harness, type Written, withExample } from "./harness.ts";

const path = "a.gram";
type Row = [string, string, unknown, string, string | null, number, number | null];
type At = ReturnType<typeof harness>;
const rowsOf = async (at: At, args: object = {}) =>
  (await at.ok("gram_range", { path, ...args })).rows as Row[];
const times = async (at: At) => {
  const { changes } = await at.ok("gram_changes", { path });
  return new Map<number, string>(changes.map((row: [string, string, number, string]) => [row[2], row[3]]));
};

async function steps(): Promise<{ at: At; doc: Written }> {
  const at = harness();
  let doc = await at.create(path, { records: [{ type: "task", t: "Walk", x: "open" }] });
  doc = await at.patch(doc, { op: "set", id: "t1", fields: { x: "active" } });
  doc = await at.patch(
    doc,
    { op: "set", id: "t1", fields: { tag: ["a", "b"] } },
    { op: "link", id: "t1", links: [["depends", "t9"]] },
  );
  doc = await at.patch(doc, { op: "set", id: "t1", fields: { x: "done" } });
  return { at, doc };
}

describe("by writing time", () => {
  test("each value has a row that ends where the next begins", async () => {
    const { at } = await steps();
    const time = await times(at);
    expect(await rowsOf(at, { id: "t1", field: "x" })).toEqual([
      ["t1", "x", "open", time.get(1), time.get(2), 1, 2],
      ["t1", "x", "active", time.get(2), time.get(4), 2, 4],
      ["t1", "x", "done", time.get(4), null, 4, null],
    ]);
    expect(await rowsOf(at, { field: "tag" })).toEqual([
      ["t1", "tag", ["a", "b"], time.get(3), null, 3, null],
    ]);
    expect(await rowsOf(at, { field: "links" })).toEqual([
      ["t1", "links", [["depends", "t9"]], time.get(3), null, 3, null],
    ]);
  });

  test("a span within one value gives one row, the end of a value is not part of it", async () => {
    const at = withExample();
    const rows = (args: object) => rowsOf(at, { path: examplePath, id: "d1", field: "x", ...args });
    expect(await rows({ from: "2026-10-13T01:00Z", to: "2026-10-13T02:00Z" })).toHaveLength(1);
    expect(await rows({ to: "2026-10-12T23:00Z" })).toEqual([]);
    expect(await rows({ from: "2030" })).toHaveLength(1);
    const { at: own } = await steps();
    const time = await times(own);
    expect((await rowsOf(own, { field: "x", from: time.get(2) })).map((row) => row[2])).toEqual([
      "active",
      "done",
    ]);
    expect((await rowsOf(own, { field: "x", to: time.get(2) })).map((row) => row[2])).toEqual([
      "open",
      "active",
    ]);
  });

  test("a field or a record that is removed ends its rows", async () => {
    const { at, doc } = await steps();
    const next = await at.patch(doc, { op: "set", id: "t1", fields: { tag: null } });
    await at.patch(next, { op: "remove", id: "t1" });
    const rows = await rowsOf(at);
    expect(rows.filter(([id]) => id === "t1").map((row) => row[6])).not.toContain(null);
    expect(rows.find((row) => row[1] === "tag")?.[6]).toBe(5);
    expect(await at.refusal("gram_range", { path, id: "t2" })).toBe("E_NOT_FOUND No record t2 in a.gram");
    expect(await rowsOf(at, { id: "t1" })).not.toHaveLength(0);
  });

  test("the rows of all fields at one moment are the state of that moment", async () => {
    const { at, doc } = await steps();
    await at.patch(doc, { op: "add", record: { type: "event", t: "Later", at: "2030" } });
    for (const [revision, time] of await times(at)) {
      const rows = (await rowsOf(at, { from: time, to: time })).filter(
        ([id, field]) => id !== undefined && field !== "links",
      );
      const { state } = await at.ok("gram_state", { path, revision });
      for (const [id, , title, status, , others] of state) {
        const own = Object.fromEntries(rows.filter((row) => row[0] === id).map((row) => [row[1], row[2]]));
        expect(own).toEqual({ t: title, ...(status === null ? {} : { x: status }), ...others });
      }
    }
  });

  test("recorded_at goes with the other axis", async () => {
    const { at } = await steps();
    expect(await at.refusal("gram_range", { path, recorded_at: "2026" })).toMatch(/^E_ARGUMENT recorded_at /);
    expect(await at.refusal("gram_range", { path, recorded_at: "2026", axis: "recorded" })).toMatch(
      /^E_ARGUMENT /,
    );
  });
});

describe("by the records' own dates", () => {
  test("an event whose date was changed is where it was known to be at the time", async () => {
    const at = harness();
    let doc = await at.create(path, {
      records: [
        { type: "event", t: "Launch", at: "2026-05-01" },
        { type: "task", t: "Undated" },
      ],
    });
    doc = await at.patch(doc, { op: "set", fields: { d: "x" } });
    const before = (await times(at)).get(2) as string;
    await new Promise((resolve) => setTimeout(resolve, 2));
    await at.patch(doc, { op: "set", id: "e1", fields: { at: "2026-06" } });
    const rows = (more: object) => rowsOf(at, { axis: "effective", field: "t", ...more });
    expect(await rows({ from: "2026-05", to: "2026-05" })).toEqual([]);
    expect(await rows({ from: "2026-06-15", to: "2026-06-15" })).toEqual([
      ["e1", "t", "Launch", "2026-06", null, 3, null],
    ]);
    expect(await rows({ from: "2026-05", to: "2026-05", recorded_at: before })).toEqual([
      ["e1", "t", "Launch", "2026-05-01", null, 2, null],
    ]);
    expect(await rows({ recorded_at: "2000" })).toEqual([]);
  });

  test("sorted by date, one row a field in the order of the vocabulary", async () => {
    const at = harness();
    await at.create(path, {
      records: [
        { type: "event", t: "Second", at: "2026-05-02", tag: ["b"] },
        { type: "metric", t: "First", observed: "2026-05-01", value: "1" },
        { type: "task", t: "Third", due: "2026-06" },
      ],
    });
    const rows = await rowsOf(at, { axis: "effective" });
    expect(rows.map((row) => [row[0], row[1], row[3]])).toEqual([
      ["m1", "t", "2026-05-01"],
      ["m1", "value", "2026-05-01"],
      ["m1", "observed", "2026-05-01"],
      ["e1", "t", "2026-05-02"],
      ["e1", "tag", "2026-05-02"],
      ["e1", "at", "2026-05-02"],
      ["t1", "t", "2026-06"],
      ["t1", "due", "2026-06"],
    ]);
  });
});
