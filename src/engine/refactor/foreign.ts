/**
 * Links from other collections (`[[notes:Plan]]`). The index says which files may hold one, the files say what they hold
 * now. They are never rewritten: one that would break stops the plan.
 */
import type { ExaminedReference } from "../engine.ts";
import { createReadBuffer, readStable } from "../files/read-stable.ts";
import { openRoot } from "../files/walk.ts";
import { decode } from "../index/decode.ts";
import { resolverOver } from "../links/resolve.ts";
import { type Note, namesOf } from "./catalogue.ts";
import { uriOf } from "./doc-uri.ts";
import { readNote } from "./references.ts";

/** A file that names the collection in a link or relation, as the index has it. */
export interface LinkingFile {
  readonly collection: string;
  /** Root of its collection. */
  readonly root: string;
  readonly relPath: string;
}

export interface ForeignOptions {
  readonly collection: string;
  readonly notes: ReadonlyMap<string, Note>;
  readonly source: Note;
  readonly newPath: string;
  readonly newText: string;
  readonly indexName: string;
  readonly maxFileBytes: number;
}

export function foreignReferences(
  linking: readonly LinkingFile[],
  { collection, notes, source, newPath, newText, indexName, maxFileBytes }: ForeignOptions,
): ExaminedReference[] {
  if (linking.length === 0) return [];
  const names = namesOf(collection, notes);
  const before = resolverOver(names([]));
  const after = resolverOver(
    names([{ id: source.id, relPath: newPath, keys: readNote(newText, newPath).keys }]),
  );
  const buffer = createReadBuffer();
  return linking.flatMap((file): ExaminedReference[] => {
    const root = openRoot(file.root);
    const read = root.kind === "ok" ? readStable(root.path, file.relPath, maxFileBytes, buffer) : undefined;
    const decoded = read?.kind === "read" ? decode(read.bytes) : undefined;
    if (decoded?.kind !== "text") return [];
    return readNote(decoded.text, file.relPath).references.flatMap((reference): ExaminedReference[] => {
      const { kind, form, targetKey, targetCollection, written, line, col } = reference;
      if (targetCollection !== collection || targetKey === undefined || form === "code") return [];
      const was = before({ kind, targetKey, collection });
      const is = after({ kind, targetKey, collection });
      const same = was?.documentId === is?.documentId && was?.matchCount === is?.matchCount;
      if (was === undefined || (same && was.documentId !== source.id)) return [];
      return [
        {
          documentUri: uriOf(file.collection, file.relPath, indexName),
          documentRelPath: file.relPath,
          kind: form === "wiki" ? "wiki" : "opaque",
          classification: same ? "unchanged" : "unsupported",
          reasonCode: same ? "destination_unchanged" : "cross_collection_unsupported",
          originalDestination: written,
          startLine: line,
          startCol: col,
        },
      ];
    });
  });
}
