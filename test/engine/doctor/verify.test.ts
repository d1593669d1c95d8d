/** Each kind of damage and drift is found, named, and comes with advice. */
import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { describe, expect, test } from "vitest";
import { createChangeLog } from "../../../src/engine/changes/journal.ts";
import { emptyConfig } from "../../../src/engine/config/defaults.ts";
import { verify } from "../../../src/engine/doctor/verify.ts";
import { embedPending } from "../../../src/engine/embed/pending.ts";
import { openDurable, type Store } from "../../../src/engine/store/open.ts";
import { type Folder, folder, later } from "../index/folder.ts";
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

describe("invariants of reliability, each with a violation that is planted", () => {
  const whole = (vault: Folder, durable?: Store) =>
    verify({
      index: vault.store,
      durable,
      config: { ...emptyConfig, collections: [vault.collection] },
      dataFolder: vault.data,
    });
  const codes = (vault: Folder, durable?: Store) => [
    ...new Set(whole(vault, durable).findings.map(({ code }) => code)),
  ];
  const files = {
    "a.md": "---\ntags: [x]\nrelated: b\nstatus: open\ncategories: [one]\n---\n# A\n\nSee [[b]] #tag\n",
    "d/b.md": text,
  };

  test.each([
    ["a title that the file does not have", "UPDATE document SET title = 'Other' WHERE rel_path = 'a.md'"],
    ["a link that leads elsewhere", "UPDATE link SET target_key = 'c'"],
    ["a link that is gone", "DELETE FROM link"],
    ["a tag that is gone", "DELETE FROM tag WHERE tag = 'tag'"],
    ["a name that is gone", "DELETE FROM document_key WHERE key = 'b'"],
    ["a chunk that ends early", `UPDATE chunk SET "end" = "end" - 1 WHERE mirror_id = 1`],
    [
      "words of another text",
      `DELETE FROM fts_exact WHERE rowid = 1;
       INSERT INTO fts_exact (rowid, path, title, headings, body) VALUES (1, 'a.md', 'A', '', 'other')`,
    ],
  ])("I3, the index is what the files say: %s", (_what, sql) => {
    using vault = folder(files);
    vault.sync();
    expect(codes(vault)).toEqual([]);
    vault.store.raw.exec(sql);
    expect(whole(vault)).toMatchObject({
      healthy: false,
      findings: [{ code: "DERIVED_WRONG", severity: "error", collection: "notes" }],
    });
  });

  test.each([
    ["a value of front matter", "DELETE FROM document_value"],
    ["a category", "INSERT INTO document_category VALUES (1, 'more')"],
    ["a scope without a fact", "INSERT INTO memory_scope VALUES ('x', 1)"],
    ["a fact without words", "INSERT INTO memory_fact VALUES (1, NULL, 'r', 'h')"],
    ["a row whose parent is gone", "PRAGMA foreign_keys = OFF; UPDATE document SET collection_id = 99"],
  ])("I4, the parts agree with the rows: %s", (_what, sql) => {
    using vault = folder({
      ...files,
      "a.md": files["a.md"].replace("tags:", "gno:\n  metadata:\n    k: v\ntags:"),
    });
    vault.sync();
    expect(codes(vault)).toEqual([]);
    vault.store.raw.exec(sql);
    expect(codes(vault)).toContain("ORPHANS");
  });

  const journaled = (vault: Folder): Store => {
    const durable = openDurable(join(vault.data, "durable-default.sqlite"));
    const run = () => vault.sync({ changes: createChangeLog(durable, later) });
    run();
    vault.write("c.md", "three");
    vault.write("a.md", "# A\n\nanew\n");
    run();
    return durable;
  };

  test.each([
    ["a change in the middle", "DELETE FROM change WHERE sequence = 2", "CHANGES_GAP"],
    ["the first changes", "DELETE FROM change WHERE sequence < 3", "CHANGES_GAP"],
    [
      "a state that never was",
      "UPDATE change_state SET source_hash = 'x' WHERE rel_path = 'a.md'",
      "JOURNAL_DIFFERS",
    ],
    [
      "a document that the journal knows as gone",
      "UPDATE change_state SET active = 0 WHERE rel_path = 'c.md'",
      "JOURNAL_DIFFERS",
    ],
    ["a count of traces", "UPDATE trace_total SET traces = 5", "TRACE_TOTAL_WRONG"],
  ])("I4, the journal is dense and its last word is the index: %s", (_what, sql, code) => {
    using vault = folder(files);
    const durable = journaled(vault);
    try {
      expect(codes(vault, durable)).toEqual([]);
      durable.raw.exec(sql);
      expect(codes(vault, durable)).toEqual([code]);
    } finally {
      durable.close();
    }
  });

  test("I5, a structure that is damaged", () => {
    using vault = folder(files);
    const durable = journaled(vault);
    // An index entry without its row, as a lost page leaves it.
    durable.raw.unsafeMode(true);
    durable.raw.exec(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX change_collection ON change(sequence)' WHERE name = 'change_collection'; PRAGMA writable_schema = RESET",
    );
    expect(codes(vault, durable)).toContain("DURABLE_DAMAGED");
    durable.close();
    vault.store.raw.unsafeMode(true);
    vault.store.raw.exec(
      "PRAGMA writable_schema = ON; UPDATE sqlite_schema SET sql = 'CREATE INDEX document_docid ON document(mime)' WHERE name = 'document_docid'; PRAGMA writable_schema = RESET",
    );
    expect(codes(vault)).toContain("INDEX_DAMAGED");
  });

  test.each([
    ["a temporary file", "vault", "d/.gno-00000000-0000-4000-8000-000000000000.tmp"],
    ["a note of a write", "data", "pending-writes/00000000-0000-4000-8000-000000000000"],
    ["a rename that is open", "data", "refactors/0000000000001-x.open.json"],
    ["old bytes to undo one with", "data", "refactors/0000000000001-x.undo"],
  ])("I7, nothing is left behind: %s", (_what, where, name) => {
    using vault = folder(files);
    vault.sync();
    const file = join(where === "vault" ? vault.root : vault.data, name);
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(file, "");
    const { healthy, findings } = whole(vault);
    expect(healthy).toBe(false);
    expect(findings).toMatchObject([{ code: "LEFT_BEHIND", severity: "warning" }]);
    rmSync(file);
    expect(codes(vault)).toEqual([]);
  });

  test("the note of a fact that the next one finishes is worth a word", () => {
    using vault = folder(files);
    vault.sync();
    mkdirSync(join(vault.data, "pending-facts"));
    writeFileSync(join(vault.data, "pending-facts", "x"), "");
    expect(whole(vault)).toMatchObject({
      healthy: true,
      findings: [{ code: "LEFT_BEHIND", severity: "info" }],
    });
  });

  test("a receipt of a rename is no left-over", () => {
    using vault = folder(files);
    vault.sync();
    mkdirSync(join(vault.data, "refactors"));
    writeFileSync(join(vault.data, "refactors", "0000000000001-x.done.json"), "{}");
    expect(codes(vault)).toEqual([]);
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
