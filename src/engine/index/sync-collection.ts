/**
 * One collection's index brought to the state of its files. Rules: a root that is missing or suddenly empty never
 * reads as deletions; a file that cannot be read keeps what was indexed; the same bytes under a new name stay the same
 * document; each batch is one transaction, so an interrupted run loses none that was finished.
 */
import type { CollectionConfig } from "../config/types.ts";
import type { CollectionSync } from "../engine.ts";
import { createReadBuffer } from "../files/read-stable.ts";
import { covers, createScope } from "../files/scope.ts";
import { isEmptyFolder, openRoot, type Root, walk } from "../files/walk.ts";
import type { Candidate, CollectionJob } from "./collection-job.ts";
import {
  ACTIVE,
  ERROR_CODE,
  isAsKnown,
  type KnownRow,
  loadKnown,
  loadOne,
  REL_PATH,
  SEEN,
  STATE,
} from "./known-files.ts";
import { noteUnseen } from "./note-changes.ts";
import { processAll, skipTexts } from "./process-files.ts";
import { type RunContext, SyncCancelled } from "./run-context.ts";
import { settleUserTags } from "./settle-user-tags.ts";
import { Tally } from "./tally.ts";
import { type RenameSource, Renames, setCollectionState, settleVanished } from "./vanished.ts";

export function syncCollection(context: RunContext, collection: CollectionConfig): CollectionSync {
  const tally = new Tally(collection.name);
  const root = openRoot(collection.path);
  const { id: collectionId, identity } = collectionRow(context, collection, root);
  if (root.kind === "unavailable") {
    setCollectionState(context, collectionId, "unavailable", root.message);
    tally.problem("ROOT_UNAVAILABLE", root.message);
    return tally.result();
  }
  const job: CollectionJob = {
    context,
    collection,
    collectionId,
    root,
    tally,
    userTags: context.userTags.of(collection.name),
    buffer: createReadBuffer(),
  };
  const known = loadKnown(context.store, collectionId);
  const { candidates, kept } = compare(job, known);
  const vanished = [...known.values()].filter(
    (row) => row[SEEN] === 0 && row[ACTIVE] === 1 && !kept(row[REL_PATH]),
  );
  const renames = new Renames(context, vanished, candidates);
  processAll(job, candidates, renames);
  const passed = [...known.values()].filter(
    (row) => row[SEEN] === 0 && row[ACTIVE] === 0 && row[ERROR_CODE] !== null && !kept(row[REL_PATH]),
  );
  const otherFolder = identity !== undefined && identity !== root.identity;
  const settled = settleVanished(job, renames.left(), passed, known, otherFolder);
  if (settled && context.behind && !isEmptyFolder(root.path)) noteUnseen(job, kept);
  settleUserTags(job);
  return tally.result();
}

/**
 * Only the named paths: what a writing tool changed a moment ago.
 * @param moved a document whose file has another path now, also when its bytes changed on the way
 */
export function syncPaths(
  context: RunContext,
  collection: CollectionConfig,
  paths: readonly string[],
  moved?: { readonly from: string; readonly to: string },
): CollectionSync {
  const tally = new Tally(collection.name);
  const root = openRoot(collection.path);
  const { id: collectionId } = collectionRow(context, collection, root);
  if (root.kind === "unavailable") {
    tally.problem("ROOT_UNAVAILABLE", root.message);
    return tally.result();
  }
  const job: CollectionJob = {
    context,
    collection,
    collectionId,
    root,
    tally,
    userTags: context.userTags.of(collection.name),
    buffer: createReadBuffer(),
  };
  const candidates: Candidate[] = [];
  for (const relPath of new Set(paths)) {
    if (covers(collection, relPath)) {
      candidates.push({ relPath, row: loadOne(context.store, collectionId, relPath) });
    } else {
      tally.file({
        relPath,
        status: "skipped",
        errorCode: "NOT_COVERED",
        errorMessage: "The collection leaves this path out (pattern, include, exclude or an ignore file).",
      });
    }
  }
  const left = moved && loadOne(context.store, collectionId, moved.from);
  const renames: RenameSource = {
    whole: false,
    take: (_, relPath) => (relPath === moved?.to && left?.[ACTIVE] === 1 ? left : undefined),
  };
  processAll(job, candidates, renames);
  if (moved !== undefined) {
    // The new path had a document of its own: then the old one is simply gone.
    const row = loadOne(context.store, collectionId, moved.from);
    if (row?.[ACTIVE] === 1) processAll(job, [{ relPath: moved.from, row }], renames);
  }
  settleUserTags(job);
  return tally.result();
}

function collectionRow(context: RunContext, { name, path }: CollectionConfig, root: Root) {
  const { store } = context;
  const row = store
    .statement<[string], { id: number; root: string; root_identity: string | null }>(
      "SELECT id, root, root_identity FROM collection WHERE name = ?",
    )
    .get(name);
  const real = root.kind === "ok" ? root.path : path;
  if (row === undefined) {
    const insert = store.statement("INSERT INTO collection (name, root) VALUES (?, ?)");
    return { id: Number(store.write(() => insert.run(name, real)).lastInsertRowid), identity: undefined };
  }
  if (root.kind === "ok" && row.root !== real) {
    store.write(() => store.statement("UPDATE collection SET root = ? WHERE id = ?").run(real, row.id));
  }
  return { id: row.id, identity: row.root_identity ?? undefined };
}

function compare(job: CollectionJob, known: Map<string, KnownRow>) {
  const { context, tally } = job;
  const candidates: Candidate[] = [];
  let seen = 0;
  const walked = walk(job.root.path, createScope(job.collection), (relPath, stat) => {
    const row = known.get(relPath);
    if (row === undefined) candidates.push({ relPath, row });
    else {
      row[SEEN] = 1;
      if (row[STATE] === 0 || !isAsKnown(row, stat)) candidates.push({ relPath, row });
      else if (row[STATE] === 1) tally.unchanged();
      else if (row[ERROR_CODE] === "TOO_LARGE" && stat.size <= context.maxFileBytes)
        candidates.push({ relPath, row });
      else tally.file({ relPath, status: "skipped", ...skipTexts(row[ERROR_CODE] ?? "") });
    }
    return ++seen % 1_000 !== 0 || !context.cancelled();
  });
  if (context.cancelled()) throw new SyncCancelled();
  for (const { relPath, code, message } of walked.skipped) {
    tally.file({ relPath, status: "skipped", errorCode: code, errorMessage: message });
  }
  for (const folder of walked.unreadable) {
    tally.file({
      relPath: `${folder}/`,
      status: "error",
      errorCode: "FOLDER_UNREADABLE",
      errorMessage: "The folder cannot be listed. Check its permissions; what was indexed from it is kept.",
    });
  }
  candidates.sort((a, b) => (a.relPath < b.relPath ? -1 : 1));
  const prefixes = walked.unreadable.map((folder) => (folder === "" ? "" : `${folder}/`));
  return { candidates, kept: (relPath: string) => prefixes.some((prefix) => relPath.startsWith(prefix)) };
}
