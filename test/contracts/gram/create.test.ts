/** gram_create: a new document in one revision. */
import { existsSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { harness } from "./harness.ts";

const request = { path: "plans/a.gram", request_id: "r-1", t: "Plan" };

describe("gram_create", () => {
  test("makes folders, revision 1, and ids as told", async () => {
    const at = harness();
    const answer = await at.ok("gram_create", {
      ...request,
      body: "[[t1]] is a paragraph\n\n[[own]]",
      records: [
        { type: "evidence", t: "E" },
        { type: "event", t: "V" },
        { type: "task", t: "T", id: "own" },
        { type: "task", t: "T", links: [["depends", "own"], { predicate: "supports", target: "e1" }] },
      ],
    });
    expect(answer.doc).toMatchObject({
      path: "plans/a.gram",
      rev: 1,
      hash: expect.stringMatching(/^[0-9a-f]{16}$/),
    });
    expect(answer.ids).toEqual([
      [0, "e1"],
      [1, "e2"],
      [2, "own"],
      [3, "t1"],
    ]);
    expect("diagnostics" in answer).toBe(false);
    expect((await at.ok("gram_get", { path: "plans/a.gram", id: "t1" })).entity.links).toEqual([
      ["depends", "own"],
      ["supports", "e1"],
    ]);
    expect(readdirSync(join(at.root, "plans"))).toEqual(["a.gram"]);
  });

  test("the same request again gives the same answer and writes nothing", async () => {
    const at = harness();
    const args = { ...request, body: "[[x9]]", records: [{ type: "task", t: "T" }] };
    const first = await at.ok("gram_create", args);
    const bytes = at.bytes(request.path);
    expect(await at.ok("gram_create", { ...args, path: "plans/./a.gram" })).toEqual({
      ...first,
      replayed: true,
    });
    await at.patch(first.doc, { op: "set", fields: { d: "later" } });
    expect(await at.ok("gram_create", args)).toEqual({ ...first, replayed: true });
    expect(at.bytes(request.path).subarray(0, bytes.length)).toEqual(bytes);
    expect((await at.ok("gram_list")).documents).toEqual([["plans/a.gram", "Plan", 2]]);
  });

  test("another request with this id, or of this path, is refused", async () => {
    const at = harness();
    await at.ok("gram_create", request);
    const bytes = at.bytes(request.path);
    expect(await at.refusal("gram_create", { ...request, body: "other" })).toBe(
      "E_REQUEST request_id was used for another change",
    );
    expect(await at.refusal("gram_create", { ...request, request_id: "r-2" })).toBe(
      "E_EXISTS A document exists at plans/a.gram",
    );
    expect(at.bytes(request.path)).toEqual(bytes);
  });

  test.each(["", "a b", "é", "x".repeat(129), "a/b"])("the request id %j is none", async (request_id) => {
    expect(await harness().refusal("gram_create", { ...request, request_id })).toMatch(/^E_REQUEST /);
  });

  test("what cannot be shown is committed and told", async () => {
    const at = harness();
    const answer = await at.ok("gram_create", {
      ...request,
      body: "[[x9]]\n\n- [ ] box",
      records: [{ type: "metric", t: "M", value: "3 kg", source: ["s9"] }],
    });
    expect(answer.doc.rev).toBe(1);
    expect(answer.diagnostics).toEqual([
      ["unresolved_ref", "b1", "x9"],
      ["unsupported_node", "b2", "checkbox"],
      ["unresolved_ref", "m1", "s9"],
      ["unparsed_value", "m1", "value 3 kg"],
    ]);
  });

  test("of two at once one makes the document", async () => {
    const at = harness();
    const other = harness({ root: at.root });
    const answers = await Promise.all([
      at.call("gram_create", { ...request, request_id: "one" }),
      other.call("gram_create", { ...request, request_id: "two" }),
    ]);
    expect(answers.filter((answer) => "ok" in answer)).toHaveLength(1);
    expect(answers.find((answer) => !("ok" in answer))).toEqual({
      code: "E_EXISTS",
      message: "A document exists at plans/a.gram",
    });
  });

  test.each([
    { records: [{ type: "nonsense", t: "x" }], says: /^E_CHANGE records\[0\]: / },
    { records: [{ type: "task", t: "two\nlines" }], says: /^E_CHANGE records\[0\]: / },
    { records: [{ type: "task", t: "" }], says: /^E_CHANGE records\[0\]: / },
    {
      records: [
        { type: "task", t: "x", id: "a" },
        { type: "task", t: "y", id: "a" },
      ],
      says: /^E_CHANGE records\[1\]: /,
    },
    { records: [{ type: "task", t: "x", id: "A 1" }], says: /^E_CHANGE records\[0\]: / },
    { records: [{ type: "task", t: "x", links: [["likes", "t1"]] }], says: /^E_CHANGE records\[0\]: / },
    { t: "two\nlines", says: /^E_CHANGE t: / },
    { t: "x".repeat(501), says: /^E_CHANGE t: / },
    { fields: { d: "x".repeat(65_537) }, says: /^E_CHANGE fields: / },
    { body: "x ".repeat(600_000), says: /^E_CHANGE body: / },
  ])("$says", async ({ says, ...more }) => {
    const at = harness();
    expect(await at.refusal("gram_create", { ...request, ...more })).toMatch(says);
    expect(existsSync(join(at.root, "plans"))).toBe(false);
  });

  test.each([
    ["plans/a.md", "E_PATH plans/a.md does not end with .gram"],
    ["/a.gram", "E_PATH Absolute paths are outside the approved folder"],
    ["../a.gram", "E_PATH Path is outside the approved folders"],
    [".x/a.gram", "E_PATH Path is outside an approved folder or hidden"],
    ["a//b.gram", "E_PATH Path is outside the approved folders"],
    ["@mounts/x/a.gram", "E_PATH Path does not start with a mounted collection"],
  ])("%s: %s", async (path, says) => {
    const at = harness();
    expect(await at.refusal("gram_create", { ...request, path })).toBe(says);
    expect(readdirSync(at.root)).toEqual([]);
  });

  test("a read-only folder is only read", async () => {
    const at = harness({ access: "read" });
    expect(await at.refusal("gram_create", request)).toBe("E_ACCESS plans/a.gram is read-only");
    expect(readdirSync(at.root)).toEqual([]);
  });

  test("thousands of records: the ids that fit are told", async () => {
    const at = harness();
    const records = Array.from({ length: 3_000 }, (_, n) => ({ type: "task", t: `Task ${n}`, due: "soon" }));
    const { ids, diagnostics, truncated } = await at.ok("gram_create", { ...request, records });
    expect(truncated).toBe(true);
    expect(ids[0]).toEqual([0, "t1"]);
    expect(diagnostics.length).toBeGreaterThan(100);
  });
});
