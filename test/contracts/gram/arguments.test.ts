/** What every gram tool has in common: closed inputs, how the past is named, one message for each refusal. */
import { describe, expect, test } from "vitest";
import { example, exampleHashes, examplePath, harness, withExample } from "./harness.ts";

const path = examplePath;
const patch = { path, base_revision: 2, expected_hash: exampleHashes[2], request_id: "r" };
const create = { path: "new.gram", request_id: "r", t: "New" };
const record = { type: "task", t: "Walk" };

describe("arguments", () => {
  test.each([
    { tool: "gram_list", args: { zeta: 1, alpha: 2 }, says: "Unknown argument alpha" },
    { tool: "gram_list", args: { foo: 1, limit: "many" }, says: "Unknown argument foo" },
    { tool: "gram_list", args: { select: { foo: 1 } }, says: "Unknown argument select.foo" },
    { tool: "gram_state", args: { path, select: { foo: 1 } }, says: "Unknown argument select.foo" },
    {
      tool: "gram_create",
      args: { ...create, records: [{ ...record, foo: 1 }] },
      says: "Unknown argument records[0].foo",
    },
    {
      tool: "gram_create",
      args: {
        ...create,
        records: [record, { ...record, links: [{ predicate: "supports", target: "t1", why: 1 }] }],
      },
      says: "Unknown argument records[1].links[0].why",
    },
    {
      tool: "gram_create",
      args: { ...create, records: [{ ...record, blocks: [{ type: "note", text: "x", foo: 1 }] }] },
      says: "Unknown argument records[0].blocks[0].foo",
    },
    { tool: "gram_create", args: { ...create, fields: { foo: "x" } }, says: "Unknown argument fields.foo" },
    {
      tool: "gram_create",
      args: { ...create, fields: { links: [] } },
      says: "Unknown argument fields.links",
    },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ op: "set", id: "d1", fields: { x: "done" }, foo: 1 }] },
      says: "Unknown argument changes[0].foo",
    },
    {
      tool: "gram_patch",
      args: {
        ...patch,
        changes: [
          { op: "remove", id: "d1" },
          { op: "body", text: "x", node: "b1" },
        ],
      },
      says: "Unknown argument changes[1].node",
    },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ op: "add", record: { ...record, foo: 1 } }] },
      says: "Unknown argument changes[0].record.foo",
    },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ op: "set", id: "d1", fields: { foo: "x" } }] },
      says: "Unknown argument changes[0].fields.foo",
    },
    { tool: "gram_read", args: {}, says: "Missing argument path" },
    { tool: "gram_recall", args: { mode: "keyword" }, says: "Missing argument query" },
    { tool: "gram_create", args: { path: "new.gram", request_id: "r" }, says: "Missing argument t" },
    {
      tool: "gram_create",
      args: { ...create, records: [{ type: "task" }] },
      says: "Missing argument records[0].t",
    },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ op: "insert", text: "x" }] },
      says: "Missing argument changes[0].after",
    },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ fields: {} }] },
      says: "Missing argument changes[0].op",
    },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ op: "nope" }] },
      says: "Invalid argument changes[0].op",
    },
    { tool: "gram_patch", args: { ...patch, changes: [] }, says: "Invalid argument changes" },
    {
      tool: "gram_patch",
      args: { ...patch, changes: [{ op: "remove", id: "d1" }], expected_hash: "x" },
      says: "Invalid argument expected_hash",
    },
    {
      tool: "gram_patch",
      args: { ...patch, base_revision: 0, changes: [{ op: "remove", id: "d1" }] },
      says: "Invalid argument base_revision",
    },
    {
      tool: "gram_create",
      args: {
        ...create,
        records: Array.from({ length: 11 }, (_, n) => (n < 2 ? record : { ...record, foo: 1 })),
      },
      says: "Unknown argument records[2].foo",
    },
    { tool: "gram_list", args: { limit: 0 }, says: "Invalid argument limit" },
    { tool: "gram_list", args: { limit: 101 }, says: "Invalid argument limit" },
    { tool: "gram_list", args: { revision: -1 }, says: "Invalid argument revision" },
    { tool: "gram_recall", args: { query: "x", mode: "fuzzy" }, says: "Invalid argument mode" },
    { tool: "gram_profile", args: { task: "nope" }, says: "Invalid argument task" },
    { tool: "gram_relations", args: { path, depth: 4 }, says: "Invalid argument depth" },
    { tool: "gram_create", args: { ...create, base_revision: 1 }, says: "Invalid argument base_revision" },
    {
      tool: "gram_create",
      args: { ...create, expected_hash: exampleHashes[1] },
      says: "Invalid argument expected_hash",
    },
  ])("$tool: $says", async ({ tool, args, says }) => {
    const at = withExample();
    expect(await at.refusal(tool, args)).toBe(`E_ARGUMENT ${says}`);
    expect(at.bytes(path)).toEqual(example);
  });

  test("create takes the base of a document that is not there", async () => {
    const at = harness();
    const doc = await at.create("a.gram", { base_revision: 0, expected_hash: "0".repeat(16) });
    expect(doc.rev).toBe(1);
  });
});

const reading = ["gram_read", "gram_get", "gram_context", "gram_relations", "gram_state", "gram_list"];

describe("the past", () => {
  test.each(reading)("%s: revision and recorded_at exclude each other", async (tool) => {
    expect(await withExample().refusal(tool, { path, revision: 1, recorded_at: "2026" })).toBe(
      "E_ARGUMENT Use either revision or recorded_at",
    );
    expect(await withExample().refusal("gram_list", { revision: 1, recorded_at: "2026" })).toMatch(/^E_ARG/);
  });

  test.each(reading)("%s: the newest revision that was written by then", async (tool) => {
    const at = withExample();
    for (const [recorded_at, rev] of [
      ["2026-10-12T23:10:32.455Z", 0],
      ["2026-10-12", 1],
      ["2026-10-13T07:59", 1],
      ["2026-10-13T10:00+02:00", 2],
      ["2026-10", 2],
      ["2025", 0],
    ] as const) {
      expect((await at.ok(tool, { path, recorded_at })).doc).toEqual({
        hash: rev === 0 ? "0".repeat(16) : exampleHashes[rev],
        path,
        rev,
      });
    }
  });

  test.each(reading)("%s: a revision that is not there", async (tool) => {
    const at = withExample();
    expect(await at.refusal(tool, { path, revision: 3 })).toBe(`E_REVISION Revision 3 is not in ${path}`);
    expect((await at.ok(tool, { path, revision: 0 })).doc.rev).toBe(0);
    expect(await at.refusal(tool, { path, recorded_at: "soon" })).toBe("E_DATE Invalid date recorded_at");
  });

  test.each([
    ["gram_list", { effective_at: "x", path }, "effective_at"],
    ["gram_list", { select: { from: "x" } }, "select.from"],
    ["gram_state", { path, select: { to: "2026-13" } }, "select.to"],
    ["gram_context", { path, effective_at: "x" }, "effective_at"],
    ["gram_recall", { query: "x", from: "x" }, "from"],
    ["gram_changes", { to: "2026-02-30" }, "to"],
    ["gram_range", { path, from: "yesterday" }, "from"],
  ])("%s: a date that cannot be read", async (tool, args, key) => {
    expect(await withExample().refusal(tool, args)).toBe(`E_DATE Invalid date ${key}`);
  });
});

describe("what is not there", () => {
  test.each([
    "gram_read",
    "gram_get",
    "gram_context",
    "gram_relations",
    "gram_range",
    "gram_state",
    "gram_list",
    "gram_changes",
    "gram_brief",
  ])("%s: a document", async (tool) => {
    expect(await withExample().refusal(tool, { path: "no.gram" })).toBe("E_NOT_FOUND No document at no.gram");
  });

  test.each(["gram_get", "gram_context", "gram_relations", "gram_range", "gram_state"])(
    "%s: a record",
    async (tool) => {
      expect(await withExample().refusal(tool, { path, id: "x9" })).toBe(
        `E_NOT_FOUND No record x9 in ${path}`,
      );
    },
  );

  test.each(["gram_get", "gram_context"])("%s: the document by its own id", async (tool) => {
    const at = withExample();
    const { entity: _a, ...whole } = await at.ok(tool, { path });
    const { entity, ...same } = await at.ok(tool, { path, id: "d_51779bca8dd74f53afe256c4bc8fbe2d" });
    expect(same).toEqual(whole);
    expect(entity).toBeDefined();
  });
});

describe("damage", () => {
  const damaged = Buffer.from(example);
  damaged[example.indexOf("Cut-over done")] = "K".charCodeAt(0);

  test("of the last revision is told, and what stands before it can be read", async () => {
    const at = harness({ files: { [path]: damaged } });
    expect(await at.refusal("gram_read", { path })).toBe("E_FORMAT Revision 2 is damaged");
    expect((await at.ok("gram_read", { path, revision: 1 })).doc.rev).toBe(1);
    expect(await at.refusal("gram_read", { path, revision: 2 })).toBe("E_FORMAT Revision 2 is damaged");
    expect(
      await at.refusal("gram_patch", {
        ...patch,
        base_revision: 1,
        expected_hash: exampleHashes[1],
        changes: [{ op: "remove", id: "d1" }],
      }),
    ).toMatch(/^E_FORMAT Revision 2 is damaged/);
    expect(at.bytes(path)).toEqual(damaged);
  });

  test("of one file hides no other", async () => {
    const at = withExample({ files: { "broken.gram": "no gram at all\n" } });
    expect(await at.refusal("gram_read", { path: "broken.gram" })).toMatch(/^E_FORMAT .*broken\.gram/);
    expect((await at.ok("gram_list")).documents).toEqual([[path, "Lunar migration decision", 2]]);
  });
});

test("reading changes no file", async () => {
  const at = withExample();
  for (const tool of at.app.service.list()) {
    if (tool.name === "gram_create" || tool.name === "gram_patch") continue;
    const { properties = {} } = tool.inputSchema as { properties?: object };
    await at.ok(tool.name, {
      ...("path" in properties ? { path } : {}),
      ...("query" in properties ? { query: "lunar" } : {}),
    });
  }
  expect(at.bytes(path)).toEqual(example);
  expect((await at.ok("gram_changes", { path })).docs[0].rev).toBe(2);
});
