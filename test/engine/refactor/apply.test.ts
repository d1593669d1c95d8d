/** Apply: the plan that was seen and no other, all of its files or none, and an answer that can be asked for again. */
import {
  chmodSync,
  mkdirSync,
  readdirSync,
  renameSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import path from "node:path";
import { afterEach, describe, expect, test } from "vitest";
import { canonical, sha256 } from "../../../src/engine/canonical.ts";
import { createWorld, faulty, ignoringCase, type World } from "./world.ts";

let world: World;
afterEach(() => world.close());

const vault = {
  "notes/a/Plan.md": "\ufeff# Grand\r\n[[Plan]] [o](other.md)\r\nno end",
  "notes/a/other.md": "[[a/Plan]] ![x](Plan.md)",
  "notes/b/ref.md": "[p](../a/Plan.md)\n",
  "notes/b/bystander.md": "[[other]]\n",
  "notes/b/broken.txt": Buffer.from([0xff, 0xfe, 0x80, 0x41]),
};
const open = (): void => {
  world = createWorld(vault);
};

describe("the plan", () => {
  test("is the same in every process, and its digest is that of what the caller sees", async () => {
    open();
    const plan = await world.preview(world.move("notes/a/Plan.md", "c"));
    expect(await world.preview(world.move("notes/a/Plan.md", "c"))).toEqual(plan);
    const { planDigest, ...rest } = plan;
    expect(sha256(canonical(rest))).toBe(planDigest);
    expect(plan).toMatchObject({ canApply: true, safety: { backlinkCount: 3, blockingReasonCodes: [] } });
    expect(plan.affectedDocuments.map(({ relPath }) => relPath)).toEqual([
      "a/Plan.md",
      "a/other.md",
      "b/ref.md",
    ]);
  });

  test("counts the links to the note that its backlinks show", async () => {
    open();
    const { safety } = await world.preview(world.rename("notes/a/Plan.md", "New"));
    expect(safety.backlinkCount).toBe(world.links.incoming(world.document("notes/a/Plan.md")).length);
  });

  test("writes nothing", async () => {
    open();
    const before = world.tree();
    const data = readdirSync(world.data).sort();
    await world.preview(world.move("notes/a/Plan.md", "c/d"));
    expect(world.tree()).toEqual(before);
    expect(readdirSync(world.data).sort()).toEqual(data);
  });

  test("is made from the files, whatever the index says", async () => {
    open();
    world.write({ "notes/b/late.md": "[x](../a/Plan.md)", "notes/b/ref.md": "nothing" });
    const { affectedDocuments } = await world.preview(world.rename("notes/a/Plan.md", "New"));
    expect(affectedDocuments.map(({ relPath }) => relPath)).toEqual(["a/Plan.md", "a/other.md", "b/late.md"]);
  });
});

describe("apply", () => {
  test("changes destinations and no other byte", async () => {
    open();
    const receipt = await world.apply(world.move("notes/a/Plan.md", "c"));
    expect(receipt).toMatchObject({
      status: "applied",
      source: { uri: "gno://notes/a/Plan.md" },
      target: { uri: "gno://notes/c/Plan.md", relPath: "c/Plan.md", collection: "notes" },
      filesystem: { state: "committed" },
      indexConvergence: { state: "converged" },
    });
    expect(receipt.reasonCode).toBeUndefined();
    expect(
      Object.fromEntries([...world.tree()].map(([name, bytes]) => [name, bytes.toString("latin1")])),
    ).toEqual(
      Object.fromEntries(
        Object.entries({
          "notes/a/": "",
          "notes/a/other.md": "[[c/Plan]] ![x](../c/Plan.md)",
          "notes/b/": "",
          "notes/b/broken.txt": vault["notes/b/broken.txt"],
          "notes/b/bystander.md": "[[other]]\n",
          "notes/b/ref.md": "[p](../c/Plan.md)\n",
          "notes/c/": "",
          "notes/c/Plan.md": "\ufeff# Grand\r\n[[Plan]] [o](../a/other.md)\r\nno end",
        }).map(([name, text]) => [name, Buffer.from(text).toString("latin1")]),
      ),
    );
  });

  test("keeps the row of the document, so that what belongs to it stays with it", async () => {
    open();
    const { id } = world.document("notes/a/Plan.md");
    await world.apply(world.move("notes/a/Plan.md", "c", "New.md"));
    expect(world.document("notes/c/New.md").id).toBe(id);
    expect(world.documents.resolve("notes/a/Plan.md").kind).toBe("missing");
  });

  test.each([
    ["the note", "notes/a/Plan.md"],
    ["a note that links to it", "notes/b/ref.md"],
  ])("refuses when %s was edited since", async (_, name) => {
    open();
    const relocation = world.rename("notes/a/Plan.md", "New");
    const { planDigest } = await world.preview(relocation);
    world.write({ [name]: `${world.read(name)} edited` });
    const before = world.tree();
    expect(await world.apply(relocation, planDigest)).toMatchObject({
      status: "stale_plan",
      reasonCode: "stale_plan",
      filesystem: { state: "unchanged" },
    });
    expect(world.tree()).toEqual(before);
  });

  test("takes no mere touch for an edit", async () => {
    open();
    const relocation = world.rename("notes/a/Plan.md", "New");
    const { planDigest } = await world.preview(relocation);
    world.write({ "notes/b/ref.md": world.read("notes/b/ref.md") });
    expect((await world.apply(relocation, planDigest)).status).toBe("applied");
  });

  test("changes the case of a name", async () => {
    world = createWorld({ "notes/Plan.md": "x", "notes/ref.md": "[[Plan]] [x](Plan.md)" });
    expect((await world.apply(world.rename("notes/Plan.md", "PLAN.md"))).status).toBe("applied");
    expect([...world.tree().keys()]).toEqual(["notes/PLAN.md", "notes/ref.md"]);
    expect(world.read("notes/ref.md")).toBe("[[Plan]] [x](PLAN.md)");
  });

  test("changes the case of a name on a disk that ignores it, edited or not", async () => {
    for (const text of ["x", "[me](Plan.md)"]) {
      world = createWorld({
        "notes/Plan.md": text,
        "notes/ref.md": "[[Plan]] [x](Plan.md)",
        "notes/z.md": "",
      });
      world.withFiles(ignoringCase());
      expect((await world.apply(world.rename("notes/Plan.md", "PLAN.md"))).status).toBe("applied");
      expect([...world.tree().keys()]).toEqual(["notes/PLAN.md", "notes/ref.md", "notes/z.md"]);
      expect(world.read("notes/PLAN.md")).toBe(text.replace("Plan", "PLAN"));
      expect((await world.preview(world.rename("notes/PLAN.md", "Z"))).safety.blockingReasonCodes).toEqual([
        "occupied_target",
      ]);
      if (text === "x") world.close();
    }
  });

  test("keeps the permissions of all files", async () => {
    open();
    for (const name of ["a/Plan.md", "a/other.md"]) chmodSync(path.join(world.base, "notes", name), 0o640);
    await world.apply(world.move("notes/a/Plan.md", "c"));
    for (const name of ["c/Plan.md", "a/other.md"])
      expect(statSync(path.join(world.base, "notes", name)).mode & 0o777).toBe(0o640);
  });

  test("refuses read-only files", async () => {
    open();
    chmodSync(path.join(world.base, "notes/b/ref.md"), 0o444);
    const plan = await world.preview(world.rename("notes/a/Plan.md", "New"));
    expect(plan).toMatchObject({ canApply: false, safety: { blockingReasonCodes: ["read_only_document"] } });
    chmodSync(path.join(world.base, "notes/a/Plan.md"), 0o444);
    await expect(world.preview(world.rename("notes/a/Plan.md", "New"))).rejects.toThrow(/^read-only/);
  });

  test("follows no link out of the collection", async () => {
    open();
    mkdirSync(path.join(world.base, "outside"));
    symlinkSync(path.join(world.base, "outside"), path.join(world.base, "notes/out"));
    for (const folder of ["out", "out/x", "../outside", "/tmp", "a/../../x"]) {
      const plan = await world.preview(world.move("notes/a/Plan.md", folder));
      expect(plan).toMatchObject({ canApply: false, safety: { blockingReasonCodes: ["unsafe_target"] } });
    }
    symlinkSync(path.join(world.base, "outside/x.md"), path.join(world.base, "notes/a/New.md"));
    expect((await world.preview(world.rename("notes/a/Plan.md", "New"))).canApply).toBe(false);
    expect(readdirSync(path.join(world.base, "outside"))).toEqual([]);
  });

  test("a file that appears at the last moment is never replaced", async () => {
    open();
    const relocation = world.rename("notes/a/Plan.md", "New");
    const { planDigest } = await world.preview(relocation);
    const { files } = faulty(undefined);
    const target = path.join(world.base, "notes/a/New.md");
    world.withFiles({
      ...files,
      async link(from, to) {
        if (to === target) writeFileSync(target, "someone else's");
        return files.link(from, to);
      },
    });
    const before = world.tree();
    expect(await world.apply(relocation, planDigest)).toMatchObject({
      status: "conflict",
      reasonCode: "occupied_target",
      filesystem: { state: "unchanged" },
    });
    expect(world.tree()).toEqual(
      new Map([...before, ["notes/a/New.md", Buffer.from("someone else's")] as const].sort()),
    );
  });
});

describe("the same digest again", () => {
  test("answers as before and touches nothing", async () => {
    open();
    const first = await world.apply(world.move("notes/a/Plan.md", "c"));
    const after = world.tree();
    expect(await world.refactor.replay(first.planDigest)).toEqual(first);
    expect(world.tree()).toEqual(after);
  });

  test("is a new change once the note is back where it was", async () => {
    open();
    const first = await world.apply(world.rename("notes/b/ref.md", "new.md"));
    await world.apply(world.rename("notes/b/new.md", "ref.md"));
    expect(await world.refactor.replay(first.planDigest)).toBeUndefined();
    expect((await world.apply(world.rename("notes/b/ref.md", "new.md"))).planDigest).toBe(first.planDigest);
    expect(await world.refactor.replay(first.planDigest)).toMatchObject({ status: "applied" });
  });

  test("finishes the indexing that failed", async () => {
    open();
    world.syncFault = Object.assign(new Error("full"), { code: "ENOSPC" });
    const first = await world.apply(world.move("notes/a/Plan.md", "c"));
    expect(first).toMatchObject({
      status: "applied_with_sync_pending",
      reasonCode: "sync_pending",
      filesystem: { state: "committed" },
      indexConvergence: { state: "pending", recoveryInstruction: expect.stringContaining("same planDigest") },
    });
    expect(world.documents.resolve("notes/c/Plan.md").kind).toBe("missing");
    expect(await world.refactor.replay(first.planDigest)).toMatchObject({
      status: "applied_with_sync_pending",
    });
    world.syncFault = undefined;
    expect(await world.refactor.replay(first.planDigest)).toMatchObject({ status: "applied" });
    expect(world.document("notes/c/Plan.md").relPath).toBe("c/Plan.md");
  });

  test("is nothing for a digest that nobody carried out", async () => {
    open();
    expect(await world.refactor.replay("0".repeat(64))).toBeUndefined();
  });
});

test("an index that knows nothing of the change yet is brought to it by the next start", async () => {
  open();
  world.syncFault = new Error("killed");
  await world.apply(world.move("notes/a/Plan.md", "c"));
  world.syncFault = undefined;
  world.withFiles(faulty(undefined).files);
  await world.refactor.recover();
  expect(world.document("notes/c/Plan.md").relPath).toBe("c/Plan.md");
});

test("a note that was deleted or moved by hand is gone, with a word on what to do", async () => {
  open();
  const relocation = world.rename("notes/b/ref.md", "New");
  renameSync(path.join(world.base, "notes/b/ref.md"), path.join(world.base, "notes/b/else.md"));
  await expect(world.preview(relocation)).rejects.toThrow(/^gone: .*gno_sync/);
  rmSync(path.join(world.base, "notes/b/else.md"));
});

test("a process that dies at any operation leaves all as it was, or all done, to the next one", async () => {
  const ends = { before: 0, after: 0 };
  open();
  const before = world.tree();
  await world.apply(world.move("notes/a/Plan.md", "c/d"));
  const after = world.tree();
  for (let at = 1; ; at++) {
    world.close();
    open();
    const relocation = world.move("notes/a/Plan.md", "c/d");
    const { planDigest } = await world.preview(relocation);
    const fault = faulty(at, true);
    world.withFiles(fault.files);
    await world.refactor.apply(relocation, planDigest, new AbortController().signal).catch(() => undefined);
    if (fault.seen.length < at) break;
    world.withFiles(faulty(undefined).files);
    await world.refactor.recover();
    const tree = world.tree();
    const done = tree.has("notes/c/d/Plan.md");
    ends[done ? "after" : "before"]++;
    expect({ at, operation: fault.seen.at(at - 1), tree }).toEqual({
      at,
      operation: fault.seen.at(at - 1),
      tree: done ? after : before,
    });
    expect(world.documents.resolve(done ? "notes/c/d/Plan.md" : "notes/a/Plan.md").kind).toBe("found");
    // A second start has nothing left to do.
    await world.refactor.recover();
    expect(world.tree()).toEqual(tree);
  }
  expect(ends.before).toBeGreaterThan(20);
  expect(ends.after).toBeGreaterThan(0);
});
