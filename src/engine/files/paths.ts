/**
 * Path safety, as pure functions over text (the rules of either platform can be tested on any) and one function that
 * asks the disk. Relative paths use forward slashes everywhere; they never leave their root, plain or through links.
 */
import path from "node:path";
import { fileURLToPath } from "node:url";
import { type FileSystem, nodeFileSystem } from "./file-system.ts";

export type Platform = "posix" | "win32";

export const hostPlatform: Platform = process.platform === "win32" ? "win32" : "posix";

export type Checked =
  | { readonly kind: "ok"; readonly path: string }
  | { readonly kind: "invalid"; readonly message: string };

/** What a file system takes at most for one name, in UTF-8 bytes; room is left for a suffix. */
const MAX_NAME_BYTES = 240;
const MAX_PATH_BYTES = 1024;

/**
 * Checks a path that a caller gave and brings it to one form: forward slashes, no `.` segments, no doubled slashes.
 * Percent-encoding is not decoded: `%2e%2e` is a name like any other.
 */
export function parseRelPath(given: string, platform: Platform = hostPlatform): Checked {
  const invalid = (message: string): Checked => ({ kind: "invalid", message });
  if (/[\u0000-\u001f\u007f]/.test(given))
    return invalid("The path contains a NUL or another control character.");
  if (!given.isWellFormed()) return invalid("The path is not valid Unicode text.");
  const slashed = given.replaceAll("\\", "/");
  if (/^[A-Za-z][A-Za-z0-9+.-]*:\/\//.test(slashed)) {
    return invalid("The path is an address. Give a path relative to the folder of the collection.");
  }
  const segments = slashed.split("/").filter((segment) => segment !== "" && segment !== ".");
  const first = segments[0] ?? "";
  if (slashed.startsWith("/") || /^[A-Za-z]:/.test(first)) {
    return invalid("The path is absolute. Give a path relative to the folder of the collection.");
  }
  if (first === "~") {
    return invalid(
      "The path starts in the home folder. Give a path relative to the folder of the collection.",
    );
  }
  if (segments.includes("..")) return invalid("The path leaves the collection with `..`.");
  if (segments.length === 0) return invalid("The path is empty.");
  for (const segment of segments) {
    if (segment.replaceAll(/[\s\p{Cf}]/gu, "") === "") return invalid("A name in the path is blank.");
    if (Buffer.byteLength(segment) > MAX_NAME_BYTES) {
      return invalid(`A name in the path is longer than ${MAX_NAME_BYTES} bytes.`);
    }
    const problem = platform === "win32" ? windowsProblem(segment) : undefined;
    if (problem) return invalid(problem);
  }
  const result = segments.join("/");
  if (Buffer.byteLength(result) > MAX_PATH_BYTES)
    return invalid(`The path is longer than ${MAX_PATH_BYTES} bytes.`);
  return { kind: "ok", path: result };
}

const WINDOWS_DEVICE = /^(con|prn|aux|nul|com[0-9¹²³]|lpt[0-9¹²³])(\.|$)/i;

/** True for a name that Windows keeps for a device, with any extension. */
export function isDeviceName(name: string): boolean {
  return WINDOWS_DEVICE.test(name);
}

function windowsProblem(name: string): string | undefined {
  if (/[<>:"|?*]/.test(name)) return 'Windows allows none of < > : " | ? * in a name.';
  if (/[. ]$/.test(name)) return "Windows allows no name that ends with a dot or a blank.";
  if (isDeviceName(name)) return "Windows keeps this name for a device.";
  return undefined;
}

const SENSITIVE = new Set([".ssh", ".gnupg", ".aws", ".config", ".git", "node_modules"]);

/** The first segment that no tool may write below, as written. Case, trailing dots and invisible characters count not. */
export function sensitiveSegment(relPath: string): string | undefined {
  return relPath.split("/").find((segment) => {
    const bare = segment
      .normalize("NFKC")
      .replaceAll(/\p{Cf}/gu, "")
      .replace(/[. ]+$/, "");
    return SENSITIVE.has(bare.toLowerCase());
  });
}

/** True when `file` is the root or below it. Both absolute; Windows compares without case. */
export function isInside(root: string, file: string, platform: Platform = hostPlatform): boolean {
  const relative = path[platform].relative(root, file);
  return (
    relative === "" ||
    !(
      relative === ".." ||
      relative.startsWith(`..${path[platform].sep}`) ||
      path[platform].isAbsolute(relative)
    )
  );
}

/** The path of `file` below `root`, with forward slashes. undefined = outside, or the root itself. */
export function toRelPath(root: string, file: string, platform: Platform = hostPlatform): string | undefined {
  const relative = path[platform].relative(root, file);
  if (relative === "" || !isInside(root, file, platform)) return undefined;
  return platform === "win32" ? relative.replaceAll("\\", "/") : relative;
}

export interface RootBase {
  readonly home: string;
  /** Where a path without a start is looked up. */
  readonly cwd: string;
}

/**
 * The root of a collection as a user writes it: absolute, with `~`, relative, or a `file:` URL; any slashes, with or
 * without one at the end. Equal folders give equal text, so a drive letter in another case does not make a second one.
 */
export function parseRoot(given: string, base: RootBase, platform: Platform = hostPlatform): Checked {
  const rules = path[platform];
  let text = given.trim();
  if (text === "") return { kind: "invalid", message: "The folder is empty." };
  if (text.includes("\0")) return { kind: "invalid", message: "The folder contains a NUL character." };
  if (/^file:/i.test(text)) {
    try {
      text = fileURLToPath(text, { windows: platform === "win32" });
    } catch {
      return { kind: "invalid", message: "The file: URL names no folder of this machine." };
    }
  }
  if (text === "~" || /^~[/\\]/.test(text)) text = rules.join(base.home, text.slice(1));
  let root = rules.resolve(base.cwd, text);
  if (platform === "win32") root = root.replace(/^[a-z]:/, (drive) => drive.toUpperCase());
  return { kind: "ok", path: root };
}

/** What looks like files there is the state of the running system, environments of processes included. */
const UNREAL = ["/proc", "/sys", "/dev"];

/** Folders that are never a collection themselves; folders inside them may be, save where no real files are. */
export function isDangerousRoot(root: string, home: string, platform: Platform = hostPlatform): boolean {
  const rules = path[platform];
  const same = (other: string): boolean => rules.relative(other, root) === "";
  if (rules.parse(root).root === root) return true;
  if (platform === "posix" && UNREAL.some((folder) => isInside(folder, root, platform))) return true;
  const system = ["/etc", "/usr", "/bin", "/var", "/System", "/Library"];
  const personal = ["", ".config", ".local", ".ssh", ".gnupg"].map((name) => rules.join(home, name));
  return [...(platform === "posix" ? system : []), ...personal].some(same);
}

export type Located =
  /** `file` has no link in it; folders above it may still be missing. `relPath` is its path below the real root. */
  | { readonly kind: "ok"; readonly file: string; readonly relPath: string }
  | { readonly kind: "root-missing" }
  | { readonly kind: "outside"; readonly message: string };

/** Where a relative path lands on this disk, with all links in its folders followed and kept inside the root. */
export async function locate(
  root: string,
  relPath: string,
  files: FileSystem = nodeFileSystem,
): Promise<Located> {
  const realRoot = await files.realPath(root);
  if (realRoot === undefined || (await files.info(realRoot))?.kind !== "folder")
    return { kind: "root-missing" };
  const segments = relPath.split("/");
  const name = segments.pop() ?? "";
  let folder = realRoot;
  for (const segment of segments) {
    const next = path.join(folder, segment);
    const info = await files.info(next);
    if (info === undefined || info.kind === "folder") {
      folder = next;
      continue;
    }
    const target = info.kind === "link" ? await files.realPath(next) : undefined;
    if (target === undefined)
      return { kind: "outside", message: `\`${segment}\` in the path is not a folder.` };
    if (!isInside(realRoot, target)) {
      return { kind: "outside", message: `\`${segment}\` in the path is a link that leaves the collection.` };
    }
    if ((await files.info(target))?.kind !== "folder") {
      return { kind: "outside", message: `\`${segment}\` in the path is not a folder.` };
    }
    folder = target;
  }
  const file = path.join(folder, name);
  return { kind: "ok", file, relPath: toRelPath(realRoot, file) ?? name };
}
