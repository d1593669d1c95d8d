/** Answers that would mix two states are refused: cursors after a write, files that change while they are read. */
import { describe, expect, test } from "vitest";
import { openDocument } from "../../../src/contracts/gram/open-document.ts";
import { openDocuments } from "../../../src/contracts/gram/open-documents.ts";
import { nodeGramFiles } from "../../../src/engine/gram/files.ts";
import { createGramReader } from "../../../src/engine/gram/reader.ts";
import { createVault } from "../../../src/engine/gram/vault.ts";
import { example, examplePath, harness, withExample } from "./harness.ts";

const records = (count: number, more: object = {}) =>
  Array.from({ length: count }, (_, n) => ({ type: "task", t: `Task ${n}`, id: `t${n}`, ...more }));

const paged = [
  ["gram_list", { path: "a.gram", limit: 5 }, "list again"],
  ["gram_list", { limit: 1 }, "list again"],
  ["gram_list", { select: { type: "task" }, limit: 5 }, "list again"],
  ["gram_read", { path: "a.gram" }, "start again"],
  ["gram_get", { path: "a.gram" }, "start again"],
  ["gram_context", { path: "a.gram" }, "start again"],
  ["gram_state", { path: "a.gram", limit: 5 }, "start again"],
  ["gram_range", { path: "a.gram", limit: 5 }, "start again"],
  ["gram_relations", { path: "a.gram", limit: 5 }, "start again"],
  ["gram_changes", { path: "a.gram", limit: 5 }, "start again"],
  ["gram_recall", { query: "task", top_k: 5 }, "start again"],
] as const;

/** A document that no tool answers in one page, and a small one beside it. */
async function large() {
  const at = harness();
  const doc = await at.create("a.gram", {
    body: Array.from({ length: 60 }, (_, n) => `Paragraph ${n} ${"word ".repeat(100)}`).join("\n\n"),
    records: records(40).map((record, n) => (n === 0 ? record : { ...record, links: [["depends", "t0"]] })),
  });
  await at.create("b.gram", { records: records(1) });
  return { at, doc };
}

describe("cursors", () => {
  test.each(paged)("%s %j: lead through everything once", async (tool, args) => {
    const { at } = await large();
    const pages: string[] = [];
    let cursor: string | undefined;
    do {
      const { cursor: next, ...page } = await at.ok(tool, {
        ...args,
        ...(cursor === undefined ? {} : { cursor }),
      });
      pages.push(JSON.stringify(page));
      cursor = next;
    } while (cursor !== undefined && pages.length < 100);
    expect(pages.length).toBeGreaterThan(1);
    expect(pages.length).toBeLessThan(100);
    expect(new Set(pages).size).toBe(pages.length);
  });

  test.each(paged)("%s %j: after a write are stale", async (tool, args, words) => {
    const { at, doc } = await large();
    const { cursor } = await at.ok(tool, args);
    await at.patch(doc, { op: "add", record: { type: "task", t: "Task more" } });
    expect(await at.refusal(tool, { ...args, cursor })).toBe(
      `STALE_CURSOR The documents changed since this cursor; ${words}`,
    );
  });

  test.each(paged)("%s %j: of another call are refused", async (tool, args) => {
    const { at } = await large();
    const own = tool.slice("gram_".length);
    const invalid = `E_CURSOR Invalid ${own} cursor`;
    const { cursor } = await at.ok(tool, args);
    const other = tool === "gram_list" ? "gram_state" : "gram_list";
    const { cursor: foreign } = await at.ok(other, { path: "a.gram", limit: 5 });
    for (const given of ["", "?", "bm9wZQ", foreign]) {
      expect(await at.refusal(tool, { ...args, cursor: given })).toBe(invalid);
    }
    const changed =
      "query" in args ? { query: "task 1" } : "path" in args ? { path: "b.gram" } : { path: "a.gram" };
    expect(await at.refusal(tool, { ...args, ...changed, cursor })).toBe(invalid);
  });

  test("survive another limit", async () => {
    const { at } = await large();
    const { cursor } = await at.ok("gram_list", { path: "a.gram", limit: 5 });
    const { entities } = await at.ok("gram_list", { path: "a.gram", limit: 2, cursor });
    expect(entities).toEqual([
      ["t5", "task"],
      ["t6", "task"],
    ]);
  });

  test("a bounded span of writing times keeps its cursors while documents grow", async () => {
    const { at, doc } = await large();
    const bound = { path: "a.gram", to: new Date().toISOString(), limit: 5 };
    const { cursor } = await at.ok("gram_changes", bound);
    await new Promise((resolve) => setTimeout(resolve, 5));
    await at.patch(doc, { op: "add", record: { type: "task", t: "Later" } });
    expect((await at.ok("gram_changes", { ...bound, cursor })).changes).toHaveLength(5);
  });
});

describe("a file that changes while it is read", () => {
  /** Every read is answered with another file. */
  function changing(times: number) {
    let left = times;
    return createGramReader({
      files: {
        ...nodeGramFiles,
        async stamp(file) {
          const stamp = await nodeGramFiles.stamp(file);
          if (stamp === undefined || left-- <= 0) return stamp;
          return { ...stamp, inode: stamp.inode + BigInt(left + 1) };
        },
      },
    });
  }
  const call = {
    fail(code: string, message: string): never {
      throw new Error(`${code} ${message}`);
    },
  };

  test("once is not noticed; again and again it is told", async () => {
    const at = withExample();
    const vault = createVault({ root: at.root, access: "write" });
    const { doc } = await openDocument(examplePath, {}, { vault, reader: changing(2) }, call);
    expect(doc.rev).toBe(2);
    const message = "STALE_READ The document changed while it was read; read again";
    const always = { vault, reader: changing(100) };
    await expect(openDocument(examplePath, {}, always, call)).rejects.toThrow(message);
    await expect(openDocuments(undefined, {}, always, call)).rejects.toThrow(message);
    expect(at.bytes(examplePath)).toEqual(example);
  });
});
