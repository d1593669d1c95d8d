/** gno_clear_collection_embeddings: stale vectors or all, never those of another collection's text. */
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

describe("gno_clear_collection_embeddings", () => {
  test("deletes vectors of one collection and says what follows", async () => {
    const h = await harness({
      collections: {
        notes: { "a.md": "# A\n", "both.md": "# Same\n" },
        work: { "c.md": "# C\n", "both.md": "# Same\n" },
      },
    });
    await h.job("gno_embed");
    expect(await h.ok("gno_clear_collection_embeddings", { collection: "NOTES" })).toEqual({
      collection: "notes",
      deletedVectors: 0,
      deletedModels: [],
      mode: "stale",
      protectedSharedVectors: 0,
    });
    expect(await h.ok("gno_clear_collection_embeddings", { collection: "notes", mode: "all" })).toEqual({
      collection: "notes",
      deletedVectors: 1,
      deletedModels: ["builtin"],
      mode: "all",
      protectedSharedVectors: 1,
      note: expect.stringContaining("gno_embed"),
    });
    expect(await h.ok("gno_status")).toMatchObject({
      embeddingBacklog: 1,
      collections: [
        { name: "notes", embeddedCount: 1 },
        { name: "work", embeddedCount: 2 },
      ],
    });
    expect((await h.job("gno_embed")).typedResult.value).toEqual({ embedded: 1, errors: 0 });
  });

  test("tells a person line by line", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# A\n" } } });
    await h.job("gno_embed");
    const text = await h.text("gno_clear_collection_embeddings", { collection: "notes", mode: "all" });
    expect(text.split("\n").slice(0, 5)).toEqual([
      "Collection: notes",
      "Mode: all",
      "Deleted vectors: 1",
      "Models: builtin",
      "Kept for other collections: 0",
    ]);
  });

  test("refuses an unknown collection", async () => {
    const h = await harness();
    expect((await h.error("gno_clear_collection_embeddings", { collection: "nope" })).code).toBe("NOT_FOUND");
  });
});
