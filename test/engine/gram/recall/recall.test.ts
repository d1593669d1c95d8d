/** Searching: what each mode does with and without vectors, and that nothing is shown that is no more. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { EmbeddingUnavailable } from "../../../../src/engine/embed/port.ts";
import { builtinModel } from "../../../../src/engine/gram/recall/meaning-model.ts";
import { createGram, gramId, patchGram } from "../../../fixtures/gram.ts";
import { bagModel, bagVector, world } from "./world.ts";

const harbour = {
  t: "Harbour",
  body: "# Depth\n\nThe channel silts up.\n\n# Money\n\nDues pay for it.\n",
  records: [
    { type: "task", t: "Dredge the channel", due: "2026-03-05" },
    { type: "event", t: "Survey", at: "2026-03-31T23:00:00Z", s: ["survey"] },
    { type: "event", t: "Opening", at: "2026-04-01" },
  ],
};

describe("modes", () => {
  test("words: all of them, in auto any of them", async () => {
    const w = world();
    await w.create("h.gram", gramId(1), harbour);
    expect(await w.hits({ query: "dredge channel" })).toEqual(["h.gram#t1"]);
    expect(await w.hits({ query: "dredge money" })).toEqual([]);
    expect(await w.hits({ query: "dredge money", mode: "auto" })).toHaveLength(2);
    expect(await w.hits({ query: "dredge money", mode: "hybrid" })).toHaveLength(2);
  });

  test("exact: an id, or the very words", async () => {
    const w = world();
    await w.create("h.gram", gramId(1), harbour);
    expect(await w.hits({ query: "t1", mode: "exact" })).toEqual(["h.gram#t1"]);
    expect(await w.hits({ query: "channel SILTS", mode: "exact" })).toEqual([`h.gram#${gramId(1)}`]);
    expect(await w.hits({ query: '"silts channel"', mode: "auto" })).toEqual([]);
  });

  test.each([
    ["2026-03", ["h.gram#t1", "h.gram#e1"]],
    ["2026", ["h.gram#t1", "h.gram#e1", "h.gram#e2"]],
    ["2026-04-01", ["h.gram#e2"]],
    ["2025", []],
  ])("a query that is a date: %s", async (query, wanted) => {
    const w = world(bagModel());
    await w.create("h.gram", gramId(1), harbour);
    for (const mode of ["keyword", "exact", "auto"] as const) {
      expect(await w.hits({ query, mode })).toEqual(wanted);
    }
  });

  test("semantic without a model is refused, the others use words", async () => {
    const w = world();
    await w.create("h.gram", gramId(1), harbour);
    expect(await w.search({ query: "dredge", mode: "semantic" })).toEqual({
      kind: "no-vectors",
      reason: "no model is configured",
    });
    expect(await w.recall.state()).toEqual({
      embeddedChunks: 0,
      failedFiles: 0,
      indexedFiles: 1,
      pendingFiles: 0,
      semantic: { status: "unavailable", reason: "EMBEDDING_UNAVAILABLE: no model is configured" },
    });
  });

  test("a model that fails is told, and words go on", async () => {
    const w = world(
      bagModel(async () => {
        throw new EmbeddingUnavailable("failed", "The server is down.");
      }),
    );
    await w.create("h.gram", gramId(1), harbour);
    expect(await w.hits({ query: "dredge", mode: "auto" })).toEqual(["h.gram#t1"]);
    expect(await w.search({ query: "dredge", mode: "semantic" })).toMatchObject({ kind: "no-vectors" });
    expect((await w.recall.state()).semantic).toEqual({
      status: "unavailable",
      reason: "EMBEDDING_UNAVAILABLE: The server is down.",
    });
  });

  test("a question that fails is answered by words", async () => {
    const w = world(
      bagModel(async (texts, kind) => {
        if (kind === "query") throw new EmbeddingUnavailable("failed", "Too busy.");
        return texts.map(bagVector);
      }),
    );
    await w.create("h.gram", gramId(1), harbour);
    expect(await w.hits({ query: "dredge", mode: "hybrid" })).toEqual(["h.gram#t1"]);
  });

  test("with vectors hits carry their cosine, best first", async () => {
    const w = world(bagModel());
    await w.create("h.gram", gramId(1), harbour);
    const hits = await w.hits({ query: "dredge the channel", mode: "semantic" });
    expect(hits[0]).toBe("h.gram#t1 1");
    expect((await w.hits({ query: "dredge the channel", mode: "auto" }))[0]).toBe("h.gram#t1 1");
    expect(await w.recall.state()).toMatchObject({ embeddedChunks: 5, semantic: { status: "available" } });
  });

  test("the built-in model learns in its thread and answers", { timeout: 60_000 }, async () => {
    const w = world(builtinModel);
    await w.create("h.gram", gramId(1), harbour);
    await w.create("g.gram", gramId(2), {
      t: "Garden",
      records: Array.from({ length: 60 }, (_, n) => ({
        type: "task",
        t: n % 2 === 0 ? "Prune the apple trees" : "Water flowers and vegetables",
      })),
    });
    const [best] = await w.hits({ query: "ships and deep water ports", mode: "semantic", limit: 1 });
    expect(best).toMatch(/^[gh]\.gram#\S+ 0\.\d+$/);
    expect(await w.recall.state()).toMatchObject({ embeddedChunks: 66, semantic: { status: "available" } });
    const [garden] = await w.hits({ query: "fruit trees", mode: "semantic", limit: 1 });
    expect(garden).toMatch(/^g\.gram#/);
  });
});

describe("never a stale hit", () => {
  test.each(["keyword", "semantic", "auto"] as const)("%s", async (mode) => {
    const w = world(bagModel());
    await w.create("h.gram", gramId(1), harbour);
    await w.create("d/x.gram", gramId(2), { t: "Other", records: [{ type: "task", t: "Dredge a pond" }] });
    const tasks = async () =>
      (await w.hits({ query: "dredge", mode, type: "task" })).map((hit) => hit.split(" ")[0]).sort();
    expect(await tasks()).toEqual(["d/x.gram#t1", "h.gram#t1"]);
    // As another process writes: nobody tells this one but the file itself.
    await patchGram(w.file("h.gram"), [{ op: "set", id: "t1", fields: { t: "Deepen the basin" } }]);
    expect(await tasks()).toEqual(["d/x.gram#t1"]);
    rmSync(w.file("d"), { recursive: true });
    expect(await tasks()).toEqual([]);
    await w.create("n.gram", gramId(3), { t: "New", records: [{ type: "task", t: "Dredge again" }] });
    w.recall.touched("n.gram");
    expect(await tasks()).toEqual(["n.gram#t1"]);
    renameSync(w.file("n.gram"), w.file("m.gram"));
    w.recall.touched("m.gram");
    expect(await tasks()).toEqual(["m.gram#t1"]);
    writeFileSync(w.file("m.gram"), "no document");
    expect(await tasks()).toEqual([]);
    expect(await w.recall.state()).toMatchObject({ failedFiles: 1, indexedFiles: 1 });
  });

  test("the state that names a page moves with any document", async () => {
    const w = world(bagModel());
    for (let n = 1; n <= 3; n++) await w.create(`${n}.gram`, gramId(n), { t: "Same words" });
    const first = await w.search({ query: "words", limit: 1 });
    const second = await w.search({ query: "words", limit: 1, skip: 1 });
    expect(first).toMatchObject({ kind: "hits", more: true });
    expect(second).toMatchObject({ snapshot: (first as { snapshot: string }).snapshot });
    await createGram(w.file("4.gram"), gramId(4), { t: "Else" });
    w.recall.touched("4.gram");
    const third = await w.search({ query: "words", limit: 1, skip: 2 });
    expect(third).not.toMatchObject({ snapshot: (first as { snapshot: string }).snapshot });
  });

  test("ties stand by path, then in source order, whatever came first", async () => {
    const w = world(bagModel());
    const twins = {
      t: "T",
      records: [
        { type: "task", t: "Same" },
        { type: "task", t: "Same" },
      ],
    };
    await w.create("b.gram", gramId(1), twins);
    expect(await w.hits({ query: "same" })).toHaveLength(2);
    await w.create("a.gram", gramId(2), twins);
    w.recall.touched("a.gram");
    for (const mode of ["keyword", "semantic", "hybrid"] as const) {
      const hits = await w.hits({ query: "same", mode, type: "task" });
      expect(hits.map((hit) => hit.split(" ")[0])).toEqual([
        "a.gram#t1",
        "a.gram#t2",
        "b.gram#t1",
        "b.gram#t2",
      ]);
    }
  });
});
