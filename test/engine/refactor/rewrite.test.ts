/** Each form of a reference, before and after its note is renamed or moved: only the destination changes. */
import { afterEach, describe, expect, test } from "vitest";
import { createWorld, type World } from "./world.ts";

let world: World | undefined;
afterEach(() => {
  world?.close();
  world = undefined;
});

/** The referring note lies in `a/`; Plan has no title of its own unless the row gives one. */
describe("renaming a/Plan.md to New Plan.md", () => {
  test.each([
    ["a wiki link", "[[Plan]]", "[[New Plan]]"],
    ["with a label", "[[Plan|the plan]]", "[[New Plan|the plan]]"],
    ["with a heading", "[[Plan#Part one]]", "[[New Plan#Part one]]"],
    ["with a block", "[[Plan#^b1|x]]", "[[New Plan#^b1|x]]"],
    ["with blanks", "[[ Plan | x]]", "[[ New Plan | x]]"],
    ["in another case", "[[pLAN]]", "[[New Plan]]"],
    ["with .md", "[[Plan.md]]", "[[New Plan.md]]"],
    ["by its path", "[[a/Plan]]", "[[a/New Plan]]"],
    ["by its path with .md", "[[a/Plan.md#x]]", "[[a/New Plan.md#x]]"],
    ["with its collection", "[[notes:Plan]]", "[[notes:New Plan]]"],
    ["an embed", "![[Plan]]", "![[New Plan]]"],
    ["an embed of an outliner", "{{embed [[Plan]]}}", "{{embed [[New Plan]]}}"],
    ["with text in front", "[text]([[Plan]])", "[text]([[New Plan]])"],
    [
      "in a table",
      "| a | b |\n|---|---|\n| [[Plan\\|p]] | x |",
      "| a | b |\n|---|---|\n| [[New Plan\\|p]] | x |",
    ],
    ["in a heading", "# About [[Plan]]", "# About [[New Plan]]"],
    ["two in a line", "[[Plan]] and [[Plan]]", "[[New Plan]] and [[New Plan]]"],
    ["a Markdown link", "[x](Plan.md)", "[x](New%20Plan.md)"],
    ["with ./", "[x](./Plan.md)", "[x](./New%20Plan.md)"],
    ["with an anchor and a title", '[x](Plan.md#part "t")', '[x](New%20Plan.md#part "t")'],
    ["with a query", "[x](Plan.md?q=1#part)", "[x](New%20Plan.md?q=1#part)"],
    ["in angle brackets", "[x](<Plan.md#part>)", "[x](<New Plan.md#part>)"],
    ["by way of the parent", "[x](../a/Plan.md)", "[x](New%20Plan.md)"],
    ["percent-encoded", "[x](P%6Can.md)", "[x](New%20Plan.md)"],
    ["a definition", "[x][p]\n\n[p]: Plan.md 'title'", "[x][p]\n\n[p]: New%20Plan.md 'title'"],
    [
      "a front matter value",
      '---\nrelated: "[[Plan|P]]"\nup: ["[[Plan]]"]\n---\n',
      '---\nrelated: "[[New Plan|P]]"\nup: ["[[New Plan]]"]\n---\n',
    ],
    [
      "relations",
      "---\nrelations:\n  part_of: Plan\n  uses: [./Plan.md, 'gno://notes/a/Plan.md']\n---\n",
      "---\nrelations:\n  part_of: New Plan\n  uses: [./New%20Plan.md, 'gno://notes/a/New%20Plan.md']\n---\n",
    ],
    ["CRLF", "one\r\n[[Plan]]\r\ntwo", "one\r\n[[New Plan]]\r\ntwo"],
    ["a byte-order mark", "\ufeff[[Plan]]\n", "\ufeff[[New Plan]]\n"],
    ["letters of four bytes before it", "🌵🌵 [[Plan]] é", "🌵🌵 [[New Plan]] é"],
  ])("%s", async (_, given, want) => {
    world = createWorld({ "notes/a/Plan.md": "text\n", "notes/a/ref.md": given });
    expect((await world.apply(world.rename("notes/a/Plan.md", "New Plan"))).status).toBe("applied");
    expect(world.read("notes/a/ref.md")).toBe(want);
    expect(world.read("notes/a/New Plan.md")).toBe("text\n");
    // What the graph counts as a link leads to the note under its new name.
    for (const { to } of world.linkTargets("notes")) expect(to).toBe("a/New Plan.md");
  });

  test.each([
    ["fenced code", "```\n[[Plan]] [x](Plan.md)\n```\n"],
    ["indented code", "text\n\n    [[Plan]]\n"],
    ["inline code", "a `[[Plan]]` b"],
    ["a comment", "<!-- [[Plan]] -->"],
    ["another note of nearly that name", "[[Planning]] [x](Plan.markdown)"],
    ["an address on the web", "[x](https://example.org/a/Plan.md)"],
    ["plain words", "Plan and Plan.md"],
    ["an escaped link", "\\[[Plan]]"],
  ])("leaves %s alone", async (_, text) => {
    world = createWorld({ "notes/a/Plan.md": "text\n", "notes/a/ref.md": text, "notes/Planning.md": "x" });
    const plan = await world.preview(world.rename("notes/a/Plan.md", "New Plan"));
    expect(plan.affectedDocuments).toEqual([]);
    expect((await world.apply(world.rename("notes/a/Plan.md", "New Plan"))).status).toBe("applied");
    expect(world.read("notes/a/ref.md")).toBe(text);
  });

  test("leaves links by title and alias as they are: they still lead there", async () => {
    const text = "[[Grand design]] [[GD|x]] [[grand design#x]]\n";
    world = createWorld({
      "notes/a/Plan.md": "---\ntitle: Grand design\naliases: [GD]\n---\n",
      "notes/ref.md": text,
    });
    const plan = await world.preview(world.rename("notes/a/Plan.md", "New Plan"));
    expect(plan.safety).toMatchObject({ unchangedCount: 3, rewriteableCount: 0, backlinkCount: 3 });
    expect((await world.apply(world.rename("notes/a/Plan.md", "New Plan"))).status).toBe("applied");
    expect(world.read("notes/ref.md")).toBe(text);
    expect(world.linkTargets("notes").map(({ to }) => to)).toEqual(Array(3).fill("a/New Plan.md"));
  });

  test("changes what a title depends on, and the links to that title with it", async () => {
    world = createWorld({
      "notes/Plan.md": "x",
      "notes/day.md": "# Talk about [[Plan]]\n",
      "notes/ref.md": "[[day]]\n",
    });
    expect((await world.apply(world.rename("notes/Plan.md", "Design"))).status).toBe("applied");
    expect(world.read("notes/day.md")).toBe("# Talk about [[Design]]\n");
  });
});

describe("moving a/Plan.md to b/c", () => {
  test.each([
    ["a name is still a name", "[[Plan]]", "[[Plan]]"],
    ["a path", "[[a/Plan|x]]", "[[b/c/Plan|x]]"],
    ["a relative path", "[x](Plan.md)", "[x](../b/c/Plan.md)"],
    ["a relative path in angle brackets", "[x](<./Plan.md>)", "[x](<../b/c/Plan.md>)"],
  ])("%s", async (_, given, want) => {
    world = createWorld({ "notes/a/Plan.md": "text\n", "notes/a/ref.md": given });
    expect((await world.apply(world.move("notes/a/Plan.md", "b/c"))).status).toBe("applied");
    expect(world.read("notes/a/ref.md")).toBe(want);
    for (const { to } of world.linkTargets("notes")) expect(to).toBe("b/c/Plan.md");
  });

  test.each([
    ["a sibling", "[x](other.md#h)", "[x](../../a/other.md#h)"],
    ["itself", "[x](Plan.md) [[Plan]]", "[x](Plan.md) [[Plan]]"],
    ["the parent's", "[x](../top.md)", "[x](../../top.md)"],
    ["a picture", "![p](img/p%201.png)", "![p](../../a/img/p%201.png)"],
    ["a picture that is not there", "![p](img/none.png)", "![p](img/none.png)"],
    ["an attachment", "[pdf](img/x.pdf)", "[pdf](../../a/img/x.pdf)"],
    ["a definition", "[x]: other.md", "[x]: ../../a/other.md"],
    ["beyond the root", "[x](../../out/y.md)", "[x](../../../out/y.md)"],
    ["a name", "[[other]]", "[[other]]"],
    [
      "a relation",
      "---\nrelations:\n  uses: ./other.md\n---\n",
      "---\nrelations:\n  uses: ../../a/other.md\n---\n",
    ],
  ])("its own reference to %s", async (_, given, want) => {
    world = createWorld({
      "notes/a/Plan.md": given,
      "notes/a/other.md": "x",
      "notes/top.md": "x",
      "notes/a/img/p 1.png": "x",
      "notes/a/img/x.pdf": "x",
    });
    const before = world.linkTargets("notes").map(({ to }) => to?.replace("a/Plan.md", "b/c/Plan.md"));
    expect((await world.apply(world.move("notes/a/Plan.md", "b/c"))).status).toBe("applied");
    expect(world.read("notes/b/c/Plan.md")).toBe(want);
    expect(world.linkTargets("notes").map(({ to }) => to)).toEqual(before);
  });
});

describe("what stops a plan", () => {
  test.each([
    [
      "two notes of the name",
      { "notes/b/Plan.md": "", "notes/ref.md": "[[Plan]]" },
      "New",
      "ambiguous_resolution",
    ],
    [
      "another note of the new name",
      { "notes/b/New.md": "", "notes/ref.md": "[[Plan]]" },
      "New",
      "duplicate_basename_ambiguity",
    ],
    [
      "a name taken from another note",
      { "notes/b/New.md": "", "notes/ref.md": "[[New]]" },
      "New",
      "duplicate_basename_ambiguity",
    ],
    ["a name that brackets do not take", { "notes/ref.md": "[[Plan]]" }, "a#b c", "unsupported_syntax"],
    [
      "a link from another collection",
      { "work/ref.md": "[[notes:Plan]]" },
      "New",
      "cross_collection_unsupported",
    ],
    ["an occupied name", { "notes/a/New.md": "" }, "New", "occupied_target"],
    ["a slash", {}, "b/New", "unsafe_target"],
    ["its own name", {}, "Plan", "unsafe_target"],
    ["a blank name", {}, " ", "unsafe_target"],
    ["dots", {}, "..", "unsafe_target"],
    ["a NUL", {}, "a\0b", "unsafe_target"],
    ["a kind that is not indexed", {}, "x.md/", "unsafe_target"],
  ])("%s", async (_, more, name, code) => {
    world = createWorld({ "notes/a/Plan.md": "text\n", ...more });
    const before = world.tree();
    const relocation = world.rename("notes/a/Plan.md", name);
    const plan = await world.preview(relocation);
    expect(plan).toMatchObject({ canApply: false, safety: { blockingReasonCodes: [code] } });
    const conflict = code === "unsafe_target" || code === "occupied_target";
    expect(await world.apply(relocation, plan.planDigest)).toMatchObject({
      status: conflict ? "conflict" : "unsupported",
      reasonCode: code,
      filesystem: { state: "unchanged" },
      indexConvergence: { state: "not_attempted" },
    });
    expect(world.tree()).toEqual(before);
  });
});
