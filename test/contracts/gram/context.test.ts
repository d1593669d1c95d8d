/** gram_context: an owner as plain text in which everything it points at reads as what it is now. */
import { describe, expect, test } from "vitest";
import { examplePath, harness, withExample } from "./harness.ts";

const path = "a.gram";
type At = ReturnType<typeof harness>;
const textOf = async (at: At, args: object = {}) =>
  (await at.ok("gram_context", { path, ...args })).text as string;

describe("gram_context", () => {
  test("fields, links and text of the example", async () => {
    const at = withExample();
    const about = await at.ok("gram_context", { path: examplePath, id: "e2" });
    expect(about).toMatchObject({
      entity: ["e2", "event", "Cut-over done", null],
      fields: [
        ["t", "Cut-over done"],
        ["at", "2026-10-20"],
      ],
      links: [["implements", `${examplePath}#d1`, "Move to the lunar store", "accepted"]],
      text: "",
    });
    expect((await at.ok("gram_context", { path: examplePath })).text).toBe(
      "Descriptor fixture\n\nMove to the lunar store (accepted)\n\nLunar migration evidence\n\nCut over on Cut-over done.",
    );
  });

  test("the text follows a metric without a change of the body", async () => {
    const at = harness();
    const doc = await at.create(path, {
      body: "It weighs [a lot](@m1).\n\n[[m1]]",
      records: [{ type: "metric", t: "Weight", value: "3", unit: "kg" }],
    });
    expect(await textOf(at)).toBe("It weighs Weight 3 kg.\n\nWeight: 3 kg");
    await at.patch(doc, { op: "set", id: "m1", fields: { value: "4" } });
    expect(await textOf(at)).toBe("It weighs Weight 4 kg.\n\nWeight: 4 kg");
  });

  test("one line for each placed record", async () => {
    const at = harness();
    await at.create(path, {
      body: "[[t1]]\n\n[[t2]]\n\n[[a1]]\n\n[[k1]]\n\n[[k2]]\n\n[[x1]]\n\n[[*]]{type=task}",
      records: [
        { type: "task", t: "Open", x: "open", p: "high", due: "2026-05-01" },
        { type: "task", t: "Ended", x: "done" },
        { type: "asset", t: "Picture", ref: "moon.png" },
        { type: "knowledge", t: "Fact", x: "active", d: "short" },
        {
          type: "knowledge",
          t: "Other",
          blocks: [
            { type: "note", text: "no" },
            { type: "summary", text: "in **short**" },
          ],
        },
      ],
    });
    expect((await textOf(at)).split("\n\n")).toEqual([
      "[ ] Open (open, high, 2026-05-01)",
      "[x] Ended (done)",
      "Picture (moon.png)",
      "Fact (active) – short",
      "Other – in short",
      "[unresolved x1]",
      "[ ] Open (open, high, 2026-05-01)\n[x] Ended (done)",
    ]);
  });

  test("a collection shows fifty records and how many more there are", async () => {
    const at = harness();
    const records = Array.from({ length: 53 }, (_, n) => ({ type: "task", t: `T${n}` }));
    await at.create(path, { body: "[[*]]{type=task}", records });
    const lines = (await textOf(at)).split("\n");
    expect(lines).toHaveLength(51);
    expect(lines.at(-1)).toBe("… 3 more");
  });

  const decided = [{ type: "decision", t: "Choice" }];
  const event = (at: string | undefined, more: object = {}) => ({
    type: "event",
    t: "Done",
    links: [["implements", "d1"]],
    ...(at === undefined ? {} : { at }),
    ...more,
  });
  test.each([
    { events: [event("2026-10-20"), event("2026-10")], implemented: "2026-10" },
    { events: [event("2026-10-01T00:00Z"), event("2026-10")], implemented: "2026-10-01T00:00Z" },
    { events: [event(undefined)], implemented: undefined },
    { events: [event("soon"), event("2027")], implemented: "2027" },
    { events: [event("2026", { links: [["related", "d1"]] })], implemented: undefined },
    { events: [{ ...event("2026"), type: "task" }], implemented: undefined },
  ])("implemented is $implemented", async ({ events, implemented }) => {
    const at = harness();
    await at.create(path, { records: [...decided, ...events] });
    const about = await at.ok("gram_context", { path, id: "d1" });
    expect(about.implemented).toBe(implemented);
    expect("implemented" in about).toBe(implemented !== undefined);
  });

  test("an event of another document does not count; one that is linked by the document's own id does", async () => {
    const at = harness();
    const doc = await at.create(path, { records: decided });
    const { entity } = await at.ok("gram_get", { path });
    await at.create("b.gram", { records: [event("2026", { links: [["implements", `${entity.id}/d1`]] })] });
    expect("implemented" in (await at.ok("gram_context", { path, id: "d1" }))).toBe(false);
    await at.patch(doc, {
      op: "add",
      record: event("2026-05", { links: [["implements", `${entity.id}/d1`]] }),
    });
    expect((await at.ok("gram_context", { path, id: "d1" })).implemented).toBe("2026-05");
  });

  test("only what was written, and had begun, by then", async () => {
    const at = withExample();
    const about = (more: object) => at.ok("gram_context", { path: examplePath, id: "d1", ...more });
    expect((await about({})).implemented).toBe("2026-10-20");
    expect("implemented" in (await about({ revision: 1 }))).toBe(false);
    expect("implemented" in (await about({ recorded_at: "2026-10-12" }))).toBe(false);
    expect("implemented" in (await about({ effective_at: "2026-10-19" }))).toBe(false);
    expect((await about({ effective_at: "2026-10" })).implemented).toBe("2026-10-20");
  });

  test("no marks of Markdown remain", async () => {
    const at = harness();
    await at.create(path, {
      body: "## A **bold** `code` ~~gone~~ _it_ [link](https://x.org)\n\n> quote\n\n> [!tip]\n> call\n\n- one\n  - two\n\n1. three\n\n| a | b |\n|---|---|\n| c \\| d | e |\n\n```ts\nconst x = 1;\n```\n\n$$\nx\n$$\n\n---\n\nlast \\* star",
    });
    expect(await textOf(at)).toBe(
      "A bold code gone it link\n\nquote\n\ncall\n\none\n  two\n\nthree\n\na\tb\nc | d\te\n\nconst x = 1;\n\nx\n\nlast * star",
    );
  });

  test("records that show each other end", async () => {
    const at = harness();
    await at.create(path, {
      body: "[[k1]]",
      records: [
        { type: "knowledge", t: "One", blocks: [{ type: "summary", text: "see [two](@k2)" }] },
        { type: "knowledge", t: "Two", blocks: [{ type: "summary", text: "see [one](@k1)" }] },
      ],
    });
    expect(await textOf(at)).toContain("One");
    expect(await textOf(at, { id: "k1" })).toBe("see Two");
  });

  test("sources and links into other documents read as what they lead to", async () => {
    const at = harness();
    await at.create("b.gram", {
      t: "Other document",
      records: [{ type: "source", t: "Paper", x: "active" }],
    });
    const { entity } = await at.ok("gram_get", { path: "b.gram" });
    await at.create(path, {
      body: `See [it](@${entity.id}/s1).`,
      records: [
        { type: "source", t: "Book" },
        {
          type: "evidence",
          t: "Seen",
          source: ["s1", "s9"],
          links: [
            ["supports", `${entity.id}/s1`],
            ["related", `${entity.id}/${entity.id}`],
            ["related", "x1"],
            ["related", `d_${"0".repeat(32)}/x1`],
          ],
        },
      ],
    });
    const about = await at.ok("gram_context", { path, id: "e1" });
    expect(about.fields).toEqual([
      ["t", "Seen"],
      ["source", "Book"],
      ["source", "s9"],
    ]);
    expect(about.links).toEqual([
      ["supports", "b.gram#s1", "Paper", "active"],
      ["related", `b.gram#${entity.id}`, "Other document", null],
      ["related", "a.gram#x1", null, null],
      ["related", `d_${"0".repeat(32)}/x1`, null, null],
    ]);
    expect(await textOf(at)).toBe("See Paper.");
  });
});
