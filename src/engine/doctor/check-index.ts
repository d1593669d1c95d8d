/** The index against itself: every row can be proved from another, because texts carry their hash. */
import { hash } from "node:crypto";
import type { Store } from "../store/open.ts";
import type { Finding, Findings } from "./report.ts";

const REBUILD =
  "Stop all programs that use the index, move its file away and run `gno update`: it is rebuilt from the files.";

export function checkIndex(index: Store, findings: Findings, cancelled: () => boolean) {
  const damage = structure(index);
  if (damage !== undefined) {
    findings.add({ code: "INDEX_DAMAGED", severity: "error", message: damage, advice: REBUILD });
    return { documents: 0, mirrors: 0, chunks: 0 };
  }
  const mirrors = checkMirrors(index, findings, cancelled);
  checkFullText(index, findings);
  checkOrphans(index, findings);
  const count = (sql: string): number => index.raw.prepare<[], number>(sql).pluck().get() ?? 0;
  return {
    documents: count("SELECT count(*) FROM document WHERE active = 1"),
    mirrors,
    chunks: count("SELECT count(*) FROM chunk"),
  };
}

function structure(index: Store): string | undefined {
  const lines = (index.raw.pragma("integrity_check(5)") as { integrity_check: string }[]).map(
    (row) => row.integrity_check,
  );
  return lines.length === 1 && lines[0] === "ok" ? undefined : "The file of the index is damaged.";
}

interface MirrorRow {
  readonly id: number;
  readonly hash: string;
  readonly text: string;
  readonly chunk_tokens: number | null;
  readonly path: string | null;
}

interface ChunkRow {
  readonly seq: number;
  readonly start: number;
  readonly end: number;
  readonly start_line: number;
  readonly end_line: number;
}

function checkMirrors(index: Store, findings: Findings, cancelled: () => boolean): number {
  const chunksOf = index.statement<[number], ChunkRow>(
    `SELECT seq, start, "end", start_line, end_line FROM chunk WHERE mirror_id = ? ORDER BY seq`,
  );
  const rows = index
    .statement<[], MirrorRow>(
      `SELECT m.id, m.hash, m.text, m.chunk_tokens,
         (SELECT d.rel_path FROM document d WHERE d.mirror_id = m.id AND d.active = 1 LIMIT 1) AS path
       FROM mirror m ORDER BY m.id`,
    )
    .iterate();
  let mirrors = 0;
  for (const row of rows) {
    mirrors++;
    const about = row.path === null ? {} : { relPath: row.path };
    if (hash("sha256", row.text) !== row.hash) {
      findings.add({
        code: "TEXT_DAMAGED",
        severity: "error",
        ...about,
        message: "A stored text does not match its hash.",
        advice: REBUILD,
      });
    }
    const wrong = row.chunk_tokens === null ? undefined : chunkFault(chunksOf.all(row.id), row.text.length);
    if (wrong !== undefined) {
      findings.add({ code: "CHUNKS_WRONG", severity: "error", ...about, message: wrong, advice: REBUILD });
    }
    if (cancelled()) break;
  }
  return mirrors;
}

function chunkFault(chunks: readonly ChunkRow[], length: number): string | undefined {
  let before: ChunkRow | undefined;
  for (const [position, chunk] of chunks.entries()) {
    if (chunk.seq !== position) return "The chunks of a text are not numbered in order.";
    if (chunk.start < 0 || chunk.end <= chunk.start || chunk.end > length) {
      return "A chunk points outside its text.";
    }
    if (chunk.start_line < 1 || chunk.end_line < chunk.start_line) return "A chunk has impossible lines.";
    if (before !== undefined && chunk.start <= before.start) return "The chunks of a text are out of order.";
    before = chunk;
  }
  return undefined;
}

function checkFullText(index: Store, findings: Findings): void {
  for (const table of ["fts_exact", "fts_stem"]) {
    const count = (sql: string): number => index.raw.prepare<[], number>(sql).pluck().get() ?? 0;
    const indexed = "SELECT id FROM document WHERE active = 1 AND mirror_id IS NOT NULL";
    const missing = count(`SELECT count(*) FROM (${indexed} EXCEPT SELECT id FROM ${table}_docsize)`);
    const surplus = count(`SELECT count(*) FROM (SELECT id FROM ${table}_docsize EXCEPT ${indexed})`);
    if (missing > 0) {
      findings.add({
        code: "FULL_TEXT_MISSING",
        severity: "error",
        message: `${missing} documents are not in the full-text index and cannot be found by words.`,
        advice: REBUILD,
      });
    }
    if (surplus > 0) {
      findings.add({
        code: "FULL_TEXT_SURPLUS",
        severity: "warning",
        message: `The full-text index holds ${surplus} entries without a document.`,
        advice: REBUILD,
      });
    }
  }
}

const ORPHANS: readonly (readonly [what: string, sql: string])[] = [
  [
    "texts without a document",
    "SELECT count(*) FROM mirror WHERE id NOT IN (SELECT mirror_id FROM document WHERE mirror_id IS NOT NULL)",
  ],
  ["chunks without a text", "SELECT count(*) FROM chunk WHERE mirror_id NOT IN (SELECT id FROM mirror)"],
  [
    "documents whose text is missing",
    "SELECT count(*) FROM document WHERE mirror_id IS NOT NULL AND mirror_id NOT IN (SELECT id FROM mirror)",
  ],
  [
    "names",
    "SELECT count(*) FROM document_key WHERE document_id NOT IN (SELECT id FROM document WHERE active = 1)",
  ],
  ["links", "SELECT count(*) FROM link WHERE document_id NOT IN (SELECT id FROM document WHERE active = 1)"],
  ["tags", "SELECT count(*) FROM tag WHERE document_id NOT IN (SELECT id FROM document WHERE active = 1)"],
  [
    "edges",
    "SELECT count(*) FROM doc_edge WHERE document_id NOT IN (SELECT id FROM document WHERE active = 1)",
  ],
  [
    "facts",
    "SELECT count(*) FROM memory_fact WHERE document_id NOT IN (SELECT id FROM document WHERE active = 1)",
  ],
  [
    "scopes without a fact",
    "SELECT count(*) FROM memory_scope WHERE document_id NOT IN (SELECT document_id FROM memory_fact)",
  ],
  [
    "sound facts that cannot be recalled by their words",
    "SELECT count(*) FROM (SELECT document_id FROM memory_fact WHERE problem IS NULL EXCEPT SELECT id FROM fts_fact_docsize)",
  ],
  [
    "values that are not those of their document",
    `SELECT (SELECT count(*) FROM (SELECT * FROM document_value EXCEPT SELECT * FROM document_value_source))
       + (SELECT count(*) FROM (SELECT * FROM document_value_source EXCEPT SELECT * FROM document_value))`,
  ],
  [
    "categories that are not those of their document",
    `SELECT (SELECT count(*) FROM (SELECT * FROM document_category EXCEPT SELECT * FROM document_category_source))
       + (SELECT count(*) FROM (SELECT * FROM document_category_source EXCEPT SELECT * FROM document_category))`,
  ],
];

function checkOrphans(index: Store, findings: Findings): void {
  for (const [what, sql] of ORPHANS) {
    const found = index.raw.prepare<[], number>(sql).pluck().get() ?? 0;
    if (found === 0) continue;
    const finding: Finding = {
      code: "ORPHANS",
      severity: "warning",
      message: `The index holds ${found} ${what.includes(" ") ? what : `${what} without a document`}.`,
      advice: REBUILD,
    };
    findings.add(finding);
  }
  if (findings.has("ORPHANS")) return;
  const broken = index.raw.pragma("foreign_key_check") as readonly unknown[];
  if (broken.length === 0) return;
  findings.add({
    code: "ORPHANS",
    severity: "warning",
    message: `The index holds ${broken.length} rows that belong to rows that are gone.`,
    advice: REBUILD,
  });
}
