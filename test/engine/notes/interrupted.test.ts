/** A process that was killed between writing a note and indexing it: the next one that may write finishes the work. */
import { existsSync, mkdirSync, readdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, onTestFinished, test } from "vitest";
import type { Engine } from "../../../src/engine/engine.ts";
import { createPlace, litterOf, openPlace, removePlace, searchable } from "../support/place.ts";

const never = new AbortController().signal;

function opened() {
  const place = createPlace();
  const engine = openPlace(place);
  onTestFinished(async () => {
    await engine.close(0);
    removePlace(place);
  });
  return { place, engine };
}

async function withLease(engine: Engine): Promise<void> {
  (await engine.lease.acquire(5_000, never))?.release();
}

test.each(["notes", "", "no such collection"])(
  "what was noted for %j is settled by the first lease",
  async (noted) => {
    const { place, engine } = opened();
    const pending = path.join(place.data, "pending-writes");
    mkdirSync(pending, { recursive: true });
    writeFileSync(path.join(pending, "collection-1"), noted);
    writeFileSync(path.join(place.vault, "left.md"), "# Left\n\nkettle\n");
    expect(searchable(engine, "kettle")).toEqual([]);
    await withLease(engine);
    expect(searchable(engine, "kettle")).toEqual(noted === "notes" ? ["left.md"] : []);
    expect(litterOf(place)).toEqual([]);
  },
);

test("a capture that comes to its end leaves nothing to do", async () => {
  const { place, engine } = opened();
  const collection = engine.collections.find("notes");
  if (collection === undefined) throw new Error("the collection is gone");
  await withLease(engine);
  const result = await engine.notes.capture(
    { collection, title: "Tea", content: "kettle", overwrite: false, tags: [] },
    never,
  );
  expect(result.kind).toBe("captured");
  const pending = path.join(place.data, "pending-writes");
  expect(existsSync(pending) ? readdirSync(pending) : []).toEqual([]);
});
