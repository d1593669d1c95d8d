/** gno_recall: what comes back is current, in scope and within the budget, and the receipt says nothing of it. */
import { createHash } from "node:crypto";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { factFile, filesOf } from "../../engine/memory/facts.ts";
import { type Harness, harness, shared } from "./harness.ts";

const old = factFile("The staging port is 8080.", ["atlas"], { createdAt: "2026-03-01T08:00:00.000Z" });
const port = factFile("The staging port is 9090.", ["atlas"], {
  createdAt: "2026-03-02T08:00:00.000Z",
  supersedes: [`gno://memory/${old.relPath}`],
});
const paint = factFile("The bike shed is painted green, and the staging area blue.", ["atlas", "office"]);
const secret = factFile("The staging port of the other team is 7070.", ["borealis"]);
const broken = factFile("The staging port was edited by hand.", ["atlas"]);
const twin = factFile("The bike shed is painted green, and the staging area blue.", ["office"], {
  createdAt: "2026-03-06T08:00:00.000Z",
});

const world = shared({
  collections: {
    memory: {
      ...filesOf([old, port, paint, secret, twin]),
      [broken.relPath]: broken.bytes.replaceAll("by hand", "by an editor"),
      "README.md": "# Facts\n\nThe staging port is described in the facts of this folder, scopes: atlas.\n",
    },
    notes: { "staging.md": "# Staging\n\nThe staging port is 8080.\n" },
  },
  managed: ["memory"],
});

const ask = (h: Harness, query: string, scopes: readonly string[] = ["atlas"], more: object = {}) =>
  h.ok("gno_recall", { query, collection: "memory", scopes, ...more });

const texts = (data: { facts: { text: string }[] }) => data.facts.map(({ text }) => text);

describe("gno_recall", () => {
  test("answers a question with the successor alone, cited and with its origin", async () => {
    const h = await world();
    const data = await ask(h, "staging port");
    expect(texts(data)).toEqual([port.record.text, paint.record.text]);
    const digest = createHash("sha256").update(port.bytes).digest("hex");
    expect(data.facts[0]).toEqual({
      uri: `gno://memory/${port.relPath}`,
      docid: `#${digest.slice(0, 8)}`,
      recordId: port.record.recordId,
      text: port.record.text,
      scopes: ["atlas"],
      caller: "test",
      session: "s",
      createdAt: "2026-03-02T08:00:00.000Z",
      contentHash: port.record.contentHash,
      supersedes: [`gno://memory/${old.relPath}`],
      score: 1 / 61,
      spanHash: port.record.contentHash,
      egressLineage: {
        effectivePolicy: "local_only",
        digest: expect.stringMatching(/^[0-9a-f]{64}$/),
        sources: [{ collection: "memory", policy: "local_only", source: "config_default" }],
      },
    });
    expect(data.budget).toEqual({ maxFacts: 8, maxTokens: 512, usedTokens: 7 + 15, omitted: 0 });
    expect(data.retrieval).toEqual({ mode: "lexical", semanticUnavailable: expect.any(String) });
    expect(data.egressLineage).toEqual(data.facts[0].egressLineage);
    expect(data).not.toHaveProperty("hint");
  });

  test("keeps the replaced fact where documents are found", async () => {
    const h = await world();
    const found = await h.ok("gno_search", { query: "8080", collection: "memory" });
    expect(found.results.map((hit: { uri: string }) => hit.uri)).toContain(`gno://memory/${old.relPath}`);
  });

  test.each<[string, readonly string[], readonly string[]]>([
    ["all terms before any term", ["staging port"], [port.record.text, paint.record.text]],
    ["words by their stems", ["ports"], [port.record.text]],
    ["a sentence", ["what is the port of staging?"], [port.record.text, paint.record.text]],
    ["a phrase", ['"bike shed"'], [paint.record.text]],
    ["without an excluded word", ["staging -port"], [paint.record.text]],
    ["nothing of the front matter", ["caller session contentHash scopes"], []],
    ["nothing without a usable term", ["?!"], []],
    ["nothing for an exclusion alone", ["-port"], []],
  ])("finds %s", async (_name, [query = ""], want) => {
    expect(texts(await ask(await world(), query))).toEqual(want);
  });

  test("sees what shares a scope, whatever its case, and one text once", async () => {
    const h = await world();
    expect(texts(await ask(h, "staging", [" OFFICE "]))).toEqual([paint.record.text]);
    const both = await ask(h, "staging", ["office", "borealis"]);
    expect(texts(both).sort()).toEqual([paint.record.text, secret.record.text].sort());
    expect(both.budget.omitted).toBe(1);
    expect(texts(await ask(h, "staging", ["elsewhere"]))).toEqual([]);
  });

  test.each([
    [{ maxFacts: 1 }, 1, 1],
    [{ maxTokens: 7 }, 1, 1],
    [{ maxTokens: 15 }, 1, 1],
    [{ maxTokens: 6 }, 0, 2],
  ])("holds the budget %j", async (more, facts, omitted) => {
    const data = await ask(await world(), "staging port", ["atlas"], more);
    expect(data.facts).toHaveLength(facts);
    expect(data.budget).toMatchObject({ ...more, omitted });
    expect(data.budget.usedTokens).toBeLessThanOrEqual(data.budget.maxTokens);
  });

  test("hands out a receipt that holds no word of a fact", async () => {
    const h = await world();
    const { facts, receipt } = await ask(h, "staging port");
    const { digest, ...body } = receipt;
    expect(Object.keys(body)).toEqual(["caller", "session", "issuedAt", "memoryIds", "spanHashes"]);
    expect(body).toMatchObject({
      caller: "test",
      session: "s",
      memoryIds: facts.map((one: { docid: string }) => one.docid),
    });
    expect(body.spanHashes).toEqual([port.record.contentHash, paint.record.contentHash].sort());
    expect(digest).toBe(createHash("sha256").update(JSON.stringify(body)).digest("hex"));
    expect(JSON.stringify(receipt)).not.toMatch(/staging|port/);
  });

  test("says how to store what it does not know", async () => {
    const h = await world();
    const nothing = await ask(h, "zeppelin", ["Atlas", "office"]);
    expect(nothing).toMatchObject({ facts: [], receipt: { memoryIds: [], spanHashes: [] } });
    expect(nothing.hint).toMatch(/gno remember .*--collection memory --scope atlas --scope office --add/);
    expect(nothing.hint).not.toContain("\n");
    expect(nothing).not.toHaveProperty("egressLineage");
    expect((await ask(h, "staging port", ["atlas"], { maxTokens: 6 })).hint).toMatch(
      /maxTokens.*gno remember/,
    );
  });

  test.each<[string, object, string]>([
    ["a blank question", { query: " " }, "MEMORY_QUERY_REQUIRED"],
    ["no collection", { collection: " " }, "MEMORY_COLLECTION_REQUIRED"],
    ["an unknown collection", { collection: "nope" }, "MEMORY_COLLECTION_NOT_FOUND"],
    ["a collection of notes", { collection: "notes" }, "MEMORY_COLLECTION_UNMANAGED"],
    ["blank scopes", { scopes: [" "] }, "MEMORY_SCOPES_REQUIRED"],
    ["a scope that is none", { scopes: ["a b"] }, "MEMORY_SCOPES_INVALID"],
    ["a blank question first of all", { query: "", collection: "", scopes: ["!"] }, "MEMORY_QUERY_REQUIRED"],
    ["the collection before scopes", { collection: "", scopes: ["!"] }, "MEMORY_COLLECTION_REQUIRED"],
  ])("refuses %s", async (_name, args, code) => {
    const h = await world();
    const refused = await h.error("gno_recall", {
      query: "port",
      collection: " MEMORY ",
      scopes: ["atlas"],
      ...args,
    });
    expect(refused.code).toBe(code);
  });

  test("ignores who the arguments say asks", async () => {
    const h = await world();
    const data = await ask(h, "port", ["atlas"], { caller: "root", session: "x" });
    expect(data.receipt).toMatchObject({ caller: "test", session: "s" });
  });

  test("says the same in words", async () => {
    const h = await world();
    const text = await h.text("gno_recall", {
      query: "staging port",
      collection: "memory",
      scopes: ["atlas"],
    });
    for (const part of [
      "2 of at most 8 facts",
      port.record.text,
      `gno://memory/${port.relPath}`,
      "scopes atlas",
      port.record.contentHash,
      "Receipt ",
    ])
      expect(text).toContain(part);
  });

  test("honours at the next sync what an editor changed, and tells of what it broke", async () => {
    const h = await harness({ collections: { memory: filesOf([old, port, paint]) }, managed: ["memory"] });
    const file = (relPath: string) => join(h.folder("memory"), relPath);
    writeFileSync(
      file(port.relPath),
      port.bytes.replace('- "atlas"', '- "borealis"').replace(/relations:[\s\S]*?---/, "---"),
    );
    writeFileSync(file(paint.relPath), paint.bytes.replaceAll("green", "red"));
    await h.job("gno_sync", {});
    // The successor is in another scope now and replaces nothing any more.
    expect(texts(await ask(h, "staging port"))).toEqual([old.record.text]);
    expect(texts(await ask(h, "staging port", ["borealis"]))).toEqual([port.record.text]);
    const { memory } = await h.app.engine();
    expect(memory.problems(10)).toMatchObject([
      { relPath: paint.relPath, code: "MEMORY_CONTENT_HASH_MISMATCH" },
    ]);
    writeFileSync(file(paint.relPath), paint.bytes);
    await h.job("gno_sync", {});
    expect(memory.problems(10)).toEqual([]);
    expect(texts(await ask(h, "bike shed"))).toEqual([paint.record.text]);
  });

  test("tells of every file that is no fact", async () => {
    const { memory } = await (await world()).app.engine();
    expect(memory.problems(10).map(({ relPath, code }) => [relPath, code])).toEqual([
      ["README.md", "MEMORY_FRONTMATTER_MISSING"],
      [broken.relPath, "MEMORY_CONTENT_HASH_MISMATCH"],
    ]);
    expect(memory.problems(10, "notes")).toEqual([]);
    expect(memory.problems(1)).toHaveLength(1);
  });

  test("answers before anything is set up", async () => {
    const h = await harness({ uninitialized: true });
    expect((await h.error("gno_recall", { query: "x", collection: "memory", scopes: ["a"] })).code).toBe(
      "MEMORY_COLLECTION_NOT_FOUND",
    );
  });
});
