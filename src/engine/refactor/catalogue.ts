/**
 * The notes of a collection as their files are now, with the names that links may use. The index is asked for one thing
 * only: which document came first, which decides where an ambiguous link leads.
 */
import { createHash } from "node:crypto";
import type { CollectionConfig } from "../config/types.ts";
import { createReadBuffer, readStable } from "../files/read-stable.ts";
import { createScope } from "../files/scope.ts";
import { openRoot, walk } from "../files/walk.ts";
import { decode } from "../index/decode.ts";
import type { DocumentKey } from "../index/keys.ts";
import type { KeySource } from "../links/resolve.ts";
import { type NoteReading, readNote } from "./references.ts";
import type { Slices } from "./slices.ts";

/** Beyond these a plan is cut and cannot be applied. */
export const CAPS = {
  documents: 5_000,
  references: 10_000,
  documentChars: 1_000_000,
  totalChars: 20_000_000,
} as const;

export interface Note {
  readonly id: number;
  readonly relPath: string;
  /** Without a byte-order mark. */
  readonly text: string;
  readonly bom: boolean;
  /** SHA-256 of the bytes. */
  readonly hash: string;
  readonly reading: NoteReading;
}

export type Catalogue =
  | {
      readonly kind: "read";
      readonly root: string;
      readonly notes: ReadonlyMap<string, Note>;
      readonly cuts: readonly string[];
    }
  | { readonly kind: "root-missing"; readonly message: string };

export interface CatalogueOptions {
  readonly maxFileBytes: number;
  /** Row ids of the index by path. */
  readonly ids: ReadonlyMap<string, number>;
  readonly slices: Slices;
}

export async function readCatalogue(
  collection: CollectionConfig,
  { maxFileBytes, ids, slices }: CatalogueOptions,
): Promise<Catalogue> {
  const root = openRoot(collection.path);
  if (root.kind === "unavailable") return { kind: "root-missing", message: root.message };
  const cuts = new Set<string>();
  const paths: string[] = [];
  const walked = walk(root.path, createScope(collection), (relPath) => {
    if (paths.length >= CAPS.documents) {
      cuts.add("catalogue_documents");
      return false;
    }
    paths.push(relPath);
    return true;
  });
  if (walked.unreadable.length > 0) cuts.add("unreadable_folder");
  await slices();
  paths.sort();
  const buffer = createReadBuffer();
  const notes = new Map<string, Note>();
  let chars = 0;
  // Files that the index does not know yet come after all that it knows.
  let unknown = Number.MAX_SAFE_INTEGER - CAPS.documents - 1;
  for (const relPath of paths) {
    await slices();
    const read = readStable(root.path, relPath, maxFileBytes, buffer);
    if (read.kind === "failed") cuts.add("unreadable_file");
    if (read.kind !== "read") continue;
    const decoded = decode(read.bytes);
    if (decoded.kind === "skip") continue;
    const { text, bom } = decoded;
    chars += text.length;
    if (text.length > CAPS.documentChars) cuts.add("document_chars");
    if (chars > CAPS.totalChars) {
      cuts.add("total_chars");
      break;
    }
    notes.set(relPath, {
      id: ids.get(relPath) ?? unknown++,
      relPath,
      text,
      bom,
      hash: createHash("sha256").update(read.bytes).digest("hex"),
      reading: text.length > CAPS.documentChars ? readNote("", relPath) : readNote(text, relPath),
    });
  }
  return { kind: "read", root: root.path, notes, cuts: [...cuts].sort() };
}

export interface Named {
  readonly id: number;
  readonly relPath: string;
  readonly keys: readonly DocumentKey[];
}

/** Names of a catalogue, some of its documents replaced by what they will be. */
export function namesOf(
  collection: string,
  notes: ReadonlyMap<string, Note>,
): (replaced: readonly Named[], gone?: readonly number[]) => KeySource {
  const byKey = new Map<string, { document_id: number; rank: number }[]>();
  for (const { id, reading } of notes.values()) {
    for (const { key, rank } of reading.keys) {
      const rows = byKey.get(key);
      if (rows === undefined) byKey.set(key, [{ document_id: id, rank }]);
      else rows.push({ document_id: id, rank });
    }
  }
  return (replaced, gone = []) => {
    const out = new Set([...gone, ...replaced.map(({ id }) => id)]);
    return {
      byKey: (asked, key) =>
        asked !== collection
          ? []
          : [
              ...(byKey.get(key) ?? []).filter(({ document_id }) => !out.has(document_id)),
              ...replaced.flatMap(({ id, keys }) =>
                keys.filter((one) => one.key === key).map(({ rank }) => ({ document_id: id, rank })),
              ),
            ],
      byPath: (asked, relPaths) => {
        if (asked !== collection) return [];
        const kept = relPaths.flatMap((path) => notes.get(path) ?? []).filter(({ id }) => !out.has(id));
        return [...kept, ...replaced.filter(({ relPath }) => relPaths.includes(relPath))].map(
          ({ id, relPath }) => ({ id, rel_path: relPath }),
        );
      },
    };
  };
}
