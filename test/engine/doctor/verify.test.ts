/** Each kind of damage and drift is found, named, and comes with advice. */
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import { verify } from "../../../src/engine/doctor/verify.ts";
import { embedPending } from "../../../src/engine/embed/pending.ts";
import { openDurable } from "../../../src/engine/store/open.ts";
import { type Folder, folder } from "../index/folder.ts";
import { addModel, fakeEmbedder } from "../vector/vectors.ts";

const check = (vault: Folder) =>
  verify({
    index: vault.store,
    durable: undefined,
    config: { ...emptyConfig, collections: [vault.collection] },
  });
const text = "word ".repeat(2_000);

describe("verify()", () => {
  test("a synced folder is healthy", () => {
    using vault = folder({ "a.md": "# A\n[[b]] #tag", "d/b.md": text, "same.md": text });
    vault.sync();
    expect(check(vault)).toEqual({
      healthy: true,
      findings: [],
      counts: {},
      checked: { files: 3, documents: 3, mirrors: 2, chunks: 5 },
    });
  });

  test("files are compared by their bytes", () => {
    using vault = folder({ "changed.md": "one", "gone.md": "two", "same.md": "three" });
    vault.sync();
    vault.write("changed.md", "eno");
    vault.remove("gone.md");
    vault.write("new.md", "four");
    const report = check(vault);
    expect(report.healthy).toBe(false);
    expect(report.findings.map(({ code, relPath }) => [code, relPath]).sort()).toEqual([
      ["CHANGED", "changed.md"],
      ["FILE_GONE", "gone.md"],
      ["NOT_INDEXED", "new.md"],
    ]);
    expect(report.findings.every(({ advice }) => advice.includes("gno update"))).toBe(true);
  });

  test("a file that should be a fact is told, where facts are kept", () => {
    using vault = folder({ "readme.md": "# Facts\n" });
    vault.sync();
    expect(check(vault).healthy).toBe(true);
    const managed = { ...vault.collection, memoryManaged: true as const };
    const config = { ...emptyConfig, collections: [managed] };
    expect(verify({ index: vault.store, durable: undefined, config })).toMatchObject({
      healthy: false,
      findings: [{ code: "MEMORY_FRONTMATTER_MISSING", severity: "warning", relPath: "readme.md" }],
    });
  });

  test("a skipped file is worth a word, not a warning", () => {
    using vault = folder({ "bin.md": Buffer.from([0, 1]) });
    vault.sync();
    expect(check(vault)).toMatchObject({
      healthy: true,
      findings: [{ code: "BINARY", severity: "info", relPath: "bin.md" }],
    });
  });

  test.each([
    [
      "a text that changed in the file",
      "UPDATE mirror SET text = 'w' || substr(text, 2) || 'x'",
      ["TEXT_DAMAGED"],
    ],
    ["a chunk beyond its text", `UPDATE chunk SET "end" = "end" + 9999 WHERE seq = 0`, ["CHUNKS_WRONG"]],
    ["a missing chunk", "DELETE FROM chunk WHERE seq = 1", ["CHUNKS_WRONG"]],
    ["words that are not indexed", "DELETE FROM fts_stem", ["FULL_TEXT_MISSING"]],
    ["words of nothing", "INSERT INTO fts_exact (rowid, body) VALUES (999, 'x')", ["FULL_TEXT_SURPLUS"]],
    [
      "chunks without text",
      'INSERT INTO chunk (mirror_id, seq, start, "end", start_line, end_line) VALUES (999, 0, 0, 1, 1, 1)',
      ["ORPHANS"],
    ],
    ["tags without a document", "INSERT INTO tag VALUES ('x', 999, 'inline')", ["ORPHANS"]],
    ["another policy", "UPDATE mirror SET chunk_tokens = 50", ["CHUNKING_PENDING"]],
  ])("%s", (_name, sql, want) => {
    using vault = folder({ "a.md": text });
    vault.sync();
    vault.store.raw.exec(sql);
    const report = check(vault);
    expect(report.findings.map(({ code }) => code)).toEqual(want);
    expect(report.healthy).toBe(false);
    expect(report.findings[0]?.advice).not.toBe("");
  });

  test("a folder that is away, and a collection never synced", () => {
    using vault = folder({ "a.md": "x" });
    vault.sync();
    const away = { ...vault.collection, path: join(vault.root, "none") };
    const never = { ...vault.collection, name: "never" };
    const config = { ...emptyConfig, collections: [away, never] };
    const report = verify({ index: vault.store, durable: undefined, config });
    expect(report.counts).toMatchObject({ ROOT_UNAVAILABLE: 1, NEVER_SYNCED: 1 });
  });

  test("findings are listed up to a limit and counted in full", () => {
    using vault = folder(Object.fromEntries(Array.from({ length: 80 }, (_, n) => [`n${n}.md`, `${n}`])));
    const report = check(vault);
    expect(report.counts.NOT_INDEXED).toBe(80);
    expect(report.findings.filter(({ code }) => code === "NOT_INDEXED")).toHaveLength(50);
  });

  test("tags of a collection that is gone are kept and told", () => {
    using vault = folder({ "a.md": "x" });
    vault.sync();
    const durable = openDurable(join(vault.data, "durable-default.sqlite"));
    durable.statement("INSERT INTO user_tag VALUES ('old', 'a.txt', 'kept')").run();
    const report = verify({
      index: vault.store,
      durable,
      config: { ...emptyConfig, collections: [vault.collection] },
    });
    expect(report).toMatchObject({
      healthy: true,
      findings: [{ code: "TAGS_WITHOUT_COLLECTION", collection: "old" }],
    });
    durable.close();
  });
});

describe("vectors", () => {
  async function embedded(): Promise<Folder> {
    const vault = folder({ "a.md": "alpha\n", "b.md": "beta\n", "c.md": "…\n" });
    vault.sync();
    const embedder = fakeEmbedder({ name: "builtin" });
    await embedPending({
      store: vault.store,
      modelId: addModel(vault.store, embedder),
      dimension: embedder.dimension,
      collections: ["notes"],
      embed: (texts) => embedder.embed(texts, "passage"),
      batchSize: 10,
      cancelled: () => false,
      progress: () => undefined,
    });
    return vault;
  }

  test("that belong to their chunks are healthy; chunks that wait are worth a word", async () => {
    using vault = await embedded();
    expect(check(vault)).toMatchObject({ healthy: true, findings: [] });
    vault.write("new.md", "gamma\n");
    vault.sync();
    expect(check(vault)).toMatchObject({
      healthy: true,
      findings: [{ code: "VECTORS_PENDING", severity: "info", message: /^1 of 4 chunks/ }],
    });
  });

  test.each([
    ["without a chunk", "INSERT INTO vector (id) VALUES ((1 << 40) + 999)", ["VECTORS_WITHOUT_CHUNK"]],
    [
      "of a chunk that went behind the triggers' back",
      "DROP TRIGGER chunk_loses_vectors; DELETE FROM chunk WHERE id = 1",
      ["VECTORS_WITHOUT_CHUNK"],
    ],
    ["that are gone", "DELETE FROM vector", ["CHUNKS_WITHOUT_VECTOR"]],
    [
      "of another size",
      "UPDATE vector SET embedding = x'00000000' WHERE embedding IS NOT NULL",
      ["VECTOR_SIZE"],
    ],
    ["of another text", "UPDATE chunk_vector SET text_hash = x'00'", ["VECTOR_OF_OTHER_TEXT"]],
    ["of a model that is gone", "DELETE FROM vector_model", ["VECTORS_WITHOUT_CHUNK"]],
    ["of a fit that is gone", "UPDATE vector_model SET fit = 3", ["VECTOR_MODEL_DAMAGED"]],
    ["whose log of changes is gone", "DELETE FROM vector_change", ["VECTOR_LOG_EMPTY"]],
  ])("%s are found", async (_what, damage, want) => {
    using vault = await embedded();
    vault.store.raw.exec(damage);
    const { healthy, findings } = check(vault);
    expect(healthy).toBe(false);
    expect(findings.map(({ code }) => code)).toEqual(expect.arrayContaining(want));
    expect(findings.every(({ advice }) => advice !== "")).toBe(true);
  });
});
