/**
 * One collection's index brought to the state of its files. Rules: a root that is missing or suddenly empty never
 * reads as deletions; a file that cannot be read keeps what was indexed; the same bytes under a new name stay the same
 * document; each batch is one transaction, so an interrupted run loses none that was finished.
 */
import { hash } from "node:crypto";
import type { CollectionConfig } from "../config/types.ts";
import type { CollectionSync } from "../engine.ts";
import { createReadBuffer, type ReadBuffer, readStable } from "../files/read-stable.ts";
import { covers, createScope } from "../files/scope.ts";
import { isEmptyFolder, openRoot, type Root, walk } from "../files/walk.ts";
import { decode } from "./decode.ts";
import { type Derived, derive } from "./derive.ts";
import {
  ACTIVE,
  ERROR_CODE,
  ID,
  isAsKnown,
  type KnownRow,
  loadKnown,
  loadOne,
  REL_PATH,
  SEEN,
  STATE,
} from "./known-files.ts";
import { checkGeneration } from "./policy.ts";
import { BATCH_BYTES, BATCH_FILES, isoNow, type RunContext, SyncCancelled } from "./run-context.ts";
import { Tally } from "./tally.ts";
import type { FileFacts } from "./writer.ts";

type OpenRoot = Extract<Root, { kind: "ok" }>;

interface Job {
  readonly context: RunContext;
  readonly collection: CollectionConfig;
  readonly collectionId: number;
  readonly root: OpenRoot;
  readonly tally: Tally;
  readonly userTags: ReadonlyMap<string, readonly string[]>;
  readonly buffer: ReadBuffer;
}

interface Candidate {
  readonly relPath: string;
  readonly row: KnownRow | undefined;
}

/** Fewer files may vanish without a question. */
const MASS = 20;
/** Rows of files that are gone for so long are forgotten. */
const KEEP_INACTIVE_MS = 30 * 24 * 3_600_000;

export function syncCollection(context: RunContext, collection: CollectionConfig): CollectionSync {
  const tally = new Tally(collection.name);
  const root = openRoot(collection.path);
  const { id: collectionId, identity } = collectionRow(context, collection, root);
  if (root.kind === "unavailable") {
    setState(context, collectionId, "unavailable", root.message);
    tally.problem("ROOT_UNAVAILABLE", root.message);
    return tally.result();
  }
  const job: Job = {
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
  settleVanished(job, renames.left(), passed, known, identity !== undefined && identity !== root.identity);
  settleUserTags(job);
  return tally.result();
}

/** Only the named paths: what a writing tool changed a moment ago. */
export function syncPaths(
  context: RunContext,
  collection: CollectionConfig,
  paths: readonly string[],
): CollectionSync {
  const tally = new Tally(collection.name);
  const root = openRoot(collection.path);
  const { id: collectionId } = collectionRow(context, collection, root);
  if (root.kind === "unavailable") {
    tally.problem("ROOT_UNAVAILABLE", root.message);
    return tally.result();
  }
  const job: Job = {
    context,
    collection,
    collectionId,
    root,
    tally,
    userTags: context.userTags.of(collection.name),
    buffer: createReadBuffer(),
  };
  const candidates: Candidate[] = [];
  for (const relPath of paths) {
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
  processAll(job, candidates, undefined);
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

function setState(context: RunContext, id: number, state: "unavailable" | "suspect", note: string): void {
  context.store.write(() =>
    context.store.statement("UPDATE collection SET state = ?, note = ? WHERE id = ?").run(state, note, id),
  );
}

function compare(job: Job, known: Map<string, KnownRow>) {
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

/** Documents whose file is gone, looked up by the hash of files that are new. */
class Renames {
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

function processAll(job: Job, candidates: readonly Candidate[], renames: Renames | undefined): void {
  const { context } = job;
  const total = candidates.length;
  let next = 0;
  while (next < total) {
    context.store.write(() => {
      checkGeneration(context.store, context.generation);
      let bytes = 0;
      const end = Math.min(total, next + BATCH_FILES);
      while (next < end && bytes < BATCH_BYTES && !context.cancelled()) {
        bytes += processFile(job, candidates[next++] as Candidate, renames);
      }
      context.writer.sweep();
    });
    context.progress(next, total, job.collection.name);
    if (context.cancelled()) throw new SyncCancelled();
  }
}

/** @returns the bytes read */
function processFile(job: Job, { relPath, row }: Candidate, renames: Renames | undefined): number {
  const { context, tally } = job;
  const { writer } = context;
  const at = isoNow(context.clock);
  const checkedMs = context.clock.now();
  const read = readStable(job.root.path, relPath, context.maxFileBytes, job.buffer);
  switch (read.kind) {
    case "gone":
      if (row?.[ACTIVE] === 1) {
        writer.deactivate(row[ID], at);
        tally.inactive++;
      } else if (renames === undefined) {
        tally.file({
          relPath,
          status: "error",
          errorCode: "NOT_FOUND",
          errorMessage: "There is no file at this path.",
        });
      }
      return 0;
    case "refused":
      if (row?.[ACTIVE] === 1) {
        writer.deactivate(row[ID], at);
        tally.inactive++;
      }
      tally.file({ relPath, status: "skipped", errorCode: read.code, errorMessage: read.message });
      return 0;
    case "failed":
      writer.saveError(row?.[ID], job.collectionId, relPath, { code: read.code, message: read.message, at });
      tally.file({ relPath, status: "error", errorCode: read.code, errorMessage: read.message });
      return 0;
  }
  const facts: FileFacts = {
    relPath,
    size: read.stat.size,
    mtimeMs: read.stat.mtimeMs,
    ctimeMs: read.stat.ctimeMs,
    checkedMs,
  };
  if (read.kind === "too-large") {
    skip(job, row, facts, "", "TOO_LARGE", skipTexts("TOO_LARGE").errorMessage, at);
    return 0;
  }
  const { bytes } = read;
  const sourceHash = hash("sha256", bytes);
  if (row !== undefined && row[STATE] === 1 && hashOf(job, row[ID]) === sourceHash) {
    writer.touch(row[ID], facts);
    tally.unchanged();
    return bytes.length;
  }
  const decoded = decode(bytes);
  if (decoded.kind === "skip") {
    skip(job, row, facts, sourceHash, decoded.code, decoded.message, at);
    return bytes.length;
  }
  const { text } = decoded;
  let derived: Derived;
  try {
    derived = derive(text, relPath, {
      contentTypes: context.contentTypes,
      languageHint: job.collection.languageHint,
    });
  } catch {
    const message = "The text of the file could not be taken apart. What was indexed before is kept.";
    writer.saveError(row?.[ID], job.collectionId, relPath, { code: "INDEXING_FAILED", message, at });
    tally.file({ relPath, status: "error", errorCode: "INDEXING_FAILED", errorMessage: message });
    return bytes.length;
  }
  const renamed = row === undefined || row[ACTIVE] === 0 ? renames?.take(sourceHash) : undefined;
  if (renamed !== undefined && job.userTags.has(renamed[REL_PATH])) {
    context.userTags.move(job.collection.name, renamed[REL_PATH], relPath);
  }
  // Without a byte-order mark the text is the bytes, and one hash says both.
  const textHash = decoded.bom ? hash("sha256", text) : sourceHash;
  writer.save({
    row: (renamed ?? row)?.[ID],
    collectionId: job.collectionId,
    facts,
    sourceHash,
    text,
    textHash,
    derived,
    userTags: job.userTags.get(renamed?.[REL_PATH] ?? relPath) ?? [],
    indexedAt: at,
  });
  tally.file({
    relPath,
    status: renamed !== undefined || row?.[ACTIVE] === 1 ? "updated" : "added",
    docid: `#${sourceHash.slice(0, 8)}`,
    mirrorHash: textHash,
    contentType: derived.contentType.id,
    contentTypeSource: derived.contentType.source,
  });
  return bytes.length;
}

function hashOf(job: Job, id: number): string | undefined {
  return job.context.store
    .statement<[number], { source_hash: string }>("SELECT source_hash FROM document WHERE id = ?")
    .get(id)?.source_hash;
}

function skip(
  job: Job,
  row: KnownRow | undefined,
  facts: FileFacts,
  sourceHash: string,
  code: string,
  message: string,
  at: string,
): void {
  if (row?.[ACTIVE] === 1) job.tally.inactive++;
  job.context.writer.saveSkipped(row?.[ID], job.collectionId, facts, sourceHash, { code, message, at });
  job.tally.file({ relPath: facts.relPath, status: "skipped", errorCode: code, errorMessage: message });
}

function skipTexts(code: string): { errorCode: string; errorMessage: string } {
  const messages: Record<string, string> = {
    TOO_LARGE: "The file is larger than `maxFileBytes` in index.yml allows.",
    BINARY: "The file holds binary data although its name says text.",
    NOT_UTF8: "The file is not UTF-8 text. Save it as UTF-8 to have it indexed.",
  };
  return {
    errorCode: code,
    errorMessage: messages[code] ?? "The file was skipped before and has not changed.",
  };
}

/** Takes vanished files out of the index, unless so many went at once that a missing disk is likelier. */
function settleVanished(
  job: Job,
  vanished: readonly KnownRow[],
  /** Files that were looked at and passed over, and are gone. */
  passed: readonly KnownRow[],
  known: ReadonlyMap<string, KnownRow>,
  otherFolder: boolean,
): void {
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
    setState(context, job.collectionId, "suspect", message);
    tally.problem("MASS_DISAPPEARANCE", message);
    return;
  }
  for (let next = 0; next < vanished.length; next += BATCH_FILES) {
    context.store.write(() => {
      for (const row of vanished.slice(next, next + BATCH_FILES)) {
        context.writer.deactivate(row[ID], at);
        tally.inactive++;
      }
      context.writer.sweep();
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
    // A rename may have taken the row of its new name already: deleting nothing is fine.
    for (const row of passed) remove.run(row[ID]);
  });
}

function countGone(job: Job, vanished: readonly KnownRow[]): number {
  if (vanished.length <= MASS) return vanished.length;
  return vanished.filter((row) => readStable(job.root.path, row[REL_PATH], -1, job.buffer).kind === "gone")
    .length;
}

/** Tags in the durable database that changed while their files did not. */
function settleUserTags(job: Job): void {
  const { store, writer } = job.context;
  const wanted = job.context.userTags.of(job.collection.name);
  const rows = store
    .statement<[number], { id: number; rel_path: string; tags: string }>(
      `SELECT d.id, d.rel_path, group_concat(t.tag, char(10)) AS tags FROM document d JOIN tag t ON t.document_id = d.id
       WHERE d.collection_id = ? AND t.source = 'user' GROUP BY d.id`,
    )
    .all(job.collectionId);
  const present = new Map(rows.map(({ rel_path, id, tags }) => [rel_path, { id, tags: tags.split("\n") }]));
  const changed: { id: number; tags: readonly string[] }[] = [];
  for (const [relPath, { id, tags }] of present) {
    const want = wanted.get(relPath) ?? [];
    if (want.length !== tags.length || want.some((tag) => !tags.includes(tag)))
      changed.push({ id, tags: want });
  }
  for (const [relPath, tags] of wanted) {
    if (present.has(relPath)) continue;
    const row = store
      .statement<[number, string], { id: number }>(
        "SELECT id FROM document WHERE collection_id = ? AND rel_path = ? AND active = 1",
      )
      .get(job.collectionId, relPath);
    if (row !== undefined) changed.push({ id: row.id, tags });
  }
  if (changed.length === 0) return;
  store.write(() => {
    for (const { id, tags } of changed) writer.setUserTags(id, tags);
  });
}
