/**
 * The folders that a server may touch, and the paths that agents name in them. A path never leaves its folder, neither
 * by its text nor through a link, and nothing hidden is shown or written.
 */
import { readdir, realpath } from "node:fs/promises";
import path from "node:path";
import { codeOf } from "../files/storage-problem.ts";
import { byCodePoint } from "./canonical.ts";

export type Access = "read" | "write";

export interface Mount {
  /** One name without slashes: the mount's key is `@mounts/<id>`. */
  readonly id: string;
  readonly name: string;
  readonly folder: string;
  readonly access: Access;
  /** Who fills the folder; undefined = it is a folder of this machine and nothing more. */
  readonly provider?: MountProvider;
}

/** A drive elsewhere whose documents lie as a copy in the mount's folder. */
export interface MountProvider {
  /** As gram_projects tells it, such as `google-drive`. */
  readonly kind: string;
  /** Asked before each use: brings the copy up to date where that is due, or says that a person has to sign in again. */
  ready(): Promise<{ readonly kind: "ready" } | Reconnect>;
}

interface Reconnect {
  readonly kind: "reconnect";
  /** Its name as people know it. */
  readonly provider: string;
}

export interface VaultOptions {
  /** The folder that agents work in. undefined = none is configured. */
  readonly root: string | undefined;
  readonly access: Access;
  /** Folders of the root that agents may see; empty = all of it. */
  readonly approved?: readonly string[];
  readonly mounts?: readonly Mount[];
}

export type Place =
  | {
      readonly kind: "place";
      /** Normalised: forward slashes, no dots; empty = the whole vault. */
      readonly path: string;
      readonly file: string;
      readonly access: Access;
    }
  | { readonly kind: "unconfigured" }
  /** The folder itself is not there now: a disk that is not mounted looks so, and proves nothing about documents. */
  | { readonly kind: "away" }
  | Reconnect
  | { readonly kind: "refused"; readonly why: "absolute" | "mount" | "outside" | "hidden" };

export interface Vault {
  readonly name: string;
  readonly access: Access;
  readonly configured: boolean;
  readonly mounts: readonly Mount[];
  /** Where a path of an agent leads, links followed. The last part need not be there. */
  locate(given: string): Promise<Place>;
  /** Paths of the documents at or below a path, in code-point order. undefined path = all, mounts too. */
  documents(below?: string): Promise<readonly string[]>;
  /** Folders right below the root that hold documents, with their count, and `.` for those of the root itself. */
  projects(): Promise<readonly (readonly [key: string, count: number])[]>;
}

export const DOCUMENT_SUFFIX = ".gram";

/** Whether a path names a document; else it names a folder. */
export function isDocumentPath(path: string | undefined): path is string {
  return path?.endsWith(DOCUMENT_SUFFIX) === true;
}

const MOUNTS = "@mounts";
/** Folders deeper than this are not looked into. */
const MAX_DEPTH = 32;
const ABSOLUTE = /^(?:[/\\~]|[A-Za-z]:|[A-Za-z][A-Za-z0-9+.-]*:)/;

export function createVault(options: VaultOptions): Vault {
  const { root } = options;
  const mounts = [...(options.mounts ?? [])].sort((a, b) => byCodePoint(a.id, b.id));
  const approved = (options.approved ?? []).map((folder) => segmentsOf(folder)?.join("/") ?? "");

  async function locate(given: string): Promise<Place> {
    if (ABSOLUTE.test(given)) return refused("absolute");
    if (given.includes("\u0000") || !given.isWellFormed()) return refused("outside");
    const segments = segmentsOf(given);
    if (segments === undefined) return refused("outside");
    if (segments.some((segment) => segment.startsWith("."))) return refused("hidden");
    if (segments[0] === MOUNTS) return locateInMount(segments);
    if (root === undefined) return { kind: "unconfigured" };
    const rel = segments.join("/");
    if (!isApproved(rel)) return refused("outside");
    const place = await inside(root, segments, rel, options.access);
    if (place.kind !== "place") return place;
    // Through a link a path may lead into a folder of the root that is not approved.
    const below = path
      .relative(await realpath(root), place.file)
      .split(path.sep)
      .join("/");
    return isApproved(below) ? place : refused("hidden");
  }

  async function locateInMount(segments: readonly string[]): Promise<Place> {
    const mount = mounts.find(({ id }) => id === segments[1]);
    if (mount === undefined) return refused("mount");
    const state = await mount.provider?.ready();
    if (state?.kind === "reconnect") return state;
    // What a mount allows never goes beyond what the agent is allowed at all.
    const access = options.access === "write" ? mount.access : "read";
    return inside(mount.folder, segments.slice(2), segments.join("/"), access);
  }

  /** An approved folder, what is in it, or the root: of that only approved folders are listed. */
  function isApproved(rel: string): boolean {
    if (approved.length === 0 || rel === "") return true;
    return approved.some((folder) => folder === "" || rel === folder || rel.startsWith(`${folder}/`));
  }

  async function list(folder: string, prefix: string): Promise<string[]> {
    const found: string[] = [];
    const real = await realpath(folder).catch(() => undefined);
    if (real === undefined) return found;
    const stack: { readonly at: string; readonly rel: string; readonly depth: number }[] = [
      { at: folder, rel: prefix, depth: 0 },
    ];
    for (let next = stack.pop(); next !== undefined; next = stack.pop()) {
      for (const entry of await entries(next.at)) {
        if (entry.name.startsWith(".") || entry.name.includes("\uFFFD")) continue;
        const rel = next.rel === "" ? entry.name : `${next.rel}/${entry.name}`;
        if (entry.isDirectory()) {
          if (next.rel === "" && entry.name === MOUNTS) continue;
          if (next.depth < MAX_DEPTH) {
            stack.push({ at: path.join(next.at, entry.name), rel, depth: next.depth + 1 });
          }
        } else if (entry.isFile() && entry.name.endsWith(DOCUMENT_SUFFIX)) found.push(rel);
      }
    }
    return found;
  }

  async function documents(below?: string): Promise<readonly string[]> {
    const found: string[] = [];
    if (below === undefined || below === "") {
      if (root !== undefined) found.push(...(await list(root, "")).filter(isApproved));
      for (const mount of mounts) {
        // What cannot be reached now hides nothing of the others.
        if ((await mount.provider?.ready())?.kind !== "reconnect")
          found.push(...(await list(mount.folder, `${MOUNTS}/${mount.id}`)));
      }
    } else {
      const place = await locate(below);
      if (place.kind === "place") found.push(...(await list(place.file, place.path)));
    }
    return found.sort(byCodePoint);
  }

  return {
    name: root === undefined ? "" : path.basename(path.resolve(root)),
    access: options.access,
    configured: root !== undefined,
    mounts,
    locate,
    documents,
    async projects() {
      const counts = new Map<string, number>();
      if (root === undefined) return [];
      for (const document of (await list(root, "")).filter(isApproved)) {
        const slash = document.indexOf("/");
        const key = slash < 0 ? "." : document.slice(0, slash);
        counts.set(key, (counts.get(key) ?? 0) + 1);
      }
      return [...counts].sort(([a], [b]) => byCodePoint(a, b));
    },
  };
}

function refused(why: "absolute" | "mount" | "outside" | "hidden"): Place {
  return { kind: "refused", why };
}

/** undefined = an empty segment, or `..` that leads out. A slash at the end does not matter. */
function segmentsOf(given: string): string[] | undefined {
  const segments: string[] = [];
  if (given === "") return segments;
  for (const segment of given.replace(/\/$/, "").split("/")) {
    if (segment === "" || segment.includes("\\")) return undefined;
    if (segment === ".") continue;
    if (segment !== "..") segments.push(segment);
    else if (segments.pop() === undefined) return undefined;
  }
  return segments;
}

async function inside(
  folder: string,
  segments: readonly string[],
  rel: string,
  access: Access,
): Promise<Place> {
  const real = await realpath(folder).catch(() => undefined);
  if (real === undefined) return { kind: "away" };
  const file = path.join(real, ...segments);
  const target = await realOf(file);
  if (target !== real && !target.startsWith(real + path.sep)) return refused("hidden");
  const below = path.relative(real, target).split(path.sep);
  if (below.some((segment) => segment.startsWith(".") && segment !== "")) return refused("hidden");
  return { kind: "place", path: rel, file: target, access };
}

/** The real path of what is there, with the names behind it that are not. */
async function realOf(file: string): Promise<string> {
  try {
    return await realpath(file);
  } catch (error) {
    const code = codeOf(error);
    if (code !== "ENOENT" && code !== "ENOTDIR") throw error;
    const parent = path.dirname(file);
    return parent === file ? file : path.join(await realOf(parent), path.basename(file));
  }
}

async function entries(folder: string) {
  try {
    return await readdir(folder, { withFileTypes: true });
  } catch {
    return [];
  }
}
