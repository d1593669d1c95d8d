/** Texts and their chunks: one row a text, shared by all files with it, gone with the last of them. */
import type { ChunkingPolicy } from "../config/types.ts";
import type { Store } from "../store/open.ts";
import { adoptVectors } from "../vector/write.ts";
import { type Derived, type LayoutChunk, layout } from "./derive.ts";

export interface MirrorText {
  /** The document that has it, when there is one already. */
  readonly row: number | undefined;
  readonly text: string;
  readonly textHash: string;
  readonly derived: Derived;
}

export interface MirrorWriter {
  /** The row of a text, made with its chunks when it is new. */
  idFor(text: MirrorText): number;
  /** It may have lost its last document in this transaction. */
  doubt(mirrorId: number): void;
  sweep(): void;
  relayout(mirrorId: number, text: string, code: boolean): void;
}

export function createMirrorWriter(store: Store, policy: ChunkingPolicy): MirrorWriter {
  const sql = (text: string) => store.raw.prepare<unknown[], Record<string, number>>(text);
  const one = (text: string) => store.raw.prepare<unknown[], number>(text).pluck();
  const mirrorByHash = one("SELECT id FROM mirror WHERE hash = ?");
  const insertMirror = sql(
    "INSERT INTO mirror (hash, total_lines, chunk_tokens, chunk_overlap, text) VALUES (?, ?, ?, ?, ?)",
  );
  const mirrorPolicy = sql("UPDATE mirror SET chunk_tokens = ?, chunk_overlap = ? WHERE id = ?");
  const insertChunk = sql(
    `INSERT INTO chunk (mirror_id, seq, start, "end", start_line, end_line, language) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  const deleteChunks = sql("DELETE FROM chunk WHERE mirror_id = ?");
  const chunksOf = sql(`SELECT id, start, "end" FROM chunk WHERE mirror_id = ?`);
  const deleteChunk = sql("DELETE FROM chunk WHERE id = ?");
  const freeNumbers = sql("UPDATE chunk SET seq = -1 - seq WHERE mirror_id = ?");
  const renumberChunk = sql(
    "UPDATE chunk SET seq = ?, start_line = ?, end_line = ?, language = ? WHERE id = ?",
  );
  const deleteMirror = sql("DELETE FROM mirror WHERE id = ?");
  const mirrorInUse = one("SELECT 1 FROM document WHERE mirror_id = ? LIMIT 1");
  const doubtful = new Set<number>();

  const writeChunks = (mirrorId: number, chunks: readonly LayoutChunk[]): void => {
    let seq = 0;
    for (const chunk of chunks) {
      insertChunk.run(
        mirrorId,
        seq++,
        chunk.start,
        chunk.end,
        chunk.startLine,
        chunk.endLine,
        chunk.language ?? null,
      );
    }
  };

  /** A chunk with the same place in the same text stays the same row, and so keeps its vectors. */
  const rewriteChunks = (mirrorId: number, chunks: readonly LayoutChunk[]): void => {
    const rows = chunksOf.all(mirrorId) as { id: number; start: number; end: number }[];
    const known = new Map(rows.map(({ id, start, end }) => [`${start}:${end}`, id]));
    for (const { start, end } of chunks) known.delete(`${start}:${end}`);
    for (const id of known.values()) deleteChunk.run(id);
    freeNumbers.run(mirrorId);
    const kept = new Map(rows.map(({ id, start, end }) => [`${start}:${end}`, id]));
    for (const [seq, { start, end, startLine, endLine, language }] of chunks.entries()) {
      const id = kept.get(`${start}:${end}`);
      if (id === undefined) insertChunk.run(mirrorId, seq, start, end, startLine, endLine, language ?? null);
      else renumberChunk.run(seq, startLine, endLine, language ?? null, id);
    }
  };

  return {
    idFor({ row, text, textHash, derived }) {
      const known = mirrorByHash.get(textHash);
      if (known !== undefined) return known;
      const id = Number(
        insertMirror.run(textHash, derived.totalLines, policy.maxTokens, policy.overlapPercent, text)
          .lastInsertRowid,
      );
      writeChunks(id, layout(text, policy, derived.code, derived.textLanguage));
      // What an edit left as it was keeps its vector: the old chunks go only with the next sweep.
      if (row !== undefined) adoptVectors(store, id, text);
      return id;
    },
    doubt(mirrorId) {
      doubtful.add(mirrorId);
    },
    sweep() {
      for (const mirror of doubtful) {
        if (mirrorInUse.get(mirror) !== undefined) continue;
        deleteChunks.run(mirror);
        deleteMirror.run(mirror);
      }
      doubtful.clear();
    },
    relayout(mirrorId, text, code) {
      rewriteChunks(mirrorId, layout(text, policy, code));
      mirrorPolicy.run(policy.maxTokens, policy.overlapPercent, mirrorId);
    },
  };
}
