/** gram_patch: changes a document, all of a call or nothing, one revision. */
import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import {
  example,
  exampleFirst,
  exampleHashes,
  examplePath,
  harness,
  type Written,
  withExample,
} from "./harness.ts";

const path = "a.gram";
const patchOf = (doc: Written, request_id: string, ...changes: readonly object[]) => ({
  path: doc.path,
  base_revision: doc.rev,
  expected_hash: doc.hash,
  request_id,
  changes,
});

describe("gram_patch", () => {
  test("a record is added and placed in one revision", async () => {
    const at = harness();
    const doc = await at.create(path, { body: "# Head" });
    const answer = await at.ok(
      "gram_patch",
      patchOf(
        doc,
        "p",
        { op: "insert", after: "b1", text: "[[t1]]" },
        { op: "add", record: { type: "task", t: "Walk" } },
      ),
    );
    expect(answer).toMatchObject({ doc: { rev: 2 }, ids: [[1, "t1"]] });
    expect("diagnostics" in answer).toBe(false);
    expect((await at.ok("gram_context", { path })).text).toBe("Head\n\n[ ] Walk");
  });

  test.each([
    { base_revision: 1, expected_hash: exampleHashes[1] },
    { base_revision: 2, expected_hash: exampleHashes[1] },
    { base_revision: 1, expected_hash: exampleHashes[2] },
    { base_revision: 3, expected_hash: exampleHashes[2] },
  ])("a base that is not the head writes nothing: %j", async (base) => {
    const at = withExample();
    const args = { path: examplePath, request_id: "p", changes: [{ op: "remove", id: "d1" }], ...base };
    expect(await at.refusal("gram_patch", args)).toBe(
      "STALE_BASE The document moved to revision 2; read again",
    );
    expect(at.bytes(examplePath)).toEqual(example);
  });

  test("a lost answer comes back, also after a restart and behind later revisions", async () => {
    const at = harness();
    const doc = await at.create(path, { records: [{ type: "task", t: "Walk" }] });
    const args = patchOf(doc, "lost", { op: "add", record: { type: "task", t: "Talk", due: "soon" } });
    const first = await at.ok("gram_patch", args);
    expect(first.diagnostics).toEqual([["unparsed_value", "t2", "due soon"]]);
    expect(await harness({ root: at.root }).ok("gram_patch", args)).toEqual({ ...first, replayed: true });
    await at.patch(first.doc, { op: "remove", id: "t2" });
    expect(await at.ok("gram_patch", args)).toEqual({ ...first, replayed: true });
    expect((await at.ok("gram_list")).documents).toEqual([[path, path, 3]]);
    expect(await at.refusal("gram_patch", { ...args, changes: [{ op: "remove", id: "t1" }] })).toBe(
      "E_REQUEST request_id was used for another change",
    );
  });

  test("a revision that never became whole is cut off, and its request can be sent again", async () => {
    const at = harness();
    const doc = await at.create(path, { records: [{ type: "task", t: "Walk" }] });
    const before = at.bytes(path);
    const args = patchOf(doc, "torn", { op: "set", id: "t1", fields: { x: "done" } });
    const first = await at.ok("gram_patch", args);
    const after = at.bytes(path);
    for (const length of [before.length + 1, before.length + 40, after.length - 1]) {
      const torn = harness({ files: { [path]: after.subarray(0, length) } });
      expect((await torn.ok("gram_read", { path })).doc.rev).toBe(1);
      const again = await torn.ok("gram_patch", args);
      expect(again).toEqual(first);
      expect(readFileSync(join(torn.root, `.${path}.torn`))).toEqual(after.subarray(before.length, length));
    }
  });

  test("one change that cannot be made leaves the file as it was", async () => {
    const at = withExample();
    for (const [changes, says] of [
      [
        [
          { op: "set", id: "d1", fields: { x: "done" } },
          { op: "body", text: "x" },
          { op: "remove", id: "z9" },
        ],
        "E_NOT_FOUND No record z9 in descriptor-fixture/doc.gram",
      ],
      [
        [
          { op: "remove", id: "d1" },
          { op: "set", id: "d1", fields: { x: "done" } },
        ],
        "E_NOT_FOUND No record d1 in descriptor-fixture/doc.gram",
      ],
      [[{ op: "replace", node: "b9", text: "x" }], /^E_CHANGE changes\[0\]: /],
      [[{ op: "set", fields: { t: null } }], /^E_CHANGE changes\[0\]: /],
      [[{ op: "link", id: "d1", links: [["likes", "e1"]] }], /^E_CHANGE changes\[0\]: /],
      [[{ op: "add", record: { type: "task", t: "x", id: "d1" } }], /^E_CHANGE changes\[0\]: /],
      [
        [
          { op: "add", record: { type: "task", t: "x" } },
          { op: "move", node: "b1", after: "b1" },
        ],
        /^E_CHANGE changes\[1\]: /,
      ],
      [[{ op: "rich", node: "b1", changes: [["explode"]] }], /^E_CHANGE changes\[0\]/],
    ] as const) {
      const args = {
        path: examplePath,
        base_revision: 2,
        expected_hash: exampleHashes[2],
        request_id: "p",
        changes,
      };
      if (typeof says === "string") expect(await at.refusal("gram_patch", args)).toBe(says);
      else expect(await at.refusal("gram_patch", args)).toMatch(says);
      expect(at.bytes(examplePath)).toEqual(example);
    }
  });

  test("values are stored as written, and told when they cannot be read", async () => {
    const at = harness();
    const doc = await at.create(path, { records: [{ type: "metric", t: "Weight", value: "3" }] });
    const { diagnostics } = await at.ok(
      "gram_patch",
      patchOf(doc, "p", {
        op: "set",
        id: "m1",
        fields: { value: "3 kg", p: "urgent", color: "red", observed: "2026-13" },
      }),
    );
    expect(diagnostics).toEqual([
      ["unparsed_value", "m1", "observed 2026-13"],
      ["unparsed_value", "m1", "color red"],
      ["unparsed_value", "m1", "p urgent"],
      ["unparsed_value", "m1", "value 3 kg"],
    ]);
    expect((await at.ok("gram_get", { path, id: "m1" })).entity.fields.value).toBe("3 kg");
  });

  test("only what the request touched is told", async () => {
    const at = harness();
    const doc = await at.create(path, {
      body: "[[x1]]\n\nText",
      records: [{ type: "task", t: "T", due: "soon" }],
    });
    const { diagnostics } = await at.ok(
      "gram_patch",
      patchOf(doc, "p", { op: "replace", node: "b2", text: "[[x2]]" }),
    );
    expect(diagnostics).toEqual([["unresolved_ref", "b2", "x2"]]);
  });

  test("of many on one base exactly one wins", async () => {
    const at = harness();
    const others = [at, harness({ root: at.root }), harness({ root: at.root })];
    const doc = await at.create(path);
    const answers = await Promise.all(
      Array.from({ length: 9 }, (_, n) =>
        others[n % 3]!.call("gram_patch", patchOf(doc, `p${n}`, { op: "set", fields: { d: `${n}` } })),
      ),
    );
    expect(answers.filter((answer) => "ok" in answer)).toHaveLength(1);
    expect(new Set(answers.flatMap((answer) => ("ok" in answer ? [] : [answer.code])))).toEqual(
      new Set(["STALE_BASE"]),
    );
    expect((await at.ok("gram_read", { path })).doc.rev).toBe(2);
  });

  test("every change does what it says", async () => {
    const at = harness();
    let doc = await at.create(path, {
      body: "A\n\nB",
      records: [
        { type: "task", t: "One", tag: ["a"] },
        { type: "task", t: "Two" },
      ],
    });
    const state = async () =>
      (await at.ok("gram_get", { path })).entity.blocks.map((row: string[]) => [row[0], row[2]]);
    doc = await at.patch(
      doc,
      { op: "move", node: "b2", after: "first" },
      { op: "insert", after: "last", text: "C\n\nD" },
    );
    expect(await state()).toEqual([
      ["b2", "B"],
      ["b1", "A"],
      ["b3", "C"],
      ["b4", "D"],
    ]);
    doc = await at.patch(doc, { op: "replace", node: "b1", text: "A1\n\nA2" }, { op: "delete", node: "b3" });
    expect((await state()).map((row: string[]) => row[1])).toEqual(["B", "A1", "A2", "D"]);
    doc = await at.patch(
      doc,
      { op: "insert", id: "t1", after: "first", text: "about one" },
      { op: "set", id: "t1", fields: { tag: ["b", "c"], x: "open", d: "" } },
      {
        op: "link",
        id: "t1",
        links: [
          ["depends", "t2"],
          ["depends", "t2"],
          ["blocks", "t2"],
        ],
      },
      { op: "unlink", id: "t1", links: [["blocks", "t2"]] },
      { op: "order", id: "t1", after: "t2" },
    );
    const { entity } = await at.ok("gram_get", { path, id: "t1" });
    expect(entity).toEqual({
      blocks: [["b1", "paragraph", "about one"]],
      fields: { t: "One", x: "open", d: "", tag: ["b", "c"] },
      id: "t1",
      links: [["depends", "t2"]],
      type: "task",
    });
    expect((await at.ok("gram_list", { path })).entities).toEqual([
      ["t2", "task"],
      ["t1", "task"],
    ]);
    doc = await at.patch(doc, { op: "set", id: "t1", fields: { tag: null, x: null } });
    expect((await at.ok("gram_get", { path, id: "t1" })).entity.fields).toEqual({ t: "One", d: "" });
    doc = await at.patch(doc, { op: "body", text: "[[t1]]" }, { op: "remove", id: "t1" });
    expect((await at.ok("gram_context", { path })).text).toBe("[unresolved t1]");
    await at.patch(doc, { op: "add", record: { type: "task", t: "Three" }, after: "first" });
    expect((await at.ok("gram_list", { path })).entities).toEqual([
      ["t3", "task"],
      ["t2", "task"],
    ]);
  });

  test("the request of the worked example makes its file, but for the times", async () => {
    const at = harness({ files: { [examplePath]: exampleFirst } });
    const changes = [
      {
        op: "add",
        record: { at: "2026-10-20", links: [["implements", "d1"]], t: "Cut-over done", type: "event" },
      },
      { after: "b3", op: "insert", text: "Cut over on [the day](@e2)." },
    ];
    const { doc } = await at.ok("gram_patch", {
      base_revision: 1,
      changes,
      expected_hash: exampleHashes[1],
      path: examplePath,
      request_id: "r-002",
    });
    expect(doc).toEqual({ hash: exampleHashes[2], path: examplePath, rev: 2 });
    const blank = (bytes: Buffer) =>
      bytes
        .toString("utf8")
        .replaceAll(/^(at|by) .*$/gm, "$1")
        .replaceAll(/^@end 2 .*$/gm, "@end 2");
    expect(blank(at.bytes(examplePath))).toBe(blank(example));
  });

  test("what no version of ours wrote is not written to", async () => {
    const text = example.toString("utf8");
    const at = harness({ files: { [path]: text.replace("\n@rev 2\n", "\n@rev 2\nnonsense\n") } });
    writeFileSync(join(at.root, "other.gram"), text.replace("gram/2", "gram/9"));
    const args = {
      base_revision: 1,
      expected_hash: exampleHashes[1],
      request_id: "p",
      changes: [{ op: "remove", id: "d1" }],
    };
    expect(await at.refusal("gram_patch", { path, ...args })).toMatch(/^E_FORMAT /);
    expect(await at.refusal("gram_patch", { path: "other.gram", ...args })).toMatch(/^E_FORMAT /);
    expect(await at.refusal("gram_patch", { path: "none.gram", ...args })).toBe(
      "E_NOT_FOUND No document at none.gram",
    );
  });
});
