/** gno_similar: nearest documents, itself left out, with or without a threshold and other collections. */
import { describe, expect, test } from "vitest";
import { harness, shared } from "./harness.ts";

const collections = {
  notes: {
    "cats.md": "# Cats\n\nKittens and cats purr when they are happy at home.\n",
    "dogs.md": "# Dogs\n\nPuppies and dogs bark when they are happy at home.\n",
    "bread.md": "# Bread\n\nFlour, water, salt and yeast make the dough for this loaf of bread.\n",
    "copy.md": "# Cats\n\nKittens and cats purr when they are happy at home.\n",
    "empty.md": "",
  },
  work: { "tigers.md": "# Tigers\n\nTigers and lions are large cats that roar.\n" },
};

const vault = shared({ collections, embedded: true });
const uris = (data: { similar: { uri: string }[] }) => data.similar.map((one) => one.uri);

describe("gno_similar", () => {
  test("lists the nearest of the collection, without itself and its copies", async () => {
    const h = await vault();
    const data = await h.ok("gno_similar", { ref: "notes/cats.md" });
    expect(uris(data)).toEqual(["gno://notes/dogs.md", "gno://notes/bread.md"]);
    expect(data.meta).toMatchObject({
      uri: "gno://notes/cats.md",
      totalSimilar: 2,
      limit: 5,
      threshold: null,
      crossCollection: false,
    });
    expect(data.similar[0].absPath).toBe(`${h.folder("notes")}/dogs.md`);
    const remote = await h.ok("gno_similar", { ref: "notes/cats.md" }, { local: false });
    expect(JSON.stringify(remote)).not.toContain(h.root);
  });

  test("keeps limit and threshold, and looks elsewhere when asked to", async () => {
    const h = await vault();
    expect(uris(await h.ok("gno_similar", { ref: "notes/cats.md", limit: 1 }))).toHaveLength(1);
    const near = await h.ok("gno_similar", { ref: "notes/cats.md", threshold: 1 });
    expect(near).toMatchObject({ similar: [], meta: { threshold: 1 } });
    const all = await h.ok("gno_similar", { ref: "notes/cats.md", crossCollection: true });
    expect(uris(all)).toContain("gno://work/tigers.md");
  });

  test("shows the scores in its text", async () => {
    const h = await vault();
    expect(await h.text("gno_similar", { ref: "notes/cats.md", limit: 1 })).toMatch(
      /^Found 1 similar document for gno:\/\/notes\/cats\.md:\n\n {2}\[#[0-9a-f]{8}\] gno:\/\/notes\/dogs\.md \(0\.\d\d\) Dogs$/,
    );
    expect(await h.text("gno_similar", { ref: "notes/cats.md", threshold: 1 })).toMatch(/^No similar/);
  });

  test.each([
    { name: "a document that is not there", ref: "notes/none.md", code: "NOT_FOUND", message: /none\.md/ },
    { name: "a malformed reference", ref: "#xyz", code: "INVALID_INPUT", message: /docid/ },
    { name: "a document without text", ref: "notes/empty.md", code: "NOT_FOUND", message: /text/ },
  ])("refuses $name", async ({ ref, code, message }) => {
    const h = await vault();
    expect(await h.error("gno_similar", { ref })).toMatchObject({
      code,
      message: expect.stringMatching(message),
    });
  });

  test("says what to do for a document, or an index, without vectors", async () => {
    const h = await harness({ collections });
    expect(await h.error("gno_similar", { ref: "notes/cats.md" })).toMatchObject({
      code: "NOT_FOUND",
      message: expect.stringContaining("gno index"),
    });
  });
});
