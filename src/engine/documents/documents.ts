/** The Documents port: references, text and listings, over active documents of configured collections only. */
import type { ConfigStore, Document, Documents, Resolved } from "../engine.ts";
import { globMatches } from "./glob.ts";
import type { Reader } from "./reader.ts";
import { parseRef, quoted, type Ref } from "./ref.ts";
import { type DocumentRow, documentColumns, documentOf, documentTables } from "./row.ts";
import { baseName, editDistance, suggestRefs } from "./suggest.ts";
import { formatUri, uriScheme } from "./uri.ts";

export interface DocumentsOptions {
  readonly reader: Reader;
  readonly config: Pick<ConfigStore, "load">;
  readonly indexName: string;
}

export function createDocuments({ reader, config, indexName }: DocumentsOptions): Documents {
  const configured = () => (config.load()?.collections ?? []).map((collection) => collection.name).sort();

  return {
    resolve(ref) {
      const parsed = parseRef(ref, indexName);
      switch (parsed.kind) {
        case "docid":
          return resolveDocid(reader, configured(), parsed.docid);
        case "path":
          return resolvePath(reader, configured(), parsed);
        case "bare":
          return { kind: "invalid", message: bareMessage(reader, configured(), parsed.name) };
        default:
          return parsed;
      }
    },

    text(document) {
      if (document.mirrorHash === undefined) return undefined;
      return reader.get<{ text: string }>("SELECT text FROM mirror WHERE hash = ?", document.mirrorHash)
        ?.text;
    },

    matching(pattern, limit) {
      const ids: number[] = [];
      const names = configured();
      for (const row of reader.iterate<{ id: number; collection: string; rel_path: string }>(
        `SELECT d.id, c.name AS collection, d.rel_path FROM document d JOIN collection c ON c.id = d.collection_id
         WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)) ORDER BY c.name, d.rel_path`,
        JSON.stringify(names),
      )) {
        if (ids.length >= limit) break;
        if (matches(pattern, row.collection, row.rel_path)) ids.push(row.id);
      }
      return byIds(reader, ids);
    },

    page(after, limit) {
      const found: Document[] = [];
      for (const collection of configured()) {
        if (found.length >= limit) break;
        if (after !== undefined && collection < after.collection) continue;
        const from = after !== undefined && collection === after.collection ? after.relPath : "";
        const rows = reader.all<DocumentRow>(
          `SELECT ${documentColumns} FROM ${documentTables}
           WHERE d.collection_id = (SELECT id FROM collection WHERE name = ?) AND d.rel_path > ? AND d.active = 1
           ORDER BY d.rel_path LIMIT ?`,
          collection,
          from,
          limit - found.length,
        );
        found.push(...rows.map(documentOf));
      }
      return found;
    },

    recent(limit) {
      const rows = reader.all<{ id: number }>(
        `SELECT d.id FROM document d JOIN collection c ON c.id = d.collection_id
         WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?))
         ORDER BY d.mtime_ms DESC, c.name, d.rel_path LIMIT ?`,
        JSON.stringify(configured()),
        limit,
      );
      return byIds(
        reader,
        rows.map((row) => row.id),
      );
    },
  };
}

/** The documents with these row ids, in that order, in one statement. */
function byIds(reader: Reader, ids: readonly number[]): Document[] {
  const rows = reader.all<DocumentRow>(
    `SELECT ${documentColumns} FROM json_each(?) j JOIN ${documentTables} WHERE d.id = j.value ORDER BY j.key`,
    JSON.stringify(ids),
  );
  return rows.map(documentOf);
}

function matches(pattern: string, collection: string, relPath: string): boolean {
  if (globMatches(pattern, relPath) || globMatches(pattern, `${collection}/${relPath}`)) return true;
  // Only a pattern that can start like a URI is worth the encoding.
  return /^(gno|[*?])/i.test(pattern) && globMatches(pattern, formatUri(collection, relPath));
}

function resolveDocid(reader: Reader, collections: readonly string[], docid: string): Resolved {
  const found = reader.get<DocumentRow>(
    `SELECT ${documentColumns} FROM ${documentTables}
     WHERE d.docid = ? AND d.active = 1 AND c.name IN (SELECT value FROM json_each(?))
     ORDER BY c.name, d.rel_path LIMIT 1`,
    docid,
    JSON.stringify(collections),
  );
  if (found !== undefined) return { kind: "found", document: documentOf(found) };
  // A docid is compared whole; one that was cut short, or is a whole hash, leads to suggestions.
  const start = docid.slice(0, 8);
  const similar = reader.all<{ ref: string }>(
    `SELECT c.name || '/' || d.rel_path AS ref FROM document d JOIN collection c ON c.id = d.collection_id
     WHERE d.docid >= ? AND d.docid < ? AND d.active = 1 AND c.name IN (SELECT value FROM json_each(?))
     ORDER BY c.name, d.rel_path LIMIT 4`,
    start,
    `${start}g`,
    JSON.stringify(collections),
  );
  const ambiguous = similar.length > 1 && docid.length < 8;
  return {
    kind: "missing",
    message: ambiguous
      ? `#${docid} is the start of several docids. Give all 8 digits.`
      : `No document has the docid #${docid}.`,
    suggestions: similar.map((row) => row.ref).slice(0, 3),
  };
}

function resolvePath(reader: Reader, collections: readonly string[], ref: Ref & { kind: "path" }): Resolved {
  const shown = `${ref.collection}/${ref.relPaths[0]}`;
  if (!collections.includes(ref.collection)) return unknownCollection(reader, collections, ref, shown);
  // The name on disk may be composed or decomposed; callers type either.
  const spellings = [
    ...new Set(ref.relPaths.flatMap((path) => [path, path.normalize("NFC"), path.normalize("NFD")])),
  ];
  const rows = reader.all<DocumentRow & { active: number }>(
    `SELECT ${documentColumns}, d.active FROM ${documentTables}
     WHERE c.name = ? AND d.rel_path IN (SELECT value FROM json_each(?))`,
    ref.collection,
    JSON.stringify(spellings),
  );
  const inOrder = spellings.map((path) => rows.find((row) => row.rel_path === path));
  const found = inOrder.find((row) => row?.active === 1);
  if (found !== undefined) return { kind: "found", document: documentOf(found) };
  const gone = inOrder.some((row) => row !== undefined);
  return {
    kind: "missing",
    message: gone
      ? `${quoted(shown)} is no longer there: the file was deleted, renamed or moved.`
      : `No document is at ${quoted(shown)}.`,
    suggestions: suggestRefs(reader, collections, {
      collection: ref.collection,
      path: ref.relPaths.at(-1) as string,
    }),
  };
}

function unknownCollection(
  reader: Reader,
  collections: readonly string[],
  ref: Ref & { kind: "path" },
  shown: string,
): Resolved {
  const path = ref.relPaths.at(-1) as string;
  const similar = collections.filter((name) => editDistance(name, ref.collection, 2) !== undefined);
  const renamed = similar.flatMap((collection) =>
    reader.all<{ ref: string }>(
      `SELECT c.name || '/' || d.rel_path AS ref FROM document d JOIN collection c ON c.id = d.collection_id
       WHERE c.name = ? AND d.rel_path = ? AND d.active = 1`,
      collection,
      path,
    ),
  );
  // Most often the collection was left out: `folder/note.md` instead of `collection/folder/note.md`.
  const whole = suggestRefs(reader, collections, { path: shown });
  return {
    kind: "missing",
    message: `No document is at ${quoted(shown)}: there is no collection ${quoted(ref.collection)}.`,
    suggestions: [...new Set([...renamed.map((row) => row.ref), ...whole])].slice(0, 3),
  };
}

/** A name without a collection is never guessed, even when only one document has it. */
function bareMessage(reader: Reader, collections: readonly string[], name: string): string {
  const refs = suggestRefs(reader, collections, { path: name }, 4);
  const named = refs.filter((ref) => baseName(ref).toLowerCase() === name.toLowerCase());
  const head = `${quoted(name)} is not a reference: give a docid, ${uriScheme}collection/path or collection/path.`;
  if (named.length > 1) {
    return `${quoted(name)} is ambiguous, it could be ${named.map(quoted).join(" or ")}. Give collection/path.`;
  }
  return refs.length === 0 ? head : `${head} Did you mean ${refs.slice(0, 3).map(quoted).join(" or ")}?`;
}
