/** The SQL of a predicate finds exactly the documents of which `evaluate` says yes, whatever their values are. */
import Database from "better-sqlite3";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { createReader } from "../../../../src/engine/documents/reader.ts";
import { acceptor } from "../../../../src/engine/search/accepts.ts";
import { evaluate } from "../../../../src/engine/search/predicate/evaluate.ts";
import { isLarge } from "../../../../src/engine/search/predicate/large.ts";
import { findMembers, membersOf } from "../../../../src/engine/search/predicate/members.ts";
import { predicateSql, readable } from "../../../../src/engine/search/predicate/sql.ts";
import { startsOf } from "../../../../src/engine/search/predicate/starts.ts";
import type { MetadataValues, Predicate } from "../../../../src/engine/search/predicate/types.ts";
import { INDEX_MIGRATIONS } from "../../../../src/engine/store/index-schema.ts";
import { predicates, values } from "../../support/predicates.ts";

type Stored = MetadataValues | undefined | "invalid" | "pending";

function table() {
  const db = new Database(":memory:");
  // As the product opens its databases.
  db.pragma("trusted_schema = OFF");
  for (const script of INDEX_MIGRATIONS) db.exec(script);
  db.exec("INSERT INTO collection (id, name, root) VALUES (1, 'notes', '/notes')");
  const insert = db.prepare(
    `INSERT INTO document (id, collection_id, rel_path, docid, source_hash, size, mtime_ms, ctime_ms, checked_ms,
       ingest_version, mime, ext, metadata, metadata_state, indexed_at)
     VALUES (?, 1, ?, '', '', 0, 0, 0, 0, ?, '', '', ?, ?, '')`,
  );
  const reader = createReader(db);
  return {
    db,
    reader,
    fill(documents: readonly Stored[]) {
      db.exec("DELETE FROM document");
      for (const [at, stored] of documents.entries()) {
        insert.run(
          at,
          `${at}.md`,
          stored === "pending" ? 0 : 1,
          typeof stored === "object" ? JSON.stringify(stored) : null,
          stored === "invalid" ? "invalid" : "ok",
        );
      }
    },
    matching(predicate: Predicate): number[] {
      const { sql, params } = predicateSql(predicate);
      return reader
        .all<{ id: number }>(`SELECT d.id FROM document d WHERE ${sql} ORDER BY d.id`, ...params)
        .map(({ id }) => id);
    },
  };
}

function wanted(documents: readonly Stored[], predicate: Predicate): number[] {
  return documents.flatMap((stored, at) =>
    typeof stored !== "string" && evaluate(predicate, stored) ? [at] : [],
  );
}

const documents = fc.array(
  fc.oneof(
    { arbitrary: values, weight: 8 },
    { arbitrary: fc.constantFrom(undefined, "invalid" as const, "pending" as const), weight: 1 },
  ),
  { minLength: 1, maxLength: 12 },
);

describe("documents found", () => {
  const { fill, matching, reader, db } = table();

  test("by SQL are those of evaluate", () => {
    fc.assert(
      fc.property(documents, fc.array(predicates, { minLength: 1, maxLength: 5 }), (given, asked) => {
        fill(given);
        for (const predicate of asked) expect(matching(predicate)).toEqual(wanted(given, predicate));
      }),
      { numRuns: 400 },
    );
  });

  test("by sets are those of evaluate, or the others", () => {
    const limits = fc.record({ list: fc.integer({ min: 0, max: 6 }), values: fc.constantFrom(8, 1_000) });
    const removed = fc.array(fc.nat({ max: 11 }), { maxLength: 4 });
    const kinds = new Set<string>();
    fc.assert(
      fc.property(documents, removed, predicates, limits, (given, gone, predicate, limit) => {
        fill(given);
        for (const id of gone) db.prepare("DELETE FROM document WHERE id = ?").run(id);
        const members = findMembers(reader, predicate, limit);
        kinds.add(members.kind);
        if (members.kind === "many") return;
        const not = members.kind === "few" ? "" : "NOT";
        const found = reader.column<number>(
          `SELECT d.id FROM document d WHERE ${readable} AND d.id ${not} IN (SELECT value FROM json_each(?)) ORDER BY d.id`,
          members.ids,
        );
        expect(JSON.parse(members.ids).length).toBeLessThanOrEqual(limit.list);
        expect(found).toEqual(wanted(given, predicate).filter((id) => !gone.includes(id)));
      }),
      { numRuns: 600 },
    );
    expect([...kinds].sort()).toEqual(["few", "many", "most"]);
  });

  test("are asked for anew after a change", () => {
    const isX: Predicate = { op: "eq", key: "a", value: "x" };
    fill([{ a: "x" }, { a: "y" }]);
    expect(membersOf(reader, isX)).toEqual({ kind: "few", ids: "[0]" });
    expect(membersOf(reader, isX)).toBe(membersOf(reader, isX));
    db.prepare("UPDATE document SET metadata = ? WHERE id = 1").run(JSON.stringify({ a: "x" }));
    expect(membersOf(reader, isX)).toEqual({ kind: "few", ids: "[0,1]" });
  });

  test("by each start are at least those", () => {
    fc.assert(
      fc.property(documents, predicates, (given, predicate) => {
        fill(given);
        for (const { sql, params } of startsOf(predicate)) {
          const found = reader.all<{ document_id: number }>(sql, ...params).map((row) => row.document_id);
          expect(found).toEqual(expect.arrayContaining(wanted(given, predicate)));
        }
      }),
      { numRuns: 400 },
    );
  });

  test("one at a time, as a large predicate is asked, are those of evaluate", () => {
    const many = fc.array(predicates, { minLength: 9, maxLength: 12 });
    fc.assert(
      fc.property(documents, many, fc.constantFrom("and", "or"), (given, list, op) => {
        fill(given);
        const filter: Predicate = { op, predicates: list };
        expect(isLarge(filter)).toBe(true);
        const accepts = acceptor(reader, { exclude: [], filter }, "text");
        const found = given.flatMap((_stored, at) => (accepts?.(at) === true ? [at] : []));
        expect(found).toEqual(wanted(given, filter));
      }),
      { numRuns: 100 },
    );
  });

  test("after a document changed are those of its new values", () => {
    fc.assert(
      fc.property(documents, documents, predicates, (before, after, predicate) => {
        fill(before);
        const update = db.prepare("UPDATE document SET metadata = ?, metadata_state = ? WHERE id = ?");
        const now = before.map((stored, at) => (at < after.length ? after[at] : stored));
        for (const [at, stored] of now.entries()) {
          if (stored === "pending" || before[at] === "pending") continue;
          update.run(
            typeof stored === "object" ? JSON.stringify(stored) : null,
            stored === "invalid" ? stored : "ok",
            at,
          );
        }
        const kept = now.map((stored, at) =>
          stored === "pending" || before[at] === "pending" ? before[at] : stored,
        );
        expect(matching(predicate)).toEqual(wanted(kept, predicate));
      }),
      { numRuns: 200 },
    );
  });
});

test("any number that JavaScript writes is the same number in the index", () => {
  const { fill, matching } = table();
  fc.assert(
    fc.property(fc.array(fc.double({ noNaN: true, noDefaultInfinity: true }), { minLength: 1 }), (list) => {
      fill(list.map((value) => ({ n: value })));
      for (const value of list) {
        for (const op of ["eq", "gt", "lte"] as const) {
          const predicate: Predicate = { op, key: "n", value };
          expect(matching(predicate)).toEqual(
            wanted(
              list.map((n) => ({ n })),
              predicate,
            ),
          );
        }
      }
    }),
    { numRuns: 200 },
  );
});

test("rows of values go with their document", () => {
  const { db, fill } = table();
  fill([{ a: [1, 2], b: "x" }, { a: [] }]);
  const count = () => db.prepare("SELECT count(*) FROM document_value").pluck().get();
  expect(count()).toBe(4);
  db.exec("DELETE FROM document WHERE id = 0");
  expect(count()).toBe(1);
});
