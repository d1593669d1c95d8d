/** Makes a folder below the root of a collection, and those above it. */
import path from "node:path";
import type { FolderRequest, FolderResult } from "../engine.ts";
import type { FileSystem } from "../files/file-system.ts";
import { locate, parseRelPath } from "../files/paths.ts";
import { isOwn } from "../notes/place.ts";
import { sensitivePlace } from "../notes/plan.ts";

export async function makeFolder(
  { files, own }: { readonly files: FileSystem; readonly own: readonly string[] },
  { collection, name, parentPath = "" }: FolderRequest,
): Promise<FolderResult> {
  const refused = (message: string): FolderResult => ({ kind: "refused", message });
  const bare = name.replaceAll(/[\\/]/g, "").trim();
  if (bare === "" || bare === ".")
    return refused("The name of the folder is empty. Give one with letters in it.");
  const parent = parentPath.replaceAll(/^(?:\.?[\\/])*\.?$/g, "");
  const parsed = parseRelPath(parent === "" ? bare : `${parent}/${bare}`);
  if (parsed.kind === "invalid") return refused(parsed.message);
  const spot = await locate(collection.path, parsed.path, files);
  if (spot.kind === "outside") return refused(spot.message);
  if (spot.kind === "root-missing") {
    return refused(
      `The folder of collection ${collection.name} is not there. Check that its disk is mounted, or configure another folder.`,
    );
  }
  const message = sensitivePlace(spot.relPath) ?? sensitivePlace(parsed.path);
  if (message !== undefined) return refused(message);
  if (await isOwn(files, own, spot.file)) {
    return refused(
      `${spot.relPath} lies where the program keeps its own settings and data. Choose another folder.`,
    );
  }
  const there = await files.info(spot.file);
  if (there !== undefined && there.kind !== "folder") {
    return refused(`Something that is no folder is at ${spot.relPath} already. Choose another name.`);
  }
  if (there === undefined) await files.makeFolder(spot.file);
  return { kind: "made", folderPath: spot.relPath, absPath: path.normalize(spot.file) };
}
