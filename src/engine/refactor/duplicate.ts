/** Copies a note under a name that nothing has. Links stay as they are: those to the original lead there. */
import path from "node:path";
import { formatUri } from "../documents/uri.ts";
import type { CollectionConfig, CopyRequest, CopyResult, Documents, Links, Sync } from "../engine.ts";
import { type AtomicOptions, createFile } from "../files/atomic.ts";
import type { FileSystem } from "../files/file-system.ts";
import { extensionOf, withSuffix } from "../files/names.ts";
import { locate, parseRelPath } from "../files/paths.ts";
import { isConverted } from "../index/file-kinds.ts";
import { findSpot } from "../notes/place.ts";
import { goneMessage } from "./gone.ts";
import { indexPaths } from "./index-paths.ts";

export interface DuplicateOptions {
  readonly files: FileSystem;
  readonly durable: AtomicOptions;
  readonly own: readonly string[];
  readonly documents: Pick<Documents, "resolve">;
  readonly links: Pick<Links, "incoming">;
  readonly sync: Sync;
}

/** A note with more copies than this gets a refusal instead of a search that never ends. */
const MAX_SUFFIX = 10_000;

export async function duplicate(
  options: DuplicateOptions,
  collection: CollectionConfig,
  { document, folderPath, name }: CopyRequest,
  signal: AbortSignal,
): Promise<CopyResult> {
  const { files, durable } = options;
  const refused = (message: string): CopyResult => ({ kind: "refused", message });
  const wanted = targetOf(document.relPath, folderPath, name);
  if (wanted.kind === "invalid") return refused(wanted.message);

  const from = await locate(collection.path, document.relPath, files);
  const there = from.kind === "ok" ? await files.info(from.file) : undefined;
  if (from.kind !== "ok" || there?.kind !== "file") {
    return {
      kind: "gone",
      message: goneMessage(from.kind, collection.name, document.relPath),
    };
  }
  if (!document.editable || (there.mode & 0o222) === 0) {
    return { kind: "read-only", message: `${document.relPath} is read-only. It was not copied.` };
  }
  const bytes = await files.read(from.file);
  // A copy of the title makes links by title ambiguous, so they are counted before.
  const backlinks = options.links.incoming(document).length;
  for (let number = 1; number <= MAX_SUFFIX; number++) {
    const relPath = number === 1 ? wanted.path : withSuffix(wanted.path, number);
    const spot = await findSpot(options, collection, relPath);
    if (spot.kind !== "ok") return refused(spot.message);
    if ((await files.info(spot.file)) !== undefined) continue;
    // From here on the copy is carried through: a call cancelled later finds it complete.
    signal.throwIfAborted();
    if ((await createFile(spot.file, bytes, durable)) === "exists") continue;
    const unindexed = await indexPaths(options.sync, collection.name, [spot.relPath]);
    return {
      kind: "copied",
      uri: formatUri(collection.name, spot.relPath),
      relPath: spot.relPath,
      backlinks,
      ...(unindexed === undefined ? {} : { unindexed }),
    };
  }
  return refused(`${wanted.path} and ${MAX_SUFFIX - 1} names after it are taken. Choose another name.`);
}

/** Folder and name as given, else those of the note; its extension where the name has none. */
function targetOf(relPath: string, folderPath: string | undefined, name: string | undefined) {
  if (name !== undefined && /[\\/]/.test(name)) {
    return { kind: "invalid" as const, message: "The name holds a slash. Give the folder as `folderPath`." };
  }
  if (name !== undefined && name.trim() === "")
    return { kind: "invalid" as const, message: "The name is empty." };
  const own = path.posix.basename(relPath);
  const given = name === undefined ? own : extensionOf(name) === "" ? name + extensionOf(own) : name;
  if (isConverted(given)) {
    return { kind: "invalid" as const, message: "A .gram document is written with the gram_* tools only." };
  }
  const folder = folderPath ?? path.posix.dirname(relPath);
  return parseRelPath(folder === "" ? given : `${folder}/${given}`);
}
