/** Capture on the composed engine: what it says is what a search, a sync and a second process find. */
import { renameSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Captured, CaptureRequest, CaptureResult, Engine } from "../../../src/engine/engine.ts";
import {
  createPlace,
  filesOf,
  notesOf,
  openPlace,
  type Place,
  removePlace,
  searchable,
} from "../support/place.ts";

const never = new AbortController().signal;
let place: Place;
let engine: Engine;

beforeEach(() => {
  place = createPlace();
  engine = openPlace(place);
});
afterEach(async () => {
  await engine.close(1000);
  removePlace(place);
});

async function capture(request: Partial<CaptureRequest>, by: Engine = engine): Promise<CaptureResult> {
  const lease = await by.lease.acquire(5000, never);
  try {
    return await by.notes.capture({ collection: notesOf(by), overwrite: false, tags: [], ...request }, never);
  } finally {
    lease?.release();
  }
}

async function captured(request: Partial<CaptureRequest>): Promise<Captured> {
  const result = await capture(request);
  if (result.kind !== "captured") throw new Error(`${result.kind}: ${result.message}`);
  return result.note;
}

describe("success means searchable", () => {
  test("at once, by its words, under the uri and docid of the receipt", async () => {
    const note = await captured({
      title: "Trip Plan",
      content: "Pack the zanzibar adapter.\n",
      tags: ["Travel/2026"],
    });
    expect(searchable(engine, "zanzibar")).toEqual(["trip-plan.md"]);
    const found = engine.documents.resolve(note.docid);
    expect(found).toMatchObject({ kind: "found", document: { uri: note.uri, title: "Trip Plan" } });
    expect(engine.tags.list({})).toEqual([{ tag: "travel/2026", count: 1 }]);
  });

  test("for another process that had the index open before", async () => {
    const other = openPlace(place);
    await captured({ title: "A", content: "zanzibar\n" });
    expect(searchable(other, "zanzibar")).toEqual(["a.md"]);
    await other.close(1000);
  });

  test("after an overwrite by the new words and no longer by the old ones", async () => {
    const before = await captured({ title: "A", content: "zanzibar\n" });
    const after = await captured({ title: "A", content: "madagascar\n", overwrite: true });
    expect(after).toMatchObject({ collision: "overwritten", uri: before.uri });
    expect(after.docid).not.toBe(before.docid);
    expect([searchable(engine, "zanzibar"), searchable(engine, "madagascar")]).toEqual([[], ["a.md"]]);
  });

  test("when an existing file that was not indexed is opened", async () => {
    writeFileSync(path.join(place.vault, "a.md"), "# A\n\nzanzibar\n");
    const note = await captured({ title: "A", content: "other\n", collisionPolicy: "open_existing" });
    expect(note.collision).toBe("opened_existing");
    expect(searchable(engine, "zanzibar")).toEqual(["a.md"]);
  });

  test("for every name that a title or a path may give", async () => {
    const names = [
      "50% #1 (what?).md",
      "re: plan.md",
      "%2e%2e%2fx.md",
      "..notes.md",
      "日本語/メモ 🌵.md",
      "q'uote\".md",
    ];
    for (const [i, name] of names.entries()) {
      expect((await captured({ path: name, content: `zanzibar${i}\n` })).relPath).toBe(name);
      expect(searchable(engine, `zanzibar${i}`)).toEqual([name]);
    }
    expect([...filesOf(place).keys()].sort()).toEqual([...names].sort());
  });
});

describe("tags of a file that cannot carry them", () => {
  test("are found, and survive a changed file and an index built anew", async () => {
    const note = await captured({ path: "data.txt", content: "zanzibar\n", tags: ["Kept"] });
    expect(filesOf(place).get("data.txt")).toBe("zanzibar\n");
    expect(engine.tags.list({})).toEqual([{ tag: "kept", count: 1 }]);

    writeFileSync(path.join(place.vault, "data.txt"), "madagascar\n");
    await engine.sync.run({});
    expect(engine.tags.list({})).toEqual([{ tag: "kept", count: 1 }]);

    await engine.close(1000);
    for (const suffix of ["", "-wal", "-shm"])
      rmSync(path.join(place.data, `index-default.sqlite${suffix}`), { force: true });
    engine = openPlace(place);
    await engine.sync.run({});
    expect(engine.tags.list({})).toEqual([{ tag: "kept", count: 1 }]);
    expect(engine.documents.resolve(note.uri).kind).toBe("found");
  });

  test("are those of the last overwrite", async () => {
    await captured({ path: "data.txt", content: "one\n", tags: ["old"] });
    await captured({ path: "data.txt", content: "two\n", tags: ["new"], overwrite: true });
    expect(engine.tags.list({})).toEqual([{ tag: "new", count: 1 }]);
  });
});

test("a collection whose folder is gone is refused, and works again when it is back", async () => {
  await captured({ title: "A", content: "zanzibar\n" });
  renameSync(place.vault, `${place.vault}-away`);
  expect(await capture({ title: "B", content: "x\n" })).toMatchObject({ kind: "invalid-path" });
  renameSync(`${place.vault}-away`, place.vault);
  await captured({ title: "B", content: "x\n" });
  expect(searchable(engine, "zanzibar")).toEqual(["a.md"]);
});

test("two engines on one place capture at once and lose nothing", async () => {
  const other = openPlace(place);
  const results = await Promise.all(
    Array.from({ length: 20 }, (_, i) =>
      capture(
        { title: "Same", content: `tok${i}zz\n`, collisionPolicy: "create_with_suffix" },
        i % 2 ? other : engine,
      ),
    ),
  );
  expect(results.filter((result) => result.kind !== "captured")).toEqual([]);
  for (let i = 0; i < 20; i++) expect(searchable(engine, `tok${i}zz`)).toHaveLength(1);
  await other.close(1000);
});
