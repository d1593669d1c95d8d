/** What the index still says of a document that is about to change: the other half of a change in the journal. */
import type { Indexed } from "../changes/journal.ts";
import { structureOf } from "../changes/structure.ts";
import type { Store } from "../store/open.ts";
import { type DeriveContext, derive } from "./derive.ts";

interface Row {
  readonly rel_path: string;
  readonly active: number;
  readonly source_hash: string;
  readonly hash: string | null;
}

/** Reads the text only when it is asked for. */
export function indexedBefore(store: Store, id: number, context: DeriveContext): Indexed | undefined {
  const row = store
    .statement<[number], Row>(
      `SELECT d.rel_path, d.active, d.source_hash, m.hash FROM document d LEFT JOIN mirror m ON m.id = d.mirror_id
       WHERE d.id = ?`,
    )
    .get(id);
  if (row === undefined) return undefined;
  return {
    active: row.active === 1,
    sourceHash: row.source_hash,
    mirrorHash: row.hash ?? undefined,
    structure() {
      const text = store
        .statement<[number], { text: string }>(
          "SELECT m.text FROM document d JOIN mirror m ON m.id = d.mirror_id WHERE d.id = ?",
        )
        .get(id)?.text;
      if (text === undefined) return undefined;
      try {
        return structureOf(derive(text, row.rel_path, context));
      } catch {
        return undefined;
      }
    },
  };
}
