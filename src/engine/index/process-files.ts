/**
 * Reads files that are new or may have changed and stores what they say, some hundred a transaction. Rule: a file that
 * cannot be read keeps what was indexed; one bad file never ends the run.
 */
import { hash } from "node:crypto";
import { readStable } from "../files/read-stable.ts";
import type { Candidate, CollectionJob } from "./collection-job.ts";
import { decode } from "./decode.ts";
import { type Derived, derive } from "./derive.ts";
import { isConverted } from "./file-kinds.ts";
import { gramToText } from "./gram-text.ts";
import { ACTIVE, ID, type KnownRow, REL_PATH, STATE } from "./known-files.ts";
import { commitChanges, noteAbsent, notePresent } from "./note-changes.ts";
import { checkGeneration } from "./policy.ts";
import { BATCH_BYTES, BATCH_FILES, isoNow, SyncCancelled } from "./run-context.ts";
import type { RenameSource } from "./vanished.ts";
import type { FileFacts } from "./writer.ts";

const CONVERSION_FAILED = "CONVERSION_FAILED";

/** Where only a few paths are looked at, a missing one is gone for certain. */
export function processAll(
  job: CollectionJob,
  candidates: readonly Candidate[],
  renames: RenameSource,
): void {
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
      commitChanges(context);
    });
    context.progress(next, total, job.collection.name);
    if (context.cancelled()) throw new SyncCancelled();
  }
}

/** @returns the bytes read */
function processFile(job: CollectionJob, { relPath, row }: Candidate, renames: RenameSource): number {
  const { context, tally } = job;
  const { writer } = context;
  const at = isoNow(context.clock);
  const checkedMs = context.clock.now();
  const read = readStable(job.root.path, relPath, context.maxFileBytes, job.buffer);
  switch (read.kind) {
    case "gone":
      // In a whole sync the next one sees it missing, and asks whether too many are: a disk can vanish halfway.
      if (renames.whole) return 0;
      if (row?.[ACTIVE] === 1) {
        noteAbsent(job, row);
        writer.deactivate(row[ID], at);
        tally.inactive++;
      } else {
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
        noteAbsent(job, row);
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
  const converted = isConverted(relPath) ? gramToText(bytes) : undefined;
  if (converted?.kind === "foreign") {
    skip(job, row, facts, sourceHash, CONVERSION_FAILED, converted.message, at);
    return bytes.length;
  }
  if (converted !== undefined && converted.kind !== "text") {
    const { message } = converted;
    writer.saveError(row?.[ID], job.collectionId, relPath, { code: CONVERSION_FAILED, message, at });
    tally.file({ relPath, status: "error", errorCode: CONVERSION_FAILED, errorMessage: message });
    return bytes.length;
  }
  const text = converted?.text ?? decoded.text;
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
  const renamed = row === undefined || row[ACTIVE] === 0 ? renames.take(sourceHash, relPath) : undefined;
  if (renamed !== undefined && job.userTags.has(renamed[REL_PATH])) {
    context.userTags.move(job.collection.name, renamed[REL_PATH], relPath);
  }
  // Without a byte-order mark the text is the bytes, and one hash says both.
  const textHash = decoded.bom || converted !== undefined ? hash("sha256", text) : sourceHash;
  const stored = renamed ?? row;
  notePresent(job, { relPath, sourceHash, textHash, derived, row: stored, renamed });
  writer.save({
    row: stored?.[ID],
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

function hashOf(job: CollectionJob, id: number): string | undefined {
  return job.context.store
    .statement<[number], { source_hash: string }>("SELECT source_hash FROM document WHERE id = ?")
    .get(id)?.source_hash;
}

function skip(
  job: CollectionJob,
  row: KnownRow | undefined,
  facts: FileFacts,
  sourceHash: string,
  code: string,
  message: string,
  at: string,
): void {
  if (row?.[ACTIVE] === 1) {
    noteAbsent(job, row);
    job.tally.inactive++;
  }
  job.context.writer.saveSkipped(row?.[ID], job.collectionId, facts, sourceHash, { code, message, at });
  job.tally.file({ relPath: facts.relPath, status: "skipped", errorCode: code, errorMessage: message });
}

export function skipTexts(code: string): { errorCode: string; errorMessage: string } {
  const messages: Record<string, string> = {
    TOO_LARGE: "The file is larger than `maxFileBytes` in index.yml allows.",
    BINARY: "The file holds binary data although its name says text.",
    NOT_UTF8: "The file is not UTF-8 text. Save it as UTF-8 to have it indexed.",
    [CONVERSION_FAILED]: "The file is no gram document, whatever its name says.",
  };
  return {
    errorCode: code,
    errorMessage: messages[code] ?? "The file was skipped before and has not changed.",
  };
}
