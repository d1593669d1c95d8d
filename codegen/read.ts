/** The only file that reads sources: `schemas/` and `spec/` under a root become texts by path. */
import { execFileSync } from "node:child_process";
import { type Dirent, existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { compare } from "./problems.ts";

/** Text by path relative to the root, with `/` between parts. */
export type Sources = ReadonlyMap<string, string>;

export interface ReadOptions {
  /** Reorders a folder's listing; tests shuffle it to show that output does not depend on it. */
  readonly order?: (entries: Dirent[]) => Dirent[];
}

/** Files of `spec/` that are for people only. */
const PROSE = new Set(["spec/README.md", "spec/decisions.md"]);

/** Every tool and type file, every spec with tables, and nothing else. */
export function readSources(root: string, options: ReadOptions = {}): Sources {
  const found: [string, string][] = [];
  for (const path of walk(root, "schemas", options)) {
    if (path.endsWith(".json")) found.push([path, readText(root, path)]);
  }
  for (const path of walk(root, "spec", options)) {
    if (/^spec\/[^/]+\.md$/.test(path) && !PROSE.has(path)) found.push([path, readText(root, path)]);
  }
  return new Map(found.sort(([a], [b]) => compare(a, b)));
}

/** The released model of a contract as text, for `breaking`. */
export function readReleased(root: string): Sources {
  const found: [string, string][] = [];
  for (const path of walk(root, "spec/released", {})) {
    if (path.endsWith(".json")) found.push([path, readText(root, path)]);
  }
  return new Map(found.sort(([a], [b]) => compare(a, b)));
}

/** What now stands under the output folders. */
export function readOutput(root: string, folders: readonly string[]): Sources {
  const found: [string, string][] = [];
  for (const folder of folders) {
    for (const path of walk(root, folder, {})) found.push([path, readText(root, path)]);
  }
  return new Map(found);
}

function readText(root: string, path: string): string {
  return readFileSync(join(root, path), "utf8");
}

function* walk(root: string, folder: string, options: ReadOptions): Generator<string> {
  if (!existsSync(join(root, folder))) return;
  const entries = readdirSync(join(root, folder), { withFileTypes: true });
  for (const entry of options.order?.(entries) ?? entries) {
    const path = `${folder}/${entry.name}`;
    if (entry.isDirectory()) yield* walk(root, path, options);
    else yield path;
  }
}

/** The release files as a git revision holds them. */
export function readReleasedAt(root: string, ref: string): Sources {
  const git = (...args: string[]): string => execFileSync("git", ["-C", root, ...args], { encoding: "utf8" });
  const paths = git("ls-tree", "--name-only", ref, "spec/released/")
    .split("\n")
    .filter((path) => path.endsWith(".json"));
  return new Map(paths.map((path) => [path, git("show", `${ref}:${path}`)]));
}
