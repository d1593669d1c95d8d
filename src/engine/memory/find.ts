/**
 * Current facts in the index. Collection, scope and supersession are conditions of each statement, so that what a
 * caller may not see takes no place from what he may. spec/gno.md, "Memory".
 */
import { join } from "node:path";
import type { Reader } from "../documents/reader.ts";
import { formatUri } from "../documents/uri.ts";
import { allOf, anyOf, noneOf } from "../search/match.ts";
import type { QueryPlan } from "../search/query.ts";
import { type FactRecord, readRecord } from "./record.ts";
import type { Fact } from "./types.ts";

export interface FoundFact {
  readonly id: number;
  readonly fact: Fact;
  readonly absPath: string;
}

export interface FactFinder {
  /** Best first: those with all terms, then those with any; equal ones by record id. */
  search(plan: QueryPlan, where: Place, limit: number, terms?: "all-first" | "any"): readonly FoundFact[];
  /** With this very text. */
  equal(contentHash: string, where: Place): FoundFact | undefined;
  /** Any active file at this path that is a sound fact, superseded or not. */
  at(collection: string, relPath: string): FoundFact | undefined;
  /** URIs of the facts that say that they replaced it. */
  successors(id: number): readonly string[];
}

export interface Place {
  readonly collection: string;
  /** Normalised; any of them. */
  readonly scopes: readonly string[];
}

interface Row {
  readonly id: number;
  readonly docid: string;
  readonly collection: string;
  readonly root: string;
  readonly rel_path: string;
  readonly text: string;
}

const columns = "d.id, d.docid, c.name AS collection, c.root, d.rel_path, m.text";
const joins = `CROSS JOIN document d ON d.id = f.document_id AND d.active = 1
  CROSS JOIN collection c ON c.id = d.collection_id CROSS JOIN mirror m ON m.id = d.mirror_id`;

/** An edge of a document to itself replaces nothing. */
const replaces = `e.edge_type = 'supersedes' AND e.edge_source = 'frontmatter-relation' AND e.document_id <> d.id
    AND e.target_kind = 'markdown' AND e.target_key = d.rel_path`;
const successor = `document s ON s.id = e.document_id AND s.active = 1
    JOIN collection sc ON sc.id = s.collection_id AND coalesce(e.target_collection, sc.name) = c.name`;

const visible = `f.problem IS NULL AND c.name = ?
  AND EXISTS (SELECT 1 FROM memory_scope v WHERE v.document_id = d.id AND v.scope IN (SELECT value FROM json_each(?)))
  AND NOT EXISTS (SELECT 1 FROM doc_edge e JOIN ${successor} WHERE ${replaces})`;

const searchSql = `SELECT ${columns} FROM fts_fact CROSS JOIN memory_fact f ON f.document_id = fts_fact.rowid ${joins}
WHERE fts_fact MATCH ? AND ${visible} ORDER BY bm25(fts_fact), f.record_id, d.rel_path LIMIT ?`;
const equalSql = `SELECT ${columns} FROM memory_fact f ${joins}
WHERE f.content_hash = ? AND ${visible} ORDER BY f.record_id, d.rel_path LIMIT 1`;
const atSql = `SELECT ${columns} FROM document d CROSS JOIN memory_fact f ON f.document_id = d.id
  CROSS JOIN collection c ON c.id = d.collection_id CROSS JOIN mirror m ON m.id = d.mirror_id
WHERE c.name = ? AND d.rel_path = ? AND d.active = 1 AND f.problem IS NULL`;
const successorsSql = `SELECT sc.name AS collection, s.rel_path
FROM document d JOIN collection c ON c.id = d.collection_id JOIN doc_edge e ON ${replaces} JOIN ${successor}
WHERE d.id = ? ORDER BY sc.name, s.rel_path`;

export function createFactFinder(reader: Reader): FactFinder {
  const list = (rows: readonly Row[]): FoundFact[] => rows.flatMap((row) => found(row) ?? []);
  return {
    search(plan, { collection, scopes }, limit, terms = "all-first") {
      const facts = new Map<number, FoundFact>();
      for (const match of matches(plan, terms)) {
        if (facts.size >= limit) break;
        const rows = reader.all<Row>(searchSql, match, collection, JSON.stringify(scopes), limit);
        for (const one of list(rows)) if (facts.size < limit) facts.set(one.id, facts.get(one.id) ?? one);
      }
      return [...facts.values()];
    },
    equal(contentHash, { collection, scopes }) {
      return list(reader.all<Row>(equalSql, contentHash, collection, JSON.stringify(scopes)))[0];
    },
    at: (collection, relPath) => list(reader.all<Row>(atSql, collection, relPath))[0],
    successors: (id) =>
      reader
        .all<{ collection: string; rel_path: string }>(successorsSql, id)
        .map((row) => formatUri(row.collection, row.rel_path)),
  };
}

/** Expressions from narrow to wide; a wider one is only asked for the room that is left. */
function matches(plan: QueryPlan, terms: "all-first" | "any"): readonly string[] {
  const { words, phrases } = plan;
  if (words.length + phrases.length === 0) return [];
  const absent = noneOf(plan);
  const without = (match: string) => (absent === undefined ? match : `(${match}) NOT (${absent})`);
  const meaningful = words.filter((word) => !word.stop);
  const loose = meaningful.length === 0 ? words : meaningful;
  const any = anyOf([...loose, ...phrases]);
  const wide = phrases.length === 0 ? any : `(${allOf(phrases)}) AND (${any})`;
  const narrow = terms === "any" ? [] : [allOf([...words, ...phrases]), allOf([...loose, ...phrases])];
  return [...new Set([...narrow, wide])].map(without);
}

/** The text is read again: what the tables hold of it is only what it is looked up by. */
function found(row: Row): FoundFact | undefined {
  const read = readRecord(row.text);
  if (read.kind !== "fact") return undefined;
  return { id: row.id, fact: factOf(read.record, row), absPath: join(row.root, row.rel_path) };
}

function factOf(record: FactRecord, row: Pick<Row, "docid" | "collection" | "rel_path">): Fact {
  return {
    uri: formatUri(row.collection, row.rel_path),
    docid: `#${row.docid}`,
    collection: row.collection,
    relPath: row.rel_path,
    ...record,
  };
}
