/** Whether a typed filter could judge all documents in reach, also when the index cannot say. */
import { expect, test } from "vitest";
import { createReader, type Reader } from "../../../src/engine/documents/reader.ts";
import { createSearch } from "../../../src/engine/search/search.ts";
import { library, type Note } from "../support/library.ts";

const notes: Note[] = [
  { path: "good.md", text: "amber", metadata: { a: 1 } },
  { path: "broken.md", text: "birch", tags: ["red"], metadata: "invalid" },
  { path: "unread.md", text: "cedar", author: "Ada", metadata: "pending" },
  { path: "gone.md", text: "dunes", metadata: "invalid", active: false, collection: "old" },
];
const filter = { op: "exists", key: "a", value: true } as const;

function searching(change: (reader: Reader) => Reader = (reader) => reader) {
  const { db, config } = library(notes);
  const reader = change(createReader(db));
  const search = createSearch({ reader, config, clock: { now: () => 0 } });
  return (more: object) => {
    const result = search.lexical({ query: "amber", limit: 5, ...more });
    if (result.kind !== "ok") throw new Error(result.kind);
    return result.metadataCoverage;
  };
}

test.each([
  [{}, undefined],
  [{ filter }, "incomplete"],
  [{ filter, tagsAny: ["red"] }, "incomplete"],
  [{ filter, author: "ada" }, "incomplete"],
  [{ filter, author: "ada", exclude: ["cedar"] }, undefined],
  [{ filter, tagsAny: ["red"], author: "ada" }, undefined],
  [{ filter, collection: "old" }, undefined],
])("%j: %s", (more, want) => {
  expect(searching()(more)).toBe(want);
});

test("is unknown when the index does not answer that question", () => {
  const failing = searching((reader) => ({
    ...reader,
    iterate(sql, ...params) {
      if (sql.includes("metadata_state <> 'ok'"))
        throw Object.assign(new Error("database is locked"), { code: "SQLITE_BUSY" });
      return reader.iterate(sql, ...params);
    },
  }));
  expect(failing({ filter })).toBe("unknown");
  expect(failing({})).toBeUndefined();
});
