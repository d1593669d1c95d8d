/** The text of a document that the reranker reads: the chunk that was found, or the one that holds the best place. */
import type { Reader } from "../documents/reader.ts";
import { cutBefore } from "./cut.ts";
import type { Fused } from "./fuse.ts";
import { openPage } from "./hits.ts";
import type { Prepared } from "./prepare.ts";
import { type Passage, passageLimit } from "./rerank.ts";

interface Row {
  readonly id: number;
  readonly title: string | null;
  readonly mirror: number;
  readonly text: string;
}

/** Documents without text are left out. */
export function passagesOf(
  reader: Reader,
  candidates: readonly Fused[],
  { plan, scope }: Prepared,
  intent: string | undefined,
): Passage[] {
  const rows = reader.all<Row>(
    `SELECT d.id, d.title, m.id AS mirror, m.text FROM json_each(?) j CROSS JOIN document d ON d.id = j.value
     JOIN mirror m ON m.id = d.mirror_id`,
    JSON.stringify(candidates.map(({ documentId }) => documentId)),
  );
  const byId = new Map(rows.map((row) => [row.id, row]));
  const chosen = candidates.map(({ documentId, rank }) => ({ id: documentId, rank, passage: undefined }));
  const page = openPage(reader, chosen, plan, scope.stem, intent, undefined);
  return candidates.flatMap((candidate, at) => {
    const row = byId.get(candidate.documentId);
    if (row === undefined) return [];
    const range =
      candidate.place ?? chunkAt(reader, row.mirror, page(chosen[at] as (typeof chosen)[number])?.line ?? 1);
    const text = row.text.slice(range?.start ?? 0, range?.end ?? row.text.length);
    const titled = row.title === null || text.includes(row.title) ? text : `${row.title}\n\n${text}`;
    return [{ documentId: row.id, text: titled.slice(0, cutBefore(titled, passageLimit)) }];
  });
}

function chunkAt(reader: Reader, mirror: number, line: number) {
  return reader.get<{ start: number; end: number }>(
    `SELECT start, "end" FROM chunk WHERE mirror_id = ? AND start_line <= ? ORDER BY seq DESC LIMIT 1`,
    mirror,
    line,
  );
}
