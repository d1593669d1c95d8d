/** The path that a note is to have, or why it cannot have it. */
import path from "node:path";
import type { CollectionConfig, Relocation } from "../engine.ts";
import type { FileSystem } from "../files/file-system.ts";
import { extensionOf } from "../files/names.ts";
import { locate, parseRelPath } from "../files/paths.ts";
import { isConverted, isKnownExtension } from "../index/file-kinds.ts";
import { findSpot } from "../notes/place.ts";

/** Three characters of an address for each byte still leave it as short as the answer may hold. */
const MAX_SHOWN_BYTES = 1_024;

export type Target =
  | { readonly kind: "ok"; readonly relPath: string; readonly file: string; readonly occupied: boolean }
  /** `relPath` as far as it can be told. */
  | { readonly kind: "blocked"; readonly relPath: string; readonly message: string };

export async function targetOf(
  options: { readonly files: FileSystem; readonly own: readonly string[] },
  collection: CollectionConfig,
  relocation: Relocation,
): Promise<Target> {
  const { relPath: source } = relocation.document;
  const { folder, name, wanted } = wantedPath(collection, relocation);
  const shown = cutToBytes(wanted === "" ? source : wanted, MAX_SHOWN_BYTES);
  const blocked = (message: string): Target => ({ kind: "blocked", relPath: shown, message });
  if (/^\.{0,2}$/.test(relocation.name?.trim() ?? name))
    return blocked("The name is empty or means a folder.");
  if (/[\\/]/.test(name)) return blocked("The name holds a slash. Move the note to give it another folder.");
  const parsed = parseRelPath(folder === "" ? name : `${folder}/${name}`);
  if (parsed.kind === "invalid") return blocked(parsed.message);
  const spot = await findSpot(options, collection, parsed.path);
  if (spot.kind !== "ok") return blocked(spot.message);
  if (isConverted(spot.relPath)) {
    return blocked("A .gram document holds its own history; a note cannot become one by its name.");
  }
  if (spot.relPath === source) return blocked("The note is there already.");
  return {
    kind: "ok",
    relPath: spot.relPath,
    file: spot.file,
    occupied: await isOccupied(options.files, collection, spot, source),
  };
}

function wantedPath(collection: CollectionConfig, relocation: Relocation) {
  const { relPath } = relocation.document;
  const own = path.posix.basename(relPath);
  if (relocation.operation === "rename") {
    const folder = path.posix.dirname(relPath) === "." ? "" : path.posix.dirname(relPath);
    const { name } = relocation;
    const ext = extensionOf(name).toLowerCase();
    // `Plan.draft` and `Dr. Who` are names, no files of another kind.
    const known = ext !== "" && (isKnownExtension(ext) || collection.include.includes(ext));
    const full = known || name.trim() === "" ? name : name + extensionOf(own);
    return { folder, name: full, wanted: folder === "" ? full : `${folder}/${full}` };
  }
  // The root may be named; `...` and `..` are no names of it.
  const folder = relocation.folderPath.replace(/^(?:\.[\\/]+)*\.?$/, "");
  const name = relocation.name ?? own;
  return { folder, name, wanted: folder === "" ? name : `${folder}/${name}` };
}

/** Whole characters. */
function cutToBytes(text: string, limit: number): string {
  let bytes = 0;
  let end = 0;
  for (const character of text) {
    bytes += Buffer.byteLength(character);
    if (bytes > limit) break;
    end += character.length;
  }
  return text.slice(0, end);
}

/** A disk that ignores case answers for the note itself when only the case of its name changes. */
async function isOccupied(
  files: FileSystem,
  collection: CollectionConfig,
  spot: { readonly file: string; readonly relPath: string },
  source: string,
): Promise<boolean> {
  if ((await files.info(spot.file)) === undefined) return false;
  if (spot.relPath.toLowerCase() !== source.toLowerCase()) return true;
  if ((await files.list(path.dirname(spot.file))).includes(path.basename(spot.file))) return true;
  const from = await locate(collection.path, source, files);
  return (
    from.kind !== "ok" || !(await files.list(path.dirname(from.file))).includes(path.basename(from.file))
  );
}
