/**
 * From a link as written to the document it means, in a few look-ups whatever the size of the index. Only active
 * documents count; a wiki link stays in its own collection or the one it names. spec/gno.md, "Link resolution".
 */
import type { Reader } from "../documents/reader.ts";
import { ALIAS_RANK, directLookup, type KeyLookup, reverseLookups } from "../index/keys.ts";

export interface WrittenLink {
  readonly kind: "wiki" | "markdown";
  /** As the index stores it. */
  readonly targetKey: string;
  /** The collection that is searched. */
  readonly collection: string;
}

export interface LinkMatch {
  readonly documentId: number;
  /** Lower is better; 0 for the exact path of a Markdown link. */
  readonly rank: number;
  /** Documents that match equally well: more than one makes the link ambiguous. */
  readonly matchCount: number;
}

export type LinkResolver = (link: WrittenLink) => LinkMatch | undefined;

/** The names of active documents, wherever they are kept. */
export interface KeySource {
  /** Documents of a collection that have the key, with the rank of each. */
  byKey(collection: string, key: string): readonly { readonly document_id: number; readonly rank: number }[];
  /** Documents of a collection at one of the paths. */
  byPath(
    collection: string,
    relPaths: readonly [string, string],
  ): readonly { readonly id: number; readonly rel_path: string }[];
}

export function createResolver(reader: Reader): LinkResolver {
  return resolverOver({
    byKey: (collection, key) =>
      reader.all(
        `SELECT k.document_id, k.rank FROM document_key k JOIN document d ON d.id = k.document_id
         WHERE k.key = ? AND d.active = 1 AND d.collection_id = (SELECT id FROM collection WHERE name = ?)`,
        key,
        collection,
      ),
    byPath: (collection, relPaths) =>
      reader.all(
        `SELECT d.id, d.rel_path FROM document d
         WHERE d.collection_id = (SELECT id FROM collection WHERE name = ?) AND d.rel_path IN (?, ?) AND d.active = 1`,
        collection,
        ...relPaths,
      ),
  });
}

/** Answers are kept as long as the resolver: use one for one reading. */
export function resolverOver(source: KeySource): LinkResolver {
  const known = new Map<string, LinkMatch | undefined>();
  return (link) => {
    const key = `${link.kind}\n${link.collection}\n${link.targetKey}`;
    if (!known.has(key)) {
      known.set(key, link.kind === "wiki" ? wikiTarget(source, link) : markdownTarget(source, link));
    }
    return known.get(key);
  };
}

/** Links name composed letters, a disk may hold decomposed ones. */
function markdownTarget(source: KeySource, { targetKey, collection }: WrittenLink): LinkMatch | undefined {
  const rows = source.byPath(collection, [targetKey, targetKey.normalize("NFD")]);
  const found = rows.find((row) => row.rel_path === targetKey) ?? rows[0];
  return found && { documentId: found.id, rank: 0, matchCount: 1 };
}

function wikiTarget(source: KeySource, link: WrittenLink): LinkMatch | undefined {
  return (
    best(source, link.collection, [directLookup(link.targetKey)]) ??
    best(source, link.collection, reverseLookups(link.targetKey))
  );
}

/** The lowest rank wins, inside it the lowest row id. One row a document and look-up. */
export interface BestMatch {
  add(documentId: number, rank: number): void;
  found(): LinkMatch | undefined;
}

export function bestMatch(): BestMatch {
  let rank = Number.POSITIVE_INFINITY;
  let ids = new Set<number>();
  return {
    add(documentId, match) {
      if (match === 0 || match > rank) return;
      if (match < rank) ids = new Set();
      rank = match;
      ids.add(documentId);
    },
    found() {
      let lowest = Number.POSITIVE_INFINITY;
      for (const id of ids) if (id < lowest) lowest = id;
      return ids.size === 0 ? undefined : { documentId: lowest, rank, matchCount: ids.size };
    },
  };
}

function best(source: KeySource, collection: string, lookups: readonly KeyLookup[]): LinkMatch | undefined {
  const match = bestMatch();
  for (const lookup of lookups) {
    for (const row of source.byKey(collection, lookup.key)) match.add(row.document_id, lookup.rank(row.rank));
  }
  return match.found();
}

/** How sure a resolved link is: a title, a path or an alias was spelt out, an end of a path guessed, or several fit. */
export function certainty({ rank, matchCount }: Pick<LinkMatch, "rank" | "matchCount">): {
  readonly confidence: "explicit" | "inferred" | "ambiguous";
  readonly resolution: "exact-title" | "exact-path" | "path-fallback" | "ambiguous-fallback";
} {
  if (matchCount > 1) return { confidence: "ambiguous", resolution: "ambiguous-fallback" };
  if (rank === 1 || rank === 2 || rank === ALIAS_RANK)
    return { confidence: "explicit", resolution: "exact-title" };
  if (rank === 0 || rank === 5 || rank === 6) return { confidence: "explicit", resolution: "exact-path" };
  return { confidence: "inferred", resolution: "path-fallback" };
}
