/** The `collections` block: folders, what of them is indexed, and what holds for each alone. */
import path from "node:path";
import { ROLES } from "../models/catalog.ts";
import { COLLECTION_NAME, DEFAULT_EXCLUDES } from "./defaults.ts";
import { readRoles } from "./models.ts";
import type { Entries, NodeReader } from "./node-reader.ts";
import type { CollectionConfig } from "./types.ts";

const COLLECTION_KEYS = [
  "name",
  "path",
  "pattern",
  "include",
  "exclude",
  "updateCmd",
  "languageHint",
  "egressPolicy",
  "egressPolicyRevision",
  "sourceAvailability",
  "memoryManaged",
  "models",
  "recordAdapters",
] as const;

export function readCollections(
  reader: NodeReader,
  root: Entries,
  home: string,
): readonly CollectionConfig[] {
  const seen = new Set<string>();
  const result: CollectionConfig[] = [];
  for (const node of reader.list(root.get("collections"), "collections")) {
    const collection = readCollection(reader, node, home);
    if (collection === undefined) continue;
    if (seen.has(collection.name)) {
      reader.report(node, `A second collection is called \`${collection.name}\`; give each its own name.`);
    }
    seen.add(collection.name);
    result.push(collection);
  }
  return result;
}

function readCollection(
  reader: NodeReader,
  node: Parameters<NodeReader["entries"]>[0],
  home: string,
): CollectionConfig | undefined {
  const entries = reader.entries(node, "a collection", COLLECTION_KEYS);
  if (entries === undefined) return undefined;
  const name = required(reader, entries, "name")?.trim().toLowerCase();
  if (name !== undefined && !COLLECTION_NAME.test(name)) {
    reader.report(
      entries.get("name"),
      "A collection name is 1 to 64 of a-z, 0-9, `-` and `_`, and starts with a letter or a digit.",
    );
  }
  const root = readRootPath(reader, entries, home);
  const text = <K extends string>(key: K): { [P in K]?: string } =>
    entries.has(key) ? ({ [key]: reader.text(entries.get(key), key) } as { [P in K]?: string }) : {};
  const collection = {
    name: name ?? "",
    path: root ?? "",
    pattern: entries.has("pattern") ? (reader.text(entries.get("pattern"), "pattern") ?? "") : "**/*",
    include: reader.texts(entries.get("include"), "include").map(extension),
    exclude: excludes(reader, entries),
    ...text("updateCmd"),
    ...text("languageHint"),
    ...(entries.has("egressPolicy")
      ? {
          egressPolicy: reader.choice(entries.get("egressPolicy"), "egressPolicy", [
            "local_only",
            "lan",
            "remote",
          ]),
        }
      : {}),
    ...(entries.has("egressPolicyRevision")
      ? {
          egressPolicyRevision: reader.number(entries.get("egressPolicyRevision"), "egressPolicyRevision", {
            min: 0,
            max: Number.MAX_SAFE_INTEGER,
            integer: true,
          }),
        }
      : {}),
    ...(entries.has("memoryManaged") && reader.flag(entries.get("memoryManaged"), "memoryManaged")
      ? { memoryManaged: true as const }
      : {}),
    ...(entries.has("models") ? { models: readModels(reader, entries) } : {}),
  };
  return collection as CollectionConfig;
}

function required(reader: NodeReader, entries: Entries, key: string): string | undefined {
  if (!entries.has(key)) return reader.report(entries.line, `A collection needs \`${key}\`.`);
  return reader.text(entries.get(key), key);
}

function readRootPath(reader: NodeReader, entries: Entries, home: string): string | undefined {
  const given = required(reader, entries, "path");
  if (given === undefined) return undefined;
  const full = given === "~" || /^~[/\\]/.test(given) ? path.join(home, given.slice(1)) : given;
  if (path.isAbsolute(full)) return full;
  return reader.report(entries.get("path"), "path must be absolute or start with `~`.");
}

/** `exclude: []` means nothing is left out; no `exclude` means the default names. */
function excludes(reader: NodeReader, entries: Entries): readonly string[] {
  return entries.has("exclude") ? reader.texts(entries.get("exclude"), "exclude") : DEFAULT_EXCLUDES;
}

/** `MD`, `md`, `.md` and `*.md` are one extension. */
export function extension(given: string): string {
  return `.${given
    .trim()
    .toLowerCase()
    .replace(/^\*?\.?/, "")}`;
}

function readModels(reader: NodeReader, entries: Entries): Readonly<Record<string, string>> {
  return readRoles(reader, reader.entries(entries.get("models"), "models", ROLES));
}
