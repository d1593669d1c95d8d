/**
 * Which files belong to a collection. Rules, in order: `exclude` (names at any depth, or globs), folders whose name
 * starts with a dot, ignore files, `pattern`, then the extension. `.gitignore`, `.ignore` and `.gnoignore` are
 * honoured in every folder; of one folder the later file wins, and a deeper folder wins over the one above it.
 */
import { readFileSync, statSync } from "node:fs";
import path from "node:path";
import ignore, { type Ignore } from "ignore";
import picomatch from "picomatch";
import { DEFAULT_EXCLUDES } from "../config/defaults.ts";
import type { CollectionConfig } from "../config/types.ts";
import { extensionOf, isKnownExtension } from "../index/file-kinds.ts";

export const IGNORE_FILES = [".gitignore", ".ignore", ".gnoignore"] as const;
const MAX_IGNORE_BYTES = 1024 * 1024;

/** Left out by default, but a folder of that name can hold what a user wants to find: its absence is reported. */
const REPORTED = new Set(["dist", "build"]);

export type FolderVerdict = "enter" | "skip" | "skip-reported";

export interface Scope {
  folder(relPath: string, name: string, rules: IgnoreRules | undefined): FolderVerdict;
  file(relPath: string, name: string, rules: IgnoreRules | undefined): boolean;
}

/** Ignore rules that hold in one folder; `above` are those of its parents. */
export interface IgnoreRules {
  readonly base: string;
  readonly matcher: Ignore;
  readonly above: IgnoreRules | undefined;
}

export function createScope(collection: CollectionConfig): Scope {
  const names = new Set<string>([".git"]);
  const globs: ((relPath: string) => boolean)[] = [];
  for (const entry of collection.exclude) {
    const given = entry.trim().replace(/^\.\//, "").replace(/\/+$/, "");
    if (given === "") continue;
    if (!/[/*?[\]{}()!]/.test(given)) names.add(given);
    else globs.push(glob(given));
  }
  const pattern = isEverything(collection.pattern) ? undefined : glob(collection.pattern);
  const extensions = collection.include.length === 0 ? undefined : new Set(collection.include);
  const byDefault = sameList(collection.exclude, DEFAULT_EXCLUDES);
  const excluded = (relPath: string, name: string): boolean =>
    names.has(name) || globs.some((matches) => matches(relPath));

  return {
    folder(relPath, name, rules) {
      if (name.startsWith(".")) return "skip";
      if (rules !== undefined && isIgnored(`${relPath}/`, rules)) return "skip";
      if (!excluded(relPath, name)) return "enter";
      return byDefault && REPORTED.has(name) ? "skip-reported" : "skip";
    },
    file(relPath, name, rules) {
      const ext = extensionOf(name);
      if (extensions === undefined ? !isKnownExtension(ext) : !extensions.has(ext)) return false;
      if (excluded(relPath, name)) return false;
      if (pattern !== undefined && !pattern(relPath)) return false;
      return rules === undefined || !isIgnored(relPath, rules);
    },
  };
}

function isEverything(pattern: string): boolean {
  return pattern === "**/*" || pattern === "**";
}

function sameList(a: readonly string[], b: readonly string[]): boolean {
  return a.length === b.length && a.every((entry, index) => entry === b[index]);
}

/** Without a slash a glob means a name at any depth, as in ignore files. `drafts/**` also covers `drafts`. */
function glob(given: string): (relPath: string) => boolean {
  const pattern = given.replace(/^\.?\//, "");
  return picomatch(pattern.includes("/") ? pattern : `**/${pattern}`, { dot: true });
}

/** The rules of a folder, given those of its parent. A file that is no readable text changes nothing. */
export function rulesOf(
  folder: string,
  relFolder: string,
  present: readonly string[],
  above: IgnoreRules | undefined,
): IgnoreRules | undefined {
  const texts = present.flatMap((name) => readIgnoreFile(path.join(folder, name)) ?? []);
  if (texts.length === 0) return above;
  return { base: relFolder === "" ? "" : `${relFolder}/`, matcher: ignore().add(texts.join("\n")), above };
}

function readIgnoreFile(file: string): string | undefined {
  try {
    const stat = statSync(file);
    if (!stat.isFile() || stat.size > MAX_IGNORE_BYTES) return undefined;
    return readFileSync(file, "utf8").replace(/^\uFEFF/, "");
  } catch {
    return undefined;
  }
}

/** The deepest rules that say anything decide. */
function isIgnored(relPath: string, rules: IgnoreRules): boolean {
  for (let level: IgnoreRules | undefined = rules; level !== undefined; level = level.above) {
    const { ignored, unignored } = level.matcher.checkIgnore(relPath.slice(level.base.length));
    if (ignored) return true;
    if (unignored) return false;
  }
  return false;
}

/** Whether a sync of the collection would index a file at this path, which need not exist yet. */
export function covers(collection: CollectionConfig, relPath: string): boolean {
  const scope = createScope(collection);
  const segments = relPath.split("/");
  const name = segments.pop() as string;
  let rules: IgnoreRules | undefined;
  let folder = "";
  for (const segment of ["", ...segments]) {
    if (segment !== "") {
      folder = folder === "" ? segment : `${folder}/${segment}`;
      if (scope.folder(folder, segment, rules) !== "enter") return false;
    }
    rules = rulesOf(path.join(collection.path, folder), folder, IGNORE_FILES, rules);
  }
  return scope.file(relPath, name, rules);
}
