/**
 * The sync's side of the change journal. Rule: what a batch changes is durable in the journal before the batch is
 * committed in the index; the journal itself knows what it has told already.
 */
import { structureOf } from "../changes/structure.ts";
import type { CollectionJob } from "./collection-job.ts";
import type { Derived } from "./derive.ts";
import { indexedBefore } from "./indexed-before.ts";
import { ID, type KnownRow, REL_PATH } from "./known-files.ts";
import { CHANGE_SEQUENCE, type RunContext } from "./run-context.ts";

export interface PresentText {
  readonly relPath: string;
  readonly sourceHash: string;
  readonly textHash: string;
  readonly derived: Derived;
  /** The row that it is going to be stored in. */
  readonly row: KnownRow | undefined;
  readonly renamed: KnownRow | undefined;
}

/** Before the text is stored: what was there is read from the index. */
export function notePresent(job: CollectionJob, text: PresentText): void {
  const { row } = text;
  job.context.changes.present(
    {
      collection: job.collection.name,
      relPath: text.relPath,
      from: text.renamed?.[REL_PATH],
      sourceHash: text.sourceHash,
      mirrorHash: text.textHash,
      structure: () => structureOf(text.derived),
    },
    () => row && indexed(job, row),
  );
}

/** Before the document is made inactive. */
export function noteAbsent(job: CollectionJob, row: KnownRow): void {
  job.context.changes.absent(job.collection.name, row[REL_PATH], () => indexed(job, row));
}

/** Last step of a batch. */
export function commitChanges({ changes, behind, store }: RunContext): void {
  const last = changes.commit();
  if (last === undefined || behind) return;
  store
    .statement("INSERT OR REPLACE INTO meta (key, value) VALUES (?, ?)")
    .run(CHANGE_SEQUENCE, String(last));
}

/** Documents that a new index never held, because their files went while there was none. */
export function noteUnseen(job: CollectionJob, kept: (relPath: string) => boolean): void {
  const { context, collection, collectionId } = job;
  const held = context.store.statement<[number, string], { held: number }>(
    "SELECT 1 AS held FROM document WHERE collection_id = ? AND rel_path = ? AND (active = 1 OR error_code IS NOT NULL)",
  );
  context.store.write(() => {
    for (const relPath of context.changes.activePaths(collection.name)) {
      if (kept(relPath) || held.get(collectionId, relPath) !== undefined) continue;
      context.changes.absent(collection.name, relPath, () => undefined);
    }
    commitChanges(context);
  });
}

function indexed({ context, collection }: CollectionJob, row: KnownRow) {
  return indexedBefore(context.store, row[ID], {
    contentTypes: context.contentTypes,
    languageHint: collection.languageHint,
  });
}
