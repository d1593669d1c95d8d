/**
 * The files of a collection on disk. Rules: symbolic links are never followed (a target inside the root is met under
 * its own name, one outside is refused and listed), so the walk ends and each real file comes once; special files are
 * listed, never opened; a folder that cannot be read is listed and proves nothing about what is in it.
 */
import { accessSync, constants, lstatSync, readdirSync, realpathSync, type Stats, statSync } from "node:fs";
import path from "node:path";
import { extensionOf, isKnownExtension } from "../index/file-kinds.ts";
import { IGNORE_FILES, type IgnoreRules, rulesOf, type Scope } from "./scope.ts";

export interface WalkSkip {
  readonly relPath: string;
  readonly code: "LINK_OUTSIDE" | "LINK_BROKEN" | "NOT_A_FILE" | "BAD_NAME" | "DEFAULT_EXCLUDE";
  readonly message: string;
}

export type Root =
  | { readonly kind: "ok"; readonly path: string; readonly identity: string }
  | { readonly kind: "unavailable"; readonly message: string };

/** The real folder of a collection, now. */
export function openRoot(configured: string): Root {
  try {
    const real = realpathSync.native(configured);
    const stat = statSync(real, { bigint: true });
    if (!stat.isDirectory()) return unavailable("is not a folder any more");
    accessSync(real, constants.R_OK);
    return { kind: "ok", path: real, identity: `${stat.dev}:${stat.ino}` };
  } catch (error) {
    const code = (error as NodeJS.ErrnoException).code;
    return unavailable(code === "EACCES" || code === "EPERM" ? "cannot be read" : "is not there");
  }
}

/** As an unmounted disk leaves its mount point: not even a hidden entry. */
export function isEmptyFolder(folder: string): boolean {
  return readdirSync(folder).length === 0;
}

function unavailable(what: string): Root {
  return {
    kind: "unavailable",
    message: `The folder of the collection ${what}. What is indexed was kept; sync again when it is back.`,
  };
}

export interface Walked {
  readonly skipped: readonly WalkSkip[];
  /** Relative paths of folders that could not be listed. */
  readonly unreadable: readonly string[];
}

/** Calls `visit` for each file in scope. Returning false from it ends the walk. */
export function walk(root: string, scope: Scope, visit: (relPath: string, stat: Stats) => boolean): Walked {
  const skipped: WalkSkip[] = [];
  const unreadable: string[] = [];
  const stack: { readonly rel: string; readonly rules: IgnoreRules | undefined }[] = [
    { rel: "", rules: undefined },
  ];
  for (let folder = stack.pop(); folder !== undefined; folder = stack.pop()) {
    const prefix = folder.rel === "" ? "" : `${folder.rel}/`;
    const full = folder.rel === "" ? root : root + path.sep + folder.rel;
    let names: string[];
    try {
      names = readdirSync(full);
    } catch (error) {
      // Gone since its parent was listed: the next sync tells.
      if ((error as NodeJS.ErrnoException).code !== "ENOENT" || folder.rel === "")
        unreadable.push(folder.rel);
      continue;
    }
    const present = names.some((name) => name.startsWith("."))
      ? IGNORE_FILES.filter((n) => names.includes(n))
      : [];
    const rules = present.length === 0 ? folder.rules : rulesOf(full, folder.rel, present, folder.rules);
    const start = full + path.sep;
    for (const name of names) {
      const relPath = prefix + name;
      const stat = status(start + name);
      if (stat === undefined) {
        if (name.includes("\uFFFD")) skipped.push(badName(relPath));
        continue;
      }
      if (stat.isFile()) {
        if (scope.file(relPath, name, rules) && !visit(relPath, stat)) return { skipped, unreadable };
      } else if (stat.isDirectory()) {
        const verdict = scope.folder(relPath, name, rules);
        if (verdict === "enter") stack.push({ rel: relPath, rules });
        else if (verdict === "skip-reported" && holdsText(start + name)) skipped.push(leftOut(relPath));
      } else {
        const skip = special(root, start + name, relPath, stat);
        if (skip !== undefined) skipped.push(skip);
      }
    }
  }
  return { skipped, unreadable };
}

function status(file: string): Stats | undefined {
  try {
    return lstatSync(file, { throwIfNoEntry: false });
  } catch {
    return undefined;
  }
}

function badName(relPath: string): WalkSkip {
  return {
    relPath,
    code: "BAD_NAME",
    message: "The file name is not valid UTF-8. Rename the file to have it indexed.",
  };
}

function leftOut(relPath: string): WalkSkip {
  return {
    relPath: `${relPath}/`,
    code: "DEFAULT_EXCLUDE",
    message:
      "Folders of this name are left out by default. Give the collection an `exclude` list without it to index them.",
  };
}

function special(root: string, full: string, relPath: string, stat: Stats): WalkSkip | undefined {
  if (!stat.isSymbolicLink()) {
    if (!isKnownExtension(extensionOf(relPath))) return undefined;
    return { relPath, code: "NOT_A_FILE", message: "This is a pipe, socket or device, not a file." };
  }
  let target: string;
  try {
    target = realpathSync.native(full);
  } catch {
    return isKnownExtension(extensionOf(relPath))
      ? { relPath, code: "LINK_BROKEN", message: "The symbolic link leads nowhere." }
      : undefined;
  }
  if (target === root || target.startsWith(root + path.sep)) return undefined;
  if (
    !isKnownExtension(extensionOf(target)) &&
    !isKnownExtension(extensionOf(relPath)) &&
    !isFolder(target)
  ) {
    return undefined;
  }
  return {
    relPath,
    code: "LINK_OUTSIDE",
    message:
      "The symbolic link leads out of the collection and is not followed. Add its target as a collection.",
  };
}

function isFolder(file: string): boolean {
  return statSync(file, { throwIfNoEntry: false })?.isDirectory() === true;
}

/** Whether a left-out folder is worth a word: it holds a file of a known kind within the first few hundred entries. */
function holdsText(folder: string): boolean {
  let budget = 300;
  const stack = [folder];
  for (let at = stack.pop(); at !== undefined; at = stack.pop()) {
    let entries: ReturnType<typeof list>;
    try {
      entries = list(at);
    } catch {
      continue;
    }
    for (const entry of entries) {
      if (budget-- === 0) return false;
      if (entry.isFile() && isKnownExtension(extensionOf(entry.name))) return true;
      if (entry.isDirectory() && !entry.name.startsWith(".") && entry.name !== "node_modules") {
        stack.push(path.join(at, entry.name));
      }
    }
  }
  return false;
}

function list(folder: string) {
  return readdirSync(folder, { withFileTypes: true });
}
