/** gno_embed: vectors for what has none, in a job; a model that is missing fails the call. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

const preset = (embed: string) =>
  `models:\n  activePreset: own\n  presets:\n    - { id: own, name: Own, embed: ${JSON.stringify(embed)} }\n`;

describe("gno_embed", () => {
  test("embeds the backlog with the built-in model, and nothing twice", async () => {
    const h = await harness({
      collections: { notes: { "a.md": "# A\n", "b.md": "# B\n" }, work: { "c.md": "# C\n" } },
    });
    expect(await h.ok("gno_status")).toMatchObject({
      embeddingBacklog: 3,
      capabilities: { vector: false, hybrid: false },
      health: { vectors: { state: "none" } },
    });
    expect(await h.job("gno_embed", { collection: "WORK" })).toMatchObject({
      type: "embed",
      status: "completed",
      typedResult: { kind: "embed", value: { embedded: 1, errors: 0 } },
    });
    expect(await h.ok("gno_status")).toMatchObject({
      embeddingBacklog: 2,
      collections: [
        { name: "notes", chunkCount: 2, embeddedCount: 0 },
        { name: "work", chunkCount: 1, embeddedCount: 1 },
      ],
      capabilities: { vector: true, hybrid: true },
      health: { vectors: { state: "pending" } },
    });
    expect((await h.job("gno_embed")).typedResult.value).toEqual({ embedded: 2, errors: 0 });
    expect((await h.job("gno_embed")).typedResult.value).toEqual({ embedded: 0, errors: 0 });
    expect(await h.ok("gno_status")).toMatchObject({
      embeddingBacklog: 0,
      activePreset: { id: "builtin" },
      health: { vectors: { state: "current", staleVectors: 0 } },
    });
  });

  test("names its model", async () => {
    const h = await harness();
    expect(await h.ok("gno_embed")).toEqual({
      jobId: expect.any(String),
      status: "started",
      model: "builtin",
    });
    await (await h.app.engine()).jobs.settled();
    expect((await h.text("gno_embed")).split("\n")).toEqual([
      expect.stringMatching(/^Job: /),
      "Status: started",
      "Model: builtin",
    ]);
    await (await h.app.engine()).jobs.settled();
  });

  test("a configured model that is missing fails the call before a job exists, and searches go on", async () => {
    const file = join(import.meta.dirname, "no-such-model.gguf");
    const h = await harness({ collections: { notes: { "a.md": "# Apples\n" } }, yaml: preset(file) });
    for (const tool of ["gno_embed", "gno_index"]) {
      const { code, message } = await h.error(tool);
      expect(code).toBe("MODEL_NOT_FOUND");
      expect(message).toContain("no-such-model.gguf");
      expect(message).not.toContain(import.meta.dirname);
    }
    expect((await h.ok("gno_list_jobs")).recent).toEqual([]);
    expect((await h.ok("gno_search", { query: "apples" })).results).toHaveLength(1);
    // The lease was given back.
    expect((await h.job("gno_sync")).status).toBe("completed");
  });

  test("a model server that is down fails the job in words", async () => {
    const h = await harness({
      collections: { notes: { "a.md": "# A\n" } },
      yaml: preset("http://127.0.0.1:9/v1#some-model"),
    });
    const job = await h.job("gno_embed");
    expect(job).toMatchObject({
      status: "failed",
      error: expect.stringMatching(/^RUNTIME: .*127\.0\.0\.1:9/),
    });
    expect((await h.error("gno_embed", { collection: "nope" })).code).toBe("NOT_FOUND");
  });

  test("after a change of model the status says that everything is to be embedded again", async () => {
    const h = await harness({ collections: { notes: { "a.md": "# Apples\n", "b.md": "# Pears\n" } } });
    await h.job("gno_embed");
    const yaml = readFileSync(h.config.configFile, "utf8");
    writeFileSync(h.config.configFile, `${yaml}\n${preset("/some/where/other.gguf")}`);
    const data = await h.ok("gno_status", {}, { local: false });
    expect(data).toMatchObject({
      embeddingBacklog: 2,
      capabilities: { vector: false },
      health: {
        vectors: { state: "re-embed", staleVectors: 2, message: expect.stringContaining("other.gguf") },
      },
    });
    expect(JSON.stringify(data)).not.toContain("/some/where");
    expect((await h.ok("gno_search", { query: "pears" })).results).toHaveLength(1);
    expect(await h.text("gno_status")).toMatch(/^Vectors: The model is other\.gguf now/m);
  });
});
