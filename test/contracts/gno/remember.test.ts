/** gno_remember: nothing is written without a decision, one text and one successor whoever asks, and what is told is there. */
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, test } from "vitest";
import { contentHash } from "../../../src/engine/memory/normalise.ts";
import { readRecord } from "../../../src/engine/memory/record.ts";
import { factFile, filesOf } from "../../engine/memory/facts.ts";
import { type Harness, harness, shared } from "./harness.ts";

const port = factFile("The staging port is 8080.", ["atlas"], { createdAt: "2026-03-01T08:00:00.000Z" });
const paint = factFile("The bike shed is painted green.", ["atlas", "office"]);
const other = factFile("The staging port of the other team is 7070.", ["borealis"]);

const options = {
  collections: { memory: filesOf([port, paint, other]), notes: { "a.md": "# A\n" } },
  managed: ["memory"],
};
const fresh = () => harness(options);
const untouched = shared(options);
const texts = shared(options);

const call = (text: string, more: object = {}) => ({
  text,
  collection: "memory",
  scopes: ["atlas"],
  ...more,
});
const say = (h: Harness, text: string, more: object = {}) => h.ok("gno_remember", call(text, more));
const uriOf = ({ relPath }: { relPath: string }) => `gno://memory/${relPath}`;
const files = (h: Harness) =>
  readdirSync(h.folder("memory"), { recursive: true })
    .map((name) => String(name).replaceAll("\\", "/"))
    .filter((name) => name.endsWith(".md"))
    .sort();
const recalled = async (h: Harness, query: string, scopes = ["atlas"]): Promise<string[]> =>
  (await h.ok("gno_recall", { query, collection: "memory", scopes })).facts.map(
    (one: { text: string }) => one.text,
  );
const replacing = (one: { record: { contentHash: string }; relPath: string }) => ({
  decision: "supersede",
  predecessorUri: uriOf(one),
  predecessorHash: one.record.contentHash,
});

describe("without a decision", () => {
  test("shows what comes near and writes nothing", async () => {
    const h = await untouched();
    const before = files(h);
    const data = await say(h, "The staging port is 9090.");
    expect(data).toMatchObject({
      outcome: "candidates",
      candidates: [
        { uri: uriOf(port), match: "likely", similarity: 4 / 6 },
        // Words like `is` and `the` make it no candidate by themselves.
      ],
      matching: { mode: "lexical", threshold: 0.5, semanticUnavailable: expect.any(String) },
    });
    expect(data.candidates).toHaveLength(1);
    expect(await say(h, "zeppelin")).toMatchObject({ outcome: "candidates", candidates: [] });
    expect(files(h)).toEqual(before);
    expect(await h.text("gno_remember", call("The staging port is 9090."))).toMatch(
      /likely 0\.67 gno:.*\w{64}/,
    );
  });

  test("knows an equal text, whatever its blanks", async () => {
    const h = await untouched();
    for (const decision of [{}, { decision: "add" }]) {
      const data = await say(h, "  The staging\n port  is 8080. ", decision);
      expect(data).toMatchObject({
        outcome: "existing",
        record: { uri: uriOf(port), text: port.record.text },
      });
    }
    expect(await h.text("gno_remember", call(port.record.text))).toContain("seen again");
    expect(await say(h, "the staging port is 8080.")).toMatchObject({
      outcome: "candidates",
      candidates: [{ match: "likely", similarity: 1 }],
    });
  });
});

describe("add", () => {
  test("writes a file of the user's that can be recalled at once", async () => {
    const h = await fresh();
    const data = await say(h, " Release builds are cut on Tuesdays. ", {
      decision: "add",
      scopes: ["Atlas", "atlas", "Team/Ops"],
      source: " release meeting ",
      caller: "root",
    });
    const { record } = data;
    expect(data).toMatchObject({
      outcome: "added",
      absPath: join(h.folder("memory"), record.uri.slice("gno://memory/".length)),
      sync: { status: "completed" },
    });
    expect(record).toMatchObject({
      uri: expect.stringMatching(/^gno:\/\/memory\/facts\/\d{4}-\d\d-\d\d\/mem-[0-9a-f]{16}\.md$/),
      text: "Release builds are cut on Tuesdays.",
      scopes: ["atlas", "team/ops"],
      caller: "test",
      session: "s",
      contentHash: contentHash("Release builds are cut on Tuesdays."),
      supersedes: [],
      source: "release meeting",
    });
    expect(readRecord(readFileSync(data.absPath, "utf8"))).toMatchObject({
      kind: "fact",
      record: { recordId: record.recordId },
    });
    expect(await recalled(h, "release builds", ["team/ops"])).toEqual([record.text]);
    expect((await h.ok("gno_search", { query: "tuesdays" })).results).toMatchObject([{ uri: record.uri }]);
    expect(readdirSync(join(h.config.dirs.data, "pending-facts"))).toEqual([]);
  });

  test("hides host paths from other machines", async () => {
    const h = await fresh();
    const data = await h.ok("gno_remember", call("Somewhere else.", { decision: "add" }), { local: false });
    expect(JSON.stringify(data)).not.toContain(h.root);
    expect(
      await h.text("gno_remember", call("And again.", { decision: "add" }), { local: false }),
    ).not.toContain(h.root);
  });

  test("keeps what contradicts, and one text in scopes that do not meet", async () => {
    const h = await fresh();
    expect(await say(h, "The staging port is not 8080.", { decision: "add" })).toMatchObject({
      outcome: "added",
    });
    expect(await say(h, port.record.text, { decision: "add", scopes: ["office"] })).toMatchObject({
      outcome: "added",
    });
    expect(await recalled(h, "8080")).toHaveLength(2);
    expect(await recalled(h, "8080", ["office"])).toEqual([port.record.text]);
  });

  test("once for many at the same moment", async () => {
    const h = await fresh();
    const all = await Promise.all(
      Array.from({ length: 8 }, () => say(h, "Coffee is at ten.", { decision: "add" })),
    );
    expect(all.map(({ outcome }) => outcome).sort()).toEqual(["added", ...Array(7).fill("existing")]);
    expect(files(h)).toHaveLength(4);
  });

  test.each([
    ["markup", "---\ntitle: x\n---\n# Not a title [[link]] #tag `code`"],
    ["operators", '"quoted -minus star* (paren) AND NOT :'],
    ["signs alone", "🌵🌵"],
    ["other scripts", "ステージングのポートは八〇八〇番です。"],
    ["lines", "one\r\ntwo\n\n\nthree"],
  ])("takes %s as they are", async (_name, text) => {
    const h = await texts();
    const { record } = await say(h, text, { decision: "add" });
    expect(record.contentHash).toBe(contentHash(text));
    expect(await say(h, text)).toMatchObject({ outcome: "existing", record: { uri: record.uri } });
    expect((await h.app.engine()).memory.problems(5)).toEqual([]);
  });
});

describe("supersede", () => {
  test("puts the new in the place of the old on every way of recalling", async () => {
    const h = await fresh();
    const data = await say(h, "The staging port is 9090.", replacing(port));
    expect(data).toMatchObject({ outcome: "superseded", record: { supersedes: [uriOf(port)] } });
    expect(await recalled(h, "staging port")).toEqual(["The staging port is 9090."]);
    expect(await recalled(h, "8080")).toEqual([]);
    expect((await say(h, "The staging port is 8081.")).candidates).toMatchObject([{ uri: data.record.uri }]);
    // On request the old one is there, with its link and dates.
    const old = await h.ok("gno_get", { ref: uriOf(port) });
    expect(old.content).toContain("8080");
    const edges = await h.ok("gno_graph_query", { ref: data.record.uri, edgeType: "supersedes" });
    expect(JSON.stringify(edges)).toContain(uriOf(port));
  });

  test("lets become true again what was true before", async () => {
    const h = await fresh();
    const b = await say(h, "The staging port is 9090.", replacing(port));
    const again = await say(h, port.record.text, {
      decision: "supersede",
      predecessorUri: b.record.uri,
      predecessorHash: b.record.contentHash,
    });
    expect(again).toMatchObject({ outcome: "superseded", record: { contentHash: port.record.contentHash } });
    expect(again.record.uri).not.toBe(uriOf(port));
    expect(await recalled(h, "staging port")).toEqual([port.record.text]);
    rmSync(again.absPath);
    await h.job("gno_sync", {});
    expect(await recalled(h, "staging port")).toEqual(["The staging port is 9090."]);
    // A replaced text can be added anew as well: only current facts are compared.
    expect(await say(h, port.record.text, { decision: "add" })).toMatchObject({ outcome: "added" });
  });

  test("once: whoever is late gets the successor named, and nothing is written", async () => {
    const h = await fresh();
    const all = await Promise.all(
      Array.from({ length: 8 }, (_, n) =>
        h.run("gno_remember", call(`The staging port is 900${n}.`, replacing(port))),
      ),
    );
    const won = all.filter(({ kind }) => kind === "ok");
    expect(won).toHaveLength(1);
    expect(
      all.filter((one) => one.kind === "error" && one.code === "MEMORY_SUPERSEDE_CONFLICT"),
    ).toHaveLength(7);
    expect(files(h)).toHaveLength(4);
    const { message } = await h.error("gno_remember", call("Later.", replacing(port)));
    expect(message).toMatch(/gno:\/\/memory\/facts\//);
  });

  test("sees what an editor did to the file since the last sync", async () => {
    const h = await fresh();
    const edited = factFile("The staging port is 8081.", ["atlas"], {
      ...port.record,
      contentHash: contentHash("The staging port is 8081."),
      text: "The staging port is 8081.",
    });
    writeFileSync(join(h.folder("memory"), port.relPath), edited.bytes);
    expect((await h.error("gno_remember", call("x", replacing(port)))).code).toBe(
      "MEMORY_PREDECESSOR_HASH_MISMATCH",
    );
    rmSync(join(h.folder("memory"), port.relPath));
    expect((await h.error("gno_remember", call("x", replacing(port)))).code).toBe(
      "MEMORY_PREDECESSOR_NOT_FOUND",
    );
    expect(files(h)).toHaveLength(2);
  });
});

describe("refusals write nothing", () => {
  const spans = { receipt: { spanHashes: [contentHash("Known words.")] } };
  test.each<[string, object, string]>([
    ["a blank text", { text: " \n" }, "MEMORY_TEXT_REQUIRED"],
    ["a NUL", { text: "a\0b" }, "MEMORY_TEXT_REQUIRED"],
    ["4097 bytes", { text: "x".repeat(4097) }, "MEMORY_TEXT_TOO_LARGE"],
    ["2049 letters of two bytes", { text: "é".repeat(2049) }, "MEMORY_TEXT_TOO_LARGE"],
    ["a source like a document", { source: "x".repeat(4097) }, "MEMORY_TEXT_TOO_LARGE"],
    ["no collection", { collection: "" }, "MEMORY_COLLECTION_REQUIRED"],
    ["an unknown collection", { collection: "nope" }, "MEMORY_COLLECTION_NOT_FOUND"],
    ["a collection of notes", { collection: "notes" }, "MEMORY_COLLECTION_UNMANAGED"],
    ["no scope", { scopes: [" "] }, "MEMORY_SCOPES_REQUIRED"],
    ["a bad scope", { scopes: ["a b"] }, "MEMORY_SCOPES_INVALID"],
    ["a replayed span", { text: " Known  words. ", ...spans }, "MEMORY_FENCED_REPLAY"],
    ["a gno:// origin", { derivedFrom: ["web", " GNO://memory/x.md"] }, "MEMORY_FENCED_DERIVED"],
    [
      "the fence before the predecessor",
      { text: "Known words.", decision: "supersede", ...spans },
      "MEMORY_FENCED_REPLAY",
    ],
    ["a supersede of nothing", { decision: "supersede" }, "MEMORY_PREDECESSOR_REQUIRED"],
    [
      "a supersede without hash",
      { decision: "supersede", predecessorUri: uriOf(port) },
      "MEMORY_PREDECESSOR_REQUIRED",
    ],
    [
      "an unknown predecessor",
      { ...replacing(port), predecessorUri: "gno://memory/nope.md" },
      "MEMORY_PREDECESSOR_NOT_FOUND",
    ],
    [
      "a predecessor elsewhere",
      { ...replacing(port), predecessorUri: "gno://notes/a.md" },
      "MEMORY_PREDECESSOR_NOT_FOUND",
    ],
    [
      "a predecessor that is no uri",
      { ...replacing(port), predecessorUri: "staging" },
      "MEMORY_PREDECESSOR_NOT_FOUND",
    ],
    [
      "another hash",
      { ...replacing(port), predecessorHash: "0".repeat(64) },
      "MEMORY_PREDECESSOR_HASH_MISMATCH",
    ],
  ])("%s", async (_name, args, code) => {
    const h = await untouched();
    const before = files(h);
    expect((await h.error("gno_remember", { ...call("Some words."), decision: "add", ...args })).code).toBe(
      code,
    );
    expect(files(h)).toEqual(before);
  });

  test("a paraphrase passes the fence, and a receipt needs no other key", async () => {
    const h = await fresh();
    const { receipt } = await h.ok("gno_recall", { query: "port", collection: "memory", scopes: ["atlas"] });
    expect((await h.error("gno_remember", call(port.record.text, { receipt, decision: "add" }))).code).toBe(
      "MEMORY_FENCED_REPLAY",
    );
    expect(await say(h, "Staging listens on 8080.", { receipt, decision: "add" })).toMatchObject({
      outcome: "added",
    });
    expect(
      await say(h, "Some words.", { receipt: {}, derivedFrom: ["https://example.org"], decision: "add" }),
    ).toMatchObject({ outcome: "added" });
  });

  test("without the write gate", async () => {
    const h = await harness({ ...options, writeEnabled: false });
    expect((await h.run("gno_remember", call("x", { decision: "add" }))).kind).not.toBe("ok");
    expect(files(h)).toHaveLength(3);
  });

  test("where the collection would not index a fact", async () => {
    const h = await harness({ ...options, collections: { memory: { ".gitignore": "facts/\n" } } });
    const refused = await h.error("gno_remember", call("x", { decision: "add" }));
    expect(refused).toMatchObject({
      code: "MEMORY_COLLECTION_UNMANAGED",
      message: expect.stringContaining("Nothing was written"),
    });
    expect(existsSync(join(h.folder("memory"), "facts"))).toBe(false);
  });
});

test("an index that is deleted is built again from the files alone", async () => {
  const h = await fresh();
  await say(h, "The staging port is 9090.", replacing(port));
  const before = await h.ok("gno_recall", {
    query: "staging port shed",
    collection: "memory",
    scopes: ["atlas"],
  });
  await h.app.close(5_000);
  for (const name of readdirSync(h.config.dirs.data))
    rmSync(join(h.config.dirs.data, name), { recursive: true });
  const again = await harness({
    ...options,
    collections: {
      memory: Object.fromEntries(
        files(h).map((name) => [name, readFileSync(join(h.folder("memory"), name), "utf8")]),
      ),
    },
  });
  const after = await again.ok("gno_recall", {
    query: "staging port shed",
    collection: "memory",
    scopes: ["atlas"],
  });
  expect(after.facts).toEqual(before.facts);
});
