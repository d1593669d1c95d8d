/**
 * The same resolution as resolve.ts for all links of an index at once: each distinct target is looked up once, in two
 * joins over the index of names whatever the number of links.
 */
import type { Reader } from "../documents/reader.ts";
import { directLookup, type KeyLookup, reverseLookups } from "../index/keys.ts";
import { bestMatch, type LinkMatch } from "./resolve.ts";

/** An active document of a configured collection. */
export interface Place {
  readonly id: number;
  readonly collection: string;
  readonly relPath: string;
}

export interface BatchResolver {
  /** @param collection the one that is searched */
  wiki(collection: string, targetKey: string): LinkMatch | undefined;
  path(collection: string, relPath: string): LinkMatch | undefined;
}

/** @param wanted keys of wiki links, by collection: only these are resolved */
export function resolveAll(
  reader: Reader,
  places: readonly Place[],
  wanted: ReadonlyMap<string, ReadonlySet<string>>,
): BatchResolver {
  const collectionOf = new Map<number, string>();
  const paths = new Map<string, Map<string, number>>();
  for (const { id, collection, relPath } of places) {
    collectionOf.set(id, collection);
    const known = paths.get(collection);
    if (known === undefined) paths.set(collection, new Map([[relPath, id]]));
    else known.set(relPath, id);
  }
  const resolved = new Map<string, Map<string, LinkMatch>>();
  for (const collection of wanted.keys()) resolved.set(collection, new Map());

  const settle = (lookupsOf: (key: string) => readonly KeyLookup[]): void => {
    const open = [...wanted].map(([collection, keys]) => {
      const known = resolved.get(collection) as Map<string, LinkMatch>;
      return [collection, [...keys].filter((key) => !known.has(key))] as const;
    });
    const asked = new Map<string, readonly KeyLookup[]>();
    for (const [, keys] of open) for (const key of keys) if (!asked.has(key)) asked.set(key, lookupsOf(key));
    const rows = rowsOf(reader, new Set([...asked.values()].flatMap((all) => all.map(({ key }) => key))));
    if (rows.size === 0) return;
    for (const [collection, keys] of open) {
      for (const key of keys) {
        const match = bestMatch();
        for (const lookup of asked.get(key) as readonly KeyLookup[]) {
          for (const row of rows.get(lookup.key)?.get(collection) ?? [])
            match.add(row.id, lookup.rank(row.rank));
        }
        const found = match.found();
        if (found !== undefined) (resolved.get(collection) as Map<string, LinkMatch>).set(key, found);
      }
    }
  };

  /** Rows of the index of names by key and collection: a name that is everywhere is no work for other collections. */
  const rowsOf = (from: Reader, keys: ReadonlySet<string>) => {
    const found = new Map<string, Map<string, { id: number; rank: number }[]>>();
    if (keys.size === 0) return found;
    const rows = from.all<{ key: string; id: number; rank: number }>(
      `SELECT k.key, k.document_id AS id, k.rank FROM json_each(?) j CROSS JOIN document_key k ON k.key = j.value`,
      JSON.stringify([...keys]),
    );
    for (const { key, id, rank } of rows) {
      const collection = collectionOf.get(id);
      if (collection === undefined) continue;
      const byCollection = found.get(key) ?? new Map<string, { id: number; rank: number }[]>();
      found.set(key, byCollection);
      const list = byCollection.get(collection);
      if (list === undefined) byCollection.set(collection, [{ id, rank }]);
      else list.push({ id, rank });
    }
    return found;
  };

  settle((key) => [directLookup(key)]);
  settle((key) => reverseLookups(key));
  return {
    wiki: (collection, targetKey) => resolved.get(collection)?.get(targetKey),
    path(collection, relPath) {
      const known = paths.get(collection);
      const documentId = known?.get(relPath) ?? known?.get(relPath.normalize("NFD"));
      return documentId === undefined ? undefined : { documentId, rank: 0, matchCount: 1 };
    },
  };
}
