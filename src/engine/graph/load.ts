/**
 * Reads the links of an index as a graph: documents, what they link to with equal links made one, and what leads
 * nowhere. Targets are resolved here and now, so the graph is that of this moment. spec/gno.md, "Graph".
 */
import type { Reader } from "../documents/reader.ts";
import { formatUri } from "../documents/uri.ts";
import { certainty, type LinkMatch } from "../links/resolve.ts";
import { type BatchResolver, resolveAll } from "../links/resolve-all.ts";
import type { LinkEdge } from "./types.ts";

export interface GraphDocument {
  readonly rowId: number;
  readonly docid: string;
  readonly uri: string;
  readonly title: string | null;
  readonly collection: string;
  readonly relPath: string;
  readonly contentType: string | null;
}

export interface Unresolved {
  wiki: number;
  markdown: number;
}

/** Documents are known by their place in `documents`, which is the order in which they entered the index. */
export interface LoadedGraph {
  readonly documents: readonly GraphDocument[];
  readonly indexOf: ReadonlyMap<number, number>;
  /** By source, in the order of the text: one a target and kind. */
  readonly links: readonly (readonly LinkEdge[])[];
  /** Links without a target, by source; absent for none. */
  readonly unresolved: ReadonlyMap<number, Unresolved>;
  readonly written: readonly WrittenEdge[];
}

/** A row of doc_edge with its target. */
export interface WrittenEdge {
  readonly source: number;
  readonly target: number;
  readonly type: string;
  readonly confidence: "manual" | "configured";
  readonly edgeSource: "frontmatter-relation" | "wikilink" | "markdown-link";
}

/** A link of the text that leads to no document, or to several. */
export interface LinkPlace {
  readonly rowId: number;
  readonly kind: "wiki" | "markdown";
  readonly targetRef: string;
  readonly targetKey: string;
  readonly targetCollection: string | null;
  readonly line: number;
  readonly col: number;
  /** Row id of what was taken, and how many documents fit. */
  readonly match: { readonly rowId: number; readonly count: number } | undefined;
}

interface LinkRow {
  readonly document_id: number;
  readonly kind: "wiki" | "markdown";
  readonly target_key: string;
  readonly target_collection: string | null;
  /** Read only where somebody asks for places. */
  readonly target_ref?: string;
  readonly line?: number;
  readonly col?: number;
}

interface EdgeRow {
  readonly document_id: number;
  readonly edge_type: string;
  readonly edge_source: WrittenEdge["edgeSource"];
  readonly confidence: WrittenEdge["confidence"];
  readonly target_kind: "wiki" | "markdown" | "docid";
  readonly target_key: string;
  readonly target_collection: string | null;
}

/**
 * @param collections the configured ones; documents of others are not there
 * @param onDoubtful told each link that leads nowhere or to several documents
 */
export function loadGraph(
  reader: Reader,
  collections: readonly string[],
  onDoubtful?: (link: LinkPlace) => void,
): LoadedGraph {
  const documents = reader
    .all<{
      id: number;
      docid: string;
      collection: string;
      rel_path: string;
      title: string | null;
      content_type: string | null;
    }>(
      `SELECT d.id, d.docid, c.name AS collection, d.rel_path, d.title, d.content_type
       FROM document d JOIN collection c ON c.id = d.collection_id
       WHERE d.active = 1 AND c.name IN (SELECT value FROM json_each(?)) ORDER BY d.id`,
      JSON.stringify(collections),
    )
    .map(
      (row): GraphDocument => ({
        rowId: row.id,
        docid: `#${row.docid}`,
        uri: formatUri(row.collection, row.rel_path),
        title: row.title,
        collection: row.collection,
        relPath: row.rel_path,
        contentType: row.content_type,
      }),
    );
  const indexOf = new Map(documents.map(({ rowId }, index) => [rowId, index]));
  const links = reader
    .all<LinkRow>(
      `SELECT document_id, kind, target_key, target_collection${onDoubtful === undefined ? "" : ", target_ref, line, col"}
       FROM link`,
    )
    .filter((row) => indexOf.has(row.document_id));
  const edges = reader
    .all<EdgeRow>(
      `SELECT document_id, edge_type, edge_source, confidence, target_kind, target_key, target_collection FROM doc_edge
       ORDER BY id`,
    )
    .filter((row) => indexOf.has(row.document_id));
  const known = new Set(collections);
  const searched = (row: { document_id: number; target_collection: string | null }): string =>
    row.target_collection ?? (documents[indexOf.get(row.document_id) as number] as GraphDocument).collection;
  const wanted = new Map<string, Set<string>>();
  const want = (collection: string, key: string): void => {
    if (!known.has(collection)) return;
    const keys = wanted.get(collection);
    if (keys === undefined) wanted.set(collection, new Set([key]));
    else keys.add(key);
  };
  for (const row of links) if (row.kind === "wiki") want(searched(row), row.target_key);
  for (const row of edges) {
    if (row.target_kind !== "wiki") continue;
    want(searched(row), row.target_key);
    const other = splitCollection(row.target_key, known);
    if (other !== undefined) want(other.collection, other.key);
  }
  const resolver = resolveAll(
    reader,
    documents.map(({ rowId, collection, relPath }) => ({ id: rowId, collection, relPath })),
    wanted,
  );
  let docids: Map<string, number> | undefined;
  const byDocid = () => {
    // Files with equal bytes share a docid: the first in the order of URIs has it, as for every reference.
    docids ??= new Map(
      documents
        .map(({ docid, uri }, index) => ({ docid, uri, index }))
        .sort((a, b) => (a.uri < b.uri ? 1 : -1))
        .map(({ docid, index }) => [docid, index]),
    );
    return docids;
  };
  return {
    documents,
    indexOf,
    ...collapse(links, documents.length, indexOf, (row) => {
      const match =
        row.kind === "wiki"
          ? resolver.wiki(searched(row), row.target_key)
          : resolver.path(searched(row), row.target_key);
      if (onDoubtful !== undefined && (match === undefined || match.matchCount > 1)) {
        onDoubtful(placeOfLink(row, match));
      }
      return match;
    }),
    written: edges.flatMap((row) => writtenEdge(row, { byDocid, indexOf, known, resolver, searched })),
  };
}

function placeOfLink(row: LinkRow, match: LinkMatch | undefined): LinkPlace {
  return {
    rowId: row.document_id,
    kind: row.kind,
    targetRef: row.target_ref ?? row.target_key,
    targetKey: row.target_key,
    targetCollection: row.target_collection,
    line: row.line ?? 1,
    col: row.col ?? 1,
    match: match && { rowId: match.documentId, count: match.matchCount },
  };
}

/** Links of one source, target and kind become one that counts them and keeps the surest of them. */
function collapse(
  rows: readonly LinkRow[],
  size: number,
  indexOf: ReadonlyMap<number, number>,
  resolve: (row: LinkRow) => LinkMatch | undefined,
): Pick<LoadedGraph, "links" | "unresolved"> {
  const links: LinkEdge[][] = Array.from({ length: size }, () => []);
  const unresolved = new Map<number, Unresolved>();
  const seen = new Map<number, LinkEdge>();
  let current = -1;
  // Rows of a source need not lie together, so an edge is looked for in the list of its source once it was left.
  for (const row of rows) {
    const source = indexOf.get(row.document_id) as number;
    const own = links[source] as LinkEdge[];
    if (source !== current) {
      current = source;
      seen.clear();
      for (const edge of own) seen.set(keyOf(edge.target, edge.kind), edge);
    }
    const match = resolve(row);
    const target = match && indexOf.get(match.documentId);
    if (match === undefined || target === undefined) {
      const counts = unresolved.get(source) ?? { wiki: 0, markdown: 0 };
      counts[row.kind] += 1;
      unresolved.set(source, counts);
      continue;
    }
    const { confidence, resolution } = certainty(match);
    const same = seen.get(keyOf(target, row.kind));
    if (same === undefined) {
      const edge: LinkEdge = {
        source,
        target,
        kind: row.kind,
        weight: 1,
        confidence,
        resolution,
        matchCount: match.matchCount,
      };
      own.push(edge);
      seen.set(keyOf(target, row.kind), edge);
      continue;
    }
    same.weight += 1;
    same.matchCount = Math.max(same.matchCount, match.matchCount);
    if (sureness[confidence] > sureness[same.confidence]) {
      same.confidence = confidence;
      same.resolution = resolution;
    }
  }
  return { links, unresolved };
}

const sureness = { explicit: 3, inferred: 2, ambiguous: 1 } as const;

function keyOf(target: number, kind: "wiki" | "markdown"): number {
  return target * 2 + (kind === "wiki" ? 0 : 1);
}

interface EdgeContext extends Pick<LoadedGraph, "indexOf"> {
  readonly byDocid: () => ReadonlyMap<string, number>;
  readonly known: ReadonlySet<string>;
  readonly resolver: BatchResolver;
  readonly searched: (row: EdgeRow) => string;
}

function writtenEdge(row: EdgeRow, context: EdgeContext): WrittenEdge[] {
  const target = edgeTarget(row, context);
  if (target === undefined) return [];
  return [
    {
      source: context.indexOf.get(row.document_id) as number,
      target,
      type: row.edge_type,
      confidence: row.confidence,
      edgeSource: row.edge_source,
    },
  ];
}

function edgeTarget(row: EdgeRow, context: EdgeContext): number | undefined {
  const { indexOf, known, resolver, searched, byDocid } = context;
  if (row.target_kind === "docid") return byDocid().get(`#${row.target_key}`);
  const collection = searched(row);
  if (row.target_kind === "markdown") return placeOf(resolver.path(collection, row.target_key), indexOf);
  const own = resolver.wiki(collection, row.target_key);
  if (own !== undefined && !guessedRanks.has(own.rank)) return indexOf.get(own.documentId);
  const other = splitCollection(row.target_key, known);
  const elsewhere = other && resolver.wiki(other.collection, other.key);
  const whole = elsewhere !== undefined && pathRanks.has(elsewhere.rank) ? elsewhere : undefined;
  return placeOf(whole ?? own, indexOf);
}

function placeOf(match: LinkMatch | undefined, indexOf: ReadonlyMap<number, number>): number | undefined {
  return match && indexOf.get(match.documentId);
}

/** The target spells folders that the document does not have. */
const guessedRanks = new Set([3, 4, 9, 10]);
const pathRanks = new Set([5, 6]);

/** Relations may be references as tools take them: `collection/path`. Names in the own collection come first. */
function splitCollection(key: string, known: ReadonlySet<string>) {
  const slash = key.indexOf("/");
  const collection = key.slice(0, slash);
  return slash > 0 && known.has(collection) ? { collection, key: key.slice(slash + 1) } : undefined;
}
