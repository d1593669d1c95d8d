/** gram_relations: links of records, in and out, over documents. */
import { describe, expect, test } from "vitest";
import { exampleId, examplePath, harness, withExample } from "./harness.ts";

const path = "a.gram";

describe("gram_relations", () => {
  test("out of one end and into the other is the same row, but for the far end", async () => {
    const at = withExample();
    const supports = [`${examplePath}#e1`, "supports", `${examplePath}#d1`];
    const rows = async (args: object) =>
      (await at.ok("gram_relations", { path: examplePath, ...args })).relations;
    expect(await rows({ id: "e1", direction: "out" })).toEqual([
      [...supports, "decision", "Move to the lunar store"],
    ]);
    expect(await rows({ id: "d1", direction: "in", predicate: "supports" })).toEqual([
      [...supports, "evidence", "Lunar migration evidence"],
    ]);
    expect(await rows({ id: "d1", direction: "out" })).toEqual([]);
    expect(await rows({})).toHaveLength(2);
  });

  test("the predicate filters, and past revisions have their own links", async () => {
    const at = withExample();
    const rows = async (args: object) =>
      (await at.ok("gram_relations", { path: examplePath, ...args })).relations.map(
        (row: string[]) => row[1],
      );
    expect(await rows({ id: "d1" })).toEqual(["supports", "implements"]);
    expect(await rows({ id: "d1", predicate: "implements" })).toEqual(["implements"]);
    expect(await rows({ id: "d1", predicate: "blocks" })).toEqual([]);
    expect(await rows({ id: "d1", revision: 1 })).toEqual(["supports"]);
    expect(await at.refusal("gram_relations", { path: examplePath, predicate: "likes" })).toBe(
      "E_ARGUMENT Invalid argument predicate",
    );
  });

  test("a greater depth has all of a smaller one; cycles end, each edge is told once", async () => {
    const at = harness();
    await at.create(path, {
      records: [
        { type: "task", t: "A", links: [["depends", "t2"]] },
        { type: "task", t: "B", links: [["depends", "t3"]] },
        {
          type: "task",
          t: "C",
          links: [
            ["depends", "t1"],
            ["blocks", "t4"],
          ],
        },
        { type: "task", t: "D" },
      ],
    });
    const rows = async (depth: number) =>
      (await at.ok("gram_relations", { path, id: "t1", direction: "out", depth })).relations as string[][];
    const [one, two, three] = [await rows(1), await rows(2), await rows(3)];
    expect(one).toEqual([["a.gram#t1", "depends", "a.gram#t2", "task", "B"]]);
    expect(two).toEqual([
      [...(one[0] as string[]), 1],
      ["a.gram#t2", "depends", "a.gram#t3", "task", "C", 2],
    ]);
    expect(three).toEqual([
      ...two,
      ["a.gram#t3", "blocks", "a.gram#t4", "task", "D", 3],
      ["a.gram#t3", "depends", "a.gram#t1", "task", "A", 3],
    ]);
    const both = (await at.ok("gram_relations", { path, depth: 3 })).relations;
    expect(new Set(both.map((row: string[]) => row.slice(0, 3).join())).size).toBe(both.length);
    expect(both).toHaveLength(4);
  });

  test("an edge to a removed record stays, with an unknown end", async () => {
    const at = harness();
    const doc = await at.create(path, {
      records: [
        { type: "task", t: "A", links: [["depends", "t2"]] },
        { type: "task", t: "B" },
      ],
    });
    await at.patch(doc, { op: "remove", id: "t2" });
    expect((await at.ok("gram_relations", { path })).relations).toEqual([
      ["a.gram#t1", "depends", "a.gram#t2", null, null],
    ]);
  });

  test("the document has no links", async () => {
    const refused = "E_ARGUMENT The document has no links";
    expect(await withExample().refusal("gram_relations", { path: examplePath, id: exampleId })).toBe(refused);
  });

  test("links of other documents are followed through their ids, as they stand now", async () => {
    const at = withExample();
    await at.create("b.gram", {
      records: [
        {
          type: "risk",
          t: "Late",
          links: [
            ["blocks", `${exampleId}/d1`],
            ["related", `d_${"0".repeat(32)}/x`],
          ],
        },
      ],
    });
    const { relations } = await at.ok("gram_relations", {
      path: examplePath,
      id: "d1",
      direction: "in",
      revision: 1,
    });
    expect(relations[0]).toEqual(["b.gram#r1", "blocks", `${examplePath}#d1`, "risk", "Late"]);
    expect((await at.ok("gram_relations", { path: "b.gram" })).relations).toEqual([
      ["b.gram#r1", "blocks", `${examplePath}#d1`, "decision", "Move to the lunar store"],
      ["b.gram#r1", "related", `d_${"0".repeat(32)}/x`, null, null],
    ]);
  });

  test("folders that are not approved are not seen", async () => {
    const at = withExample({ approved: ["descriptor-fixture"] });
    at.write("secret/b.gram", "no gram");
    expect((await at.ok("gram_relations", { path: examplePath, id: "d1" })).relations).toHaveLength(2);
    expect(await at.refusal("gram_relations", { path: "secret/b.gram" })).toBe(
      "E_PATH Path is outside the approved folders",
    );
  });

  test("mentions and placements are no links", async () => {
    const at = harness();
    await at.create(path, {
      body: "[[t1]] and [it](@t1)",
      records: [
        { type: "task", t: "A", source: ["t2"] },
        { type: "task", t: "B" },
      ],
    });
    expect((await at.ok("gram_relations", { path })).relations).toEqual([]);
  });
});
