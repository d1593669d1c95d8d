/** gno_get: ranges, raw data beside numbered text, references into other indexes. */
import { existsSync, readdirSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { composeGno } from "../../../src/app/compose.ts";
import { maxContentBytes } from "../../../src/contracts/gno/get.ts";
import { harness, shared, silentLog } from "./harness.ts";

const body = "# Plan\n\none\ntwo\nthree\n";
const notes = { "plan.md": body, "a b.md": "blank\n", "x/plan.md": "other\n", "empty.md": "" };

const vault = shared({ collections: { notes } });

describe("gno_get", () => {
  test("answers raw content, numbered text and the whole range", async () => {
    const h = await vault();
    const data = await h.ok("gno_get", { ref: "notes/plan.md" });
    expect(data).toMatchObject({
      uri: "gno://notes/plan.md",
      title: "Plan",
      content: body,
      totalLines: 6,
      returnedLines: { start: 1, end: 6 },
      source: { relPath: "plan.md", mime: "text/markdown", ext: ".md", sizeBytes: body.length },
      capabilities: { editable: true, tagsWriteback: true, canCreateEditableCopy: false, mode: "editable" },
    });
    const text = await h.text("gno_get", { ref: "notes/plan.md" });
    expect(text).toContain("--- lines 1-6 of 6 ---\n1: # Plan\n2: \n3: one\n");
    expect(await h.text("gno_get", { ref: "notes/plan.md", lineNumbers: false })).toContain(`---\n${body}`);
    expect(await h.ok("gno_get", { ref: "notes/plan.md", lineNumbers: false })).toEqual(data);
  });

  test.each([
    { args: { fromLine: 3, lineCount: 2 }, content: "one\ntwo", lines: { start: 3, end: 4 } },
    { args: { fromLine: 5 }, content: "three\n", lines: { start: 5, end: 6 } },
    { args: { fromLine: 5, lineCount: 99 }, content: "three\n", lines: { start: 5, end: 6 } },
    { args: { fromLine: 7 }, content: "", lines: undefined },
    { args: { fromLine: 9_000_000 }, content: "", lines: undefined },
  ])("cuts $args", async ({ args, content, lines }) => {
    const h = await vault();
    const data = await h.ok("gno_get", { ref: "notes/plan.md", ...args });
    expect(data.content).toBe(content);
    expect(data.returnedLines).toEqual(lines);
    expect(data.totalLines).toBe(6);
  });

  test("every form of reference leads to the same document", async () => {
    const h = await vault();
    const data = await h.ok("gno_get", { ref: "notes/plan.md" });
    for (const ref of [data.docid, data.uri, `${data.uri}:4`, "notes/plan.md:4", "NOTES/plan.md"]) {
      expect(await h.ok("gno_get", { ref })).toEqual(data);
    }
    expect((await h.ok("gno_get", { ref: "gno://notes/a%20b.md" })).content).toBe("blank\n");
  });

  test("an empty document has one line", async () => {
    const h = await vault();
    expect(await h.ok("gno_get", { ref: "notes/empty.md" })).toMatchObject({ content: "", totalLines: 1 });
  });

  test.each([
    { ref: "plan.md", code: "INVALID_INPUT" },
    { ref: "#zz", code: "INVALID_INPUT" },
    { ref: "notes/../../etc/passwd", code: "INVALID_INPUT" },
    { ref: "notes/pla.md", code: "NOT_FOUND" },
    { ref: "#00000000", code: "NOT_FOUND" },
    { ref: "gno://notes/plan.md?index=other", code: "NOT_FOUND" },
    { ref: "gno://notes/plan.md?index=..%2Fx", code: "INVALID_INPUT" },
  ])("refuses $ref with $code", async ({ ref, code }) => {
    const h = await vault();
    const before = readdirSync(h.config.dirs.data).sort();
    expect((await h.error("gno_get", { ref })).code).toBe(code);
    expect(readdirSync(h.config.dirs.data).sort()).toEqual(before);
  });

  test("suggests what was probably meant", async () => {
    const h = await vault();
    expect((await h.error("gno_get", { ref: "notes/plam.md" })).message).toMatch(
      /Did you mean notes\/plan\.md/,
    );
  });

  test("reads a document of another index and decorates it", async () => {
    const work = await harness({ collections: { notes }, indexName: "work" });
    const main = composeGno({
      config: { ...work.config, indexName: "default" },
      log: silentLog,
      mode: "stdio",
      profile: "full",
      writeEnabled: false,
      hostPaths: true,
    });
    const caller = { client: "test", session: "s", transport: "direct", local: true } as const;
    const outcome = await main.service.run("gno_get", { ref: "gno://notes/plan.md?index=work" }, { caller });
    expect(outcome).toMatchObject({
      kind: "ok",
      data: { uri: "gno://notes/plan.md?index=work", content: body },
    });
    await main.close(1_000);
  });

  test("bounds a long document and says how to go on", async () => {
    const line = `${"x".repeat(99)}\n`;
    const h = await harness({ collections: { notes: { "long.md": line.repeat(12_000) } } });
    const data = await h.ok("gno_get", { ref: "notes/long.md" });
    expect(Buffer.byteLength(data.content)).toBeLessThanOrEqual(maxContentBytes);
    const { end } = data.returnedLines;
    expect(end).toBeLessThan(12_001);
    expect(await h.text("gno_get", { ref: "notes/long.md" })).toContain(`continue with fromLine=${end + 1}`);
    const rest = await h.ok("gno_get", { ref: "notes/long.md", fromLine: end + 1 });
    expect(`${data.content}\n${rest.content}`).toBe(line.repeat(12_000));
  });

  test("hides host paths from other machines and creates nothing where nothing was initialised", async () => {
    const h = await vault();
    expect(JSON.stringify(await h.run("gno_get", { ref: "notes/plan.md" }, { local: false }))).not.toContain(
      h.root,
    );
    const blank = await harness({ uninitialized: true });
    expect((await blank.error("gno_get", { ref: "notes/plan.md" })).message).toMatch(/gno init/);
    expect(existsSync(blank.config.dirs.data)).toBe(false);
  });
});
