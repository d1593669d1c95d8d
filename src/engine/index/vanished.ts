/**
 * Files that were indexed and are not found any more: renamed, deleted, or on a disk that is away. Rule: when many are
 * gone at once, or the folder is suddenly empty, their entries stay until a person says that they were deleted.
 */
import { readStable } from "../files/read-stable.ts";
import { isEmptyFolder } from "../files/walk.ts";
import type { Candidate, CollectionJob } from "./collection-job.ts";
import { ACTIVE, ID, type KnownRow, REL_PATH } from "./known-files.ts";
import { commitChanges, noteAbsent } from "./note-changes.ts";
import { BATCH_FILES, isoNow, type RunContext } from "./run-context.ts";

/** Fewer files may vanish without a question. */
const MASS = 20;
/** Rows of files that are gone for so long are forgotten. */
const KEEP_INACTIVE_MS = 30 * 24 * 3_600_000;

/** Which document a file that is new to the index was until now. */
export interface RenameSource {
  /** All files of the collection are looked at. */
  readonly whole: boolean;
  take(sourceHash: string, relPath: string): KnownRow | undefined;
}

/** Documents whose file is gone, looked up by the hash of files that are new. */
export class Renames implements RenameSource {
  readonly whole = true;
  readonly #byHash = new Map<string, KnownRow[]>();
  readonly #left: Set<KnownRow>;

  constructor(context: RunContext, vanished: readonly KnownRow[], candidates: readonly Candidate[]) {
    this.#left = new Set(vanished);
    if (!candidates.some(({ row }) => row === undefined || row[ACTIVE] === 0)) return;
    const hashOf = context.store.statement<[number], { source_hash: string }>(
      "SELECT source_hash FROM document WHERE id = ?",
    );
    for (const row of vanished) {
      const found = hashOf.get(row[ID])?.source_hash;
      if (found === undefined) continue;
      const rows = this.#byHash.get(found);
      if (rows === undefined) this.#byHash.set(found, [row]);
      else rows.push(row);
    }
  }

  take(sourceHash: string): KnownRow | undefined {
    const row = this.#byHash.get(sourceHash)?.shift();
    if (row !== undefined) this.#left.delete(row);
    return row;
  }

  left(): readonly KnownRow[] {
    return [...this.#left];
  }
}

/**
 * Takes vanished files out of the index, unless so many went at once that a missing disk is likelier.
 * @returns whether it did
 */
export function settleVanished(
  job: CollectionJob,
  vanished: readonly KnownRow[],
  /** Files that were looked at and passed over, and are gone. */
  passed: readonly KnownRow[],
  known: ReadonlyMap<string, KnownRow>,
  otherFolder: boolean,
): boolean {
  const { context, tally, root } = job;
  const before = [...known.values()].filter((row) => row[ACTIVE] === 1).length;
  const emptied = vanished.length > (otherFolder ? 0 : 1) && isEmptyFolder(root.path);
  // Files that are there but out of scope now were taken out by a change of the configuration.
  const gone = emptied ? vanished.length : countGone(job, vanished);
  const suspect = !context.acceptDeletions && (emptied || (gone > MASS && gone * 2 > before));
  const at = isoNow(context.clock);
  if (suspect) {
    const message =
      `${gone} of ${before} files are gone at once. Their entries were kept. ` +
      "If the files were deleted on purpose, run `gno update --accept-deletions`; if a disk is missing, bring it back and sync.";
    setCollectionState(context, job.collectionId, "suspect", message);
    tally.problem("MASS_DISAPPEARANCE", message);
    return false;
  }
  for (let next = 0; next < vanished.length; next += BATCH_FILES) {
    context.store.write(() => {
      for (const row of vanished.slice(next, next + BATCH_FILES)) {
        noteAbsent(job, row);
        context.writer.deactivate(row[ID], at);
        tally.inactive++;
      }
      context.writer.sweep();
      commitChanges(context);
    });
  }
  const { store } = context;
  const forget = new Date(context.clock.now() - KEEP_INACTIVE_MS).toISOString();
  const old = store.statement<[number, string], { id: number }>(
    "SELECT id FROM document WHERE collection_id = ? AND active = 0 AND error_code IS NULL AND indexed_at < ?",
  );
  store.write(() => {
    store
      .statement(
        "UPDATE collection SET state = 'ok', note = NULL, root_identity = ?, synced_at = ? WHERE id = ?",
      )
      .run(root.identity, at, job.collectionId);
    const remove = store.statement("DELETE FROM document WHERE id = ?");
    for (const { id } of old.all(job.collectionId, forget)) remove.run(id);
    for (const row of passed) remove.run(row[ID]);
  });
  return true;
}

function countGone(job: CollectionJob, vanished: readonly KnownRow[]): number {
  if (vanished.length <= MASS) return vanished.length;
  // With no byte allowed nothing is read: only whether something is there is asked.
  return vanished.filter((row) => readStable(job.root.path, row[REL_PATH], -1, job.buffer).kind === "gone")
    .length;
}

export function setCollectionState(
  context: RunContext,
  id: number,
  state: "unavailable" | "suspect",
  note: string,
): void {
  context.store.write(() =>
    context.store.statement("UPDATE collection SET state = ?, note = ? WHERE id = ?").run(state, note, id),
  );
}
