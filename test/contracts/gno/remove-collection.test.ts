/** gno_remove_collection: config only; files stay, results of the collection go, the folder can come back. */
import { existsSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

const collections = { notes: { "a.md": "zebra" }, work: { "b.md": "zebra" } };

describe("gno_remove_collection", () => {
  test("takes it out of the config and out of the answers", async () => {
    const h = await harness({ collections });
    expect(await h.ok("gno_remove_collection", { collection: "NOTES" })).toEqual({
      removed: true,
      collection: "notes",
      configUpdated: true,
      indexedDataRetained: true,
      note: expect.any(String),
    });
    expect(existsSync(join(h.folder("notes"), "a.md"))).toBe(true);
    const { results } = await h.ok("gno_search", { query: "zebra" });
    expect(results.map((hit: { uri: string }) => hit.uri)).toEqual(["gno://work/b.md"]);
    expect((await h.error("gno_get", { ref: "notes/a.md" })).code).toBe("NOT_FOUND");
  });

  test("the folder can be added again", async () => {
    const h = await harness({ collections });
    await h.ok("gno_remove_collection", { collection: "notes" });
    expect(await h.job("gno_add_collection", { path: h.folder("notes") })).toMatchObject({
      status: "completed",
    });
    expect((await h.ok("gno_search", { query: "zebra" })).results).toHaveLength(2);
  });

  test("is refused while a context names it", async () => {
    const yaml = 'contexts:\n  - scopeType: collection\n    scopeKey: "notes:"\n    text: Guidance\n';
    const h = await harness({ collections, yaml });
    expect(await h.error("gno_remove_collection", { collection: "notes" })).toMatchObject({
      code: "HAS_REFERENCES",
      message: expect.stringContaining("notes:"),
    });
  });

  test("is refused for an unknown name, which the message mends", async () => {
    const h = await harness({ collections });
    expect(await h.error("gno_remove_collection", { collection: "nope" })).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("notes, work"),
    });
  });
});
