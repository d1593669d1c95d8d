/** The configured collections: list, find, add with its root and name checks, remove with its reference check. */
import { realpathSync, statSync } from "node:fs";
import { homedir } from "node:os";
import path from "node:path";
import type { AddCollection, AddCollectionResult, Collections } from "../engine.ts";
import { hostPlatform, isDangerousRoot, isInside, parseRoot } from "../files/paths.ts";
import { extension } from "./collection-block.ts";
import { COLLECTION_NAME, DEFAULT_EXCLUDES } from "./defaults.ts";
import type { CollectionConfig, ConfigStore, ContextConfig } from "./types.ts";

export interface CollectionsOptions {
  readonly config: ConfigStore;
  readonly home?: string;
  readonly cwd?: string;
  /** Folders of the program itself: nothing in them is a collection. */
  readonly ownFolders?: readonly string[];
}

export function createCollections(options: CollectionsOptions): Collections {
  const { config } = options;
  const home = options.home ?? homedir();
  const cwd = options.cwd ?? process.cwd();
  const ownFolders = options.ownFolders ?? [];
  const list = (): readonly CollectionConfig[] => config.load()?.collections ?? [];
  const find = (name: string): CollectionConfig | undefined => {
    const wanted = name.trim().toLowerCase();
    return list().find((collection) => collection.name === wanted);
  };

  return {
    list,
    find,
    add: (input) =>
      add(input, { home, cwd, ownFolders }, list(), (collection) => config.addCollection(collection)),
    remove(name) {
      const collection = find(name);
      if (collection === undefined) return { kind: "unknown" };
      const by = referencesTo(collection.name, config.load()?.contexts ?? []);
      if (by.length > 0) return { kind: "referenced", by };
      config.removeCollection(collection.name);
      return { kind: "removed" };
    },
  };
}

function add(
  input: AddCollection,
  base: { home: string; cwd: string; ownFolders: readonly string[] },
  existing: readonly CollectionConfig[],
  save: (collection: CollectionConfig) => void,
): AddCollectionResult {
  const parsed = parseRoot(input.path, base);
  if (parsed.kind === "invalid") return { kind: "missing-root", message: parsed.message };
  const root = realFolder(parsed.path);
  // The danger test also on the path as given: `/` is refused whether or not it can be read.
  if (
    isDangerousRoot(root ?? parsed.path, realOr(base.home), hostPlatform) ||
    isDangerousRoot(parsed.path, base.home)
  ) {
    return {
      kind: "dangerous-root",
      message: "This folder holds system or personal settings as a whole. Add a folder inside it instead.",
    };
  }
  if (root === undefined) {
    return { kind: "missing-root", message: "There is no folder at this path, or it cannot be read." };
  }
  if (base.ownFolders.some((own) => isInside(realOr(own), root))) {
    return {
      kind: "dangerous-root",
      message: "This folder holds the program's own data. Add a folder of notes instead.",
    };
  }
  const name = (input.name ?? nameFromFolder(root)).trim().toLowerCase();
  if (!COLLECTION_NAME.test(name)) {
    return {
      kind: "invalid-name",
      message:
        "A collection name is 1 to 64 of a-z, 0-9, `-` and `_`, and starts with a letter or a digit. Give one with `name`.",
    };
  }
  const twin = existing.find((collection) => collection.name === name);
  if (twin !== undefined) {
    return {
      kind: "duplicate",
      message: `A collection called \`${name}\` exists already. Give another name.`,
    };
  }
  const same = existing.find((collection) => realOr(collection.path) === root);
  if (same !== undefined) {
    return { kind: "duplicate", message: `This folder is the collection \`${same.name}\` already.` };
  }
  const collection: CollectionConfig = {
    name,
    path: root,
    pattern: input.pattern ?? "**/*",
    include: (input.include ?? []).map(extension),
    exclude: input.exclude ?? DEFAULT_EXCLUDES,
  };
  save(collection);
  return { kind: "added", collection };
}

function realFolder(folder: string): string | undefined {
  try {
    const real = realpathSync.native(folder);
    return statSync(real).isDirectory() ? real : undefined;
  } catch {
    return undefined;
  }
}

function realOr(folder: string): string {
  try {
    return realpathSync.native(folder);
  } catch {
    return folder;
  }
}

/** `My Notes (2024)` → `my-notes-2024`; a name with no letter a-z or digit stays unusable and is refused. */
export function nameFromFolder(folder: string): string {
  return path
    .basename(folder)
    .normalize("NFKD")
    .toLowerCase()
    .replace(/\p{M}+/gu, "")
    .replace(/[^a-z0-9_-]+/g, "-")
    .replace(/^[-_]+|[-_]+$/g, "")
    .slice(0, 64);
}

/** The scopes of contexts that name the collection. */
function referencesTo(name: string, contexts: readonly ContextConfig[]): string[] {
  return contexts
    .filter(({ scopeType, scopeKey }) => {
      const key = scopeKey.toLowerCase();
      if (scopeType === "collection") return key === `${name}:`;
      return scopeType === "prefix" && (key === `gno://${name}` || key.startsWith(`gno://${name}/`));
    })
    .map(({ scopeKey }) => scopeKey);
}
