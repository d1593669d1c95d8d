/**
 * The index against one that is built from the same files at this moment, document by document: what was derived has to
 * be what would be derived now. The second index lies in a temporary folder and is gone afterwards.
 */
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { IndexConfig } from "../config/types.ts";
import { readTarget } from "../index/policy.ts";
import { noUserTags } from "../index/run-context.ts";
import { runSync } from "../index/run-sync.ts";
import { createUserTagSource } from "../index/user-tag-source.ts";
import { systemClock } from "../ports.ts";
import { INGEST_VERSION } from "../store/index-schema.ts";
import { openIndex, type Store } from "../store/open.ts";
import { stemFor } from "../store/stem.ts";
import type { Findings } from "./report.ts";

const REBUILD =
  "Stop all programs that use the index, move its file away and run `gno update`: it is rebuilt from the files.";

export function checkRebuilt(
  index: Store,
  durable: Store | undefined,
  config: IndexConfig,
  findings: Findings,
  cancelled: () => boolean,
): void {
  const folder = mkdtempSync(join(tmpdir(), "gno-verify-"));
  let fresh: Store | undefined;
  try {
    fresh = openIndex(join(folder, "index.sqlite"), { stem: stemFor(config.ftsTokenizer) });
    fresh.raw.pragma("synchronous = OFF");
    runSync(fresh, {
      config,
      generation: readTarget(fresh).generation,
      userTags: durable === undefined ? noUserTags : createUserTagSource(durable),
      clock: systemClock,
      cancelled,
      progress: () => undefined,
    });
    compare(index, fresh, findings);
  } catch {
    if (cancelled()) return;
    findings.add({
      code: "NOT_REBUILT",
      severity: "info",
      message: "No second index could be built beside this one, so the two were not compared.",
      advice: "Free some space in the folder for temporary files and check again.",
    });
  } finally {
    fresh?.close();
    rmSync(folder, { recursive: true, force: true });
  }
}

/** What the sync would do anew by itself is no damage: other rules, another tokenizer, another policy. */
function compare(index: Store, fresh: Store, findings: Findings): void {
  const rules = (store: Store): string =>
    JSON.stringify(
      store.raw
        .prepare("SELECT key, value FROM meta WHERE key IN ('derive_rules', 'fts_stem') ORDER BY 1")
        .raw()
        .all(),
    );
  if (rules(index) !== rules(fresh)) return;
  const ours = describe(index);
  for (const [key, wanted] of describe(fresh)) {
    const found = ours.get(key);
    // Other bytes, or not there at all: the comparison with the files has told of it.
    if (found === undefined || found.source !== wanted.source || found.old) continue;
    const parts = (["facts", "names", "links", "edges", "tags", "chunks", "words"] as const).filter(
      (part) => found[part] !== wanted[part] && !(part === "chunks" && findings.has("CHUNKING_PENDING")),
    );
    if (parts.length === 0) continue;
    findings.add({
      code: "DERIVED_WRONG",
      severity: "error",
      collection: wanted.collection,
      relPath: wanted.relPath,
      message: `The index says other things of the file than the file does: ${parts.join(", ")}.`,
      advice: REBUILD,
    });
  }
}

interface Described {
  readonly collection: string;
  readonly relPath: string;
  readonly source: string;
  /** The next sync derives it again anyway. */
  readonly old: boolean;
  facts: string;
  names: string;
  links: string;
  edges: string;
  tags: string;
  chunks: string;
  words: number;
}

interface Row {
  readonly id: number;
  readonly collection: string;
  readonly rel_path: string;
  readonly source_hash: string;
  readonly ingest_version: number;
  readonly error_code: string | null;
  readonly facts: string;
  readonly chunks: string;
}

/** Every active document without ids and times, by collection and path. */
function describe(store: Store): ReadonlyMap<string, Described> {
  const described = new Map<string, Described>();
  const byId = new Map<number, Described>();
  const rows = store.raw
    .prepare<[], Row>(
      `SELECT d.id, c.name AS collection, d.rel_path, d.source_hash, d.ingest_version, d.error_code,
         json_array(d.docid, d.size, d.mime, d.ext, d.title, d.language, d.author, d.content_type, d.content_type_source,
           d.document_date, d.categories, d.date_fields, d.relations, d.metadata, d.metadata_state, d.warnings, m.hash,
           m.total_lines, f.problem, f.record_id, f.content_hash) AS facts,
         m.chunk_tokens || ' ' || m.chunk_overlap || ' ' || (
           SELECT coalesce(group_concat(k.line, ' '), '') FROM (
             SELECT seq || ':' || start || '-' || "end" || ':' || start_line || '-' || end_line || ':' ||
               coalesce(language, '') AS line
             FROM chunk WHERE mirror_id = m.id ORDER BY seq) k) AS chunks
       FROM document d JOIN collection c ON c.id = d.collection_id JOIN mirror m ON m.id = d.mirror_id
       LEFT JOIN memory_fact f ON f.document_id = d.id WHERE d.active = 1`,
    )
    .iterate();
  for (const row of rows) {
    const one: Described = {
      collection: row.collection,
      relPath: row.rel_path,
      source: row.source_hash,
      old: row.ingest_version < INGEST_VERSION || row.error_code !== null,
      facts: row.facts,
      names: "",
      links: "",
      edges: "",
      tags: "",
      chunks: row.chunks,
      words: 0,
    };
    described.set(`${row.collection}\n${row.rel_path}`, one);
    byId.set(row.id, one);
  }
  for (const [part, sql] of PARTS) {
    for (const { id, line } of store.raw.prepare<[], { id: number; line: string }>(sql).iterate()) {
      const one = byId.get(id);
      if (one !== undefined) one[part] += `${line}\n`;
    }
  }
  for (const table of ["fts_exact", "fts_stem"]) addWords(store, table, byId);
  return described;
}

const PARTS: readonly (readonly [part: "names" | "links" | "edges" | "tags", sql: string])[] = [
  ["names", "SELECT document_id AS id, rank || ' ' || key AS line FROM document_key ORDER BY 1, 2"],
  [
    "links",
    `SELECT document_id AS id, json_array(kind, target_ref, target_key, target_tail, target_collection, target_anchor,
       text, line, col, embed) AS line FROM link ORDER BY 1, line, col, kind`,
  ],
  [
    "edges",
    `SELECT document_id AS id, json_array(edge_type, edge_source, confidence, target_kind, target_key,
       target_collection) AS line FROM doc_edge ORDER BY 1, 2`,
  ],
  ["tags", "SELECT document_id AS id, source || ' ' || tag AS line FROM tag ORDER BY 1, 2"],
];

interface Word {
  readonly term: string;
  readonly doc: number;
  readonly col: string;
  readonly offset: number;
}

/** Every word at its place, as the full-text index itself lists them, added up so that the order does not matter. */
function addWords(store: Store, table: string, byId: ReadonlyMap<number, Described>): void {
  const name = `${table}_words`;
  store.raw.exec(`CREATE VIRTUAL TABLE temp.${name} USING fts5vocab(main, ${table}, instance)`);
  const words = store.raw.prepare<[], Word>(`SELECT term, doc, col, "offset" FROM temp.${name}`).iterate();
  for (const { term, doc, col, offset } of words) {
    const one = byId.get(doc);
    if (one !== undefined) one.words = (one.words + sum(`${table} ${col} ${offset} ${term}`)) % 2 ** 48;
  }
  store.raw.exec(`DROP TABLE temp.${name}`);
}

function sum(text: string): number {
  let low = 0x811c9dc5;
  let high = 0x9747b28c;
  for (let at = 0; at < text.length; at++) {
    low = Math.imul(low ^ text.charCodeAt(at), 0x01000193);
    high = Math.imul(high ^ text.charCodeAt(at), 0x5bd1e995);
  }
  return (high & 0xffff) * 2 ** 32 + (low >>> 0);
}
