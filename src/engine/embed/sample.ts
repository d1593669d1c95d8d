/**
 * The texts that the built-in model is fitted to: a sample that depends on the texts alone, so that the same notes give
 * the same model in whatever order they were indexed.
 */
import type { Store } from "../store/open.ts";

const MAX_CHUNKS = 20_000;
/** Bounds time and memory where chunks are long. */
const MAX_CHARACTERS = 20_000_000;

interface Row {
  readonly mirrorId: number;
  readonly seq: number;
  readonly start: number;
  readonly end: number;
  readonly hash: string;
}

/** Texts of at most `maxChunks` chunks of the collections, in the order of the index. */
export function* sampleTexts(
  store: Store,
  collections: readonly string[],
  maxChunks = MAX_CHUNKS,
): Generator<string> {
  const rows = store
    .statement<[string], Row>(
      `SELECT c.mirror_id AS mirrorId, c.seq, c.start, c."end",
         (SELECT substr(m.hash, 1, 8) FROM mirror m WHERE m.id = c.mirror_id) AS hash
       FROM chunk c WHERE EXISTS (
         SELECT 1 FROM document d JOIN collection k ON k.id = d.collection_id
         WHERE d.mirror_id = c.mirror_id AND d.active = 1 AND k.name IN (SELECT value FROM json_each(?)))
       ORDER BY c.mirror_id, c.seq`,
    )
    .all(JSON.stringify(collections));
  const read = store.statement<[number], { text: string }>("SELECT text FROM mirror WHERE id = ?");
  let text = "";
  let of: number | undefined;
  for (const { mirrorId, start, end } of chosen(rows, maxChunks)) {
    if (of !== mirrorId) {
      text = read.get(mirrorId)?.text ?? "";
      of = mirrorId;
    }
    yield text.slice(start, end);
  }
}

function chosen(rows: readonly Row[], maxChunks: number): readonly Row[] {
  const total = rows.reduce((sum, { start, end }) => sum + end - start, 0);
  if (rows.length <= maxChunks && total <= MAX_CHARACTERS) return rows;
  const drawn = rows
    .map((row) => ({ row, lot: lot(row) }))
    .sort((a, b) => a.lot - b.lot || a.row.mirrorId - b.row.mirrorId || a.row.seq - b.row.seq);
  const kept: Row[] = [];
  let characters = 0;
  for (const { row } of drawn) {
    if (kept.length === maxChunks || characters > MAX_CHARACTERS) break;
    kept.push(row);
    characters += row.end - row.start;
  }
  return kept.sort((a, b) => a.mirrorId - b.mirrorId || a.seq - b.seq);
}

/** A number that the content of the text and the place in it decide. */
function lot({ hash, seq }: Row): number {
  let value = (Number.parseInt(hash, 16) ^ Math.imul(seq + 1, 0x9e3779b1)) >>> 0;
  value = Math.imul(value ^ (value >>> 16), 0x85ebca6b);
  value = Math.imul(value ^ (value >>> 13), 0xc2b2ae35);
  return (value ^ (value >>> 16)) >>> 0;
}
